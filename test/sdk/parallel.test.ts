import { expect, test } from 'vitest';
import { tool } from '../../src/tools/index.ts';
import { finish, started } from './run.ts';

const CALLS = [1, 2, 3, 4];

/** A run of one turn with four independent calls, each of which ends once `together` of them have executed at the same time. */
async function mostAtOnce(rules: string, together: number): Promise<number> {
  let active = 0;
  let most = 0;
  const met = Promise.withResolvers<void>();
  const meet = tool(
    'meet',
    async () => {
      active += 1;
      most = Math.max(most, active);
      if (active >= together) met.resolve();
      await met.promise;
      active -= 1;
      return 'met';
    },
    { kind: 'readonly', concurrencySafe: true, parameters: { at: { type: 'number' } } },
  );
  const blocks = CALLS.map((index) => ({ type: 'tool_use', name: 'meet', input: { at: index } }));
  const { run } = started({ rules, tools: [meet], turns: [{ blocks }, finish] });
  expect(await run.report).toMatchObject({ outcome: 'done', counts: { auto: 5 } });
  return most;
}

test('calls of a turn execute one after the other with `tools: { parallel: 1 }`', async () => {
  expect(await mostAtOnce('mode: auto\ntools: { parallel: 1 }', 1)).toBe(1);
});

test('as many as the policy says execute at the same time, and all of them without a limit', async () => {
  expect(await mostAtOnce('mode: auto\ntools: { parallel: 2 }', 2)).toBe(2);
  expect(await mostAtOnce('mode: auto', CALLS.length)).toBe(CALLS.length);
});
