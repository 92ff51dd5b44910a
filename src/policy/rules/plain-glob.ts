import { matchesParts } from './wildcard.ts';

/** One folder or file name of a pattern: `**`, or literal parts between which `*` stands for any characters. */
type Segment = '**' | readonly string[];

/**
 * A pattern of names, `*` and `**` only, which is nearly all that people write; `null` where it holds more. Matching
 * takes time proportional to pattern times path: the path is the model's, and must not be able to make it search.
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
