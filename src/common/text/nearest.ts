/** Longer names are not compared: nobody misspells them by a few letters only. */
const MAX_NAME_LENGTH = 100;
const MAX_CANDIDATES = 2_000;
const MAX_EDITS = 3;

/**
 * The candidate that was most likely meant by `name`, or `null` if none is near: at most a third of its length in edits,
 * and at most three. Swapped neighbours count as one edit; case and separators count as none.
 */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const key = folded(name);
  if (key.length === 0 || name.length > MAX_NAME_LENGTH) return null;
  let best: string | null = null;
  let bestDistance = Math.min(MAX_EDITS, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    if (candidate.length > MAX_NAME_LENGTH) continue;
    const distance = editDistance(key, folded(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * ` Did you mean "…"?` with a leading space, or nothing. Where both names look alike (a zero-width character, an accent
 * composed in another way), both are shown with escapes.
 */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const candidate = nearest(name, candidates);
  if (candidate === null) return '';
  if (candidate === name || look(candidate) !== look(name))
    return ` Did you mean ${JSON.stringify(candidate)}?`;
  const [meant, given] = [candidate, name].map(escaped);
  return ` Did you mean ${meant}? It looks like yours, which is ${given}.`;
}

function look(name: string): string {
  return name.normalize('NFKC').replaceAll(/\p{Cf}|\p{Cc}|\s/gu, '');
}

/** As JSON in ASCII. */
function escaped(name: string): string {
  return JSON.stringify(name).replaceAll(
    /[^\x20-\x7E]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s.]/g, '');
}

/** The optimal string alignment distance. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + cost,
          swapped ? (beforePrevious[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
