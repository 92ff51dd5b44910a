/** A part of a text that must be redacted. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** The secret in the form that was found, from which the tag is derived. */
  readonly value: string;
}

/**
 * Sorts ranges and merges overlapping ones. Kind and tag are those of the range that begins first, or of the longest if
 * several begin together.
 */
export function mergeRanges(ranges: readonly SecretRange[]): readonly SecretRange[] {
  const ordered = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: SecretRange[] = [];
  for (const range of ordered) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  }
  return merged;
}

/** `text` with each range (merged, in order) replaced. */
export function replaceRanges(
  text: string,
  ranges: readonly SecretRange[],
  tokenOf: (range: SecretRange) => string,
): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const range of ranges) {
    parts.push(text.slice(end, range.start), tokenOf(range));
    end = range.end;
  }
  parts.push(text.slice(end));
  return parts.join('');
}

/** Separates texts that are searched as one. No form of a secret contains it. */
export const BORDER = '\n\u0000\n';

/** The ranges (merged) in each of the texts that `BORDER` joins, relative to its start and cut at its ends. */
export function rangesInEach(
  texts: readonly string[],
  ranges: readonly SecretRange[],
): readonly (readonly SecretRange[])[] {
  let start = 0;
  let next = 0;
  return texts.map((text) => {
    const own: SecretRange[] = [];
    const end = start + text.length;
    for (let range = ranges[next]; range !== undefined && range.start < end; range = ranges[next]) {
      const from = Math.max(range.start, start) - start;
      const to = Math.min(range.end, end) - start;
      if (from < to) own.push({ ...range, start: from, end: to });
      // The rest of the range is in the next text.
      if (range.end > end) break;
      next += 1;
    }
    start = end + BORDER.length;
    return own;
  });
}
