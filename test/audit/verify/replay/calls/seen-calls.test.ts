import { expect, test } from 'vitest';
import { SeenCalls } from '../../../../../src/audit/verify/replay/calls/seen-calls.ts';

test('each name is new once, numbered or not, in any order', () => {
  const names = ['c1', 'x', 'y', 'c01', 'c0', 'c31', 'c32', 'c33', 'c2048', 'c4096', 'c4097'];
  const far = ['c5000', 'c9999', 'c999999999', 'c1000000000'];
  const seen = new SeenCalls();
  for (const name of [...names, ...far]) expect(seen.add(name), name).toBe(true);
  for (let number = 100; number < 20_000; number += 1) {
    const name = `c${number}`;
    const isNew = !names.includes(name) && !far.includes(name);
    expect(seen.add(name), name).toBe(isNew);
  }
  for (const name of [...names, ...far, 'c19999']) expect(seen.add(name), name).toBe(false);
});
