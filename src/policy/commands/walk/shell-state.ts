import { MAX_FOLDERS } from '../parse/limits.ts';
import type { FileNames } from './file-names.ts';

/** What is known, before anything runs, of a text: of a word or a part of it, of a variable, or of what a command prints. */
export interface KnownText {
  /** `null` if it is known only at run time; then what is known about it. */
  readonly text: string | null;
  /** It consists of digits. */
  readonly number?: true;
  /** It is one of these file names. */
  readonly fileNames?: FileNames;
  /** It contains no wildcard. */
  readonly plain?: true;
}

export const UNKNOWN_TEXT: KnownText = { text: null };
export const NUMBER: KnownText = { text: null, number: true };

/** What is known of a word, without where it stands. */
export function knownText({ text, number, fileNames, plain }: KnownText): KnownText {
  if (text !== null) return { text };
  if (number === true) return NUMBER;
  if (fileNames !== undefined) return { text, fileNames };
  return plain === true ? { text, plain } : UNKNOWN_TEXT;
}

/** What earlier commands changed for later ones. Immutable. */
export interface ShellState {
  /** The absolute folders that the next command may run in; `null` where that is not known. */
  readonly folders: readonly string[] | null;
  /** A variable that is not in it was not set by the source. */
  readonly variables: ReadonlyMap<string, KnownText>;
  /** It is source that a program gives a shell, in an environment that may be another one: `uv run --env-file FILE sh -c '…'`. */
  readonly otherEnvironment?: true;
}

export function withVariable(state: ShellState, name: string, value: KnownText): ShellState {
  return { ...state, variables: new Map(state.variables).set(name, value) };
}

export function withFolders(state: ShellState, folders: readonly string[] | null): ShellState {
  if (folders === null) return { ...state, folders };
  const unique = [...new Set(folders)];
  return { ...state, folders: unique.length > MAX_FOLDERS ? null : unique };
}

/** The state after `exit`: nothing runs, so there is no folder. */
export const UNREACHABLE: ShellState = { folders: [], variables: new Map() };

/** The state after either of two branches. */
export function joinStates(a: ShellState, b: ShellState): ShellState {
  if (a === b || b.folders?.length === 0) return a;
  if (a.folders?.length === 0) return b;
  const variables = new Map<string, KnownText>();
  for (const name of new Set([...a.variables.keys(), ...b.variables.keys()])) {
    const [value, other] = [a.variables.get(name), b.variables.get(name)];
    // A variable that only one branch sets may still come from the environment.
    variables.set(name, value && other ? joinValues(value, other) : UNKNOWN_TEXT);
  }
  const folders = a.folders === null || b.folders === null ? null : [...a.folders, ...b.folders];
  return withFolders({ ...a, folders, variables }, folders);
}

/** The state if nothing is known but which variables were set. */
export function lostState(state: ShellState): ShellState {
  return {
    ...state,
    folders: null,
    variables: new Map([...state.variables.keys()].map((name) => [name, UNKNOWN_TEXT])),
  };
}

function joinValues(a: KnownText, b: KnownText): KnownText {
  if (a === b || (a.text !== null && a.text === b.text)) return a;
  return isInteger(a) && isInteger(b) ? NUMBER : UNKNOWN_TEXT;
}

export function isInteger({ text, number }: KnownText): boolean {
  return number === true || /^-?(0|[1-9]\d{0,17})$/.test(text ?? '');
}

export function sameState(a: ShellState, b: ShellState): boolean {
  const sameFolders = JSON.stringify(a.folders) === JSON.stringify(b.folders);
  return sameFolders && JSON.stringify([...a.variables]) === JSON.stringify([...b.variables]);
}
