import { memoize } from '../../common/index.ts';

/**
 * Line endings while text is matched. Texts here are "binary strings", one character for each byte of the file, so that
 * unchanged parts (a BOM, bytes that are not UTF-8) stay as they are. Models see and write `\n` only.
 */
export interface LineFeedView {
  /** The text with every `\r\n` as `\n`. */
  readonly text: string;
  /** The raw position of a position in the view; before the `\r` of a line ending. */
  rawIndex(viewIndex: number): number;
}

/** The view of a text in which each line ends with `\n` alone. */
export function lineFeedView(raw: string): LineFeedView {
  const returns: number[] = [];
  for (let at = raw.indexOf('\r\n'); at !== -1; at = raw.indexOf('\r\n', at + 2)) returns.push(at);
  if (returns.length === 0) return { text: raw, rawIndex: (viewIndex) => viewIndex };
  return {
    text: raw.replaceAll('\r\n', '\n'),
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

/**
 * Returns the ending for new lines at a position of the raw text: that of its line, else of the last line, else `\n`. Must be
 * called with ascending positions, so that many of them need one pass.
 */
export function endingsOf(raw: string): (start: number) => '\n' | '\r\n' {
  const last = memoize(() => raw.lastIndexOf('\n'));
  let next = raw.indexOf('\n');
  return (start) => {
    if (next !== -1 && next < start) next = raw.indexOf('\n', start);
    const lineFeed = next === -1 ? last() : next;
    return lineFeed === -1 ? '\n' : endingOf(raw, lineFeed);
  };
}

function endingOf(raw: string, lineFeed: number): '\n' | '\r\n' {
  return lineFeed > 0 && raw[lineFeed - 1] === '\r' ? '\r\n' : '\n';
}
