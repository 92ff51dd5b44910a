import { MAX_EXPANDED_WORDS } from '../parse/limits.ts';

/** Words whose brace expansion is known: nothing quoted, nothing that expands later but globs. */
const PLAIN = /^[\w.,/{}*?@%+=:-]*$/;
const SEQUENCE = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))$/;

/** The texts of the brace expansion of a word; `null` if it is not known. */
export function expandBraces(text: string): string[] | null {
  return PLAIN.test(text) ? expand(text) : null;
}

function expand(text: string): string[] | null {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const group = groupAt(text, start);
    if (group === null) continue;
    const options = group.commas ? group.parts : sequence(group.parts[0] ?? '');
    if (options === null) {
      // Two dots that are not a plain sequence are not known. `{}` and `{x}` stay as they are, unless a later brace closes them:
      // `.en{},v}` is `.en}` and `.env`.
      if ((group.parts[0] ?? '').includes('..') || closesMore(text.slice(group.end))) return null;
      continue;
    }
    return combine(text.slice(0, start), options, expand(text.slice(group.end)));
  }
  return [text];
}

function combine(
  head: string,
  options: readonly string[],
  tails: string[] | null,
): string[] | null {
  const words: string[] = [];
  for (const option of options) {
    const middles = expand(option);
    if (middles === null || tails === null) return null;
    if (words.length + middles.length * tails.length > MAX_EXPANDED_WORDS) return null;
    for (const middle of middles) words.push(...tails.map((tail) => head + middle + tail));
  }
  return words;
}

function groupAt(
  text: string,
  start: number,
): { parts: string[]; commas: boolean; end: number } | null {
  let depth = 0;
  let from = start + 1;
  const parts: string[] = [];
  for (let position = start; position < text.length; position += 1) {
    const character = text[position];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0 || (depth === 1 && character === ',')) {
      parts.push(text.slice(from, position));
      from = position + 1;
    }
    if (depth === 0) return { parts, commas: parts.length > 1, end: position + 1 };
  }
  return null;
}

/** Whether a brace closes one that was opened before this text. */
function closesMore(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return true;
  }
  return false;
}

function sequence(text: string): string[] | null {
  const match = SEQUENCE.exec(text);
  if (match === null) return null;
  const [low, high] = match.slice(1).filter((bound) => bound !== undefined);
  if (low === undefined || high === undefined || /^-?0\d/.test(low) || /^-?0\d/.test(high))
    return null;
  const letters = match[1] === undefined;
  const from = letters ? low.charCodeAt(0) : Number(low);
  const to = letters ? high.charCodeAt(0) : Number(high);
  if (Math.abs(to - from) >= MAX_EXPANDED_WORDS) return null;
  const step = to < from ? -1 : 1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
    const value = from + index * step;
    return letters ? String.fromCharCode(value) : String(value);
  });
}
