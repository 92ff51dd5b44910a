import { splitAtRedactions } from '../../common/index.ts';

/**
 * Whether two recorded texts can be the same one. What replaces a secret in one of them can stand for anything in the other: the two
 * need not have been redacted alike.
 */
export function mayBeSameText(one: string, other: string): boolean {
  return one === other || fits(one, other) || fits(other, one);
}

/** Whether a text has what stands between the redactions of a pattern, in this order, and nothing else around it. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = splitAtRedactions(pattern);
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let index = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, index);
    if (found === -1) return false;
    index = found + part.length;
  }
  return index <= end;
}
