import { memoize } from '../../../common/index.ts';
import { compileFlags, type Flags } from '../programs/options.ts';
import { FILE_PROGRAMS, SMALL_PROGRAMS } from './files.ts';
import { GIT_READS, type GitRead } from './git.ts';
import type { Program } from './program.ts';
import { TEXT_PROGRAMS } from './text.ts';
import { LANGUAGE_PROGRAMS } from './languages.ts';
import { type Tool, type ToolForm, TOOLS } from './tools.ts';

/** An entry of a table with its options, compiled when they are first asked for. */
export interface Known<Entry> {
  readonly entry: Entry;
  readonly flags: Flags;
}

function withFlags<Entry extends { readonly flags?: string }>(entry: Entry): Known<Entry> {
  const flags = memoize(() => compileFlags(entry.flags ?? ''));
  return {
    entry,
    get flags() {
      return flags();
    },
  };
}

function byName<Entry extends { readonly names: readonly string[]; readonly flags: string }>(
  entries: readonly Entry[],
): ReadonlyMap<string, Known<Entry>> {
  const known = new Map<string, Known<Entry>>();
  for (const entry of entries) {
    const compiled = withFlags(entry);
    for (const name of entry.names) known.set(name, compiled);
  }
  return known;
}

export const PROGRAMS: ReadonlyMap<string, Known<Program>> = byName([
  ...TEXT_PROGRAMS,
  ...LANGUAGE_PROGRAMS,
  ...FILE_PROGRAMS,
  ...SMALL_PROGRAMS,
]);

export const GIT_SUBCOMMANDS: ReadonlyMap<string, Known<GitRead>> = byName(GIT_READS);

export const TOOL_FORMS: ReadonlyMap<string, readonly Known<ToolForm>[]> = new Map(
  TOOLS.flatMap((tool: Tool) => {
    const forms = tool.forms.map((entry) => withFlags(entry));
    return tool.names.map((name): [string, readonly Known<ToolForm>[]] => [name, forms]);
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
