import { expect, test } from 'vitest';
import { strictnessOfMode } from '../../../src/audit/verify/replay/mode.ts';

test.each([
  ['auto', 0],
  ['defer', 0],
  ['ask', 1],
  ['plan', 1],
  ['custom', 1],
  ['deny', 2],
  ['a mode of a later version', 2],
  ['', 2],
])('a call that no rule matches is decided by %s as strictly as %i', (mode, strictness) => {
  expect(strictnessOfMode(mode)).toBe(strictness);
});
