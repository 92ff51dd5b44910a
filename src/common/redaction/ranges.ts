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
