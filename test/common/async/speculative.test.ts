import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  abortAfter,
  allInOrder,
  type Clock,
  markHandled,
  memoizeBy,
  systemClock,
} from '../../../src/common/index.ts';

async function failing(message: string, delayMs = 0): Promise<never> {
  await sleep(delayMs);
  throw new Error(message);
}

test('work that is begun ahead may fail unseen, and fails for whoever awaits it', async () => {
  const unseen: unknown[] = [];
  const see = (error: unknown): void => void unseen.push(error);
  process.on('unhandledRejection', see);
  const work = failing('no');
  markHandled(work, failing('neither'));
  await sleep(20);
  process.off('unhandledRejection', see);
  expect(unseen).toEqual([]);
  await expect(work).rejects.toThrow('no');
});

test('of several failures the first in order is the one that is reported, however slow it is', async () => {
  const works = [Promise.resolve(1), failing('slow', 30), failing('fast')] as const;
  await expect(allInOrder(works)).rejects.toThrow('slow');
  expect(await allInOrder([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  expect(await allInOrder([])).toEqual([]);
});

test('what was asked for by the same arguments has one answer, a failure too', async () => {
  const asked: string[] = [];
  const ask = memoizeBy(async (name: string, time?: number) => {
    asked.push(`${name} ${time}`);
    if (name === 'bad') throw new Error('no');
    return await Promise.resolve(name);
  });
  expect(await Promise.all([ask('a'), ask('a'), ask('a', 1)])).toEqual(['a', 'a', 'a']);
  await expect(ask('bad')).rejects.toThrow('no');
  await expect(ask('bad')).rejects.toThrow('no');
  expect(asked).toEqual(['a undefined', 'a 1', 'bad undefined']);
});

test('a signal is aborted with its reason after its time, unless the wait was ended before, and never without a time', async () => {
  const waits: PromiseWithResolvers<void>[] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: async (_, signal) => {
      const wait = Promise.withResolvers<void>();
      waits.push(wait);
      signal?.addEventListener('abort', () => wait.reject(new Error('ended')));
      await wait.promise;
    },
  };
  const late = new Error('too late');
  const [first, second, third] = [
    abortAfter(clock, 5, late),
    abortAfter(clock, 5, late),
    abortAfter(clock, null, late),
  ];
  second.clear();
  for (const wait of waits) wait.resolve();
  await sleep(0);
  expect(first.signal.reason).toBe(late);
  expect([second, third].map(({ signal }) => signal.aborted)).toEqual([false, false]);
  expect(waits).toHaveLength(2);
});
