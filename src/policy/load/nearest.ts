/** Names longer than this are not compared: nobody misspells them by two letters. */
const MAX_NAME_LENGTH = 64;
const MAX_CANDIDATES = 2_000;

/**
 * The candidate that somebody who wrote `name` most likely meant, or `null` where none is near.
 * Near is a third of the name's length in edits (swapped neighbours count as one), at most three.
 */
export function nearest(name: string, candidates: readonly string[]): string | null {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH) return null;
  let best: string | null = null;
  let bestDistance = Math.min(3, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    if (candidate.length > MAX_NAME_LENGTH) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `Did you mean "…"?` with a closing space, or nothing. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const candidate = nearest(name, candidates);
  return candidate === null ? '' : `Did you mean "${candidate}"? `;
}

function editDistance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let value = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + cost,
      );
      const swapped =
        i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) value = Math.min(value, at(rows, i - 2, j - 2) + 1);
      row.push(value);
    }
    rows.push(row);
  }
  return at(rows, left.length, right.length);
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
