/**
 * Finds the lines of a Markdown text that its author wrote as plain text: not quoted, not code, not hidden. Follows
 * CommonMark's block structure as far as needed; an ambiguous line does not count.
 *
 * A line directly below a quote counts, because people reply there.
 */

const LINE_END = /\r\n|\r|\n/;
const FENCE = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|>\s?)*)(`{3,}|~{3,})(.*)$/;
const INDENTED_CODE = /^(?: {4}| {0,3}\t)/;
const QUOTE = /^ {0,3}>/;
const RAW_HTML = /^\s*<(pre|script|style|textarea|blockquote|code)\b/i;

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly maxIndent: number;
  readonly quoted: boolean;
}

interface Scan {
  fence: Fence | null;
  /** The end of the raw HTML or comment that the scan is inside of. */
  until: string | null;
}

/** One line of a text. */
export interface AuthorLine {
  readonly text: string;
  /** The start of the line in the text, and of the next line. */
  readonly start: number;
  readonly next: number;
}

/** The non-blank lines of `text` that its author wrote as plain text, in order. */
export function authorLines(text: string): readonly AuthorLine[] {
  const scan: Scan = { fence: null, until: null };
  const own = textLines(text).filter((line) => isOwn(line.text, scan) && line.text.trim() !== '');
  return paragraphsOf(own).flatMap((paragraph) => outsideCodeSpans(text, paragraph));
}

/** The mark that closes the code fence that is open at the end of `text`; `null` if none is. */
export function openFence(text: string): string | null {
  const scan: Scan = { fence: null, until: null };
  for (const line of textLines(text)) isOwn(line.text, scan);
  return scan.fence === null ? null : scan.fence.mark.repeat(scan.fence.length);
}

/** Every line of `text`, with any newline. */
export function textLines(text: string): readonly AuthorLine[] {
  const lines: AuthorLine[] = [];
  let start = 0;
  for (const line of text.split(LINE_END)) {
    const end = start + line.length;
    const next = end + (text.startsWith('\r\n', end) ? 2 : 1);
    lines.push({ text: line, start, next: Math.min(next, text.length) });
    start = next;
  }
  return lines;
}

/** Reads one line and updates the scan. */
function isOwn(line: string, scan: Scan): boolean {
  if (scan.fence !== null) {
    if (scan.fence.quoted && !QUOTE.test(line)) {
      // A fence inside a quote ends with the quote.
      scan.fence = null;
    } else {
      if (closes(line, scan.fence)) scan.fence = null;
      return false;
    }
  }
  if (scan.until !== null) {
    if (line.toLowerCase().includes(scan.until)) scan.until = null;
    return false;
  }
  const fence = fenceOpenedBy(line);
  if (fence !== null) {
    scan.fence = fence;
    return false;
  }
  if (INDENTED_CODE.test(line) || QUOTE.test(line)) return false;
  return !hides(line, scan);
}

/** Records raw HTML and comments that start on the line. True if the line itself starts with one. */
function hides(line: string, scan: Scan): boolean {
  const raw = RAW_HTML.exec(line);
  if (raw !== null) {
    const end = `</${(raw[1] ?? '').toLowerCase()}>`;
    if (!line.toLowerCase().includes(end)) scan.until = end;
    return true;
  }
  const shown = line.replaceAll(/(`+)[^`]*\1/g, '');
  const opened = shown.lastIndexOf('<!--');
  if (opened >= 0 && !shown.includes('-->', opened)) scan.until = '-->';
  return /^\s*<!--/.test(line);
}

function fenceOpenedBy(line: string): Fence | null {
  const found = FENCE.exec(line);
  if (found === null) return null;
  const [, lead = '', marks = '', info = ''] = found;
  const mark = marks.slice(0, 1);
  // The info string of a backtick fence contains no backtick: such a line is inline code.
  if (mark === '`' && info.includes('`')) return null;
  const topLevel = /^ {0,3}$/.test(lead);
  return {
    mark,
    length: marks.length,
    maxIndent: topLevel ? 3 : lead.length + 3,
    quoted: lead.includes('>'),
  };
}

function closes(line: string, fence: Fence): boolean {
  const inner = fence.quoted ? line.replace(/^[\s>]*/, '') : line;
  const found = /^(\s*)(`+|~+)\s*$/.exec(inner);
  if (found === null) return false;
  const [, indent = '', marks = ''] = found;
  return (
    marks.startsWith(fence.mark) && marks.length >= fence.length && indent.length <= fence.maxIndent
  );
}

function paragraphsOf(lines: readonly AuthorLine[]): readonly (readonly AuthorLine[])[] {
  const paragraphs: AuthorLine[][] = [];
  let before: AuthorLine | undefined;
  for (const line of lines) {
    const current = paragraphs.at(-1);
    if (current !== undefined && before?.next === line.start) current.push(line);
    else paragraphs.push([line]);
    before = line;
  }
  return paragraphs;
}

/**
 * Removes the lines that start inside inline code: a run of backticks up to the next run of the same length in the
 * same paragraph (CommonMark 6.1).
 */
function outsideCodeSpans(text: string, paragraph: readonly AuthorLine[]): readonly AuthorLine[] {
  const start = paragraph[0]?.start ?? 0;
  const spans = codeSpans(text.slice(start, paragraph.at(-1)?.next ?? start));
  let index = 0;
  return paragraph.filter((line) => {
    const offset = line.start - start;
    while ((spans[index]?.end ?? Infinity) <= offset) index += 1;
    const span = spans[index];
    return span === undefined || offset <= span.start;
  });
}

function codeSpans(paragraph: string): readonly { readonly start: number; readonly end: number }[] {
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({
    offset: run.index,
    length: run[0].length,
  }));
  const closerOf = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.length ?? 0;
    const closer = nextOfLength.get(length);
    if (closer !== undefined) closerOf.set(index, closer);
    nextOfLength.set(length, index);
  }
  const spans: { start: number; end: number }[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const closer = closerOf.get(index);
    if (closer === undefined) continue;
    const [first, last] = [runs[index], runs[closer]];
    if (first !== undefined && last !== undefined)
      spans.push({ start: first.offset, end: last.offset + last.length });
    index = closer;
  }
  return spans;
}
