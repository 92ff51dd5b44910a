import type { CompiledRule } from './compile.ts';
import type { Selector } from './rule.ts';
import { parseWordPattern, type WordPattern } from './word-pattern.ts';
import { matchesName, matchesParts } from './wildcard.ts';

/** Stands for "any characters" in a pattern that is itself matched against another one. */
const ANY = '\u0001';

/**
 * Whether every call that `narrow` is about is also one that `broad` is about, as far as that can be told from the
 * texts. `false` is also the answer where it cannot.
 */
export function covers(broad: CompiledRule, narrow: CompiledRule): boolean {
  if (broad.except.length > 0 || !selectorCovers(broad.parsed.selector, narrow.parsed.selector)) return false;
  const [outer, inner] = [broad.parsed.specifier, narrow.parsed.specifier];
  if (outer === null) return true;
  return inner !== null && specifierCovers(outer, inner);
}

function selectorCovers(broad: Selector, narrow: Selector): boolean {
  if (broad.by !== 'tool') return broad.by === narrow.by && JSON.stringify(broad) === JSON.stringify(narrow);
  if (broad.name === '*') return true;
  return narrow.by === 'tool' && matchesName(narrow.name.replaceAll('*', ANY), broad.name);
}

function specifierCovers(broad: string, narrow: string): boolean {
  if (broad === narrow) return true;
  if (broad.startsWith('@') || narrow.startsWith('@')) return false;
  if (broad === '*' || broad === '**') return true;
  if (broad.endsWith('/**') && !/[*?[{!]/.test(broad.slice(0, -3))) return narrow.startsWith(broad.slice(0, -2));
  const [outer, inner] = [parseWordPattern(broad), parseWordPattern(narrow)];
  return outer !== null && inner !== null && !broad.includes('/**') && wordsCover(outer, inner);
}

function wordsCover(broad: WordPattern, narrow: WordPattern): boolean {
  if (narrow.rest && !broad.rest) return false;
  if (narrow.words.length < broad.words.length) return false;
  if (narrow.words.length > broad.words.length && !broad.rest) return false;
  return broad.words.every((word, index) => matchesParts((narrow.words[index]?.parts ?? []).join(ANY), word.parts));
}
