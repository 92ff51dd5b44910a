import { expect, test } from 'vitest';
import { inputsAboveLimits } from '../../src/session/index.ts';
import { policy } from '../policy/helpers.ts';

const named = (limit: string): string => `The input max-${limit}`;

test('an input above a limit is said, with what to write into the policy', () => {
  expect(
    inputsAboveLimits(policy('mode: ask\n'), { turns: 200, usd: 5, minutes: null }, named),
  ).toEqual([
    'The input max-turns is 200, but the limit is 60, which is the default, as the policy sets none. This setting can only lower it. To raise it, write "budget: { turns: 200 }" into the policy.',
  ]);
  expect(inputsAboveLimits(policy('budget: { turns: 100 }\n'), { turns: 200 }, named)).toEqual([
    expect.stringContaining('the limit is 100, by the policy.'),
  ]);
  expect(inputsAboveLimits(policy('budget: { turns: 200 }\n'), { turns: 200 }, named)).toEqual([]);
});
