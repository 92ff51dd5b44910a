import { MAX_FOLDERS } from '../parse/limits.ts';

/** What is known of words that only exist at run time but can only be names of files found. */
export interface Reach {
  /** The files and folders (absolute) that hold whatever the words will name. */
  readonly roots: readonly string[];
  /** The words cannot begin with `-`. */
  readonly dashless: boolean;
  /** The words cannot name `.env*`, `.npmrc` or anything in `.git`. */
  readonly ordinary: boolean;
  /** Where they are ordinary, each of them fits one of these patterns. Absent: some pattern of source files. */
  readonly named?: readonly string[];
  /** No part of a name behind its place begins with a dot. */
  readonly visible?: true;
  /** The words name no symlink, which could lead anywhere. */
  readonly regular: boolean;
  /** Never `-`-leading, split, or globbed: each value is exactly one clean word even where unquoted. */
  readonly clean: boolean;
  /** The folders in which names that are not absolute were found: in another one they name other files. Absent: absolute. */
  readonly listedIn?: readonly string[] | null;
  /** What each name ends with where they were printed; read by another mark, several become one. Absent: not printed. */
  readonly ended?: 'newline' | 'nul';
  /** Several names stand on one line. */
  readonly onOneLine?: true;
  /** The text of a substitution, which as one word is all of the names together. */
  readonly joined?: true;
  /** One of the names is known to hold blanks or wildcards: unquoted, it becomes words that may name any other file. */
  readonly splits?: true;
}

/** What a variable holds. One that is not in the state comes from the environment. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'integer' }
  | { readonly kind: 'paths'; readonly reach: Reach }
  | { readonly kind: 'any'; readonly plain?: true };

/** What earlier commands left behind, as far as it matters to later ones. Never changed in place. */
export interface State {
  /** The absolute folders that the next command may run in; `null` where that is not known. */
  readonly folders: readonly string[] | null;
  readonly variables: ReadonlyMap<string, Value>;
}

/** Where names are looked up that were found in this state: nowhere for absolute ones. */
export function listedFrom(names: readonly string[], state: State): Pick<Reach, 'listedIn'> {
  const absolute = names.length > 0 && names.every((name) => name.startsWith('/'));
  return absolute ? {} : { listedIn: state.folders };
}

export function withVariable(state: State, name: string, value: Value): State {
  return { ...state, variables: new Map(state.variables).set(name, value) };
}

export function withFolders(state: State, folders: readonly string[] | null): State {
  if (folders === null) return { ...state, folders };
  const unique = [...new Set(folders)];
  return { ...state, folders: unique.length > MAX_FOLDERS ? null : unique };
}

/** What holds where nothing runs any more, behind `exit`: in no folder at all. */
export const NOWHERE: State = { folders: [], variables: new Map() };

/** What holds whichever of the two ways was taken. */
export function join(a: State, b: State): State {
  if (a === b || b.folders?.length === 0) return a;
  if (a.folders?.length === 0) return b;
  const variables = new Map<string, Value>();
  for (const [name, value] of a.variables) {
    const other = b.variables.get(name);
    // Set on one way only: afterwards it may still be the environment's, so it is forgotten.
    if (other !== undefined) variables.set(name, joinValues(value, other));
  }
  const folders = a.folders === null || b.folders === null ? null : [...a.folders, ...b.folders];
  return withFolders({ folders, variables }, folders);
}

function joinValues(a: Value, b: Value): Value {
  if (a.kind === 'text' && b.kind === 'text' && a.text === b.text) return a;
  if (isInteger(a) && isInteger(b)) return { kind: 'integer' };
  if (a === b) return a;
  return { kind: 'any' };
}

export function isInteger(value: Value): boolean {
  return (
    value.kind === 'integer' || (value.kind === 'text' && /^-?(0|[1-9]\d{0,17})$/.test(value.text))
  );
}

export function sameState(a: State, b: State): boolean {
  const sameFolders = JSON.stringify(a.folders) === JSON.stringify(b.folders);
  return sameFolders && JSON.stringify([...a.variables]) === JSON.stringify([...b.variables]);
}
