import { expect, test } from 'vitest';
import { countText } from '../../../src/common/index.ts';
import { secondsText, usdText } from '../../../src/archive/site/numbers.ts';

test('counts have groups of three digits', () => {
  expect([0, 999, 1_000, 1_234_567].map(countText)).toEqual(['0', '999', '1,000', '1,234,567']);
});

test('sums have cents, and small ones the parts of a cent that they need', () => {
  expect([0, 0.000_01, 0.0123, 0.125, 0.5, 0.99999, 1, 1_234.5].map(usdText)).toEqual([
    '$0',
    '$0.00',
    '$0.0123',
    '$0.1250',
    '$0.50',
    '$1.00',
    '$1.00',
    '$1,234.50',
  ]);
});

test('lengths of time have their two largest units', () => {
  expect([0, 0.4, 59.6, 60, 125, 3_600, 7_500, 90_000, 1_000_000].map(secondsText)).toEqual([
    '0 s',
    '0 s',
    '1 min',
    '1 min',
    '2 min 5 s',
    '1 h',
    '2 h 5 min',
    '1 d 1 h',
    '11 d 13 h',
  ]);
});
