import { memoize } from '../../common/index.ts';

export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Line endings while text is matched. Texts here are "binary strings", one character for each byte of the file, so that
 * unchanged parts (a BOM, bytes that are not UTF-8) stay as they are. Models see and write `\n` only.
 */
interface LineFeedView {
  /** The text with every `\r\n` as `\n`. */
  readonly text: string;
  /** The raw position of a position in the view; before the `\r` of a line ending. */
  rawIndex(viewIndex: number): number;
}

/** The text with every `\r\n` as `\n`. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** A text as `fs_read` shows it and a search reads it: without a byte order mark, with line feeds only. */
export function searchable(text: string): string {
  return withLineFeeds(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
}

export function startOfLine(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
}

export function countLineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (
    let index = text.indexOf('\n', from);
    index !== -1 && index < to;
    index = text.indexOf('\n', index + 1)
  )
    count += 1;
  return count;
}

/** The view of a text in which each line ends with `\n` alone. */
export function lineFeedView(raw: string): LineFeedView {
  const returns: number[] = [];
  for (let index = raw.indexOf('\r\n'); index !== -1; index = raw.indexOf('\r\n', index + 2))
    returns.push(index);
  if (returns.length === 0) return { text: raw, rawIndex: (viewIndex) => viewIndex };
  return {
    text: withLineFeeds(raw),
    rawIndex: (viewIndex) => viewIndex + countBefore(returns, viewIndex),
  };
}

/**
 * The number of line endings of two bytes before a position of the view: the first `k` with
 * returns[k] - k >= it.
 */
function countBefore(returns: readonly number[], viewIndex: number): number {
  let low = 0;
  let high = returns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((returns[middle] ?? 0) - middle < viewIndex) low = middle + 1;
    else high = middle;
  }
  return low;
}

type LineEnding = '\n' | '\r\n';

/**
 * The content of a file with the line endings (those of most of its lines) and the byte order mark of the file that it
 * replaces. Content with `\r\n`, or with a mark of its own, keeps what it has.
 */
export function likeBefore(content: string, before: string): string {
  const lines = before.split('\n').length - 1;
  const isCrlf = 2 * (before.split('\r\n').length - 1) > lines;
  const text = isCrlf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content;
  const hasMark = before.startsWith(BYTE_ORDER_MARK) && !text.startsWith(BYTE_ORDER_MARK);
  return hasMark ? BYTE_ORDER_MARK + text : text;
}

/**
 * Returns the ending for new lines at a position of the raw text: that of its line, else of the last line, else `newFile`.
 * Must be called with ascending positions, so that many of them need one pass.
 */
export function endingsOf(raw: string, newFile: LineEnding): (start: number) => LineEnding {
  const last = memoize(() => raw.lastIndexOf('\n'));
  let next = raw.indexOf('\n');
  return (start) => {
    if (next !== -1 && next < start) next = raw.indexOf('\n', start);
    const lineFeed = next === -1 ? last() : next;
    return lineFeed === -1 ? newFile : endingOf(raw, lineFeed);
  };
}

function endingOf(raw: string, lineFeed: number): LineEnding {
  return lineFeed > 0 && raw[lineFeed - 1] === '\r' ? '\r\n' : '\n';
}
