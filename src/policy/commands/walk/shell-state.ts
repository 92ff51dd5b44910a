import { MAX_FOLDERS } from '../parse/limits.ts';
import type { FileNames } from './file-names.ts';

/** The value of a variable. A variable that is not in the state comes from the environment. */
export type VariableValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'integer' }
  | { readonly kind: 'paths'; readonly fileNames: FileNames }
  | { readonly kind: 'any'; readonly plain?: true };

/** What earlier commands changed for later ones. Immutable. */
export interface ShellState {
  /** The absolute folders that the next command may run in; `null` where that is not known. */
  readonly folders: readonly string[] | null;
  readonly variables: ReadonlyMap<string, VariableValue>;
}

export function withVariable(state: ShellState, name: string, value: VariableValue): ShellState {
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
  const variables = new Map<string, VariableValue>();
  for (const name of new Set([...a.variables.keys(), ...b.variables.keys()])) {
    const [value, other] = [a.variables.get(name), b.variables.get(name)];
    // A variable that only one branch sets may still come from the environment.
    const joined = value && other ? joinValues(value, other) : ({ kind: 'any' } as const);
    variables.set(name, joined);
  }
  const folders = a.folders === null || b.folders === null ? null : [...a.folders, ...b.folders];
  return withFolders({ folders, variables }, folders);
}

/** The state if nothing is known but which variables were set. */
export function lostState({ variables }: ShellState): ShellState {
  return {
    folders: null,
    variables: new Map([...variables.keys()].map((name) => [name, { kind: 'any' }])),
  };
}

function joinValues(a: VariableValue, b: VariableValue): VariableValue {
  if (a.kind === 'text' && b.kind === 'text' && a.text === b.text) return a;
  if (isInteger(a) && isInteger(b)) return { kind: 'integer' };
  if (a === b) return a;
  return { kind: 'any' };
}

export function isInteger(value: VariableValue): boolean {
  return (
    value.kind === 'integer' || (value.kind === 'text' && /^-?(0|[1-9]\d{0,17})$/.test(value.text))
  );
}

export function sameState(a: ShellState, b: ShellState): boolean {
  const sameFolders = JSON.stringify(a.folders) === JSON.stringify(b.folders);
  return sameFolders && JSON.stringify([...a.variables]) === JSON.stringify([...b.variables]);
}
