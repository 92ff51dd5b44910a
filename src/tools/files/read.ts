import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { counted, sha256, sliceWhole } from '../../common/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import { failure, MAX_RESULT_CHARS, success, withRefusals } from '../define/result.ts';
import type { Tool, ToolResult } from '../define/tool.ts';
import { type Media, detectMedia, DETECT_BYTES, notText } from './media.ts';
import { absentFile } from './absent-file.ts';
import { BYTE_ORDER_MARK } from './line-endings.ts';
import { AROUND_CHARS, redactedPart } from './redacted-part.ts';
import { type Slice, type SlicedLine, sliceLines } from './slice.ts';
import { contextOf, type FileToolContext, MAX_PATH_CHARS, pathFacts, pathLine } from './context.ts';

const DEFAULT_LINES = 2_000;
const MAX_LINES = 100_000;
const MAX_LINE_NUMBER = 1_000_000_000;
const MAX_LINE_CHARS = 2_000;
/** More of a line is kept than shown, so that a secret across the cut is redacted whole. */
const KEPT_LINE_BYTES = 4 * MAX_LINE_CHARS + AROUND_CHARS;
/** As many long lines as a result shows, twice. */
const KEPT_BYTES = 2 * KEPT_LINE_BYTES * Math.ceil(MAX_RESULT_CHARS / MAX_LINE_CHARS);
const COUNT_ALL_BYTES = 16_000_000;
const MAX_IMAGE_BYTES = 3_750_000;
const MAX_PDF_BYTES = 4_500_000;
const NOTE_ROOM = 600;

const readInput = () =>
  z.object({
    path: z.string().min(1).max(MAX_PATH_CHARS),
    offset: z.int().min(1).max(MAX_LINE_NUMBER).optional().describe('First line'),
    limit: z.int().min(1).max(MAX_LINES).optional().describe(`Lines, default ${DEFAULT_LINES}`),
  });
type Input = z.output<ReturnType<typeof readInput>>;

/** `fs_read`: the lines of a file with their numbers; images and PDF files as blocks. */
export function readTool(context: FileToolContext): Tool {
  return builtinTool({
    name: 'fs_read',
    displayName: 'Read file',
    description: {
      short: 'Read a file: lines, each after its number and a tab; images; PDF.',
      long: 'The number and the tab are not in the file: never copy them into an edit. Read files that you need together in one turn.',
    },
    kind: 'readonly',
    category: 'fs',
    tags: ['read'],
    concurrencySafe: true,
    input: readInput(),
    aliases: { names: { file_path: 'path' }, values: { offset: { 0: 1 } } },
    facts: ({ path }) => pathFacts(context.workspace, 'read', [path]),
    execute: async (input, call) =>
      await withRefusals(readFile(contextOf(context, call), input, call.signal)),
  });
}

async function readFile(
  context: FileToolContext,
  input: Input,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { workspace } = context;
  const path = workspace.relative(input.path);
  const handle = await opened(context, path);
  if (!('fd' in handle)) return handle;
  try {
    const { size } = await handle.stat();
    const start = await handle.read(Buffer.alloc(DETECT_BYTES), { position: 0 });
    const media = detectMedia(start.buffer.subarray(0, start.bytesRead));
    if (media.form !== 'text') return await nonText(context, { path, size, media });
    const chunks = handle.createReadStream({ start: 0, signal });
    const slice = await sliceLines(chunks, {
      offset: input.offset ?? 1,
      limit: input.limit ?? DEFAULT_LINES,
      maxLineBytes: KEPT_LINE_BYTES,
      maxBytes: KEPT_BYTES,
      countAll: size <= COUNT_ALL_BYTES,
    });
    if (slice.sha256 !== null) context.reads.note(path, slice.sha256);
    return shown(context, { path, size, input, slice });
  } finally {
    await handle.close();
  }
}

/** The opened file, or why it cannot be read. */
async function opened(context: FileToolContext, path: string): Promise<FileHandle | ToolResult> {
  try {
    return await context.workspace.open(path);
  } catch (error) {
    const entry = await context.workspace.stat(path);
    if (entry === null) return await absentFile(context, path, 'Find it with fs_glob or fs_list.');
    if (entry.kind !== 'directory') throw error;
    return failure('execution', `${path} is a directory.`, [
      `List it with fs_list({"path": ${JSON.stringify(path)}}).`,
    ]);
  }
}

async function nonText(
  context: FileToolContext,
  file: {
    readonly path: string;
    readonly size: number;
    readonly media: Exclude<Media, { form: 'text' }>;
  },
): Promise<ToolResult> {
  const { path, size, media } = file;
  if (media.form === 'binary') {
    const utf16 = media.what.startsWith('UTF-16')
      ? ['Convert it with bash_run and iconv to read it.']
      : [];
    return failure('execution', `${notText(path, media, size)}.`, utf16);
  }
  const limit = media.form === 'image' ? MAX_IMAGE_BYTES : MAX_PDF_BYTES;
  const what = media.form === 'image' ? media.mediaType : 'application/pdf';
  if (size > limit) {
    return failure(
      'execution',
      `${path} (${what}) has ${size} bytes; at most ${limit} can be shown.`,
      ['Make a smaller copy with bash_run.'],
    );
  }
  const bytes = await context.workspace.read(path, { maxBytes: limit });
  context.reads.note(path, sha256(bytes));
  const note = {
    type: 'text' as const,
    text: `${path}: ${what}, ${counted(bytes.length, 'byte')}`,
  };
  const base64 = bytes.toString('base64');
  return {
    ok: true,
    llmContent: [
      note,
      media.form === 'image'
        ? { type: 'image', mediaType: media.mediaType, base64 }
        : { type: 'document', mediaType: 'application/pdf', base64 },
    ],
    displayContent: note.text,
  };
}

function shown(
  context: FileToolContext,
  read: {
    readonly path: string;
    readonly size: number;
    readonly input: Input;
    readonly slice: Slice;
  },
): ToolResult {
  const { path, size, slice } = read;
  if (size === 0 && slice.totalLines === 0) return success(`${path} is empty (0 bytes).`);
  const offset = read.input.offset ?? 1;
  if (slice.head.length + slice.tail.length === 0) {
    return failure(
      'execution',
      `${path} has ${counted(slice.totalLines ?? 0, 'line')}; line ${offset} is beyond its end.`,
      [`Use an offset of at most ${slice.totalLines ?? 0}.`],
    );
  }
  const head = lineTexts(context, slice.head);
  const tail = lineTexts(context, slice.tail);
  const body = fitted(slice, { head, tail });
  return success([...body, footer(path, size, slice)].join('\n'));
}

/** A line with its number. Only a line that is cut has to be redacted first: half a secret matches nothing. */
function lineTexts(context: FileToolContext, lines: readonly SlicedLine[]): readonly string[] {
  return lines.map((line) => {
    const text = line.bytes.toString('utf8');
    const decoded = line.number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    const isWhole = decoded.length <= MAX_LINE_CHARS && line.totalBytes === line.bytes.length;
    const shownText = isWhole ? decoded : cutLine(context, decoded, line.totalBytes);
    return `${String(line.number).padStart(5)}\t${shownText}`;
  });
}

function cutLine(context: FileToolContext, text: string, totalBytes: number): string {
  const clean = redactedPart(text, { start: 0, end: MAX_LINE_CHARS }, context.redactor);
  return `${sliceWhole(clean, MAX_LINE_CHARS)}[... line cut, it has ${totalBytes} bytes]`;
}

/** The lines that fit into a result: the first lines, a note about the missing ones, the last lines. */
function fitted(
  slice: Slice,
  lines: { readonly head: readonly string[]; readonly tail: readonly string[] },
): readonly string[] {
  const { head, tail } = lines;
  const room = MAX_RESULT_CHARS - NOTE_ROOM;
  const total = head.reduce((sum, line) => sum + line.length + 1, 0);
  if (tail.length === 0 && total <= room) return head;
  const front = takeWithin(head, room / 2);
  const rest = tail.length === 0 ? head.slice(front.length) : tail;
  const back = takeWithin(rest.toReversed(), room / 2).toReversed();
  const numbers = [...slice.head, ...slice.tail].map((line) => line.number);
  const first = (numbers[front.length - 1] ?? 0) + 1;
  const last = (numbers[numbers.length - back.length] ?? 0) - 1;
  return [
    ...front,
    `[... lines ${first}-${last} cut here; read them with offset ${first} ...]`,
    ...back,
  ];
}

function takeWithin(lines: readonly string[], room: number): readonly string[] {
  let used = 0;
  const count = lines.findIndex((line) => {
    used += line.length + 1;
    return used > room;
  });
  return count === -1 ? lines : lines.slice(0, count);
}

function footer(path: string, size: number, slice: Slice): string {
  const shownLines = [...slice.head, ...slice.tail];
  const first = shownLines[0]?.number ?? 0;
  const last = shownLines.at(-1)?.number ?? 0;
  const invalid = shownLines.some((line) => isInvalidUtf8(line));
  const more = slice.totalLines === null || last < slice.totalLines;
  const total = slice.totalLines === null ? `a file of ${size} bytes` : `${slice.totalLines}`;
  const parts = [
    `${pathLine(path)}: lines ${first}-${last} of ${total}`,
    ...(more ? [`read on with offset ${last + 1}`] : []),
    ...endingNotes(slice),
    ...(!more && !slice.endsWithNewline ? ['no newline at the end'] : []),
    ...(invalid ? ['invalid UTF-8 shown as \uFFFD'] : []),
  ];
  return `[${parts.join('; ')}]`;
}

function endingNotes({ crlfLines, lfLines }: Slice): readonly string[] {
  if (crlfLines === 0) return [];
  return [lfLines === 0 ? 'line endings CRLF' : 'line endings mixed, CRLF and LF'];
}

function isInvalidUtf8({ bytes, totalBytes }: SlicedLine): boolean {
  if (isUtf8(bytes)) return false;
  // The last character of a cut line may be cut too, which says nothing about the file.
  const stream = bytes.length !== totalBytes;
  return new TextDecoder('utf-8').decode(bytes, { stream }).includes('\uFFFD');
}
