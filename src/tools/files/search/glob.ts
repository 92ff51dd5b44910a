import * as z from 'zod';
import { truncateMiddle } from '../../../common/index.ts';
import { compileGlob, globProblem } from '../../../policy/index.ts';
import { builtinTool } from '../../define/builtin-tool.ts';
import { failure, MAX_RESULT_CHARS, success, withRefusals } from '../../define/result.ts';
import type { Tool, ToolResult } from '../../define/tool.ts';
import {
  type FileToolContext,
  MAX_PATH_CHARS,
  pathFacts,
  pathLine,
  visibilityFilter,
} from '../context.ts';
import { pause, searchedFiles } from './search-files.ts';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_PATTERN_CHARS = 1_000;
/** Of more files than this only the shown ones are checked for visibility, which takes longer than finding them. */
const MAX_CHECKED = 10_000;
/** Files after which the rest of the run gets a moment. */
const FILES_AT_ONCE = 2_000;

const globInput = () =>
  z.object({
    pattern: z.string().min(1).max(MAX_PATTERN_CHARS).describe('src/**/*.{ts,js}'),
    path: z.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder to start in'),
    limit: z.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
  });
type Input = z.output<ReturnType<typeof globInput>>;

/** `fs_glob`: files by name, sorted. */
export function globTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_glob',
    displayName: 'Find files',
    description: {
      short: 'Find files by glob, sorted by path.',
      long:
        '*.ts is for one folder alone, **/*.ts for all below. Dot files are found, links not followed. What git ignores, and ' +
        'node_modules, is left out unless path or the start of the pattern names its folder.',
    },
    kind: 'readonly',
    category: 'fs',
    tags: ['search'],
    concurrencySafe: true,
    input: globInput(),
    aliases: { names: { head_limit: 'limit' } },
    facts: ({ path }) => pathFacts(context.workspace, 'read', [path ?? '.']),
    // The start of a pattern may be below a link that no fact names: what is found is filtered instead.
    execute: async (input, { signal, places }) => {
      const ofCall = places === undefined ? context : { ...context, places };
      return await withRefusals(findFiles(ofCall, input, signal));
    },
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
  const found = await matchingFiles(context, { pattern: input.pattern, folder, signal });
  const isVisible = await visibilityFilter(context, folder);
  const page = pageOf(found.files, isVisible, input.limit ?? DEFAULT_LIMIT);
  const lines = [...page, ...found.notes];
  if (page.length > 0) return success(truncateMiddle(lines.join('\n'), MAX_RESULT_CHARS));
  const none = `No file matches ${input.pattern}.`;
  const isHere = !input.pattern.includes('/');
  const deeper = isHere ? [`To look in all folders below, write **/${input.pattern}.`] : [];
  return success([[none, ...deeper].join(' '), ...found.notes].join('\n'));
}

interface FoundFile {
  readonly path: string;
  readonly realPath: string;
}

/** The files that match, sorted, and notes about what was not looked at. */
async function matchingFiles(
  context: FileToolContext,
  search: { readonly pattern: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<{ readonly files: readonly FoundFile[]; readonly notes: readonly string[] }> {
  const { pattern, folder, signal } = search;
  const glob = compileGlob(`./${pattern}`);
  const above = folder === '.' ? '' : `${folder}/`;
  // The folders before the first wildcard are named, like a path.
  const start = glob.base === '' ? folder : `${above}${glob.base}`;
  const namesModules = pattern.includes('node_modules');
  const walk = await searchedFiles(context, { path: start, namesModules });
  const files: FoundFile[] = [];
  let walked = 0;
  for (const { path, realPath } of walk.files) {
    if (glob.matches(path.slice(above.length), false)) files.push({ path, realPath });
    walked += 1;
    if (walked % FILES_AT_ONCE === 0) await pause(signal);
  }
  signal.throwIfAborted();
  return { files, notes: walk.notes(files.length === 0) };
}

function pageOf(
  files: readonly FoundFile[],
  isVisible: (path: string, real?: string) => boolean,
  limit: number,
): readonly string[] {
  const shown: string[] = [];
  const isCounted = files.length <= MAX_CHECKED;
  let total = 0;
  for (const { path, realPath } of files) {
    if (!isCounted && total === limit) break;
    if (!isVisible(path, realPath)) continue;
    total += 1;
    if (total <= limit) shown.push(pathLine(path));
  }
  if (!isCounted && total > 0)
    return [...shown, `[more than ${MAX_CHECKED} files match, the first ${total} shown]`];
  return total > limit ? [...shown, `[${total} files match, the first ${limit} shown]`] : shown;
}

function patternProblem(pattern: string): string | null {
  const plain = pattern.replaceAll('\\', '');
  if (/(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(plain))
    return 'The pattern leads out of its folder by "..".';
  if (plain.startsWith('/') || /[{,(|]\//.test(plain)) return 'The pattern is absolute.';
  if (/\{[^{},]*\.\.[^{}]*\}/.test(pattern))
    return 'The pattern counts ("{1..9}"); name the alternatives.';
  return globProblem(pattern);
}
