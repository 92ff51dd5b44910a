import { expect, it } from 'vitest';
import { markdownPieces } from '../../../src/common/index.ts';

it('reads a line of more pieces than a call has arguments', () => {
  const line = '`a` b '.repeat(100_000);
  const pieces = markdownPieces(line);
  expect(pieces.length).toBe(200_000);
  expect(pieces.map(({ text }) => text).join('')).toBe(line);
});
