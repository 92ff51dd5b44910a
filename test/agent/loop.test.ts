import { describe, expect, test } from 'vitest';
import { createConversation, runAgent } from '../../src/agent/index.ts';
import { CountersignError, type Outcome, systemClock } from '../../src/common/index.ts';
import type { ToolResultBlock } from '../../src/model/index.ts';
import { answering, looseTool } from '../tool-calls/context.ts';
import { type AgentOptions, setUpAgent, finished, type Said, say, use } from './context.ts';

const look = looseTool('look', ({ n }) => `seen ${String(n)}`, { concurrencySafe: true });
const write = looseTool('write', () => 'written', { kind: 'write' });

async function ended(options: AgentOptions, outcome?: Outcome) {
  const agent = await setUpAgent({ tools: [look, write], ...options });
  const end = await agent.run();
  if (outcome !== undefined) expect(end.outcome).toBe(outcome);
  await agent.setup.verified(end.outcome);
  return { ...agent, end };
}

const twice = (words: readonly ('unanswered' | 'approve')[]): AgentOptions => ({
  replies: [{ blocks: [use('write', { a: 1 })] }, { blocks: [use('write', { a: 1 })] }, finished()],
  approver: (trail) => answering(trail, (_, round) => words[round - 1] ?? 'unanswered'),
});
const forever = (): Said => ({
  blocks: [use('look', { n: 1 })],
  usage: { inputTokens: 100 },
  costUsd: 0.1,
});

describe('how a run ends', () => {
  test('finish ends it with its own words', async () => {
    const { end } = await ended({ replies: [finished('done', 'It is mended.')] }, 'done');
    expect(end.summary).toBe('It is mended.');
    await ended({ replies: [finished('incomplete')] }, 'incomplete');
  });

  test("a reply without a call ends it with the reply's text", async () => {
    const { end } = await ended({ replies: [{ blocks: [say('Nothing to do.')] }] }, 'done');
    expect(end.summary).toBe('Nothing to do.');
  });

  test.each<[string, Said, Outcome]>([
    ['stop_sequence', { blocks: [say('x')], stop: 'stop_sequence' }, 'done'],
    ['refusal', { blocks: [say('No.')], stop: 'refusal' }, 'incomplete'],
    [
      'refusal with calls, which are not made',
      { blocks: [use('write')], stop: 'refusal' },
      'incomplete',
    ],
    [
      'model_context_window_exceeded',
      { blocks: [say('x')], stop: 'model_context_window_exceeded' },
      'incomplete',
    ],
    ['a reason of the future', { blocks: [say('x')], stop: 'tea_time' }, 'incomplete'],
  ])('stop reason: %s', async (_, said, outcome) => {
    const { setup } = await ended({ replies: [said] }, outcome);
    expect(setup.entries().some((entry) => entry.type === 'call.state')).toBe(false);
  });

  test.each([
    ['max_tokens', 'were cut off at their limit'],
    ['pause_turn', 'stopped calling tools'],
    ['tool_use', 'stopped calling tools'],
  ])(
    '%s without a call continues, at most three times in a row, and the end says that they %s',
    async (stop, because) => {
      await ended({ replies: [{ blocks: [say('half')], stop }, finished()] }, 'done');
      const { end, requests } = await ended(
        { replies: () => ({ blocks: [say('half')], stop }) },
        'incomplete',
      );
      expect(requests).toHaveLength(4);
      expect(end.summary).toContain(because);
    },
  );

  test.each([
    '<tool_call>\n{"name": "write", "arguments": {"a": 1}}\n</tool_call>',
    'I write. [TOOL_CALLS][{"name": "write", "arguments": {}}]',
    '<function=write>{"a": 1}</function>',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write\n```json\n{}\n```',
    '<|python_tag|>{"name": "write", "parameters": {}}',
    '<invoke name="write"><parameter name="a">1</parameter></invoke>',
    '```json\n{"name": "write", "arguments": {"a": 1}}\n```',
  ])(
    'a call that the model wrote as text is not made, and does not end the work as done: %s',
    async (text) => {
      await ended({ replies: [{ blocks: [say(text)] }, finished()] }, 'done');
      const { setup, requests } = await ended(
        { replies: () => ({ blocks: [say(text)] }) },
        'incomplete',
      );
      expect(requests).toHaveLength(4);
      expect(setup.entries().some((entry) => entry.type === 'call.state')).toBe(false);
    },
  );

  test.each([
    'The page explains `<tool_call>` and what templates do with it.',
    'I would write {"name": "write", "arguments": {}} into the file.',
    '{"name": "countersign", "arguments": {}}',
    'Done. The function=write option is documented.',
  ])('a text about calls ends the work as any other: %s', async (text) => {
    await ended({ replies: [{ blocks: [say(text)] }] }, 'done');
  });

  test('a reply without a text is nudged once, then ends without a result', async () => {
    const thinks: Said = {
      blocks: [{ type: 'opaque', block: { type: 'thinking', thinking: 'Hm.', signature: 's' } }],
    };
    for (const silent of [{}, thinks, { blocks: [say(' \n')] }]) {
      await ended({ replies: [silent, finished()] }, 'done');
      const { end } = await ended({ replies: [silent, silent] }, 'incomplete');
      expect(end.summary).toContain('without a text');
    }
  });

  test('a text from before the work is not its result', async () => {
    const begins = { blocks: [say('I begin.'), use('look', { n: 1 })] };
    const { end } = await ended({ replies: [begins, {}, {}] }, 'incomplete');
    expect(end.summary).toMatch(/without a text\. The agent's last words: I begin\.$/);
    await ended({ replies: [begins, {}, { blocks: [say('It is done.')] }] }, 'done');
  });

  test('a reply without a call does not end work that is not proved: the model gets a request to prove it', async () => {
    const missing = ['No call ran `npm test` by itself.'];
    const words: Said = { blocks: [say('It is done.')] };
    const proving: Said = { blocks: [use('look', { n: 1 })] };
    const { requests } = await ended(
      {
        replies: [words, proving, words],
        unproved: () => Promise.resolve(missing.splice(0)),
      },
      'done',
    );
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(requests[1]?.at(-1))).toContain('No call ran `npm test` by itself.');
    const never = await ended(
      { replies: () => words, unproved: () => Promise.resolve(['No call ran `npm test`.']) },
      'incomplete',
    );
    expect(never.requests).toHaveLength(4);
  });

  test('a model that fails ends it as an error, a conversation that is too long as incomplete', async () => {
    await ended({ replies: [{ error: new Error('overloaded') }] }, 'error');
    await ended(
      { replies: [{ error: new CountersignError('model-context', 'too long') }] },
      'incomplete',
    );
  });

  test('a failure of the model ends it with the code that the page on troubleshooting explains', async () => {
    const error = new CountersignError('model-auth', 'The key is not accepted.', {
      fix: 'Write another.',
    });
    const { end } = await ended({ replies: [{ error }] }, 'error');
    expect(end.summary).toBe('The key is not accepted. Write another. (model-auth)');
  });

  test('a run that is cancelled is cancelled, whatever the model says', async () => {
    const agent = await setUpAgent({
      tools: [looseTool('stop', () => agent.setup.cancel.abort())],
      replies: [{ blocks: [use('stop'), use('finish', { outcome: 'done', summary: 'x' })] }],
    });
    expect((await agent.run()).outcome).toBe('cancelled');
    await agent.setup.verified('cancelled');
  });
});

describe('the conclusion is true', () => {
  const deny = 'version: 1\nmode: auto\ndeny: [write]\n';

  test('a denial by a person makes it denied, even if the model says done', async () => {
    const { end } = await ended(
      {
        replies: [{ blocks: [use('write')] }, finished()],
        approver: (trail) => answering(trail, () => ({ deny: 'no' })),
      },
      'denied',
    );
    expect(end.summary).toBe('All done.');
  });

  test('an unanswered request makes it denied, unless the same call succeeds later', async () => {
    await ended(twice(['unanswered', 'unanswered']), 'denied');
    await ended(twice(['unanswered', 'approve']), 'done');
  });

  test('a denial by the policy counts only if the model does not call finish', async () => {
    await ended({ policy: deny, replies: [{ blocks: [use('write')] }, finished()] }, 'done');
    await ended(
      { policy: deny, replies: [{ blocks: [use('write')] }, { blocks: [say('Done!')] }] },
      'denied',
    );
  });

  test('a finish that came beside calls ends the run after them', async () => {
    const { setup } = await ended(
      {
        replies: [
          { blocks: [use('finish', { outcome: 'done', summary: 'x' }), use('look', { n: 1 })] },
        ],
      },
      'done',
    );
    expect(
      setup.entries().filter((entry) => entry.type === 'call.state' && entry.state === 'COMPLETED'),
    ).toHaveLength(2);
  });

  test('a suspended turn ends as awaiting-approval', async () => {
    const agent = await setUpAgent({
      tools: [write],
      replies: [{ blocks: [use('write')] }],
      approver: (trail) => answering(trail, () => 'suspend'),
    });
    const end = await agent.run();
    expect(end).toMatchObject({
      outcome: 'awaiting-approval',
      suspended: { suspended: { calls: [{}] } },
    });
  });
});

describe('results', () => {
  test('come in the order of the calls, whatever order they ran in', async () => {
    const { requests } = await ended(
      {
        replies: [
          {
            blocks: [
              use('write', { n: 0 }),
              use('look', { n: 1 }),
              use('none'),
              use('look', { n: 2 }),
            ],
          },
          finished(),
        ],
      },
      'done',
    );
    const [asked, answered] = [requests[1]?.at(-2), requests[1]?.at(-1)];
    const ids = asked?.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const results = answered?.content.filter(
      (block): block is ToolResultBlock => block.type === 'tool_result',
    );
    expect(results?.map((block) => block.tool_use_id)).toEqual(ids);
    expect(results?.map((block) => block.is_error ?? false)).toEqual([false, false, true, false]);
  });

  test('a long result that the conversation has already is not sent twice, and that is recorded', async () => {
    let text = 'x'.repeat(5_000);
    const read = looseTool('read', () => text);
    const agent = await setUpAgent({
      tools: [read],
      replies: (index) => {
        if (index === 2) text = 'y'.repeat(5_000);
        return index === 4 ? finished() : { blocks: [use('read', { path: 'a' })] };
      },
    });
    await agent.run();
    const contents = agent.requests
      .at(-1)
      ?.flatMap(({ content }) =>
        content.flatMap((block) => (block.type === 'tool_result' ? [block.content] : [])),
      );
    expect(contents?.map((content) => content.length > 4_000)).toEqual([true, false, true, false]);
    expect(contents?.[1]).toContain('(c1)');
    expect(agent.setup.entries().filter((entry) => entry.type === 'context.trimmed')).toHaveLength(
      2,
    );
    await agent.setup.verified();
  });
});

test('a conversation that another job resumes knows its earlier results', async () => {
  const read = looseTool('read', () => 'x'.repeat(5_000));
  const options = {
    tools: [read],
    replies: (index: number) =>
      index === 1 ? finished() : { blocks: [use('read', { path: 'a' })] },
  };
  const first = await setUpAgent(options);
  await first.run();
  const { conversation } = first.state;
  const again = await setUpAgent(options);
  const repeats = conversation.duplicates();
  const end = await runAgent(again.context, {
    ...again.state,
    conversation: createConversation({ messages: conversation.messages, duplicates: repeats }),
  });
  expect(end.outcome).toBe('done');
  expect(JSON.stringify(again.requests.at(-1)?.at(-1))).toContain('(c1)');
});

describe('limits of the budget', () => {
  test.each<[string, AgentOptions['limits'], number]>([
    ['turns', { turns: 5 }, 5],
    ['tokens', { tokens: 350 }, 4],
    ['usd', { usd: 0.25 }, 3],
    ['calls', { calls: 2 }, 2],
  ])('%s', async (name, limits, turns) => {
    const { end, requests, setup } = await ended(
      { replies: forever, limits: limits ?? {} },
      'over-budget',
    );
    expect(requests).toHaveLength(turns);
    expect(end.summary).toContain(name);
    const events = setup
      .entries()
      .flatMap((entry) => (entry.type === 'budget' ? [entry.event] : []));
    expect(events.at(-1)).toBe('spent');
  });

  test('minutes end it as timed out', async () => {
    let nowMs = 0;
    const clock = { ...systemClock, monotonicMs: () => (nowMs += 10_000) };
    await ended({ replies: forever, limits: { minutes: 2 }, clock }, 'timed-out');
  });

  test('the model gets one warning near a limit', async () => {
    const { requests } = await ended({
      replies: (index) => (index === 9 ? finished() : forever()),
      limits: { turns: 10 },
    });
    const notes = requests
      .at(-1)
      ?.flatMap(({ role, content }) =>
        content.flatMap((block) =>
          role === 'user' && block.type === 'text' && block.text.startsWith('Budget:')
            ? [block.text]
            : [],
        ),
      );
    expect(notes).toEqual([expect.stringContaining('8 of 10 turns')]);
  });

  test('a limit of one tool fails its calls, and the run continues', async () => {
    await ended(
      {
        replies: [forever(), forever(), finished()],
        perTool: (tool) => (tool === 'look' ? 1 : null),
      },
      'done',
    );
  });
});

describe('hooks see new messages', () => {
  test('and their notes reach the model, redacted and recorded', async () => {
    const shown: string[] = [];
    const hooks = [
      {
        name: 'note',
        messagesChanged: ({ turn, lastText }: { turn: number; lastText: string }) => {
          shown.push(`${turn}: ${lastText}`);
          return turn === 2 ? { note: 'Mind the style guide.' } : undefined;
        },
      },
      { name: 'bad', messagesChanged: () => Promise.reject(new Error('boom')) },
    ];
    const { requests, setup } = await ended(
      { replies: [{ blocks: [use('look', { n: 7 })] }, finished()], over: { hooks } },
      'done',
    );
    expect(shown).toEqual(['1: Mend the test.', '2: seen 7']);
    expect(JSON.stringify(requests[1]?.at(-1))).toContain('Note of note: Mind the style guide.');
    const ran = setup
      .entries()
      .flatMap((entry) =>
        entry.type === 'hook.ran'
          ? [`${entry.call} ${entry.hook} ${entry.phase} ${entry.effect}`]
          : [],
      );
    expect(ran).toContain('turn 2 note messagesChanged note');
    expect(ran).toContain('turn 1 bad messagesChanged failed: boom');
    const warnings = setup
      .entries()
      .flatMap((entry) => (entry.type === 'warning' ? [entry.message] : []));
    expect(warnings).toEqual([
      'The hook bad failed in messagesChanged: boom. The model gets no note of this hook; only the audit trail has further failures of it.',
    ]);
  });
});
