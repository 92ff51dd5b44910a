import { expect, test } from 'vitest';
import type { Model, ModelReply, RespondOptions } from '../../src/model/index.ts';
import { zeroUsage } from '../../src/model/index.ts';
import { looseTool } from '../calls/world.ts';
import { agentScene, finished, type Said, say, use } from './world.ts';

type Block = ModelReply['content'][number];
/** What happens while a reply arrives, in the test's hand. */
type Arrival = (call: (block: Block) => void, options: RespondOptions) => Promise<void> | void;

/** A model whose replies arrive block by block. */
function streaming(...turns: readonly { readonly said: Said; readonly arrive?: Arrival }[]): Model {
  let index = 0;
  return {
    id: 'scripted:test',
    provider: 'scripted',
    contextWindow: 200_000,
    respond: async (_, options) => {
      const { said, arrive } = turns[index] ?? { said: finished() };
      index += 1;
      await arrive?.((block) => {
        if (block.type === 'tool_use') options.onCall?.(block);
      }, options);
      return {
        id: `msg_${index}`,
        model: 'test',
        content: said.blocks ?? [],
        stopReason: said.stop ?? 'tool_use',
        usage: zeroUsage,
        costUsd: null,
      };
    },
  };
}

/** Tools that note what ran, and a way to wait for it. */
function noted() {
  const ran: string[] = [];
  const waiting: { readonly name: string; readonly done: () => void }[] = [];
  const note = (name: string) => {
    ran.push(name);
    for (const one of waiting) if (ran.includes(one.name)) one.done();
    return `${name} was seen`;
  };
  return {
    ran,
    until: (name: string) =>
      new Promise<void>((done) => {
        waiting.push({ name, done });
        if (ran.includes(name)) done();
      }),
    tools: [
      looseTool('look', ({ n }) => note(`look ${String(n)}`), { concurrencySafe: true }),
      looseTool('alone', () => note('alone')),
      looseTool('write', () => note('write'), { kind: 'write', concurrencySafe: true }),
    ],
  };
}

test('a read-only call runs as soon as its block is whole, once, and under the id of its place', async () => {
  const { tools, ran, until } = noted();
  const blocks = [use('look', { n: 1 }), use('look', { n: 2 })];
  const agent = await agentScene({
    tools,
    replies: [],
    model: streaming({
      said: { blocks },
      arrive: async (call) => {
        for (const block of blocks) call(block);
        await until('look 2');
      },
    }),
  });
  expect((await agent.run()).outcome).toBe('done');
  expect(ran).toEqual(['look 1', 'look 2']);
  const types = agent.scene.entries().map((entry) => entry.type);
  expect(types.indexOf('call.state')).toBeLessThan(types.indexOf('model.reply'));
  expect(agent.scene.states('c2')).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED']);
  await agent.scene.verified('done');
});

test('what is not read-only, not safe beside others, or comes after such a call waits for the whole reply', async () => {
  for (const first of ['write', 'alone', 'missing']) {
    const { tools, ran } = noted();
    const blocks = [use(first), use('look', { n: 1 })];
    const agent = await agentScene({
      tools,
      replies: [],
      policy: 'version: 1\nmode: auto\n',
      model: streaming({
        said: { blocks },
        arrive: async (call) => {
          for (const block of blocks) call(block);
          await new Promise((done) => setTimeout(done, 30));
          expect(ran).toEqual([]);
        },
      }),
    });
    await agent.run();
    expect(ran.at(-1)).toBe('look 1');
    await agent.scene.verified('done');
  }
});

test('a call that the policy asks about or denies waits for the whole reply', async () => {
  for (const mode of ['ask', 'deny']) {
    const { tools, ran } = noted();
    const agent = await agentScene({
      tools,
      replies: [],
      policy: `version: 1\nmode: ${mode}\nauto: [finish]\n`,
      model: streaming({
        said: { blocks: [use('look', { n: 1 })], stop: 'refusal' },
        arrive: async (call) => {
          call(use('look', { n: 1 }));
          await new Promise((done) => setTimeout(done, 30));
        },
      }),
    });
    await agent.run();
    expect(ran).toEqual([]);
    expect(agent.scene.entries().some((entry) => entry.type === 'call.state')).toBe(false);
  }
});

test('a reply that breaks off leaves its calls on record and nothing of them to the model', async () => {
  const { tools, ran, until } = noted();
  const lost = use('look', { n: 1 });
  const again = use('look', { n: 1 });
  const agent = await agentScene({
    tools,
    replies: [],
    model: streaming({
      said: { blocks: [say('Once more.'), again] },
      arrive: async (call, { onRetry }) => {
        call(lost);
        await until('look 1');
        await onRetry?.({ attempt: 1, because: 'the stream broke', delayMs: 0 });
        call(again);
      },
    }),
  });
  expect((await agent.run()).outcome).toBe('done');
  expect(ran).toEqual(['look 1', 'look 1']);
  expect(agent.scene.states('c1').at(-1)).toBe('COMPLETED');
  expect(agent.scene.states('c2').at(-1)).toBe('COMPLETED');
  const told = JSON.stringify(agent.state.conversation.messages);
  expect(told.match(/look 1 was seen/g)).toHaveLength(1);
  await agent.scene.verified('done');
});

test('a model that fails for good leaves no call open', async () => {
  const { tools } = noted();
  const agent = await agentScene({
    tools,
    replies: [],
    model: streaming({
      said: {},
      arrive: (call) => {
        call(use('look', { n: 1 }));
        throw new Error('no more');
      },
    }),
  });
  const end = await agent.run();
  expect(agent.scene.states('c1').at(-1)).toBe('COMPLETED');
  await agent.scene.verified(end.outcome);
});
