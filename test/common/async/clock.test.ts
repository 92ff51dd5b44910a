import { expect, test } from 'vitest';
import { systemClock } from '../../../src/common/index.ts';

test('a sleep ends when its time has passed, and never before', async () => {
  const early: number[] = [];
  for (let ms = 0.3; ms < 4; ms += 0.13) {
    const startedMs = systemClock.monotonicMs();
    await systemClock.sleep(ms);
    const sleptMs = systemClock.monotonicMs() - startedMs;
    if (sleptMs < ms) early.push(ms);
  }
  expect(early).toEqual([]);
});

test('a sleep ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(60_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
});
