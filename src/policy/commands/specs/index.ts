import { memoize } from '../../../common/index.ts';
import { compileFlags, type Flags } from '../programs/options.ts';
import { FILE_PROGRAMS, SMALL_PROGRAMS } from './files.ts';
import { GIT_READS, type GitRead } from './git.ts';
import type { ProgramSpec } from './program-spec.ts';
import { TEXT_PROGRAMS } from './text.ts';
import { LANGUAGE_PROGRAMS } from './languages.ts';
import { type Tool, type ToolForm, TOOLS } from './tools.ts';

/** An entry of a table with its options, compiled when they are first asked for. */
export interface CompiledSpec<Entry> {
  readonly spec: Entry;
  readonly flags: Flags;
}

function withFlags<Entry extends { readonly flags?: string }>(spec: Entry): CompiledSpec<Entry> {
  const flags = memoize(() => compileFlags(spec.flags ?? ''));
  return {
    spec,
    get flags() {
      return flags();
    },
  };
}

function byName<Entry extends { readonly names: readonly string[]; readonly flags: string }>(
  entries: readonly Entry[],
): ReadonlyMap<string, CompiledSpec<Entry>> {
  const known = new Map<string, CompiledSpec<Entry>>();
  for (const spec of entries) {
    const compiled = withFlags(spec);
    for (const name of spec.names) known.set(name, compiled);
  }
  return known;
}

export const PROGRAMS: ReadonlyMap<string, CompiledSpec<ProgramSpec>> = byName([
  ...TEXT_PROGRAMS,
  ...LANGUAGE_PROGRAMS,
  ...FILE_PROGRAMS,
  ...SMALL_PROGRAMS,
]);

export const GIT_SUBCOMMANDS: ReadonlyMap<string, CompiledSpec<GitRead>> = byName(GIT_READS);

export const TOOL_FORMS: ReadonlyMap<string, readonly CompiledSpec<ToolForm>[]> = new Map(
  TOOLS.flatMap((tool: Tool) => {
    const forms = tool.forms.map((spec) => withFlags(spec));
    return tool.names.map((name): [string, readonly CompiledSpec<ToolForm>[]] => [name, forms]);
  }),
);

/** Whether a table says what a program of this name does with its words. */
export function isInTables(word: string): boolean {
  const name = programName(word);
  return name !== null && (name === 'git' || PROGRAMS.has(name) || TOOL_FORMS.has(name));
}

const FOLDERS = /^\/(?:usr\/)?bin\/([^/]+)$/;

/** The name that tables know a program by; `null` for anything that is a file by its path. */
export function programName(word: string): string | null {
  if (!word.includes('/')) return word;
  return FOLDERS.exec(word)?.[1] ?? null;
}
