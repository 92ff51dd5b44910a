import { expect, test } from 'vitest';
import { type SubagentParent, taskTool } from '../../../src/agent/index.ts';
import { finishTool } from '../../../src/tools/index.ts';
import { answering, looseTool } from '../../tool-calls/context.ts';
import { virtualClock } from '../../action/faults/clock.ts';
import { type AgentOptions, setUpAgent, finished, type Said, say, use } from '../context.ts';

const write = looseTool('write', () => 'written', {
  kind: 'write',
  facts: ({ path }) => ({ paths: [{ path: String(path), access: 'write' }] }),
});
const look = looseTool('look', () => 'seen');

/** An agent with a subagent: `main` and `subagent` are what the two say, in order. */
async function withSubagent(
  given: { main: readonly Said[]; subagent: readonly Said[] } & Partial<AgentOptions>,
) {
  const { main, subagent, tools = [], ...options } = given;
  const parent: { at: SubagentParent | null } = { at: null };
  const next = { main: 0, subagent: 0 };
  const task = taskTool(() => {
    if (parent.at === null) throw new Error('not bound');
    return parent.at;
  });
  const agent = await setUpAgent({
    ...options,
    tools: [write, look, task, ...tools],
    replies: (_, request) => {
      const isSubagent = JSON.stringify(request.messages[0]).includes('Task: ');
      const said = isSubagent ? subagent[next.subagent++] : main[next.main++];
      if (said === undefined) throw new Error('the script is at its end');
      return said;
    },
  });
  parent.at = { agent: agent.context, tools: () => [write, look, task, ...tools, finishTool()] };
  const end = await agent.run();
  await agent.setup.verified(end.outcome);
  const results = agent.requests.at(-1)?.at(-1)?.content ?? [];
  const text =
    results.flatMap((block) =>
      block.type === 'tool_result' && typeof block.content === 'string' ? [block.content] : [],
    )[0] ?? '{}';
  return { ...agent, end, text };
}

const ask: Said = {
  blocks: [use('task_run', { task: 'Find it', context: 'In src', expected_outcome: 'A path' })],
};

const estimated = (said: Said): Said => ({ ...said, isEstimate: true });

test('people are told once that the tokens of a run and of its subagents are estimates', async () => {
  const { setup } = await withSubagent({
    main: [estimated(ask), estimated(finished())],
    subagent: [estimated(finished())],
  });
  const warnings = setup.entries().filter(({ type }) => type === 'warning');
  expect(warnings).toMatchObject([{ code: 'tokens-estimated' }]);
});

test('a subagent has its own conversation, and its report comes back as the result', async () => {
  const { text, requests, setup } = await withSubagent({
    main: [ask, finished()],
    subagent: [
      { blocks: [say('I look.'), use('look')] },
      { blocks: [use('write', { path: 'a.txt' }), use('nothing')] },
      finished('done', 'It is in a.txt.'),
    ],
    policy: 'version: 1\nmode: auto\n',
  });
  expect(JSON.parse(text)).toMatchObject({
    success: true,
    summary: 'It is in a.txt.',
    details: 'I look.',
    filesChanged: ['a.txt'],
    errors: [expect.stringContaining('nothing')],
    steps: [
      'c2 look {}: COMPLETED',
      'c3 write {"path":"a.txt"}: COMPLETED',
      expect.stringMatching(/^c4 nothing .*: FAILED$/),
      expect.stringMatching(/^c5 finish .*: COMPLETED$/),
    ],
    turns: 3,
    calls: 4,
    tokens: expect.any(Number),
  });
  const turns = setup.events.flatMap((event) =>
    event.type === 'turn:start' || event.type === 'turn:end' ? [event.parent] : [],
  );
  expect(turns).toEqual([null, null, 'c1', 'c1', 'c1', 'c1', 'c1', 'c1', null, null]);
  expect(
    setup.events.find((event) => event.type === 'tool:end' && event.snapshot.call === 'c1'),
  ).toMatchObject({
    display: expect.stringMatching(
      /^done after 3 turns, 4 calls and \d+ tokens: It is in a\.txt\.$/,
    ),
  });
  expect(requests[1]?.[0]).toMatchObject({
    content: [
      { text: '# This run' },
      { text: 'Task: Find it\n\nContext: In src\n\nExpected outcome: A path' },
    ],
  });
  const calls = setup
    .entries()
    .flatMap((entry) =>
      entry.type === 'call.state' && entry.state === 'PENDING' ? [[entry.call, entry.parent]] : [],
    );
  expect(calls.slice(0, 3)).toEqual([
    ['c1', null],
    ['c2', 'c1'],
    ['c3', 'c1'],
  ]);
});

test("the policy evaluates a subagent's calls like its parent's, and the same people approve them", async () => {
  const { text } = await withSubagent({
    main: [ask, finished()],
    subagent: [{ blocks: [use('write', { path: 'a' })] }, finished()],
    approver: (trail) => answering(trail, () => ({ deny: 'no' })),
  });
  expect(JSON.parse(text)).toMatchObject({ success: false, outcome: 'denied', filesChanged: [] });
});

test('a subagent cannot be suspended: its parent gets the unanswered call', async () => {
  const asked: (boolean | undefined)[] = [];
  const { requests, text, end, setup } = await withSubagent({
    main: [ask, finished()],
    subagent: [{ blocks: [use('write', { path: 'a' })] }, finished()],
    approver: (trail) => {
      const people = answering(trail, () => 'suspend');
      return {
        ask: (open, options) => {
          asked.push(options.cannotSuspend);
          return people.ask(open, options);
        },
      };
    },
  });
  expect(asked).toEqual([true]);
  expect(JSON.parse(text)).toMatchObject({ outcome: 'denied' });
  expect(JSON.stringify(requests[2]?.at(-1))).toContain('your parent can make it');
  expect(end.suspended).toBeNull();
  // How the policy could be changed is for people alone.
  expect(JSON.stringify(setup.entries())).toContain('To allow it without an approval');
  expect(JSON.stringify(requests)).not.toContain('To allow it without an approval');
});

test('what people refused to a subagent counts for the run until the same call succeeds', async () => {
  const subagent = [{ blocks: [use('write', { path: 'a' })] }, finished()];
  const refused = await withSubagent({
    main: [ask, finished()],
    subagent,
    approver: (trail) => answering(trail, () => 'unanswered'),
  });
  expect(refused.end.outcome).toBe('denied');
  const madeGood = await withSubagent({
    main: [ask, { blocks: [use('write', { path: 'a' })] }, finished()],
    subagent,
    approver: (trail) => answering(trail, (_, round) => (round === 1 ? 'unanswered' : 'approve')),
  });
  expect(madeGood.end.outcome).toBe('done');
});

test('what the policy denies a subagent does not make its parent denied', async () => {
  const { end } = await withSubagent({
    main: [ask, finished()],
    subagent: [{ blocks: [use('write', { path: 'a' })] }, finished()],
    policy: 'version: 1\nmode: auto\ndeny: [write]\n',
  });
  expect(end.outcome).toBe('done');
});

test('a subagent has no subagents', async () => {
  const { text } = await withSubagent({
    main: [ask, finished()],
    subagent: [{ blocks: [use('task_run', { task: 'deeper' })] }, finished()],
  });
  expect(JSON.parse(text)).toMatchObject({
    errors: [expect.stringContaining('no tool named "task_run"')],
  });
});

test('what a subagent spends counts for its parent, and its limit is half of the remaining budget', async () => {
  const forever = Array.from(
    { length: 50 },
    (): Said => ({ blocks: [use('look')], usage: { inputTokens: 10 } }),
  );
  const { text, context } = await withSubagent({
    main: [ask, finished()],
    subagent: forever,
    limits: { turns: 21 },
  });
  expect(JSON.parse(text)).toMatchObject({ success: false, outcome: 'over-budget' });
  expect(context.budget.used().turns).toBe(12);
  expect(context.budget.used().tokens).toBe(100);
});

test('a limit of the parent applies to the subagent too', async () => {
  const forever = Array.from(
    { length: 50 },
    (): Said => ({ blocks: [use('look')], usage: { inputTokens: 10 } }),
  );
  const { end } = await withSubagent({
    main: [ask, finished()],
    subagent: forever,
    limits: { calls: 4 },
  });
  expect(['over-budget', 'done']).toContain(end.outcome);
});

test('a call of a subagent ends with the minutes of the subagent, and its parent continues', async () => {
  const clock = virtualClock();
  const untilThen = async () => {
    clock.nextIsWait();
    await clock.sleep(31 * 60_000);
    return 'waited';
  };
  const wait = looseTool('wait', untilThen, { timeoutMs: 60 * 60_000 });
  const { text, end } = await withSubagent({
    main: [ask, finished()],
    subagent: [{ blocks: [use('wait')] }, finished()],
    limits: { minutes: 60 },
    tools: [wait],
    clock,
  });
  expect(JSON.parse(text)).toMatchObject({
    outcome: 'timed-out',
    steps: [expect.stringMatching(/^c2 wait .*: FAILED$/)],
  });
  expect(end.outcome).toBe('done');
});
