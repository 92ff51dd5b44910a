import { lstatSync, realpathSync } from 'node:fs';
import * as fs from 'node:fs';
import { join, sep } from 'node:path';
import fastGlob from 'fast-glob';
import * as z from 'zod';
import { truncateMiddle } from '../../base/index.ts';
import { defineTool } from '../define.ts';
import { failure, MAX_RESULT_CHARS, success, withRefusals } from '../result.ts';
import type { Tool, ToolResult } from '../tool.ts';
import { pathRule } from './rule.ts';
import { type FileWorld, MAX_PATH_CHARS, pathFacts, teller } from './world.ts';

/**
 * This file reads folders itself: fast-glob walks, and every folder is checked to lie in the
 * workspace before.
 */
const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_PATTERN_CHARS = 1_000;
/** More wildcards make an expression that one long file name can keep busy for hours. */
const MAX_STARS_A_PART = 3;
const MAX_GLOBSTARS = 5;
const MAX_BRACES = 4;
const MAX_ALTERNATIVES = 30;
const MAX_DEPTH = 64;
const MAX_FOUND = 500_000;
/** Of more files than these, the age is not looked up: that takes longer than finding them. */
const MAX_DATED = 10_000;

const schema = z.object({
  pattern: z.string().min(1).max(MAX_PATTERN_CHARS).describe('Such as src/**/*.{ts,js}'),
  path: z.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder to start in'),
  limit: z.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
});
type Input = z.output<typeof schema>;

/** `fs_glob`: files by name, the newest first. */
export function globTool(world: FileWorld): Tool {
  return defineTool({
    name: 'fs_glob',
    displayName: 'Find files',
    description: {
      short: 'Find files by glob, newest first (by name where there are very many).',
      long: 'Dot files are found, .git never, node_modules only where named. Links are not followed.',
    },
    kind: 'readonly',
    category: 'fs',
    tags: ['search'],
    concurrencySafe: true,
    input: schema,
    facts: ({ path }) => pathFacts(world.workspace, 'read', [path ?? '.']),
    narrowestRule: ({ path }) => pathRule('fs_glob', world.workspace, [path ?? '.']),
    execute: async (input, { signal }) =>
      await withRefusals(async () => await findFiles(world, input, signal)),
  });
}

async function findFiles(world: FileWorld, input: Input, signal: AbortSignal): Promise<ToolResult> {
  const problem = patternProblem(input.pattern);
  if (problem !== null) {
    return failure('validation', problem, [
      'Name files below the workspace root, such as src/**/*.ts.',
    ]);
  }
  const folder = world.workspace.relative(input.path ?? '.');
  const entry = await world.workspace.stat(folder);
  if (entry === null)
    return failure('not_found', `There is no folder ${folder}.`, ['Find it with fs_list.']);
  if (entry.kind !== 'directory')
    return failure('execution', `${folder} is not a folder.`, ['Leave path out.']);
  const found = await walk(world, { input, folder, signal });
  const limit = input.limit ?? DEFAULT_LIMIT;
  const mayTell = teller(world, folder);
  const { shown, more } =
    found.length > MAX_DATED
      ? first(found, limit, mayTell)
      : newest(world, found.filter(mayTell), limit);
  if (shown.length === 0) return success(`No file matches ${input.pattern}.`);
  return success(truncateMiddle([...shown, ...more].join('\n'), MAX_RESULT_CHARS));
}

interface Shown {
  readonly shown: readonly string[];
  /** What else there is, in a line. */
  readonly more: readonly string[];
}

function newest(world: FileWorld, files: readonly string[], limit: number): Shown {
  const more =
    files.length > limit ? [`[${files.length} files match, the newest ${limit} shown]`] : [];
  return { shown: newestFirst(world, files).slice(0, limit), more };
}

/** Of very many, only as many are looked at as are shown: how many of the others may be told of is not known. */
function first(files: readonly string[], limit: number, mayTell: (path: string) => boolean): Shown {
  const shown: string[] = [];
  for (const path of files.toSorted()) {
    if (shown.length === limit) break;
    if (mayTell(path)) shown.push(path);
  }
  const why = `[more than ${MAX_DATED} files match, ${shown.length} shown by name; narrow the pattern to have the newest first]`;
  return { shown, more: shown.length === 0 ? [] : [why] };
}

function newestFirst(world: FileWorld, paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, modifiedMs: modifiedMs(join(world.workspace.root, path)) }))
    .sort((one, other) => other.modifiedMs - one.modifiedMs || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

/** The age of what is there, a link's own; 0 where it is gone by now. */
function modifiedMs(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function patternProblem(pattern: string): string | null {
  const plain = pattern.replaceAll('\\', '');
  if (/(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(plain))
    return 'The pattern leads out of its folder by "..".';
  if (plain.startsWith('/') || /[{,(|]\//.test(plain)) return 'The pattern is absolute.';
  if (pattern.includes('\0')) return 'The pattern holds a NUL character.';
  return complexityProblem(pattern);
}

function complexityProblem(pattern: string): string | null {
  // The library never comes back from a part that ends with several.
  if (pattern.includes('\\\\')) return 'The pattern holds several backslashes in a row.';
  const parts = pattern.split('/');
  const globstars = parts.filter((part) => part.includes('**')).length;
  const stars = Math.max(...parts.map((part) => (part.match(/\*+/g) ?? []).length));
  if (stars > MAX_STARS_A_PART)
    return `A part of the pattern has more than ${MAX_STARS_A_PART} wildcards.`;
  if (globstars > MAX_GLOBSTARS) return `The pattern has more than ${MAX_GLOBSTARS} times "**".`;
  const count = (character: string) => pattern.split(character).length - 1;
  if (count('{') > MAX_BRACES || count(',') > MAX_ALTERNATIVES) {
    return `The pattern has more than ${MAX_BRACES} braces or ${MAX_ALTERNATIVES} alternatives.`;
  }
  return /\{[^{},]*\.\.[^{}]*\}/.test(pattern)
    ? 'The pattern counts ("{1..9}"); name the alternatives.'
    : null;
}

async function walk(
  world: FileWorld,
  where: { readonly input: Input; readonly folder: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const { input, folder, signal } = where;
  const root = realpathSync(join(world.workspace.root, folder));
  const inside = folderCheck(world.workspace.root);
  const wantsModules = `${folder}/${input.pattern}`.includes('node_modules');
  const stream = fastGlob.stream(input.pattern, {
    cwd: root,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    extglob: false,
    deep: MAX_DEPTH,
    // Left out where folders are read, which is a fraction of the work that patterns for it would be.
    fs: { readdir: checkedReaddir(inside, wantsModules ? GIT : GIT_AND_MODULES) },
  });
  const files: string[] = [];
  for await (const entry of stream) {
    signal.throwIfAborted();
    const named = String(entry);
    const below = named.startsWith('./') ? named.slice(2) : named;
    if (!inside(`${root}/${below.slice(0, Math.max(0, below.lastIndexOf('/')))}`)) continue;
    const path = folder === '.' ? below : `${folder}/${below}`;
    if (IN_GIT.test(path)) continue;
    files.push(path);
    if (files.length === MAX_FOUND) break;
  }
  return files;
}

const IN_GIT = /(?:^|\/)\.git(?:\/|$)/i;
const GIT = /^\.git$/i;
const GIT_AND_MODULES = /^(?:\.git|node_modules)$/i;

/**
 * Whether a folder, links followed, lies in the workspace. Each folder is asked of the disk once a
 * search.
 */
function folderCheck(root: string): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  return (folder) => {
    const answer = known.get(folder) ?? liesIn(root, folder);
    known.set(folder, answer);
    return answer;
  };
}

function liesIn(root: string, folder: string): boolean {
  try {
    const real = realpathSync(folder);
    const below = real === root || real.startsWith(root + sep);
    return (
      below &&
      lstatSync(real).isDirectory() &&
      !/(?:^|\/)\.git(?:\/|$)/i.test(real.slice(root.length))
    );
  } catch {
    return false;
  }
}

/**
 * A pattern may begin with the name of a link; the walk must not enter it where it leads out. Names that match `without`
 * are not found.
 */
function checkedReaddir(inside: (folder: string) => boolean, without: RegExp): typeof fs.readdir {
  return new Proxy(fs.readdir, {
    apply: (target, self, args: readonly unknown[]) => {
      const [folder] = args;
      const callback = args.at(-1);
      if (typeof callback !== 'function') return undefined;
      if (typeof folder !== 'string' || !inside(folder)) {
        callback(new Error('outside of the workspace'));
        return undefined;
      }
      const filtered = (error: unknown, entries: unknown): void => {
        callback(error, Array.isArray(entries) ? entries.filter(isKept(without)) : entries);
      };
      return Reflect.apply(target, self, [...args.slice(0, -1), filtered]);
    },
  });
}

function isKept(without: RegExp): (entry: unknown) => boolean {
  return (entry) => !(entry instanceof fs.Dirent && without.test(entry.name));
}
