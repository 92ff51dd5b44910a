import { expect, test } from 'vitest';
import { runWithin } from '../../../src/common/index.ts';

test('work that ends in time gives its value, also one of nothing', () => {
  expect(runWithin(5_000, () => 5)).toEqual({ value: 5 });
  expect(runWithin(5_000, () => undefined)).toEqual({ value: undefined });
});
test('an expression that would never end is stopped, and the next work runs', () => {
  expect(runWithin(50, () => /(a+)+b/.test('a'.repeat(60)))).toBeNull();
  expect(runWithin(5_000, () => 'next')).toEqual({ value: 'next' });
});
test('what the work throws is thrown as it is', () => {
  const error = new TypeError('of the work');
  expect(() =>
    runWithin(5_000, () => {
      throw error;
    }),
  ).toThrow(error);
});
test('work may run other work', () => {
  expect(runWithin(5_000, () => runWithin(5_000, () => 1))).toEqual({ value: { value: 1 } });
});
