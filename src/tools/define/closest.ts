const MAX_NAME_CHARS = 100;
const NEAR_SHARE = 0.4;

/**
 * The name that was probably meant by `wanted`: few edits away, or equal except for case and separators. `undefined` if no
 * name is close enough.
 */
export function closest(wanted: string, names: readonly string[]): string | undefined {
  const key = folded(wanted);
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(key, folded(name));
    const allowed = Math.max(2, Math.floor(Math.max(key.length, name.length) * NEAR_SHARE));
    if (distance <= allowed && (best === undefined || distance < best.distance)) {
      best = { name, distance };
    }
  }
  return best?.name;
}

/** ` Did you mean "x"?` or nothing. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const near = closest(wanted, names);
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}

function folded(name: string): string {
  return name
    .slice(0, MAX_NAME_CHARS)
    .toLowerCase()
    .replaceAll(/[-_\s.]/g, '');
}

function editDistance(first: string, second: string): number {
  let previous = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let row = 1; row <= first.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= second.length; column += 1) {
      const substitution = first[row - 1] === second[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + substitution,
        ),
      );
    }
    previous = current;
  }
  return previous[second.length] ?? 0;
}
