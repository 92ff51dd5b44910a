import { isJsonObject, type JsonObject, parseJson } from '../../common/index.ts';
import type { GatedCommand } from '../../policy/index.ts';
import type { PinnedAction } from './pinned-actions.ts';

/** A folder of a repository, as far as recognising its ecosystem needs it. */
export interface ProjectFolder {
  /** From the repository's root; empty for the root itself. */
  readonly path: string;
  /** The names of its direct entries. */
  readonly names: ReadonlySet<string>;
  /** The text of a file directly in it; empty if there is none. */
  readonly text: (name: string) => string;
  /** The folders below it, as far as they are searched. */
  readonly below: () => readonly ProjectFolder[];
}

/** A step of a workflow: an action, or a command that runs in the project's folder. */
export type SetupStep =
  | { readonly uses: PinnedAction; readonly with: Readonly<Record<string, string>> }
  | { readonly run: string; readonly env?: Readonly<Record<string, string>> };

/** A command that a policy lets run by itself. */
export interface ProjectCommand {
  /** The whole command, such as `go test ./...`. */
  readonly command: string;
  /** The words that the rule spells out; any rest may follow. The whole command if absent. */
  readonly rule?: string;
}

/** How the projects of one package manager are detected, set up and tested. */
export interface Ecosystem {
  readonly name: string;
  /** Only one ecosystem of a family applies to a folder: the first that matches. */
  readonly family: string;
  /** The files that show it, for people. */
  readonly files: string;
  readonly matches: (folder: ProjectFolder) => boolean;
  /**
   * The steps that fetch and install what the tests need. `runsCode: false`: no code of the fetched packages is executed;
   * `null` if that is impossible.
   */
  readonly setup: (
    folder: ProjectFolder,
    options: { readonly runsCode: boolean },
  ) => readonly SetupStep[] | null;
  /** Its test command first, then the other commands that check the code. Empty if no tests were found. */
  readonly commands: (folder: ProjectFolder) => readonly ProjectCommand[];
  /** What changes something outside of the repository, so that a person is asked. Absent: nothing of its own. */
  readonly gates?: readonly GatedCommand[];
  /** Whether its files name no package, so that the tests need none. Absent: packages may always be needed. */
  readonly needsNothing?: (folder: ProjectFolder) => boolean;
  /** Globs of its source code and tests, from the project's folder. */
  readonly sources: readonly string[];
  /** Globs of the files that say what is installed. */
  readonly dependencyFiles: readonly string[];
  readonly hosts: readonly string[];
  /** What keeps downloads between workflow runs, for people. */
  readonly cache: string;
}

/** A project that was found in a repository. */
export interface Project {
  readonly ecosystem: Ecosystem;
  readonly folder: ProjectFolder;
}

/** The path of a file of a project, from the repository's root. */
export function inFolder(folder: ProjectFolder, name: string): string {
  return folder.path === '' ? name : `${folder.path}/${name}`;
}

/** The first of these files that the folder has. */
export function firstOf(folder: ProjectFolder, names: readonly string[]): string | undefined {
  return names.find((name) => folder.names.has(name));
}

/** The object that a text is in JSON; empty if it is none. */
export function jsonObject(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
