import { describe, expect, test } from 'vitest';
import { mergeRanges, replaceRanges } from '../../../src/common/redaction/ranges.ts';

const range = (start: number, end: number, kind = 'k') => ({ start, end, kind, value: kind });
const token = ({ kind }: { readonly kind: string }) => `<${kind}>`;

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

test('each range is replaced, and what is between them stays', () => {
  expect(replaceRanges('abcdef', [range(0, 2, 'x'), range(3, 6, 'y')], token)).toBe('<x>c<y>');
  expect(replaceRanges('abcdef', [], token)).toBe('abcdef');
});
