import { expect, test } from 'vitest';
import type { BrokenReply, Model, ModelReply } from '../../src/model/index.ts';
import { looseTool } from '../tool-calls/context.ts';
import { type AgentOptions, finished, say, setUpAgent, use } from './context.ts';

const USAGE = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
};
const broken = (attempt: number): BrokenReply => ({
  attempt,
  because: 'the connection ended',
  usage: { ...USAGE, inputTokens: 100, outputTokens: 10 },
  costUsd: 0.5,
  isEstimate: true,
});

/** A model whose first reply breaks off and is asked for again this many times. The number of replies that were whole. */
async function afterBroken(times: number, limits: AgentOptions['limits'] = {}) {
  let replies = 0;
  const model: Model = {
    id: 'flaky',
    provider: 'scripted',
    contextWindow: 200_000,
    respond: async (_, { onBroken, onRetry }): Promise<ModelReply> => {
      for (let attempt = 1; attempt <= times; attempt += 1) {
        await onBroken?.(broken(attempt));
        await onRetry?.({ attempt, because: 'the connection ended', delayMs: 250 });
      }
      replies += 1;
      const content = finished().blocks ?? [];
      return { id: 'm', model: 'flaky', content, stopReason: 'tool_use', usage: USAGE, costUsd: 0 };
    },
  };
  const agent = await setUpAgent({ model, replies: [], limits });
  const end = await agent.run();
  await agent.setup.verified(end.outcome);
  return { ...agent, end, replies };
}

test('a reply that broke off and its repetition are on record, and listeners hear of both', async () => {
  const { end, setup } = await afterBroken(1);
  expect(end.outcome).toBe('done');
  const recorded = setup.entries().filter(({ type }) => type.startsWith('model.'));
  expect(recorded).toMatchObject([
    {
      type: 'model.broken',
      turn: 1,
      parent: null,
      attempt: 1,
      'gen_ai.usage.input_tokens': 100,
      costUsd: 0.5,
      estimated: true,
    },
    { type: 'model.retry', turn: 1, attempt: 1, because: 'the connection ended', delayMs: 250 },
    { type: 'model.reply', turn: 1 },
  ]);
  expect(setup.events).toContainEqual({
    type: 'reply:broken',
    turn: 1,
    parent: null,
    because: 'the connection ended',
    tokens: 110,
    costUsd: 0.5,
  });
  expect(setup.events).toContainEqual({
    type: 'retry',
    because: 'the connection ended',
    delayMs: 250,
  });
});

test.each<[string, AgentOptions['limits'], number]>([
  ['tokens', { tokens: 200 }, 2],
  ['usd', { usd: 0.5 }, 1],
])(
  'replies that broke off count for the limit of %s: at it, none is asked for again',
  async (_, limits, times) => {
    const { end, replies, setup } = await afterBroken(5, limits);
    expect(end.outcome).toBe('over-budget');
    expect(replies).toBe(0);
    const count = (type: string): number =>
      setup.entries().filter((one) => one.type === type).length;
    expect([count('model.broken'), count('model.retry')]).toEqual([times, times - 1]);
  },
);

test('people are told once that tokens are estimates, and each turn says so', async () => {
  const look = looseTool('look', () => 'seen');
  const blocks = [use('look')];
  const agent = await setUpAgent({
    tools: [look],
    replies: [{ blocks }, { blocks, isEstimate: true }, { ...finished(), isEstimate: true }],
  });
  await agent.run();
  const told = agent.setup.entries().filter((entry) => entry.type === 'warning');
  expect(told).toMatchObject([{ code: 'tokens-estimated' }]);
  const turns = agent.setup.events.filter(({ type }) => type === 'turn:end');
  expect(turns.map((turn) => 'isEstimate' in turn)).toEqual([false, true, true]);
  const replies = agent.setup.entries().filter((entry) => entry.type === 'model.reply');
  expect(replies.map((entry) => 'estimated' in entry)).toEqual([false, true, true]);
});

test('the text of a reply is each of its texts on a line of its own', async () => {
  const blocks = [say('It is\n'), say('done. ')];
  const agent = await setUpAgent({ replies: [{ blocks }] });
  expect((await agent.run()).summary).toBe('It is\n\ndone.');
  await agent.setup.trail.flush();
  const text = 'It is\n\ndone.';
  expect(agent.setup.entries()).toContainEqual(
    expect.objectContaining({ type: 'model.reply', text }),
  );
  expect(agent.setup.events).toContainEqual(expect.objectContaining({ type: 'turn:end', text }));
});

test('what the model is told once the run resumed comes before its next reply, and only there', async () => {
  const look = looseTool('look', () => 'seen');
  const agent = await setUpAgent({
    tools: [look],
    replies: [{ blocks: [use('look')] }, finished()],
  });
  agent.state.note = 'The run was suspended.';
  await agent.run();
  const note = { type: 'text', text: 'The run was suspended.' };
  expect(agent.requests[0]?.at(-1)).toMatchObject({ role: 'user', content: [note] });
  expect(
    agent.requests[1]?.filter(({ content }) => JSON.stringify(content).includes(note.text)),
  ).toHaveLength(1);
});

test.each([
  ['refusal', 'refused'],
  ['model_context_window_exceeded', 'too-long'],
])(
  'a reply with the stop reason %s leaves its turn to the next model, which reads nothing of it',
  async (stopReason, reason) => {
    const { usage, costUsd } = { usage: USAGE, costUsd: 0 };
    const read: unknown[] = [];
    const second: Model = {
      id: 'second',
      provider: 'scripted',
      contextWindow: 200_000,
      respond: ({ messages }) => {
        read.push(...messages);
        const content = finished().blocks ?? [];
        return Promise.resolve({
          id: 'b',
          model: 'b',
          content,
          stopReason: 'tool_use',
          usage,
          costUsd,
        });
      },
    };
    const first: Model = {
      ...second,
      id: 'scripted:test',
      fallback: second,
      respond: () =>
        Promise.resolve({
          id: 'a',
          model: 'a',
          content: [say('I cannot.')],
          stopReason,
          usage,
          costUsd,
        }),
    };
    const agent = await setUpAgent({
      model: first,
      replies: [],
      fallbackModels: ['second'],
    });
    expect((await agent.run()).outcome).toBe('done');
    expect(read).toMatchObject([{ role: 'user', content: [{ text: 'Mend the test.' }] }]);
    const fallbacks = agent.setup.entries().filter(({ type }) => type === 'model.fallback');
    const because = `stop reason ${stopReason}`;
    expect(fallbacks).toMatchObject([{ from: first.id, to: 'second', reason, because }]);
  },
);
