import { expect, test } from 'vitest';
import { type AgentContext, runAgent } from '../../../src/agent/index.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { estimatedTokens, compacted } from '../../../src/agent/compaction/shorten.ts';
import type { Message } from '../../../src/model/index.ts';
import { looseTool } from '../../tool-calls/context.ts';
import * as fc from '../../properties.ts';
import { setUpAgent, finished, say, use } from '../context.ts';

const TURNS = fc.hasMoreTime ? 500 : 200;

/** Every result follows its call in the very next message, and every call has one. */
function paired(messages: readonly Message[]): boolean {
  return messages.every((message, index) => {
    const asked = message.role === 'assistant' ? idsOf(message, 'tool_use') : [];
    const next = messages[index + 1];
    const answered = next === undefined ? [] : idsOf(next, 'tool_result');
    if (
      message.role === 'user' &&
      idsOf(message, 'tool_result').length > 0 &&
      messages[index - 1]?.role !== 'assistant'
    )
      return false;
    return next === undefined || JSON.stringify(asked) === JSON.stringify(answered);
  });
}

function idsOf(message: Message, type: 'tool_use' | 'tool_result'): string[] {
  return message.content.flatMap((block) => {
    if (block.type === 'tool_use' && type === 'tool_use') return [block.id];
    return block.type === 'tool_result' && type === 'tool_result' ? [block.tool_use_id] : [];
  });
}

function conversation(
  turns: readonly { readonly calls: number; readonly chars: number }[],
): Message[] {
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'What was asked.' }] },
  ];
  for (const [turn, { calls, chars }] of turns.entries()) {
    const ids = Array.from({ length: calls }, (_, index) => `t${turn}_${index}`);
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text: `turn ${turn}` },
        ...ids.map((id) => ({
          type: 'tool_use' as const,
          id,
          name: 'read',
          input: { text: 'i'.repeat(chars / 10) },
        })),
      ],
    });
    messages.push({
      role: 'user',
      content: ids.map((id) => ({
        type: 'tool_result' as const,
        tool_use_id: id,
        content: 'r'.repeat(chars),
      })),
    });
  }
  return messages;
}

test('a conversation that fits stays unchanged', () => {
  expect(compacted(conversation([{ calls: 2, chars: 1_000 }]), 10_000)).toBeNull();
});

test('after any cut the request stays, pairs stay complete, the newest message stays last, and the conversation fits', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          calls: fc.integer({ min: 1, max: 6 }),
          chars: fc.integer({ min: 10, max: 30_000 }),
        }),
        { minLength: 1, maxLength: 60 },
      ),
      fc.integer({ min: 20_000, max: 150_000 }),
      (turns, room) => {
        const before = conversation(turns);
        const after = compacted(before, room);
        if (after === null) {
          expect(estimatedTokens(before)).toBeLessThanOrEqual(room * 0.8);
          return;
        }
        expect(after.messages[0]?.content[0]).toEqual(before[0]?.content[0]);
        expect(paired(after.messages)).toBe(true);
        expect(
          idsOf(after.messages.at(-1) ?? { role: 'user', content: [] }, 'tool_result'),
        ).toEqual(idsOf(before.at(-1) ?? { role: 'user', content: [] }, 'tool_result'));
        expect(estimatedTokens(after.messages)).toBeLessThanOrEqual(room);
        expect(after.removedBytes).toBeGreaterThan(0);
        expect(
          after.messages.every(
            (message, index) => index === 0 || message.role !== after.messages[index - 1]?.role,
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

test('images of older turns are removed before text', () => {
  const messages = conversation(Array.from({ length: 20 }, () => ({ calls: 1, chars: 100 })));
  const withPictures = messages.map(
    (message): Message =>
      message.role === 'user' && message.content[0]?.type === 'tool_result'
        ? {
            role: 'user',
            content: [
              {
                ...message.content[0],
                content: [
                  {
                    type: 'image',
                    source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(3_000) },
                  },
                ],
              },
            ],
          }
        : message,
  );
  const after = compacted(withPictures, 30_000);
  expect(JSON.stringify(after?.messages[2])).toContain('and images');
  expect(JSON.stringify(after?.messages.at(-1))).toContain('image/png');
});

test(`${TURNS} turns stay inside the window, and memory stays flat`, async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(20_000)}`);
  const window = 100_000;
  let most = 0;
  let early = 0;
  const agent = await setUpAgent({
    tools: [big],
    contextWindow: window,
    replies: (index, request) => {
      most = Math.max(most, estimatedTokens(request.messages));
      expect(paired(request.messages)).toBe(true);
      if (index === TURNS / 5) early = process.memoryUsage().heapUsed;
      return index === TURNS ? finished() : { blocks: [use('big', { n: index })] };
    },
    over: {},
  });
  agent.requests.push = () => 0;
  expect((await agent.run()).outcome).toBe('done');
  const trims = agent.setup.entries().filter((entry) => entry.type === 'context.trimmed');
  expect(most).toBeLessThan(window);
  expect(trims.length).toBeGreaterThan(5);
  expect(trims.length).toBeLessThan(100);
  // Fewer turns than that fit as they are.
  if (TURNS === 500) expect(agent.state.conversation.messages.length).toBeLessThan(400);
  expect(process.memoryUsage().heapUsed - early).toBeLessThan(150 * 1024 * 1024);
  await agent.setup.verified();
}, 120_000);

test('instructions for folders are sent again only after their turns were summarised', async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(20_000)}`);
  let given = 0;
  const agent = await setUpAgent({
    tools: [big],
    contextWindow: 60_000,
    replies: (index) => (index === 60 ? finished() : { blocks: [use('big', { n: index })] }),
  });
  const instructions: AgentContext['instructions'] = async (_, named) => {
    if (named.has('docs')) return [];
    named.add('docs');
    given += 1;
    return [{ path: 'docs/AGENTS.md', text: 'Write plainly.' }];
  };
  const end = await runAgent({ ...agent.context, instructions }, agent.state);
  expect(end.outcome).toBe('done');
  const summarised = agent.setup
    .entries()
    .filter((entry) => entry.type === 'context.trimmed' && entry.how.includes('summarised'));
  expect(summarised.length).toBeGreaterThan(0);
  expect(given).toBe(1 + summarised.length);
  await agent.setup.verified('done');
});

test('a conversation that the model refuses as too long is cut, and the run continues', async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(20_000)}`);
  let refusals = 0;
  const agent = await setUpAgent({
    tools: [big],
    replies: (index, request) => {
      if (estimatedTokens(request.messages) > 40_000) {
        refusals += 1;
        return { error: new CountersignError('model-context', 'prompt is too long') };
      }
      return index >= 30 ? finished() : { blocks: [use('big', { n: index })] };
    },
  });
  expect((await agent.run()).outcome).toBe('done');
  expect(refusals).toBeGreaterThan(0);
  await agent.setup.verified();
});

test('a conversation that leaves no room for a whole reply is cut, and the run continues', async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(20_000)}`);
  let outgrown = 0;
  const agent = await setUpAgent({
    tools: [big],
    replies: (index, request) => {
      if (estimatedTokens(request.messages) > 40_000) {
        outgrown += 1;
        return { blocks: [say('I had')], stop: 'model_context_window_exceeded' };
      }
      return index >= 20 ? finished() : { blocks: [use('big', { n: index })] };
    },
  });
  expect((await agent.run()).outcome).toBe('done');
  expect(outgrown).toBeGreaterThan(0);
  await agent.setup.verified();
});

test('a conversation that never leaves room for a reply ends the run for that reason', async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(20_000)}`);
  const agent = await setUpAgent({
    tools: [big],
    replies: (index) =>
      index >= 20
        ? { blocks: [say('I had')], stop: 'model_context_window_exceeded' }
        : { blocks: [use('big', { n: index })] },
  });
  expect(await agent.run()).toMatchObject({
    outcome: 'incomplete',
    summary: expect.stringContaining('outgrew'),
  });
});

test('a long conversation that ends with a text is not cut for it', async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(20_000)}`);
  const agent = await setUpAgent({
    tools: [big],
    replies: (index) => ({ blocks: [index < 20 ? use('big', { n: index }) : say('It is done.')] }),
  });
  expect((await agent.run()).outcome).toBe('done');
  expect(agent.requests).toHaveLength(21);
  const trimmed = agent.setup.entries().filter(({ type }) => type === 'context.trimmed');
  expect(trimmed).toEqual([]);
});

test("the model's own count corrects the estimate", async () => {
  const big = looseTool('big', ({ n }) => `${String(n)} ${'x'.repeat(2_000)}`);
  const agent = await setUpAgent({
    tools: [big],
    contextWindow: 50_000,
    replies: (index, request) =>
      index === 40
        ? finished()
        : {
            blocks: [use('big', { n: index })],
            usage: { inputTokens: Math.round(estimatedTokens(request.messages) * 3) },
          },
  });
  await agent.run();
  const most = Math.max(...agent.requests.map((messages) => estimatedTokens(messages) * 3));
  expect(most).toBeLessThan(50_000);
});

test('an image that the API refuses is replaced by a note, on record, and the run continues', async () => {
  const picture = looseTool('look', () => ({
    ok: true as const,
    llmContent: [
      { type: 'text' as const, text: 'a.png' },
      { type: 'image' as const, mediaType: 'image/png', base64: 'AAAA' },
    ],
  }));
  const refused = new CountersignError('model-refused-request', 'Could not process image');
  const agent = await setUpAgent({
    tools: [picture],
    replies: (index) => {
      if (index === 0) return { blocks: [use('look')] };
      return index === 1 ? { error: refused } : finished();
    },
  });
  const end = await agent.run();
  expect(end.outcome).toBe('done');
  const last = JSON.stringify(agent.requests.at(-1));
  expect(last).toContain('refused this image');
  expect(last).toContain('a.png');
  expect(last).not.toContain('AAAA');
  const events = agent.setup.entries().filter((entry) => entry.type === 'context.trimmed');
  expect(events).toMatchObject([{ how: 'images and documents that the API refused' }]);
  await agent.setup.verified();
});

test('a refusal of a request without images ends the run', async () => {
  const refused = new CountersignError('model-refused-request', 'No');
  const agent = await setUpAgent({ replies: () => ({ error: refused }) });
  expect((await agent.run()).outcome).toBe('error');
});
