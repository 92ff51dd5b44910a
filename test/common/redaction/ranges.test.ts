import { describe, expect, test } from 'vitest';
import {
  BORDER,
  mergeRanges,
  rangesInEach,
  replaceRanges,
} from '../../../src/common/redaction/ranges.ts';

const range = (start: number, end: number, kind = 'k') => ({ start, end, kind, value: kind });
const token = ({ kind }: { readonly kind: string }) => `<${kind}>`;
const gap = BORDER.length;

describe('merged ranges', () => {
  test('are sorted, and overlapping ones are one, those that touch are not', () => {
    expect(mergeRanges([range(8, 9), range(0, 4), range(2, 6), range(6, 8)])).toEqual([
      range(0, 6),
      range(6, 8),
      range(8, 9),
    ]);
  });

  test('have the kind of the first, or of the longest of those that begin together', () => {
    expect(mergeRanges([range(1, 9, 'late'), range(0, 3, 'early')])).toEqual(
      [range(0, 9, 'early')].map((one) => ({ ...one, value: 'early' })),
    );
    expect(mergeRanges([range(0, 3, 'short'), range(0, 5, 'long'), range(1, 2, 'in')])).toEqual([
      range(0, 5, 'long'),
    ]);
  });
});

describe('the ranges in each of several texts', () => {
  test('are relative to the text, however many texts and ranges there are', () => {
    const texts = Array.from({ length: 40 }, () => 'abcdef');
    const ranges = texts.flatMap((_, index) => {
      const start = index * (6 + gap);
      return [range(start, start + 2), range(start + 4, start + 6)];
    });
    expect(rangesInEach(texts, ranges)).toEqual(texts.map(() => [range(0, 2), range(4, 6)]));
  });

  test('are cut where a text begins and ends', () => {
    const all = range(1, 3 + gap + 3 + gap + 1);
    expect(rangesInEach(['abc', 'def', 'ghi', 'jkl'], [all])).toEqual([
      [range(1, 3)],
      [range(0, 3)],
      [range(0, 1)],
      [],
    ]);
  });

  test('are none for one that lies between two texts, or beside an empty text', () => {
    expect(rangesInEach(['abc', 'def'], [range(3, 3 + gap)])).toEqual([[], []]);
    expect(rangesInEach(['abc', '', 'def'], [range(0, 3 + gap + gap + 3)])).toEqual([
      [range(0, 3)],
      [],
      [range(0, 3)],
    ]);
    expect(rangesInEach([], [])).toEqual([]);
  });
});

test('each range is replaced, and what is between them stays', () => {
  expect(replaceRanges('abcdef', [range(0, 2, 'x'), range(3, 6, 'y')], token)).toBe('<x>c<y>');
  expect(replaceRanges('abcdef', [], token)).toBe('abcdef');
});
