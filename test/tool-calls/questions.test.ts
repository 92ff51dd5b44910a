import { expect, test } from 'vitest';

import { clarifyTool, planTool } from '../../src/tools/index.ts';
import type { ApprovalRequest, Approver } from '../../src/approvals/index.ts';
import type { Trail } from '../../src/audit/index.ts';
import {
  answering,
  setUpCalls,
  looseTool,
  requestOf,
  runCalls,
  type CallSetupOptions,
} from './context.ts';

const AUTO = 'version: 1\nmode: auto\nauto: [kind:readonly, clarify, plan_submit]\n';
const QUESTION = { question: 'Which one?', choices: ['left', 'right'], default: 'left' };

/** People who write something with their answer. */
function writing(trail: Trail, note: string, seen: ApprovalRequest[] = []): Approver {
  const people = answering(trail, () => 'approve');
  return {
    ask: async (requests, options) => {
      seen.push(...requests);
      const answers = await people.ask(requests, options);
      return answers.map((answer) => (answer.kind === 'approved' ? { ...answer, note } : answer));
    },
  };
}

const nobody = (trail: Trail) => answering(trail, () => 'unanswered');

async function asked(input: object, options: CallSetupOptions, name = 'clarify') {
  const approved: number[] = [];
  const tools = [clarifyTool(), planTool({ onApproved: () => void approved.push(1) })];
  const setup = await setUpCalls({ policy: AUTO, tools, ...options });
  const { finished } = await runCalls(setup.context, [requestOf(name, input as never)]);
  return { setup, call: finished[0], approved };
}

test('people get a question whatever the rules allow, and their answer is the result', async () => {
  const seen: ApprovalRequest[] = [];
  const { call, setup } = await asked(QUESTION, {
    approver: (trail) => writing(trail, 'the middle', seen),
  });
  expect(seen).toMatchObject([
    {
      expects: 'answer',
      preview: { form: 'text', text: expect.stringContaining('2. right') as string },
    },
  ]);
  expect(call).toMatchObject({ state: 'COMPLETED', content: 'The answer: the middle' });
  await setup.verified();
});

test('a number is the choice of that number', async () => {
  const { call } = await asked(QUESTION, { approver: (trail) => writing(trail, ' 2. ') });
  expect(call?.content).toBe('The answer: right');
  const other = await asked(QUESTION, { approver: (trail) => writing(trail, '7') });
  expect(other.call?.content).toBe('The answer: 7');
});

test('if nobody answers the default counts, which is not a refusal', async () => {
  const { call, setup } = await asked(QUESTION, { approver: nobody });
  expect(call).toMatchObject({
    state: 'DENIED',
    isError: false,
    content: 'Nobody answered. Continue with your default: left',
  });
  expect(call?.refusal).toBeUndefined();
  expect(setup.events.find(({ type }) => type === 'permission_decided')).toMatchObject({
    approved: false,
    by: 'nobody',
    usedDefault: true,
  });
  await setup.verified();
  const without = await asked({ question: 'Which?' }, { approver: nobody });
  expect(without.call).toMatchObject({ state: 'DENIED', refusal: 'unanswered', isError: true });
});

test("the approver and people see the question's own limit", async () => {
  const seen: ApprovalRequest[] = [];
  const input = { ...QUESTION, wait_minutes: 1.5 };
  await asked(input, { approver: (trail) => writing(trail, 'x', seen) });
  expect(seen[0]).toMatchObject({ waitMs: 90_000, hasDefault: true });
  expect(seen[0]?.preview.text).toContain('Without an answer within 1.5 minutes: left');
  for (const unset of [{ question: 'Which?' }, { question: 'Which?', wait_minutes: null }]) {
    await asked(unset, { approver: (trail) => writing(trail, 'x', seen) });
    expect(seen.at(-1)).not.toHaveProperty('waitMs');
    expect(seen.at(-1)).not.toHaveProperty('hasDefault');
  }
  expect(seen).toHaveLength(3);
});

test.each([0, -1, 20_000, 'five'])('%s minutes are no limit', async (minutes) => {
  const { call } = await asked({ ...QUESTION, wait_minutes: minutes }, { approver: nobody });
  expect(call).toMatchObject({ state: 'FAILED', error: { type: 'validation' } });
});

test('a policy that denies questions is heard', async () => {
  const { call } = await asked(QUESTION, { policy: 'version: 1\nmode: auto\ndeny: [clarify]\n' });
  expect(call).toMatchObject({ state: 'DENIED', refusal: 'policy' });
});

test('a hook can neither answer nor skip a question', async () => {
  const hooks = [
    {
      name: 'sly',
      preToolUse: () => ({ decision: 'auto' as const, result: 'The plan is approved.' }),
    },
  ];
  const { call, approved } = await asked(
    { plan: 'All of it' },
    { approver: (trail) => answering(trail, () => ({ deny: 'no' })), over: { hooks } },
    'plan_submit',
  );
  expect(call).toMatchObject({ state: 'DENIED', refusal: 'person' });
  expect(approved).toEqual([]);
});

test.each([
  ['clarify', QUESTION, [['read']]],
  ['plan_submit', { plan: 'Mend it.' }, [['maintain'], ['read']]],
])(
  'a rule says who answers a question, and never alone who approves a plan, which lets calls run: %s',
  async (name, input, from) => {
    const seen: ApprovalRequest[] = [];
    const rule = `requireApproval: [{ rule: ${name}, from: [read] }]`;
    const { setup } = await asked(
      input,
      {
        policy: `version: 1\nmode: auto\napprovals: { from: [maintain] }\n${rule}\n`,
        approver: (trail) => writing(trail, 'yes', seen),
      },
      name,
    );
    expect(seen.map(({ needs }) => needs.from)).toEqual([from]);
    const verdicts = setup.entries().filter(({ type }) => type === 'call.verdict');
    expect(verdicts).toMatchObject([{ verdict: 'requireApproval', needs: { from } }]);
  },
);

test('a plan counts once somebody approved it, with their note', async () => {
  const yes = await asked(
    { plan: 'Change a.txt' },
    { approver: (trail) => writing(trail, 'but not b.txt') },
    'plan_submit',
  );
  expect(yes.approved).toEqual([1]);
  expect(yes.call?.content).toContain('but not b.txt');
  const no = await asked(
    { plan: 'Change a.txt' },
    { approver: (trail) => answering(trail, () => ({ deny: 'too much' })) },
    'plan_submit',
  );
  expect(no.approved).toEqual([]);
  expect(no.call?.content).toContain('too much');
  await yes.setup.verified();
});

/** People who are slow: they approve only once somebody lets them. */
function slow(trail: Trail): { readonly approver: Approver; readonly answer: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const people = answering(
    trail,
    () => 'approve',
    () => promise,
  );
  return {
    answer: resolve,
    approver: {
      ask: async (requests, options) => {
        const aborted = new Promise<never>((_, fail) => {
          options.signal.addEventListener('abort', () => fail(options.signal.reason as Error));
        });
        return await Promise.race([people.ask(requests, options), aborted]);
      },
    },
  };
}

const ASKING = 'version: 1\nmode: ask\n';

test('a listener may refuse what people are asked, at once, and cannot approve', async () => {
  const answers: boolean[] = [];
  const tool = looseTool('write', () => 'written', { kind: 'write' });
  const setup = await setUpCalls({
    policy: ASKING,
    tools: [tool],
    approver: (trail) => slow(trail).approver,
  });
  setup.context.bus.on((event) => {
    if (event.type !== 'permission_required') return;
    answers.push(event.respond('ap-00000000', { deny: 'none of it' }));
    for (const { approval } of event.asked)
      answers.push(event.respond(approval, { deny: 'not on a Friday' }));
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('write', { n: 1 }),
    requestOf('write', { n: 2 }),
  ]);
  expect(answers).toEqual([false, true, true]);
  expect(finished).toMatchObject([
    { state: 'DENIED', refusal: 'unanswered', content: expect.stringContaining('not on a Friday') },
    { state: 'DENIED' },
  ]);
  await setup.verified();
});

test('what a listener refuses stays refused beside what people approve; later it is too late', async () => {
  const late: (() => boolean)[] = [];
  const tool = looseTool('write', () => 'written', { kind: 'write' });
  const setup = await setUpCalls({ policy: ASKING, tools: [tool] });
  setup.context.bus.on((event) => {
    if (event.type !== 'permission_required') return;
    const [first, second] = event.asked;
    event.respond(first?.approval ?? '', { deny: 'no' });
    late.push(() => event.respond(second?.approval ?? '', { deny: 'no' }));
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('write', { n: 1 }),
    requestOf('write', { n: 2 }),
  ]);
  expect(finished.map(({ state }) => state)).toEqual(['DENIED', 'COMPLETED']);
  expect(late.map((respond) => respond())).toEqual([false]);
  expect(setup.events.filter(({ type }) => type === 'tool_executed')).toMatchObject([
    { tool: 'write', kind: 'write', ok: true },
  ]);
  await setup.verified();
});
