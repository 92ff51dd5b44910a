/**
 * Line endings while text is matched. Texts here are "binary strings", one character for each byte
 * of the file, so that whatever is not touched (a BOM, bytes that are no UTF-8) stays as it was.
 * Models see and write `\n` only.
 */
export interface LineFeedView {
  /** The text with every `\r\n` as `\n`. */
  readonly text: string;
  /** Where in the raw text a position of the view lies; before the `\r` of a line's ending. */
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
 * How many line endings of two bytes lie before a position of the view: the first `k` with
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
 * The ending that new lines at `[start, end)` of the raw text get: that of the first line that ends
 * inside, else of the line it lies on, else of the line before, else `\n`.
 */
export function endingAt(raw: string, start: number, end: number): '\n' | '\r\n' {
  const inside = raw.indexOf('\n', start);
  if (inside !== -1 && inside < end) return endingOf(raw, inside);
  const after = raw.indexOf('\n', end);
  if (after !== -1) return endingOf(raw, after);
  const before = start === 0 ? -1 : raw.lastIndexOf('\n', start - 1);
  return before === -1 ? '\n' : endingOf(raw, before);
}

function endingOf(raw: string, lineFeed: number): '\n' | '\r\n' {
  return lineFeed > 0 && raw[lineFeed - 1] === '\r' ? '\r\n' : '\n';
}
