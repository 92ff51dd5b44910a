/**
 * Finds the lines of a Markdown text that its author wrote as plain text: not quoted, not code, not hidden. Follows what
 * GitHub shows as far as needed; an ambiguous line does not count.
 *
 * A line directly below a quote counts, because people reply there.
 */
import { HiddenHtml } from './hidden-html.ts';
import { BLANK, indentOf, QUOTE, readBlocks } from './markdown-blocks.ts';

const LINE_END = /\r\n|\r|\n/;
/** Markdown ignores one at the start of a text. */
const BYTE_ORDER_MARK = '\uFEFF';
/** A blank line, also of a quote. */
const PARAGRAPH_END = /^(?: {0,3}>[ \t>]*|[ \t]*)$/;
/** The start of a definition of a link or a footnote. A page does not show its lines there, if at all, up to a blank one. */
const DEFINITION = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]*)*\[(?:[^[\]\\]|\\.)*(?:\]:|\\?$)/;
/** A line that is indented this far is code. */
const CODE_INDENT = 4;

interface AuthorLine {
  readonly text: string;
  /** The start of the line in the text, and of the next line. */
  readonly start: number;
  readonly next: number;
}

/** A line with what it is to its author. */
export interface ReadLine extends AuthorLine {
  /** Its author wrote it as plain text. */
  readonly isOwn: boolean;
  /** It is certainly within code, an HTML comment or the like, so that it begins no quote. */
  readonly isContent: boolean;
}

/** The non-blank lines of `text` that its author wrote as plain text, in order. */
export function authorLines(text: string): readonly AuthorLine[] {
  return readLines(text).filter(({ isOwn }) => isOwn);
}

/** Every line of `text` in order, blank ones too. */
export function readLines(text: string): readonly ReadLine[] {
  const lines = textLines(text);
  const { kinds, contents } = readBlocks(lines.map((line) => line.text));
  const extents = extentsOf(lines, kinds);
  const html = new HiddenHtml(text);
  let isDefined = false;
  const isOwnLine = (line: AuthorLine, index: number): boolean => {
    const kind = kinds[index] ?? 'unclear';
    const isInDefinition = isDefined && !PARAGRAPH_END.test(line.text);
    isDefined = kind !== 'code' && (isInDefinition || DEFINITION.test(line.text));
    if (kind === 'code' || BLANK.test(line.text)) {
      html.endParagraph();
      return false;
    }
    const isQuoted = QUOTE.test(line.text);
    const extent = extents[index] ?? line.start;
    const end = line.start + line.text.length;
    const { isHidden, hasText } = html.read({ ...line, end, kind, extent, isQuoted });
    if (isHidden || isQuoted || isInDefinition || kind === 'unclear') return false;
    return hasText && indentOf(line.text) < CODE_INDENT;
  };
  return lines.map((line, index) => ({
    ...line,
    isOwn: isOwnLine(line, index),
    isContent: contents[index] === true,
  }));
}

/** Where the paragraph of each line ends, at the latest: at a blank line, code, or HTML. */
function extentsOf(
  lines: readonly AuthorLine[],
  kinds: ReturnType<typeof readBlocks>['kinds'],
): readonly number[] {
  const extents: number[] = [];
  let extent = 0;
  for (const [index, line] of [...lines.entries()].toReversed()) {
    const kind = kinds[index];
    const isText = (kind === 'text' || kind === 'unclear') && !PARAGRAPH_END.test(line.text);
    const goesOn = isText && extent > line.start + line.text.length;
    if (!goesOn) extent = line.start + line.text.length;
    extents.push(extent);
    if (!isText) extent = 0;
  }
  return extents.toReversed();
}

/** The mark that closes the code fence that is open at the end of `text`; `null` if none is. */
export function openFence(text: string): string | null {
  const { fence } = readBlocks(textLines(text).map((line) => line.text));
  return fence === null ? null : fence.mark.repeat(fence.length);
}

function textLines(text: string): readonly AuthorLine[] {
  const lines: AuthorLine[] = [];
  let start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for (const line of text.slice(start).split(LINE_END)) {
    const end = start + line.length;
    const next = end + (text.startsWith('\r\n', end) ? 2 : 1);
    lines.push({ text: line, start, next: Math.min(next, text.length) });
    start = next;
  }
  return lines;
}
