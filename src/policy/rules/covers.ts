import type { CompiledRule } from './compile.ts';
import type { Selector } from './parse-rule.ts';
import type { WordPattern } from './word-pattern.ts';
import { matchesName, matchesParts } from './wildcard.ts';

/** Represents "any characters" in a pattern that is matched against another pattern. */
const ANY = '\u0001';

/** Whether `broad` certainly matches every call that `narrow` matches, by their texts alone. */
export function covers(broad: CompiledRule, narrow: CompiledRule): boolean {
  if (broad.except.length > 0 || !selectorCovers(broad.parsed.selector, narrow.parsed.selector))
    return false;
  const [outer, inner] = [broad.parsed.specifier, narrow.parsed.specifier];
  if (outer === null) return true;
  return inner !== null && specifierCovers(broad, narrow, { outer, inner });
}

function selectorCovers(broad: Selector, narrow: Selector): boolean {
  if (broad.by !== 'tool')
    return broad.by === narrow.by && JSON.stringify(broad) === JSON.stringify(narrow);
  if (broad.name === '*' || (narrow.by === 'tool' && broad.name === narrow.name)) return true;
  return narrow.by === 'tool' && matchesName(narrow.name.replaceAll('*', ANY), broad.name);
}

function specifierCovers(
  broad: CompiledRule,
  narrow: CompiledRule,
  { outer, inner }: { readonly outer: string; readonly inner: string },
): boolean {
  if (outer === inner) return true;
  if (outer.startsWith('@') || inner.startsWith('@')) return false;
  if (outer === '*' || outer === '**') return true;
  if (outer.endsWith('/**')) {
    const plain = !/[*?[{!]/.test(outer.slice(0, -3));
    if (plain) return inner.startsWith(outer.slice(0, -2));
  }
  if (outer.includes('/**') || broad.pattern === null || narrow.pattern === null) return false;
  return wordsCover(broad.pattern, narrow.pattern);
}

function wordsCover(broad: WordPattern, narrow: WordPattern): boolean {
  if (broad.folder?.source !== narrow.folder?.source) return false;
  if (narrow.rest && !broad.rest) return false;
  if (narrow.words.length < broad.words.length) return false;
  if (narrow.words.length > broad.words.length && !broad.rest) return false;
  return broad.words.every((word, index) =>
    matchesParts((narrow.words[index]?.parts ?? []).join(ANY), word.parts),
  );
}
