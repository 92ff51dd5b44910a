import { dirname } from 'node:path';
import * as z from 'zod';
import { oneLine, sliceWhole, truncateMiddle } from '../../common/index.ts';
import type { TrustedResult } from '../../sandbox/index.ts';
import schemas from '../input-schemas.json' with { type: 'json' };
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, MAX_RESULT_CHARS, success, withRefusals } from '../define/result.ts';
import type { Tool, ToolResult } from '../define/tool.ts';
import { gitGrepArguments, ripgrepArguments, type Search } from './grep-arguments.ts';
import {
  type GrepLine,
  parseContent,
  parseCounts,
  parseFiles,
  parseHeadedContent,
} from './grep-output.ts';
import { type FileToolContext, MAX_PATH_CHARS, pathFacts, visibilityFilter } from './context.ts';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2_000;
const MAX_CONTEXT = 20;
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 8_000_000;
const MAX_LINE_CHARS = 500;
/** More of a line is kept than shown, so that a secret across the cut is redacted whole. */
const KEPT_LINE_CHARS = MAX_LINE_CHARS + 4_000;

const grepInput = () =>
  z.object({
    pattern: z.string().min(1).max(2_000).describe('Regular expression'),
    path: z.string().min(1).max(MAX_PATH_CHARS).optional().describe('Folder or file'),
    glob: z.string().min(1).max(1_000).optional().describe('*.ts, src/**, !*.md'),
    mode: z.enum(['content', 'files', 'count']).optional(),
    ignore_case: z.boolean().optional(),
    context: z.int().min(0).max(MAX_CONTEXT).optional().describe('Lines around'),
    limit: z.int().min(1).max(MAX_LIMIT).optional().describe(`Default ${DEFAULT_LIMIT}`),
  });
type Input = z.output<ReturnType<typeof grepInput>>;

/** `fs_grep`: searches text in files, with ripgrep or else git. */
export function grepTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_grep',
    displayName: 'Search text',
    description:
      'Search file contents, line by line. Files that git ignores are skipped unless path names their place.',
    kind: 'readonly',
    category: 'fs',
    tags: ['search'],
    concurrencySafe: true,
    input: grepInput,
    inputSchema: schemas.fs_grep,
    facts: ({ path }) => pathFacts(context.workspace, 'read', [path ?? '.']),
    execute: async (input, { signal }) =>
      await withRefusals(async () => await searchText(context, input, signal)),
  });
}

interface Place {
  /** The folder searched in, from the workspace root. */
  readonly folder: string;
  readonly target: string;
}

async function searchText(
  toolContext: FileToolContext,
  input: Input,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (/[\n\0]/.test(input.pattern)) {
    return failure(
      'validation',
      'The pattern spans lines or holds NUL; lines are searched one by one.',
      ['Search for one line of it and look around with context.'],
    );
  }
  const place = await placeOf(toolContext, input.path ?? '.');
  if (!('folder' in place)) return place;
  const output = await runSearch(toolContext, { input, place, signal });
  // Checked again: the target of a link may have changed while the program ran.
  await toolContext.workspace.stat(input.path ?? '.');
  const problem = problemOf(output, input);
  if (problem !== null) return problem;
  const isVisible = await visibilityFilter(
    toolContext,
    toolContext.workspace.relative(input.path ?? '.'),
  );
  const text = await found(toolContext, input, {
    place,
    stdout: output.stdout.toString(),
    isVisible,
  });
  const cut =
    output.problem === 'too-much-output'
      ? '\n[there was more than could be read; narrow the search]'
      : '';
  const clean =
    text.length > MAX_RESULT_CHARS ? ((await toolContext.redactor?.redact(text)) ?? text) : text;
  return success(truncateMiddle(clean + cut, MAX_RESULT_CHARS));
}

async function placeOf(context: FileToolContext, named: string): Promise<Place | ToolResult> {
  const path = context.workspace.relative(named);
  const entry = await context.workspace.stat(path);
  if (entry === null)
    return failure('not_found', `There is no ${path}.`, ['Find it with fs_glob or fs_list.']);
  if (entry.kind === 'directory') return { folder: path, target: '.' };
  // Opening refuses whatever is not a regular file inside of the workspace.
  await (await context.workspace.open(path)).close();
  return { folder: dirname(path), target: `./${path.slice(path.lastIndexOf('/') + 1)}` };
}

async function runSearch(
  context: FileToolContext,
  what: { readonly input: Input; readonly place: Place; readonly signal: AbortSignal },
): Promise<TrustedResult> {
  const { input, place, signal } = what;
  const search: Search = {
    pattern: input.pattern,
    mode: input.mode ?? 'content',
    glob: input.glob ?? null,
    ignoreCase: input.ignore_case === true,
    context: input.context ?? 0,
    target: place.target,
    respectIgnores: place.folder === '.' && place.target === '.',
  };
  const cwd =
    place.folder === '.' ? context.workspace.root : `${context.workspace.root}/${place.folder}`;
  const options = { cwd, timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal };
  const programs = context.search;
  const { ripgrep } = programs;
  if (ripgrep !== null) return await programs.run(ripgrepArguments(ripgrep, search), options);
  const perl = await programs.run(gitGrepArguments(search, '--perl-regexp'), options);
  const lacksPerl = perl.exitCode === 128 && perl.stderr.includes('Perl-compatible');
  return lacksPerl
    ? await programs.run(gitGrepArguments(search, '--extended-regexp'), options)
    : perl;
}

function problemOf(output: TrustedResult, input: Input): ToolResult | null {
  if (output.problem === 'timed-out') {
    return failure('timeout', `The search took longer than ${TIMEOUT_MS} ms.`, [
      'Name a path or a glob.',
    ]);
  }
  if (output.problem === 'cancelled') return failure('cancelled', 'The search was cancelled.');
  if (output.problem === 'too-much-output' || output.exitCode === 0 || output.exitCode === 1)
    return null;
  if (output.stdout.length > 0) return null;
  const why = oneLine(output.stderr.toString().replaceAll('fatal: ', ''), 300);
  if (why === '' && output.exitCode === 2) return null;
  if (output.exitCode === null) return failure('execution', `The search could not be run. ${why}`);
  return failure(
    'validation',
    `The search for ${JSON.stringify(oneLine(input.pattern, 200))} failed: ${why}`,
    [
      'Escape characters that mean something in a regular expression, such as ( [ { . * + ? | \\ with \\.',
    ],
  );
}

async function found(
  context: FileToolContext,
  input: Input,
  raw: {
    readonly place: Place;
    readonly stdout: string;
    readonly isVisible: (path: string) => boolean;
  },
): Promise<string> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const tell = (path: string) => {
    const full = raw.place.folder === '.' ? path : `${raw.place.folder}/${path}`;
    const hidden = /(?:^|\/)\.git(?:\/|$)/i.test(full) || !raw.isVisible(full);
    return hidden ? null : full;
  };
  const mode = input.mode ?? 'content';
  if (mode === 'content') {
    const parse = context.search.ripgrep === null ? parseHeadedContent : parseContent;
    return await contentText(parse(raw.stdout, tell), { limit, redactor: context.redactor });
  }
  const lines =
    mode === 'files'
      ? parseFiles(raw.stdout, tell)
      : parseCounts(raw.stdout, tell).map(({ path, count }) => `${path}: ${count}`);
  if (lines.length === 0) return 'No match.';
  const more = lines.length > limit ? [`[${lines.length} files, the first ${limit} shown]`] : [];
  return [...lines.slice(0, limit), ...more].join('\n');
}

async function contentText(
  lines: readonly GrepLine[],
  { limit, redactor }: { readonly limit: number; readonly redactor: FileToolContext['redactor'] },
): Promise<string> {
  const total = lines.filter((line) => line.match).length;
  if (total === 0) return 'No match.';
  const hasContext = total < lines.length;
  const shown: string[] = [];
  let matches = 0;
  let previous: GrepLine | null = null;
  for (const line of lines) {
    if (line.match && matches === limit) break;
    matches += line.match ? 1 : 0;
    if (line.path !== previous?.path) shown.push(line.path);
    else if (hasContext && line.number > previous.number + 1) shown.push('  --');
    shown.push(`  ${line.number}${line.match ? ':' : '-'} ${await cutLine(line.text, redactor)}`);
    previous = line;
  }
  if (total > limit) shown.push(`[${total} matches, the first ${limit} shown]`);
  return shown.join('\n');
}

async function cutLine(text: string, redactor: FileToolContext['redactor']): Promise<string> {
  if (text.length <= MAX_LINE_CHARS) return text;
  const kept = text.slice(0, KEPT_LINE_CHARS);
  const clean = (await redactor?.redact(kept)) ?? kept;
  return `${sliceWhole(clean, MAX_LINE_CHARS)}[... line cut]`;
}
