import { oneLine } from '../../common/index.ts';

const MAX_NAME_CHARS = 120;
const PLAIN_NAME = /^[\w.@/+[\]()-][\w.@/+[\]() -]*$/;

/** A name that other people chose (of a file, a branch): on one line, bounded, quoted unless it is plain. */
export function shownName(name: string): string {
  const shown = oneLine(name, MAX_NAME_CHARS);
  return PLAIN_NAME.test(shown) ? shown : JSON.stringify(shown);
}

/** `a`, `a and b`, `a, b and c`. */
export function inWords(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat('en-GB', { type }).format(items);
}
