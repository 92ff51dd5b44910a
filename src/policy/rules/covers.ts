import type { CompiledRule } from './compile.ts';
import { COMMAND_TOOL, type Selector } from './parse-rule.ts';
import type { WordPattern } from './word-pattern.ts';
import { ANY, coversName, matchesName, matchesParts } from './wildcard.ts';

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
  return narrow.by === 'tool' && coversName(broad.name, narrow.name);
}

function specifierCovers(
  broad: CompiledRule,
  narrow: CompiledRule,
  { outer, inner }: { readonly outer: string; readonly inner: string },
): boolean {
  if (outer === inner) return true;
  if (outer.startsWith('@') || inner.startsWith('@')) return false;
  const { selector } = narrow.parsed;
  if (selector.by === 'tool' && matchesName(COMMAND_TOOL, selector.name))
    return (
      broad.pattern !== null && narrow.pattern !== null && wordsCover(broad.pattern, narrow.pattern)
    );
  if (outer === '**') return true;
  const folder = /^([^*?[{!]*\/)\*\*$/.exec(outer)?.[1];
  if (folder !== undefined) return inner.startsWith(folder);
  // A rule that denies or asks is about more than the names that fit its text: folders around them, and what is below them.
  if (narrow.list !== 'auto' || /\*\*|[?[\]{}\\!\s]/.test(`${outer}${inner}`)) return false;
  return broad.glob?.matches(inner.replaceAll('*', ANY), false) === true;
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
