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
      short: 'Find files by glob, newest first.',
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
  if (found.files.length === 0) return success(`No file matches ${input.pattern}.`);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const newest = found.files.sort(
    (first, second) => second.modifiedMs - first.modifiedMs || (first.path < second.path ? -1 : 1),
  );
  const paths = newest.slice(0, limit).map(({ path }) => path);
  const count = `${found.files.length}${found.stopped ? ' or more' : ''}`;
  const more =
    found.files.length > limit ? [`[${count} files match, the newest ${limit} shown]`] : [];
  return success(truncateMiddle([...paths, ...more].join('\n'), MAX_RESULT_CHARS));
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

interface FoundFile {
  readonly path: string;
  readonly modifiedMs: number;
}

async function walk(
  world: FileWorld,
  where: { readonly input: Input; readonly folder: string; readonly signal: AbortSignal },
): Promise<{ readonly files: FoundFile[]; readonly stopped: boolean }> {
  const { input, folder, signal } = where;
  const root = realpathSync(join(world.workspace.root, folder));
  const inside = folderCheck(world.workspace.root);
  const named = `${folder}/${input.pattern}`.includes('node_modules');
  const stream = fastGlob.stream(input.pattern, {
    cwd: root,
    dot: true,
    stats: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    extglob: false,
    deep: MAX_DEPTH,
    ignore: ['**/.git', '**/.git/**', ...(named ? [] : ['**/node_modules/**'])],
    fs: { readdir: checkedReaddir(inside) },
  });
  const mayTell = teller(world, folder);
  const files: FoundFile[] = [];
  for await (const entry of stream) {
    signal.throwIfAborted();
    const one = foundFile(entry);
    if (one === null || !inside(join(root, one.path, '..'))) continue;
    const path = folder === '.' ? one.path : `${folder}/${one.path}`;
    if (/(?:^|\/)\.git(?:\/|$)/i.test(path) || !mayTell(path)) continue;
    files.push({ ...one, path });
    if (files.length === MAX_FOUND) return { files, stopped: true };
  }
  return { files, stopped: false };
}

function foundFile(entry: unknown): FoundFile | null {
  if (typeof entry !== 'object' || entry === null || !('path' in entry) || !('stats' in entry))
    return null;
  const { path, stats } = entry;
  if (typeof path !== 'string' || !(stats instanceof fs.Stats)) return null;
  return { path: path.replace(/^\.\//, ''), modifiedMs: stats.mtimeMs };
}

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

/** A pattern may begin with the name of a link; the walk must not enter it where it leads out. */
function checkedReaddir(inside: (folder: string) => boolean): typeof fs.readdir {
  return new Proxy(fs.readdir, {
    apply: (target, self, args: readonly unknown[]) => {
      const [folder] = args;
      const callback = args.at(-1);
      if (typeof folder === 'string' && inside(folder)) return Reflect.apply(target, self, args);
      if (typeof callback === 'function') callback(new Error('outside of the workspace'));
      return undefined;
    },
  });
}
