import { lstatSync } from 'node:fs';
import * as z from 'zod';
import { truncateMiddle } from '../../common/index.ts';
import schemas from '../input-schemas.json' with { type: 'json' };
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, MAX_RESULT_CHARS, success, withRefusals } from '../define/result.ts';
import type { Tool, ToolResult } from '../define/tool.ts';
import { type GlobWalk, globWalk, MAX_NAMES_READ } from './glob-walk.ts';
import { type FileToolContext, MAX_PATH_CHARS, pathFacts, visibilityFilter } from './context.ts';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_PATTERN_CHARS = 1_000;
/** With more wildcards one long file name can take hours to match. */
const MAX_STARS_A_PART = 3;
const MAX_GLOBSTARS = 5;
const MAX_BRACES = 4;
const MAX_ALTERNATIVES = 30;
const STOPPED = `[there are more than ${MAX_NAMES_READ} names; search below a path]`;
/** Above this number the age of files is not read: that takes longer than finding them. */
const MAX_DATED = 10_000;

const globInput = () =>
  z.object({
    pattern: z.string().min(1).max(MAX_PATTERN_CHARS).describe('src/**/*.{ts,js}'),
    path: z.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder to start in'),
    limit: z.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
  });
type Input = z.output<ReturnType<typeof globInput>>;

/** `fs_glob`: files by name, the newest first. */
export function globTool(context: FileToolContext): Tool {
  return builtinTool({
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
    input: globInput,
    inputSchema: schemas.fs_glob,
    facts: ({ path }) => pathFacts(context.workspace, 'read', [path ?? '.']),
    execute: async (input, { signal }) =>
      await withRefusals(async () => await findFiles(context, input, signal)),
  });
}

async function findFiles(
  context: FileToolContext,
  input: Input,
  signal: AbortSignal,
): Promise<ToolResult> {
  const problem = patternProblem(input.pattern);
  if (problem !== null) {
    return failure('validation', problem, [
      'Name files below the workspace root, such as src/**/*.ts.',
    ]);
  }
  const folder = context.workspace.relative(input.path ?? '.');
  const entry = await context.workspace.stat(folder);
  if (entry === null)
    return failure('not_found', `There is no folder ${folder}.`, ['Find it with fs_list.']);
  if (entry.kind !== 'directory')
    return failure('execution', `${folder} is not a folder.`, ['Leave path out.']);
  const { root } = context.workspace;
  const walked = await globWalk(input.pattern, { root, folder, signal });
  const limit = input.limit ?? DEFAULT_LIMIT;
  const isTold = await visibilityFilter(context, folder);
  const isVisible = (path: string) => isTold(path, walked.realPath(path));
  const choose = walked.files.length > MAX_DATED ? first : newest;
  const { shown, more } = choose({ ...walked, isVisible }, limit);
  const lines = [...shown, ...more, ...(walked.isWhole ? [] : [STOPPED])];
  if (lines.length === 0) return success(`No file matches ${input.pattern}.`);
  return success(truncateMiddle(lines.join('\n'), MAX_RESULT_CHARS));
}

interface Found extends GlobWalk {
  readonly isVisible: (file: string) => boolean;
}

interface Shown {
  readonly shown: readonly string[];
  /** A line about the files that are not shown. */
  readonly more: readonly string[];
}

function newest({ files, realPath, isVisible }: Found, limit: number): Shown {
  const listed = files
    .filter(isVisible)
    .map((path) => ({ path, modifiedMs: modifiedMs(realPath(path)) }))
    .sort((one, other) => other.modifiedMs - one.modifiedMs || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
  const more =
    listed.length > limit ? [`[${listed.length} files match, the newest ${limit} shown]`] : [];
  return { shown: listed.slice(0, limit), more };
}

/** Of very many files, only the shown ones are checked for visibility; the number of the others stays unknown. */
function first({ files, isVisible }: Found, limit: number): Shown {
  const shown: string[] = [];
  for (const path of files) {
    if (shown.length === limit && path > (shown.at(-1) ?? '')) continue;
    if (!isVisible(path)) continue;
    shown.splice(shown.findLastIndex((one) => one < path) + 1, 0, path);
    if (shown.length > limit) shown.pop();
  }
  const why = `[more than ${MAX_DATED} files match, ${shown.length} shown by name; narrow the pattern to have the newest first]`;
  return { shown, more: shown.length === 0 ? [] : [why] };
}

/** The age of a file, or of a link itself; 0 if it no longer exists. */
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
  // The library never returns from a part that ends with several.
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
