import { expect, test } from 'vitest';
import { matchesWords, parseWordPattern } from '../../../src/policy/rules/word-pattern.ts';

test.each<[string, readonly string[], boolean]>([
  ["'my tool' x", ['my tool', 'x'], true],
  ["'my tool' x", ['y tool', 'x'], false],
  ['"my tool" x', ['my tool', 'x'], true],
  [String.raw`my\ tool x`, ['my tool', 'x'], true],
  [String.raw`"a\"b"`, ['a"b'], true],
  [`'a"b'`, ['a"b'], true],
  ["a'b c'd", ['ab cd'], true],
  ["'' x", ['', 'x'], true],
  ['a*c', ['abc'], true],
  ['a*c', ['ab'], false],
  ["'a*c'", ['a*c'], true],
  ["'a*c'", ['abc'], false],
  [String.raw`a\*c`, ['abc'], false],
  ['a *', ['a'], true],
  ['a *', ['a', 'b', 'c'], true],
  ["a '*'", ['a', 'b'], false],
  ["a '*'", ['a', '*'], true],
  ['a * c', ['a', 'b', 'c'], true],
  ['a * c', ['a', 'c'], false],
  ['a', ['a', 'b'], false],
])('the pattern %j matches the words %j: %j', (source, words, expected) => {
  const pattern = parseWordPattern(source);
  expect(pattern !== null && matchesWords(pattern, words)).toBe(expected);
});

test.each(['', ' ', "a 'b", 'a "b', String.raw`a "b\"`])('%j is no pattern', (source) => {
  expect(parseWordPattern(source)).toBeNull();
});
