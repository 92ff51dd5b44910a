import { setImmediate as tick, setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as fc from '../properties.ts';
import { type Arrival, noted, streaming } from './streaming.ts';
import { agentScene, type AgentOptions, type Said, say, use } from './context.ts';

const AUTO = 'version: 1\nmode: auto\n';
/** Long enough for whatever would wrongly begin. */
const PAUSE_MS = 30;

/** An agent whose first reply arrives while what judges calls is still being loaded. */
async function lateScene(of: {
  readonly said: Said;
  readonly arrive: (at: {
    readonly call: Parameters<Arrival>[0];
    readonly options: Parameters<Arrival>[1];
    readonly agent: Awaited<ReturnType<typeof agentScene>>;
  }) => Promise<void> | void;
  readonly over?: Partial<AgentOptions>;
}) {
  const loading = Promise.withResolvers<void>();
  loading.promise.catch(() => undefined);
  const { tools, ...seen } = noted();
  const agent = await agentScene({
    tools,
    replies: [],
    policy: AUTO,
    loaded: loading.promise,
    model: streaming({
      said: of.said,
      arrive: async (call, options) => await of.arrive({ call, options, agent }),
    }),
    ...of.over,
  });
  const inputs = (): readonly unknown[] =>
    agent.scene
      .entries()
      .flatMap((entry) =>
        entry.type === 'call.state' && entry['gen_ai.tool.name'] === 'look'
          ? [[entry.call, entry['gen_ai.tool.call.arguments']]]
          : [],
      );
  return { agent, loading, inputs, ...seen };
}

const looks = [1, 2, 3].map((n) => use('look', { n }));

test('calls that are offered while what judges them is loaded begin in their order once it is', async () => {
  const scene = await lateScene({
    said: { blocks: looks },
    arrive: async ({ call }) => {
      for (const block of looks) call(block);
      await pause(PAUSE_MS);
      expect(scene.ran).toEqual([]);
      scene.loading.resolve();
      await scene.until('look 3');
    },
  });
  expect((await scene.agent.run()).outcome).toBe('done');
  expect(scene.ran).toEqual(['look 1', 'look 2', 'look 3']);
  expect(scene.inputs()).toEqual([
    ['c1', { n: 1 }],
    ['c2', { n: 2 }],
    ['c3', { n: 3 }],
  ]);
  const types = scene.agent.scene.entries().map((entry) => entry.type);
  expect(types.indexOf('call.state')).toBeLessThan(types.indexOf('model.reply'));
  await scene.agent.scene.verified('done');
});

test('of a reply that ends before what judges is loaded, each call takes its turn after the reply, once', async () => {
  const scene = await lateScene({
    said: { blocks: looks },
    arrive: ({ call }) => {
      for (const block of looks) call(block);
      setTimeout(() => scene.loading.resolve(), PAUSE_MS);
    },
  });
  expect((await scene.agent.run()).outcome).toBe('done');
  expect(scene.ran).toEqual(['look 1', 'look 2', 'look 3']);
  expect(scene.inputs().map((line) => JSON.stringify(line))).toEqual([
    '["c1",{"n":1}]',
    '["c2",{"n":2}]',
    '["c3",{"n":3}]',
  ]);
  const types = scene.agent.scene.entries().map((entry) => entry.type);
  expect(types.indexOf('model.reply')).toBeLessThan(types.indexOf('call.state'));
  await scene.agent.scene.verified('done');
});

test('nothing of a reply that breaks off while what judges is loaded ever begins', async () => {
  const again = use('look', { n: 2 });
  const scene = await lateScene({
    said: { blocks: [say('Once more.'), again] },
    arrive: async ({ call, options }) => {
      call(use('look', { n: 1 }));
      await options.onRetry?.({ attempt: 1, because: 'the stream broke', delayMs: 0 });
      call(again);
      scene.loading.resolve();
      await scene.until('look 2');
    },
  });
  expect((await scene.agent.run()).outcome).toBe('done');
  expect(scene.ran).toEqual(['look 2']);
  expect(scene.inputs()).toEqual([['c1', { n: 2 }]]);
  await scene.agent.scene.verified('done');
});

test('nothing begins of a reply that the model took back while what judges was loaded', async () => {
  const scene = await lateScene({
    said: { blocks: looks, stop: 'refusal' },
    arrive: ({ call }) => {
      for (const block of looks) call(block);
      setTimeout(() => scene.loading.resolve(), 0);
    },
  });
  await scene.agent.run();
  await pause(PAUSE_MS);
  expect(scene.ran).toEqual([]);
  expect(scene.inputs()).toEqual([]);
  await scene.agent.scene.verified('incomplete');
});

test('a run that is cancelled while what judges is loaded makes no call', async () => {
  const scene = await lateScene({
    said: { blocks: looks },
    arrive: async ({ call, agent }) => {
      for (const block of looks) call(block);
      agent.scene.cancel.abort();
      scene.loading.resolve();
      await pause(PAUSE_MS);
    },
  });
  expect((await scene.agent.run()).outcome).toBe('cancelled');
  expect(scene.ran).toEqual([]);
  await scene.agent.scene.verified('cancelled');
});

test('a call is judged by what holds once what judges is there, not by what held when it was offered', async () => {
  const scene = await lateScene({
    said: { blocks: [use('look', { n: 1 })] },
    over: { policy: 'version: 1\nmode: auto\nwhenUntrusted:\n  deny: [look]\n' },
    arrive: async ({ call, agent }) => {
      call(use('look', { n: 1 }));
      const item = {
        source: 'a comment',
        author: 'mallory',
        because: 'a test',
        sha256: 'a'.repeat(64),
      };
      await agent.scene.context.untrustedRead(item);
      scene.loading.resolve();
      await pause(PAUSE_MS);
    },
  });
  await scene.agent.run();
  expect(scene.ran).toEqual([]);
  expect(scene.agent.scene.states('c1')).toEqual(['PENDING', 'DENIED']);
  await scene.agent.scene.verified();
});

test.each(['look', 'write'])(
  'where what judges cannot be loaded, a run ends with that error and no call of it begins: %s',
  async (name) => {
    const scene = await lateScene({
      said: { blocks: [use(name, { n: 1 })] },
      arrive: async ({ call }) => {
        call(use(name, { n: 1 }));
        scene.loading.reject(new Error('a file of the program is gone'));
        await pause(PAUSE_MS);
      },
    });
    await expect(scene.agent.run()).rejects.toThrow('a file of the program is gone');
    expect(scene.ran).toEqual([]);
    expect(scene.agent.scene.entries().some(({ type }) => type === 'call.state')).toBe(false);
    await scene.agent.scene.verified('error');
  },
);

test('whenever what judges is loaded, each call of the reply is made once and in its order, and of a broken one at most what may begin early', async () => {
  const names = fc.array(fc.constantFrom('look', 'look', 'write', 'alone'), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      names,
      names.filter((some) => some.length > 0),
      fc.nat({ max: 14 }),
      fc.func(fc.boolean()),
      async (brokenNames, wholeNames, loadedAt, waits) => {
        const [broken, whole] = [blocksOf(brokenNames, 100), blocksOf(wholeNames, 0)];
        let step = 0;
        const scene = await lateScene({
          said: { blocks: whole },
          arrive: async ({ call, options }) => {
            const next = async () => {
              if (step === loadedAt) scene.loading.resolve();
              step += 1;
              if (waits(step)) await tick();
            };
            for (const block of broken) await next().then(() => call(block));
            await next();
            await options.onRetry?.({ attempt: 1, because: 'the stream broke', delayMs: 0 });
            const ranOfBroken = scene.ran.length;
            for (const block of whole) await next().then(() => call(block));
            await next();
            setImmediate(() => scene.loading.resolve());
            expect(scene.ran.slice(0, ranOfBroken)).toEqual(earlyOf(brokenNames, ranOfBroken));
            scene.ran.splice(0, ranOfBroken);
          },
        });
        expect((await scene.agent.run()).outcome).toBe('done');
        expect(scene.ran).toEqual(
          wholeNames.map((name, at) => (name === 'look' ? `look ${at}` : name)),
        );
        const calls = scene.agent.scene;
        const pending = calls
          .entries()
          .flatMap((entry) =>
            entry.type === 'call.state' && entry.state === 'PENDING' ? [entry.call] : [],
          );
        expect(new Set(pending).size).toBe(pending.length);
        await calls.verified('done');
      },
    ),
    { numRuns: 60 },
  );
});

function blocksOf(names: readonly string[], from: number) {
  return names.map((name, at) => use(name, { n: from + at }));
}

/** The first `count` calls of a reply, which must all be looks. */
function earlyOf(names: readonly string[], count: number): readonly string[] {
  const other = names.findIndex((name) => name !== 'look');
  const before = other < 0 ? names : names.slice(0, other);
  return before.slice(0, count).map((_, at) => `look ${100 + at}`);
}
