import { expect, test } from 'vitest';
import { defined } from '../../src/common/index.ts';

test('a field without a value is absent, and every other value stays', () => {
  const fields = defined({ a: undefined, b: null, c: 0, d: '', e: false });
  expect(Object.entries(fields)).toEqual([
    ['b', null],
    ['c', 0],
    ['d', ''],
    ['e', false],
  ]);
});
