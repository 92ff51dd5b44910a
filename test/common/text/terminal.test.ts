import { expect, test } from 'vitest';
import { lastState, withoutSequences } from '../../../src/common/index.ts';

test.each([
  ['a colour', '\u001B[1;31mred\u001B[0m', 'red'],
  ['a cursor move', 'a\u001B[2K\u001B[1Gb', 'ab'],
  ['a link', '\u001B]8;;https://example.com\u0007link\u001B]8;;\u001B\\', 'link'],
  ['a title over two lines', '\u001B]0;one\ntwo\u0007text', 'text'],
  ['a character set, as tput resets it', '\u001B(B\u001B[mtext', 'text'],
  ['a saved and a restored cursor', '\u001B7text\u001B8', 'text'],
  ['the start of a title that never ends', '\u001B]0;text', '0;text'],
])('%s is taken out of the output of a terminal', (_name, output, shown) => {
  expect(withoutSequences(output)).toBe(shown);
});

test('starts of sequences that never end are read once', () => {
  expect(withoutSequences('\u001B]'.repeat(1_000_000))).toBe('');
  expect(withoutSequences('\u001B];a'.repeat(500_000))).toHaveLength(1_000_000);
});

test('of a line that was written again and again, the last state stays', () => {
  expect(lastState('10%\r90%\r')).toBe('90%');
  expect(lastState('\r\r')).toBe('');
  expect(lastState(`${'\r'.repeat(1_000_000)}x`)).toBe('x');
});
