import { compileFlags, type Flags } from '../programs/options.ts';
import { FILE_PROGRAMS, SMALL_PROGRAMS } from './files.ts';
import { GIT_READS, type GitRead } from './git.ts';
import { CLIENTS } from './clients.ts';
import type { ProgramSpec } from './program-spec.ts';
import { type Runner, RUNNERS } from './runners.ts';
import { TEXT_PROGRAMS } from './text.ts';
import { LANGUAGE_PROGRAMS } from './languages.ts';
import { byName } from './table.ts';
import { type ToolForm, TOOLS } from './tools.ts';

/** A spec with its options compiled. */
export interface CompiledSpec<Spec> {
  readonly spec: Spec;
  /** The first of its names. */
  readonly name: string;
  readonly flags: Flags;
}

function compileSpec<Spec extends { readonly flags?: string }>(
  spec: Spec,
  name: string,
): CompiledSpec<Spec> {
  return { spec, name, flags: compileFlags(spec.flags ?? '') };
}

export const PROGRAMS: ReadonlyMap<string, CompiledSpec<ProgramSpec>> = byName(
  { ...TEXT_PROGRAMS, ...LANGUAGE_PROGRAMS, ...FILE_PROGRAMS, ...SMALL_PROGRAMS },
  compileSpec,
);

export const GIT_SUBCOMMANDS: ReadonlyMap<string, CompiledSpec<GitRead>> = byName(
  GIT_READS,
  compileSpec,
);

export const TOOL_FORMS: ReadonlyMap<string, readonly CompiledSpec<ToolForm>[]> = byName(
  TOOLS,
  ({ forms }, name) => forms.map((form) => compileSpec(form, name)),
);

/** Runners and clients by name. */
export const RUNNERS_BY_NAME: ReadonlyMap<string, Runner> = byName(
  { ...RUNNERS, ...CLIENTS },
  (runner) => runner,
);

/** Whether the words of a program of this name are read, so that what they start is known. */
export function isReadByTable(word: string): boolean {
  const name = programName(word);
  return name !== null && (name === 'git' || PROGRAMS.has(name));
}

const FOLDERS = /^\/(?:usr\/)?bin\/([^/]+)$/;

/** The name that tables know a program by; `null` for anything that is a file by its path. */
export function programName(word: string): string | null {
  if (!word.includes('/')) return word;
  return FOLDERS.exec(word)?.[1] ?? null;
}
