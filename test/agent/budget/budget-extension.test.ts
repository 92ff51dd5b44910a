import { describe, expect, test } from 'vitest';
import {
  type BudgetLimits,
  createBudget,
  isBudgetExtension,
  runAgent,
} from '../../../src/agent/index.ts';
import type { ApprovalRequest } from '../../../src/approvals/index.ts';
import { systemClock } from '../../../src/common/index.ts';
import type { Hook } from '../../../src/tool-calls/index.ts';
import { answering, looseTool, requestOf } from '../../tool-calls/context.ts';
import { type AgentOptions, setUpAgent, finished, use } from '../context.ts';

const look = looseTool('look', ({ n }) => `seen ${JSON.stringify(n)}`);
let n = 0;
const forever = () => ({
  blocks: [use('look', { n: (n += 1) })],
  usage: { inputTokens: 100, outputTokens: 0 },
  costUsd: 0.1,
});
const ASK = { tools: [look], onLimit: 'ask' } as const;

async function ended(options: AgentOptions, outcome: string) {
  const agent = await setUpAgent(options);
  const end = await agent.run();
  expect(end.outcome, end.summary).toBe(outcome);
  await agent.setup.verified(end.outcome);
  return { ...agent, end };
}

test.each([
  ['turns', { turns: 3 }, 'turns: 3 → 5'],
  ['calls', { calls: 3 }, 'calls: 3 → 5'],
  ['tokens', { tokens: 350 }, 'tokens: 350 → 525'],
  ['usd', { usd: 0.35 }, 'usd: 0.35 → 0.525'],
] as const)(
  '%s: a person gives half again, and the run continues',
  async (_name, limits, moved) => {
    const { setup, requests } = await ended(
      { ...ASK, limits, replies: (index) => (index === 4 ? finished() : forever()) },
      'done',
    );
    const raised = setup
      .entries()
      .flatMap((entry) => (entry.type === 'budget' && entry.event === 'raised' ? [entry] : []));
    const before = Object.values(limits)[0];
    expect(raised.map(({ budget, limit }) => `${budget}: ${before} → ${limit}`)).toEqual([moved]);
    expect(JSON.stringify(requests.at(-1))).toContain('A person raised the limit to');
  },
);

test('people are asked about each limit, and a denial ends the run with its reason', async () => {
  const { end, setup, requests } = await ended(
    {
      ...ASK,
      limits: { turns: 2 },
      replies: forever,
      approver: (trail) =>
        answering(trail, (_, round) => (round < 3 ? 'approve' : { deny: 'enough' })),
    },
    'over-budget',
  );
  expect(requests).toHaveLength(4);
  expect(end.summary).toContain('The budget of 4 turns is spent (4 used)');
  expect(end.summary).toContain('enough');
  expect(setup.entries().filter(({ type }) => type === 'approval.consumed')).toHaveLength(2);
});

test('without an answer the run is over budget', async () => {
  const { end } = await ended(
    {
      ...ASK,
      limits: { turns: 1 },
      replies: forever,
      approver: (trail) => answering(trail, () => 'unanswered'),
    },
    'over-budget',
  );
  expect(end.summary).toContain('Nobody answered in time');
});

test('a run that is cancelled while people are asked for more is cancelled, and not over budget', async () => {
  const cancel = new AbortController();
  await ended(
    {
      ...ASK,
      limits: { turns: 1 },
      replies: forever,
      over: { signal: cancel.signal },
      approver: (trail) =>
        answering(
          trail,
          () => 'unanswered',
          () => cancel.abort(),
        ),
    },
    'cancelled',
  );
});

test('hooks neither see nor deny the request for more', async () => {
  const seen: string[] = [];
  const hook: Hook = {
    name: 'only-look',
    preToolUse: ({ tool }) => {
      seen.push(tool);
      return ['look', 'finish'].includes(tool) ? undefined : { decision: 'deny', reason: 'No.' };
    },
  };
  await ended(
    {
      ...ASK,
      limits: { turns: 2 },
      replies: (index) => (index === 2 ? finished() : forever()),
      over: { hooks: [hook] },
    },
    'done',
  );
  expect(new Set(seen)).toEqual(new Set(['look', 'finish']));
});

test('a policy that denies everything else still asks, and a model cannot ask by itself', async () => {
  const { setup } = await ended(
    {
      ...ASK,
      policy: 'version: 1\nmode: deny\nauto: [kind:readonly]\n',
      limits: { turns: 2 },
      replies: (index) =>
        index === 0
          ? {
              blocks: [
                use('budget_extend', { budget: 'turns', used: 0, limit: 2, raiseTo: 2_000_000 }),
              ],
            }
          : index === 2
            ? finished()
            : forever(),
    },
    'done',
  );
  expect(setup.states('c1')).toEqual(['PENDING', 'FAILED']);
  expect(setup.states('c3').at(-1)).toBe('COMPLETED');
});

test.each([3, 9])(
  'an approval does not change a limit that the job which resumed the run has raised to %i',
  async (limit) => {
    const agent = await setUpAgent({
      ...ASK,
      isPart: true,
      limits: { turns: 2 },
      replies: (index) => (index === 2 ? finished() : forever()),
      approver: (trail) =>
        answering(trail, () => {
          agent.context.budget.raiseLimit('turns', limit);
          return 'approve';
        }),
    });
    expect(await agent.run()).toMatchObject({ outcome: 'done' });
    expect(agent.context.budget.limits()).toEqual({ turns: limit });
    expect(JSON.stringify(agent.requests.at(-1))).toContain(`The limit is ${limit} turns by now.`);
    const budget = agent.setup.entries().filter(({ type }) => type === 'budget');
    expect(budget).not.toContainEqual(expect.objectContaining({ event: 'raised' }));
  },
);

test('people see what was used of each budget, and how much more they are asked for', async () => {
  const asked: ApprovalRequest[] = [];
  await ended(
    {
      ...ASK,
      limits: { usd: 0.25 },
      replies: forever,
      approver: (trail) =>
        answering(trail, (request) => {
          asked.push(request);
          return 'unanswered';
        }),
    },
    'over-budget',
  );
  expect(asked).toMatchObject([
    { tool: 'budget_extend', expects: 'approval', rules: [], verdict: { list: 'wall' } },
  ]);
  expect(asked[0]?.preview).toEqual({
    form: 'text',
    text: [
      'The budget of 0.25 usd is spent: 0.30 used.',
      'Requested: 0.13 more, 0.38 in total. Without it the run ends over-budget.',
      'Used so far: 3 turns, 3 calls, 300 tokens, 0.30 usd, 0 minutes.',
    ].join('\n'),
  });
});

/** What the model gets after a person raised the limit of two turns, with this note. */
async function messageWith(note: string) {
  const { requests } = await ended(
    {
      ...ASK,
      limits: { turns: 2 },
      replies: (index) => (index === 2 ? finished() : forever()),
      approver: (trail) => {
        const people = answering(trail, () => 'approve');
        return {
          ask: async (...asking) => {
            const answers = await people.ask(...asking);
            return answers.map((answer) => ({ ...answer, note }));
          },
        };
      },
    },
    'done',
  );
  return requests.at(-1)?.at(-1);
}

function userText(text: string) {
  return { role: 'user', content: [{ type: 'text', text }] };
}

test('the model learns the new limit, what is used, and what the person wrote', async () => {
  const raised = 'A person raised the limit to 3 turns; 2 are used.';
  expect(await messageWith(' Only for the tests. ')).toEqual(
    userText(`${raised} Their note: Only for the tests.`),
  );
  expect(await messageWith(' ')).toEqual(userText(raised));
});

/** Suspends a run at its second turn, and resumes it in a job with these limits, where people answer so. */
async function resumedWith(limits: BudgetLimits, word: 'approve' | { readonly deny: string }) {
  const first = await setUpAgent({
    ...ASK,
    isPart: true,
    limits: { turns: 2 },
    replies: forever,
    approver: (trail) => answering(trail, () => 'suspend'),
  });
  const suspension = await first.run();
  expect(suspension).toMatchObject({ outcome: 'awaiting-approval' });
  const { calls = [], requests = [] } = suspension.suspended?.suspended ?? {};
  const asked = calls.map(({ request, nonce }, index) => ({
    request,
    nonce,
    digest: requests[index]?.digest ?? '',
    ready: null,
  }));
  expect(isBudgetExtension(asked)).toBe(true);
  const again = await setUpAgent({
    ...ASK,
    isPart: true,
    limits,
    replies: [finished()],
    approver: (trail) => answering(trail, () => word),
  });
  for (let turn = 0; turn < 2; turn += 1) again.context.budget.addTurn();
  const end = await runAgent(again.context, again.state, { kind: 'limit', asked });
  return { end, budget: again.context.budget };
}

describe('a run that is suspended at a limit', () => {
  test('continues with the limit that people approve', async () => {
    const { end, budget } = await resumedWith({ turns: 2 }, 'approve');
    expect(end).toMatchObject({ outcome: 'done' });
    expect(budget.limits()).toEqual({ turns: 3 });
  });

  test('ends if people deny it', async () => {
    const { end } = await resumedWith({ turns: 2 }, { deny: 'enough' });
    expect(end.outcome).toBe('over-budget');
    expect(end.summary).toContain('enough');
  });

  test('continues without them in a job whose own limit is higher', async () => {
    const { end, budget } = await resumedWith({ turns: 9 }, { deny: 'enough' });
    expect(end).toMatchObject({ outcome: 'done' });
    expect(budget.limits()).toEqual({ turns: 9 });
  });

  test('gets no limit in a job without one', async () => {
    const { end, budget } = await resumedWith({}, 'approve');
    expect(end).toMatchObject({ outcome: 'done' });
    expect(budget.limits()).toEqual({});
  });

  test('is not taken for one that is suspended in a turn', () => {
    const call = { request: requestOf('look', {}), nonce: 'n', digest: '', ready: null };
    expect(isBudgetExtension([call])).toBe(false);
    expect(isBudgetExtension([])).toBe(false);
  });
});

const resumed = (turns: number) =>
  createBudget({
    limits: { turns },
    perTool: () => null,
    clock: systemClock,
    raised: { turns: 8, calls: 3 },
  });

test('a limit that people raised in an earlier job holds unless that of this job is higher', () => {
  expect(resumed(5).limits()).toEqual({ turns: 8, calls: 3 });
  expect(resumed(30).limits()).toEqual({ turns: 30, calls: 3 });
});

const limited = (onLimit: 'stop' | 'ask', limits: object, before = {}) =>
  createBudget({
    limits,
    perTool: () => null,
    clock: systemClock,
    onLimit,
    before: { turns: 0, calls: 0, tokens: 0, usd: 0, minutes: 0, byTool: {}, ...before },
  });

test('a limit is raised by whole steps of half the first limit; minutes, 0 and `stop` are never raised', () => {
  expect(limited('ask', { turns: 5 }).nextLimit('turns')).toBe(8);
  expect(limited('ask', { turns: 1 }).nextLimit('turns')).toBe(2);
  expect(limited('ask', { usd: 5 }, { usd: 5.2 }).nextLimit('usd')).toBe(7.5);
  // 0.25 / 0.05 is less than 5 here, and half of the last one has no digit.
  expect(limited('ask', { usd: 0.1 }, { usd: 0.35 }).nextLimit('usd')).toBe(0.4);
  expect(limited('ask', { usd: 0.000_000_1 }, { usd: 5 }).nextLimit('usd')).toBeGreaterThan(5);
  expect(limited('ask', { usd: 0.000_003 }, { usd: 0.000_003 }).nextLimit('usd')).toBe(0.000_005);
  expect(limited('ask', { tokens: 100 }, { tokens: 100 }).nextLimit('tokens')).toBe(150);
  expect(limited('ask', { tokens: 100 }, { tokens: 150 }).nextLimit('tokens')).toBe(200);
  expect(limited('ask', { tokens: 100 }, { tokens: 210 }).nextLimit('tokens')).toBe(250);
  expect(limited('ask', { turns: 0 }).nextLimit('turns')).toBeNull();
  expect(limited('ask', { minutes: 5 }).nextLimit('minutes')).toBeNull();
  expect(limited('ask', {}).nextLimit('turns')).toBeNull();
  expect(limited('stop', { turns: 5 }).nextLimit('turns')).toBeNull();
  const budget = limited('ask', { turns: 4 });
  budget.raiseLimit('turns', 6);
  expect(budget.limits()).toEqual({ turns: 6 });
  expect(budget.nextLimit('turns')).toBe(8);
});
