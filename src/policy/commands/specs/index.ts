import type { SimpleCommand } from '../analysis.ts';
import { compileFlags, type Flags } from '../programs/options.ts';
import { FILE_PROGRAMS, SMALL_PROGRAMS } from './files.ts';
import { GIT_READS, type GitRead } from './git.ts';
import { CLIENTS } from './clients.ts';
import type { ProgramSpec } from './program-spec.ts';
import { BUILDERS } from './builders.ts';
import { SERVICES } from './services.ts';
import { type Runner, RUNNERS } from './runners.ts';
import { TEXT_PROGRAMS } from './text.ts';
import { LANGUAGE_PROGRAMS } from './languages.ts';
import { byName, readByName } from './table.ts';
import { type ToolForm, TOOLS } from './tools.ts';
import { isShell } from './wrappers.ts';
import { WRITERS } from './writers.ts';
import { baseName, withoutVersion } from '../words/program-names.ts';

/** A spec with its options compiled. */
export interface CompiledSpec<Spec> {
  readonly spec: Spec;
  /** The first of its names. */
  readonly name: string;
  readonly flags: Flags;
  /** What the options that do harm do. */
  readonly escapeHatches: ReadonlyMap<string, string>;
}

function compileSpec<Spec extends Pick<Partial<ProgramSpec>, 'flags' | 'escapeHatches'>>(
  spec: Spec,
  name: string,
): CompiledSpec<Spec> {
  const { flags = '', escapeHatches = {} } = spec;
  return { spec, name, flags: compileFlags(flags), escapeHatches: byName(escapeHatches) };
}

export const PROGRAMS: ReadonlyMap<string, CompiledSpec<ProgramSpec>> = readByName(
  { ...TEXT_PROGRAMS, ...LANGUAGE_PROGRAMS, ...FILE_PROGRAMS, ...SMALL_PROGRAMS },
  compileSpec,
);

export const GIT_SUBCOMMANDS: ReadonlyMap<string, CompiledSpec<GitRead>> = readByName(
  GIT_READS,
  compileSpec,
);

export const TOOL_FORMS: ReadonlyMap<string, readonly CompiledSpec<ToolForm>[]> = readByName(
  TOOLS,
  (forms, name) => forms.map((form) => compileSpec(form, name)),
);

const RUNNERS_BY_NAME = byName<Runner>({ ...RUNNERS, ...BUILDERS, ...CLIENTS, ...SERVICES });

/** The target of a compiler: `aarch64-linux-gnu-gcc`. */
const TARGET = /^(?:[a-z0-9_]+-){2,4}(?=(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|gfortran|ld)$)/;

/**
 * What is known of a program that runs code, by its name or path: a version at the end of the name, and the target of a
 * compiler, make no other program of it (`python3.12`, `.venv/bin/pytest`).
 */
export function runnerOf(word: string): Runner | undefined {
  const name = baseName(word);
  const unversioned = withoutVersion(name);
  return (
    RUNNERS_BY_NAME.get(name) ??
    RUNNERS_BY_NAME.get(unversioned) ??
    RUNNERS_BY_NAME.get(unversioned.replace(TARGET, ''))
  );
}

/** Whether a program of this name or path is a shell or an interpreter: its first operand is a script that it runs. */
export function runsScripts(word: string): boolean {
  const { runsInput, choosesPackage } = runnerOf(word) ?? {};
  return isShell(baseName(word)) || (runsInput === 'script' && choosesPackage === undefined);
}

/** Whether the words of a program of this name are read, so that what they start is known. */
export function isReadByTable(word: string): boolean {
  const name = programName(word);
  return name !== null && (name === 'git' || PROGRAMS.has(name));
}

/** Whether tables say what a command does with its words. Of git, they describe the commands that have a class. */
export function isDescribed({
  words: [program],
  classes,
}: Pick<SimpleCommand, 'words' | 'classes'>): boolean {
  const name = programName(program?.text ?? '/');
  if (classes.includes('@readonly')) return true;
  if (name === 'git') return classes.includes('@git-readonly') || classes.includes('@git-write');
  return name !== null && (PROGRAMS.has(name) || WRITERS.has(name));
}

const FOLDERS = /^\/(?:usr\/)?bin\/([^/]+)$/;

/** The name that tables know a program by; `null` for anything that is a file by its path. */
export function programName(word: string): string | null {
  if (!word.includes('/')) return word;
  return FOLDERS.exec(word)?.[1] ?? null;
}
