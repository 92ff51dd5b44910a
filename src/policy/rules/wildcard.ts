/**
 * Whether `text` is `parts` in order with any characters between them: `['a', 'b']` is `a*b`. Greedy from the left,
 * which is enough for `*` alone and linear: no expression is built from what a person or a model wrote.
 */
export function matchesParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  if (parts.length < 2) return text === first;
  const last = parts[parts.length - 1] ?? '';
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = indexOf(text, part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return from <= end;
}

/** A longer text is searched for in linear time. */
const SHORT_CHARS = 64;

/**
 * Where a text has a part. JavaScript's own search can take the product of both lengths, which is minutes for half a megabyte of
 * one letter.
 */
function indexOf(text: string, part: string, from: number): number {
  if (part.length <= SHORT_CHARS) return text.indexOf(part, from);
  // Knuth, Morris and Pratt: for each place, how long a beginning of the part ends there.
  const borders = new Int32Array(part.length);
  const extended = (length: number, code: number): number => {
    let so = length;
    while (so > 0 && part.charCodeAt(so) !== code) so = borders[so - 1] ?? 0;
    return part.charCodeAt(so) === code ? so + 1 : so;
  };
  for (let index = 1; index < part.length; index += 1)
    borders[index] = extended(borders[index - 1] ?? 0, part.charCodeAt(index));
  let length = 0;
  for (let index = from; index < text.length; index += 1) {
    length = extended(length, text.charCodeAt(index));
    if (length === part.length) return index + 1 - length;
  }
  return -1;
}

/** Matches a name (of a tool or a host) against a pattern in which `*` is any characters. */
export function matchesName(name: string, pattern: string): boolean {
  return pattern.includes('*') ? matchesParts(name, pattern.split('*')) : name === pattern;
}

/** Represents "any characters" in a pattern that is matched against another pattern. */
export const ANY = '\u0001';

/** Whether each name that fits `narrow` fits `broad`. */
export function coversName(broad: string, narrow: string): boolean {
  return matchesName(narrow.replaceAll('*', ANY), broad);
}
