import { expect, test } from 'vitest';
import { inParallel } from '../../../src/archive/collect/in-parallel.ts';
import * as fc from '../../properties.ts';

const bySize = (one: number, other: number): number => one - other;
const limits = { maxAtOnce: 3, maxBytes: 10, bytesOf: (size: number) => size };

test('does everything once, within both limits; what is larger than all bytes is done alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 15 }), { maxLength: 30 }), async (sizes) => {
      const running: number[] = [];
      const done: number[] = [];
      await inParallel(sizes, limits, async (size) => {
        running.push(size);
        expect(running.length).toBeLessThanOrEqual(3);
        const bytes = running.reduce((sum, one) => sum + one, 0);
        if (running.length > 1) expect(bytes).toBeLessThanOrEqual(10);
        for (let turn = 0; turn <= size % 4; turn += 1) await Promise.resolve();
        running.splice(running.indexOf(size), 1);
        done.push(size);
      });
      expect(done.toSorted(bySize)).toEqual(sizes.toSorted(bySize));
    }),
  );
});

test('takes items only when there is capacity for them', async () => {
  let taken = 0;
  function* items(): Generator<number> {
    for (; taken < 100; taken += 1) yield 1;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = inParallel(items(), limits, async () => await promise);
  await Promise.resolve();
  expect(taken).toBeLessThanOrEqual(3);
  resolve();
  await all;
  expect(taken).toBe(100);
});

test('begins nothing after an error, waits for what has begun, and rejects with the first error', async () => {
  const ended: number[] = [];
  const begun: number[] = [];
  const all = inParallel([1, 2, 3, 4, 5], { ...limits, maxAtOnce: 2 }, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('first');
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    ended.push(item);
  });
  await expect(all).rejects.toThrow('first');
  expect(begun).toEqual(ended.length === 0 ? [1] : [1, ...ended]);
  expect(begun.length).toBeLessThan(5);
});
