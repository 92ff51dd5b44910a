import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../src/common/index.ts';
import type { CallContext } from '../../src/tool-calls/index.ts';
import { success } from '../../src/tools/index.ts';
import { setUpCalls, hastyClock, looseTool, requestOf, SECRET, runCalls } from './context.ts';

const MAX_ROUNDS = 1_000;

/** Tools that report how many of them ran at once. Each continues once that many did, however long each takes to begin. */
function lanes(together: number) {
  const state = { now: 0, most: 0, log: [] as string[] };
  const work = async (input: Record<string, unknown>) => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    state.log.push(`+${String(input['n'])}`);
    for (let round = 0; round < MAX_ROUNDS && state.most < together; round += 1) await sleep(5);
    await sleep(15);
    state.log.push(`-${String(input['n'])}`);
    state.now -= 1;
    return String(input['n']);
  };
  return {
    state,
    safe: looseTool('safe', work, { concurrencySafe: true }),
    alone: looseTool('alone', work),
  };
}

test('concurrency-safe calls run side by side, never more than the limit', async () => {
  const { state, safe } = lanes(3);
  const setup = await setUpCalls({ tools: [safe] });
  const requests = Array.from({ length: 12 }, (_, n) => requestOf('safe', { n }));
  const { finished } = await runCalls(setup.context, requests);
  expect(state.most).toBe(3);
  expect(finished.map((call) => call.content)).toEqual(requests.map((_, n) => String(n)));
  await setup.verified();
});

test('a call that is not concurrency-safe runs alone and in its place', async () => {
  const { state, safe, alone } = lanes(2);
  const setup = await setUpCalls({ tools: [safe, alone] });
  await runCalls(setup.context, [
    requestOf('safe', { n: 1 }),
    requestOf('safe', { n: 2 }),
    requestOf('alone', { n: 3 }),
    requestOf('alone', { n: 4 }),
    requestOf('safe', { n: 5 }),
  ]);
  const indexOf = (mark: string) => state.log.indexOf(mark);
  expect(indexOf('+2')).toBeLessThan(indexOf('-1'));
  expect(indexOf('+3')).toBeGreaterThan(Math.max(indexOf('-1'), indexOf('-2')));
  expect(indexOf('+4')).toBeGreaterThan(indexOf('-3'));
  expect(indexOf('+5')).toBeGreaterThan(indexOf('-4'));
  await setup.verified();
});

test('a tool that takes too long is aborted and fails as timed out', async () => {
  const setup = await setUpCalls({
    tools: [
      looseTool(
        'slow',
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
        { timeoutMs: 30 },
      ),
    ],
  });
  const { finished } = await runCalls(setup.context, [requestOf('slow', {})]);
  expect(finished).toMatchObject([{ state: 'FAILED', error: { type: 'timeout' } }]);
  await setup.verified();
});

test('a tool that ignores its signal is left behind', async () => {
  const setup = await setUpCalls({
    tools: [
      looseTool('deaf', () => new Promise<string>(() => undefined), { timeoutMs: 30 }),
      looseTool('look', () => 'seen'),
    ],
    over: { clock: hastyClock() },
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('deaf', {}),
    requestOf('look', {}),
  ]);
  expect(finished).toMatchObject([
    { state: 'FAILED', error: { type: 'timeout' } },
    { state: 'COMPLETED' },
  ]);
  await setup.verified();
});

test('a tool that ignores its signal and returns late has failed, and keeps what it returned', async () => {
  const setup = await setUpCalls({
    tools: [
      looseTool(
        'deaf',
        (_, { signal }) =>
          new Promise<string>((resolve) => {
            signal.addEventListener('abort', () => resolve('all done'));
          }),
        { timeoutMs: 30 },
      ),
    ],
  });
  const { finished } = await runCalls(setup.context, [requestOf('deaf', {})]);
  expect(finished).toMatchObject([
    {
      state: 'FAILED',
      error: { type: 'timeout', message: expect.stringContaining('It returned late') },
    },
  ]);
  expect(JSON.stringify(finished)).toContain('all done');
  await setup.verified();
});

test('a call that has ended leaves no timer, and no listener on the signal of the run', async () => {
  const timers: AbortSignal[] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: async (ms, signal) => {
      if (signal !== undefined) timers.push(signal);
      await systemClock.sleep(ms, signal);
    },
  };
  const listeners: number[] = [];
  const setup = await setUpCalls({
    tools: [looseTool('look', () => void listeners.push(listenersOf(setup.cancel.signal)))],
    over: { clock },
  });
  const before = listenersOf(setup.cancel.signal);
  await runCalls(setup.context, [requestOf('look', {})]);
  expect(listeners).toEqual([before + 1]);
  expect(listenersOf(setup.cancel.signal)).toBe(before);
  expect(timers.length).toBeGreaterThan(0);
  expect(timers.every(({ aborted }) => aborted)).toBe(true);
});

function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}

test('an unknown tool is refused with eight alike names at most, and the first 80 characters of its own', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `fs_read_${'abcdefghi'[index]}`);
  const setup = await setUpCalls({ tools: names.map((name) => looseTool(name, () => 'x')) });
  const requests = ['Read', 'x'.repeat(100)].map((name) => requestOf(name, {}));
  const { finished } = await runCalls(setup.context, requests);
  expect(finished[0]?.content).toContain(`Use one of: ${names.slice(0, 8).join(', ')}.`);
  const [, cut = ''] = /named "([^"]*)"/.exec(finished[1]?.error?.message ?? '') ?? [];
  expect(cut).toHaveLength(80);
});

test('an unknown tool is refused with the names of those that share a word with it, and no others', async () => {
  const names = ['bash_run', 'bash_kill', 'fs_read', 'todo_read', 'fs_glob'];
  const setup = await setUpCalls({ tools: names.map((name) => looseTool(name, () => 'x')) });
  const requests = ['Bash', 'Read', 'TodoRead', 'Frobnicate'].map((name) => requestOf(name, {}));
  const { finished } = await runCalls(setup.context, requests);
  const shown = finished.map((call) => JSON.stringify(call));
  expect(shown[0]).toContain('Use one of: bash_run, bash_kill.');
  expect(shown[1]).toContain('Use one of: fs_read, todo_read.');
  expect(shown[2]).toContain('Did you mean \\\"todo_read\\\"?');
  expect(shown[3]).toContain('by its exact name');
  expect(shown[3]).not.toContain('fs_glob');
});

test('a cancelled run cancels what runs and begins nothing new', async () => {
  let second = 0;
  const setup = await setUpCalls({
    tools: [
      looseTool(
        'slow',
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
            setup.cancel.abort();
          }),
      ),
      looseTool('look', () => void (second += 1)),
    ],
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('slow', {}),
    requestOf('look', {}),
  ]);
  expect(finished).toMatchObject([
    { state: 'FAILED', error: { type: 'cancelled' } },
    { state: 'FAILED', error: { type: 'cancelled' } },
  ]);
  expect(second).toBe(0);
  await setup.verified('cancelled');
});

test('a run that is cancelled while an approved call runs begins no other approved call', async () => {
  const ran: unknown[] = [];
  const write = looseTool(
    'write',
    ({ n }) => {
      ran.push(n);
      setup.cancel.abort();
    },
    { kind: 'write' },
  );
  const setup = await setUpCalls({ tools: [write] });
  const requests = [1, 2].map((n) => requestOf('write', { n }));
  const { finished } = await runCalls(setup.context, requests);
  expect(ran).toEqual([1]);
  expect(finished).toMatchObject([
    { state: 'FAILED', error: { type: 'cancelled' } },
    { state: 'FAILED', error: { type: 'cancelled' } },
  ]);
  expect(setup.states(requests[1]?.id ?? '')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'FAILED']);
  await setup.verified('cancelled');
});

test.each([
  [
    'the approval of it is claimed',
    'claim',
    ['PENDING', 'APPROVAL_REQUIRED', 'APPROVED', 'FAILED'],
  ],
  [
    'its beginning is recorded',
    'record',
    ['PENDING', 'APPROVAL_REQUIRED', 'APPROVED', 'EXECUTING', 'FAILED'],
  ],
] as const)(
  'a call does not begin if its run is cancelled while %s, and the trail says why',
  async (_, when, states) => {
    let begun = 0;
    const setup = await setUpCalls({
      tools: [looseTool('write', () => void (begun += 1), { kind: 'write' })],
    });
    const request = requestOf('write', {});
    const claim: CallContext['claim'] = async (...approved) => {
      if (when === 'claim') setup.cancel.abort();
      return await setup.context.claim(...approved);
    };
    setup.context.bus.on((event) => {
      const isBeginning = event.type === 'state_changed' && event.snapshot.state === 'EXECUTING';
      if (when === 'record' && isBeginning) setup.cancel.abort();
    });
    const { finished } = await runCalls({ ...setup.context, claim }, [request]);
    expect(begun).toBe(0);
    expect(finished).toMatchObject([{ state: 'FAILED', error: { type: 'cancelled' } }]);
    expect(setup.states(request.id)).toEqual(states);
    expect(setup.entries().at(-1)).toMatchObject({
      because: 'The run was ended before this call began.',
    });
    await setup.verified('cancelled');
  },
);

test('what a tool throws becomes a failed call with advice', async () => {
  const setup = await setUpCalls({
    tools: [
      looseTool('broken', () => {
        throw new Error('no such thing');
      }),
    ],
  });
  const { finished } = await runCalls(setup.context, [requestOf('broken', {})]);
  expect(finished[0]).toMatchObject({ state: 'FAILED', error: { type: 'execution' } });
  expect(finished[0]?.error?.recommendations.length).toBeGreaterThan(0);
  await setup.verified();
});

test('progress reaches listeners redacted and in order, before the end of its call; only JSON objects do', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const late: (() => void)[] = [];
  const setup = await setUpCalls({
    tools: [
      looseTool('tell', (_, context) => {
        const changing = { note: `token ${SECRET}`, percent: 50 };
        context.emit(changing);
        changing.percent = 99;
        for (const nothing of ['half', null, [1], 5, undefined, circle, { big: 1n }]) {
          context.emit(nothing as never);
        }
        context.emit({ long: 'x'.repeat(20_000) });
        context.emit({ percent: 100 });
        late.push(() => context.emit({ percent: 101 }));
        return success('told');
      }),
    ],
  });
  await runCalls(setup.context, [requestOf('tell', {})]);
  for (const emit of late) emit();
  await new Promise((done) => setTimeout(done, 10));
  const shown = setup.events.filter((event) => event.type === 'tool:progress');
  expect(shown).toMatchObject([{ progress: { percent: 50 } }, { progress: { percent: 100 } }]);
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(setup.events.findIndex(({ type }) => type === 'tool:end')).toBeGreaterThan(
    setup.events.findLastIndex(({ type }) => type === 'tool:progress'),
  );
});

test('a progress event has at most 10,000 characters as JSON', async () => {
  const around = JSON.stringify({ text: '' }).length;
  const setup = await setUpCalls({
    tools: [
      looseTool('tell', (_, context) => {
        for (const length of [10_000, 10_001]) context.emit({ text: 'x'.repeat(length - around) });
        return success('told');
      }),
    ],
  });
  await runCalls(setup.context, [requestOf('tell', {})]);
  const shown = setup.events.filter((event) => event.type === 'tool:progress');
  expect(shown.map(({ progress }) => JSON.stringify(progress).length)).toEqual([10_000]);
});

test('the progress of a tool is limited', async () => {
  const setup = await setUpCalls({
    tools: [
      looseTool('chatter', (_, context) => {
        for (let percent = 0; percent < 5_000; percent += 1) context.emit({ percent });
        return success('told');
      }),
    ],
  });
  await runCalls(setup.context, [requestOf('chatter', {})]);
  expect(setup.events.filter((event) => event.type === 'tool:progress')).toHaveLength(1_000);
});

test('a call that fails before its tool has begun leaves no rejection that would end the process', async () => {
  const strays: unknown[] = [];
  const note = (reason: unknown) => void strays.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const setup = await setUpCalls({
    tools: [looseTool('look', () => 'seen')],
    isPart: true,
    over: {
      // Every limit of time is over at once.
      clock: { ...systemClock, sleep: async (_, signal) => signal?.throwIfAborted() },
      services: () => {
        throw new Error('no services');
      },
    },
  });
  await expect(runCalls(setup.context, [requestOf('look', {})])).rejects.toThrow('no services');
  await new Promise((resolve) => setImmediate(resolve));
  expect(strays).toEqual([]);
});
