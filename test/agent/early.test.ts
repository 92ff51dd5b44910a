import { expect, test } from 'vitest';
import { noted, streaming } from './streaming.ts';
import { agentScene, say, use } from './context.ts';

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
  const { tools, until } = noted();
  const agent = await agentScene({
    tools,
    replies: [],
    model: streaming({
      said: {},
      arrive: async (call) => {
        call(use('look', { n: 1 }));
        await until('look 1');
        throw new Error('no more');
      },
    }),
  });
  const end = await agent.run();
  expect(agent.scene.states('c1').at(-1)).toBe('COMPLETED');
  await agent.scene.verified(end.outcome);
});
