import { matchesParts } from './wildcard.ts';

/** One folder or file name of a pattern: `**`, or literal parts that any characters may separate. */
type Segment = '**' | readonly string[];

/**
 * Parses a pattern with `*` and `**` only, as nearly all are; `null` if it contains more. Matching takes time
 * proportional to pattern times path, because the model chooses the path.
 */
export function parsePlainGlob(glob: string): readonly Segment[] | null {
  if (/[?[\]{}\\]/.test(glob)) return null;
  return glob.split('/').map((segment) => (segment === '**' ? '**' : segment.split(/\*+/)));
}

/** Whether the whole path matches. `a/**` is `a` too, as everything below it. */
export function matchesPlainGlob(pattern: readonly Segment[], path: string): boolean {
  const names = path.split('/');
  // reached[i]: the pattern so far can end before name i.
  let reached: boolean[] = [true, ...names.map(() => false)];
  for (const segment of pattern) {
    const next = names.map(() => false);
    next.push(false);
    let open = false;
    for (let index = 0; index <= names.length; index += 1) {
      if (segment === '**') {
        open = open || reached[index] === true;
        next[index] = open;
      } else if (index < names.length && reached[index] === true) {
        next[index + 1] = matchesParts(names[index] ?? '', segment);
      }
    }
    reached = next;
  }
  return reached[names.length] === true;
}
