/** A piece of a text that must not be shown. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** What the tag is made of: the secret itself, in whichever form it was found. */
  readonly value: string;
}

/**
 * Ranges in order, overlapping ones made one. The kind and tag are of the one that begins first, and of the longest
 * where several begin together: `[redacted:…]` then names what a person would call it.
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
  let at = 0;
  for (const range of ranges) {
    parts.push(text.slice(at, range.start), tokenOf(range));
    at = range.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
