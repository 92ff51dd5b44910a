import * as z from 'zod';
import { counted, oneLine, runWithin, truncateMiddle } from '../../../common/index.ts';
import { builtinTool } from '../../define/builtin-tool.ts';
import { failure, MAX_RESULT_CHARS, success, withRefusals } from '../../define/result.ts';
import type { Tool, ToolResult } from '../../define/tool.ts';
import {
  contextOf,
  type FileToolContext,
  MAX_PATH_CHARS,
  pathFacts,
  visibilityFilter,
} from '../context.ts';
import { canBacktrack, compileExpression, wantsLineFeed } from './expression.ts';
import { FILE_TYPES, globsOfType } from './file-types.ts';
import { parseGlobList, type PathChoice } from './glob-list.ts';
import { type FileHits, GrepPage } from './grep-page.ts';
import { searchable } from '../line-endings.ts';
import { lineMatcher, type Matcher, textMatcher } from './match-lines.ts';
import { DETECT_BYTES, detectMedia } from '../media.ts';
import { pause, searchedFiles } from './search-files.ts';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_CONTEXT = 20;
const TIMEOUT_MS = 30_000;
/** Texts that are searched in one go: together at most so long, with so much time. */
const BATCH_CHARS = 8_000_000;
const BATCH_FILES = 1_000;
const BATCH_TIMEOUT_MS = 5_000;
const MAX_FILE_BYTES = 64_000_000;
/** Each line of a file can be a match, which takes far more memory than the line. */
const MAX_FILE_LINES = 2_000_000;
const LINE_FEED = 10;

const grepInput = () =>
  z.object({
    pattern: z.string().min(1).max(2_000).describe('JavaScript regular expression'),
    path: z.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder or file'),
    glob: z.string().min(1).max(1_000).optional().describe('*.ts, src/**, !*.md'),
    type: z.string().min(1).max(20).optional().describe('js, py, go'),
    mode: z.enum(['content', 'files', 'count']).optional(),
    ignore_case: z.boolean().optional(),
    multiline: z.boolean().optional().describe('Matches span lines; . is also a newline'),
    context: z.int().min(0).max(MAX_CONTEXT).optional().describe('Lines around'),
    before: z.int().min(0).max(MAX_CONTEXT).optional(),
    after: z.int().min(0).max(MAX_CONTEXT).optional(),
    limit: z.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
    offset: z.int().min(0).max(1_000_000).optional().describe('Skips so many'),
  });
type Input = z.output<ReturnType<typeof grepInput>>;

/** `fs_grep`: searches text in files. */
export function grepTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_grep',
    displayName: 'Search text',
    description: {
      short:
        'Search the text of files for a regular expression, line by line. Not for names: fs_glob.',
      long:
        'JavaScript dialect: write \\( \\{ \\[ \\. for the characters themselves; look-around and back-references work. mode: ' +
        'content shows lines, files only paths, count their number. A glob without a slash is for names in every folder. What ' +
        'git ignores, and node_modules, is left out unless path names its folder.',
    },
    kind: 'readonly',
    category: 'fs',
    tags: ['search'],
    concurrencySafe: true,
    input: grepInput(),
    aliases: {
      names: {
        output_mode: 'mode',
        '-i': 'ignore_case',
        '-A': 'after',
        '-B': 'before',
        '-C': 'context',
        head_limit: 'limit',
        include: 'glob',
      },
      values: { mode: { files_with_matches: 'files' }, limit: { 0: MAX_LIMIT } },
      ignored: ['-n'],
    },
    facts: ({ path }) => pathFacts(context.workspace, 'read', [path ?? '.']),
    execute: async (input, call) =>
      await withRefusals(searchText(contextOf(context, call), input, call.signal)),
  });
}

async function searchText(
  context: FileToolContext,
  input: Input,
  signal: AbortSignal,
): Promise<ToolResult> {
  const matcher = matcherOf(input);
  if ('ok' in matcher) return matcher;
  const choice = choiceOf(input);
  if ('ok' in choice) return choice;
  const path = context.workspace.relative(input.path ?? '.');
  const entry = await context.workspace.stat(path);
  if (entry === null)
    return failure('not_found', `There is no ${path}.`, ['Find it with fs_glob or fs_list.']);
  // Opening says why what is not a regular file inside of the workspace is refused.
  if (entry.kind !== 'directory') await (await context.workspace.open(path)).close();
  const page = new GrepPage({
    mode: input.mode ?? 'content',
    before: input.before ?? input.context ?? 0,
    after: input.after ?? input.context ?? 0,
    limit: input.limit ?? DEFAULT_LIMIT,
    offset: input.offset ?? 0,
  });
  const search = { path, ...matcher, ...choice, namesModules: namesModules(input) };
  const end = await searchFiles(context, { search, page, signal });
  if (typeof end !== 'string') return end;
  const text = [page.text(context.redactor), ...(end === '' ? [] : [end])].join('\n');
  const clean = text.length > MAX_RESULT_CHARS ? (context.redactor?.redact(text) ?? text) : text;
  return success(truncateMiddle(clean, MAX_RESULT_CHARS));
}

function matcherOf(input: Input): Pick<Search, 'match' | 'backtracks'> | ToolResult {
  const { pattern, ignore_case: ignoreCase = false, multiline = false } = input;
  if (!multiline && wantsLineFeed(pattern)) {
    return failure('validation', 'The pattern spans lines, and lines are searched one by one.', [
      'Set multiline to true, or search for one line of it with context.',
    ]);
  }
  const compiled = compileExpression(pattern, { ignoreCase });
  if (compiled.ok) {
    const { expression } = compiled;
    const match = multiline ? textMatcher(expression) : lineMatcher(expression);
    return { match, backtracks: canBacktrack(expression) };
  }
  return failure(
    'validation',
    `${JSON.stringify(oneLine(pattern, 200))} is not a JavaScript regular expression: ${compiled.why}.`,
    [
      'Escape characters that mean something there with \\, such as ( ) [ * + ? | .',
      'Possessive quantifiers, atomic groups and flags inside of a pattern are not known.',
    ],
  );
}

function choiceOf({ glob, type }: Input): { readonly isChosen: PathChoice } | ToolResult {
  const globs = type === undefined ? null : globsOfType(type);
  if (type !== undefined && globs === null) {
    return failure('validation', `There is no type ${JSON.stringify(oneLine(type, 40))}.`, [
      `Use one of ${Object.keys(FILE_TYPES).join(', ')}, or a glob.`,
    ]);
  }
  const choices = [globs?.join(','), glob].flatMap((list) =>
    list === undefined ? [] : [parseGlobList(list)],
  );
  const problem = choices.find((choice) => typeof choice === 'string');
  if (problem !== undefined) return failure('validation', `The glob cannot be used. ${problem}`);
  const parsed = choices.filter((choice) => typeof choice !== 'string');
  return { isChosen: (below) => parsed.every((choice) => choice(below)) };
}

function namesModules({ glob }: Input): boolean {
  return glob?.includes('node_modules') === true && !glob.includes('!');
}

interface Search {
  readonly path: string;
  readonly namesModules: boolean;
  readonly match: Matcher;
  readonly backtracks: boolean;
  readonly isChosen: PathChoice;
}

/** Searches the files and puts what it finds on the page. Returns a note about what was not searched, or a failure. */
async function searchFiles(
  context: FileToolContext,
  { search, page, signal }: { search: Search; page: GrepPage; signal: AbortSignal },
): Promise<string | ToolResult> {
  const found = await searchedFiles(context, search);
  const isVisible = await visibilityFilter(context, search.path);
  const startedMs = performance.now();
  const above = search.path === '.' ? 0 : search.path.length + 1;
  let tooLarge = 0;
  let batch: Omit<FileHits, 'matched'>[] = [];
  let chars = 0;
  const searchBatch = (): boolean => {
    const hits = runWithin(BATCH_TIMEOUT_MS, () =>
      batch.map((file) => ({ ...file, matched: search.match(file.text) })),
    );
    for (const hit of hits?.value ?? []) {
      if (hit.matched.length === 0) continue;
      if (search.backtracks || isVisible(hit.path, hit.realPath)) page.add(hit);
    }
    batch = [];
    chars = 0;
    return hits !== null;
  };
  for (const file of found.files) {
    if (file.path !== search.path && !search.isChosen(file.path.slice(above))) continue;
    // Otherwise the time of a search would reveal what a hidden file holds. It costs more than to ask about what is found.
    if (search.backtracks && !isVisible(file.path, file.realPath)) continue;
    const bytes = await file.read(MAX_FILE_BYTES);
    if (bytes === 'too-large' || (bytes !== null && hasTooManyLines(bytes))) tooLarge += 1;
    else if (bytes !== null && isText(bytes)) {
      const text = searchable(bytes.toString());
      batch.push({ path: file.path, realPath: file.realPath, text });
      chars += text.length;
    }
    if (chars < BATCH_CHARS && batch.length < BATCH_FILES) continue;
    if (!searchBatch() || performance.now() - startedMs > TIMEOUT_MS) return tooSlow();
    await pause(signal);
  }
  signal.throwIfAborted();
  if (!searchBatch()) return tooSlow();
  const larger = counted(tooLarge, 'larger file was', 'larger files were');
  const unread = `[${larger} not searched: more than 64 MB, or 2 million lines]`;
  return [...(tooLarge === 0 ? [] : [unread]), ...found.notes(page.isEmpty())].join('\n');
}

function hasTooManyLines(bytes: Buffer): boolean {
  if (bytes.length <= MAX_FILE_LINES) return false;
  let count = 0;
  for (
    let index = bytes.indexOf(LINE_FEED);
    index !== -1;
    index = bytes.indexOf(LINE_FEED, index + 1)
  ) {
    count += 1;
    if (count > MAX_FILE_LINES) return true;
  }
  return false;
}

/** Whether `fs_read` would show a file as lines. */
function isText(bytes: Buffer): boolean {
  return detectMedia(bytes.subarray(0, DETECT_BYTES)).form === 'text';
}

function tooSlow(): ToolResult {
  return failure('timeout', 'The search took too long.', [
    'Name a path, a glob or a type, or write a simpler pattern, without nested repetition.',
  ]);
}
