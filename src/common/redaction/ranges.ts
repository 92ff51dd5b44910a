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
    else if (range.end > last.end) merged[merged.length - 1] = { ...last, end: range.end };
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
const BORDER = '\n\u0000\n';

/** Texts as one, to be searched at once. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(BORDER);
}

/** Of each of some joined texts, the ranges (merged, in order) in it, or the parts of them. */
export function* rangesOfEach(
  texts: readonly string[],
  ranges: readonly SecretRange[],
): Generator<readonly SecretRange[]> {
  let start = 0;
  let first = 0;
  for (const { length } of texts) {
    const own: SecretRange[] = [];
    while ((ranges[first]?.end ?? Infinity) <= start) first += 1;
    for (let index = first; ; index += 1) {
      const range = ranges[index];
      if (range === undefined || range.start >= start + length) break;
      const from = Math.max(range.start - start, 0);
      const to = Math.min(range.end - start, length);
      if (from < to) own.push({ ...range, start: from, end: to });
    }
    start += length + BORDER.length;
    yield own;
  }
}
