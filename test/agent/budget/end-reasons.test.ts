/** How a run says that it ended at a limit, from outside, or because its model failed. */
import { describe, expect, test } from 'vitest';
import {
  endAfterModelError,
  endFromOutside,
  endOverBudget,
  reportBudget,
} from '../../../src/agent/budget/end-reasons.ts';
import type { Agent } from '../../../src/agent/context.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { type AgentOptions, setUpAgent } from '../context.ts';

const LINE = { budget: 'turns', used: 3, limit: 3 } as const;

async function agentOf(options: Partial<AgentOptions> = {}) {
  const { setup, context, state } = await setUpAgent({ replies: [], isPart: true, ...options });
  const agent: Agent = { ...context, state };
  return { setup, agent };
}

/** How the run of an agent ends whose signal was aborted for this reason. */
async function endAfterAbort(reason: unknown, options: Partial<AgentOptions> = {}) {
  const { agent } = await agentOf({ ...options, over: { signal: AbortSignal.abort(reason) } });
  return endFromOutside(agent);
}

describe('a run that is cancelled', () => {
  test.each([
    ['an error', new Error('Enough.'), 'The run was cancelled: Enough.'],
    ['a text', 'Enough.', 'The run was cancelled: Enough.'],
    ['a text of several lines', ' One.\n Two. ', 'The run was cancelled: One. Two.'],
    ['a sentence of its own', new Error('The run was ended by SIGTERM.'), null],
    ['no reason', undefined, 'The run was cancelled.'],
    ['an empty text', ' ', 'The run was cancelled.'],
    ['anything else', { message: 'Enough.' }, 'The run was cancelled.'],
  ])('says why, if it was for %s', async (_what, reason, said) => {
    const summary = said ?? 'The run was ended by SIGTERM.';
    expect(await endAfterAbort(reason)).toMatchObject({ outcome: 'cancelled', summary });
  });

  test('says why in at most a thousand characters', async () => {
    const { summary } = await endAfterAbort('x'.repeat(5_000));
    expect(summary.length).toBeLessThanOrEqual('The run was cancelled: '.length + 1_000);
  });

  test('is timed out once its minutes are over, and not before', async () => {
    const limits = { minutes: 0 };
    expect(await endAfterAbort('Enough.', { limits })).toMatchObject({
      outcome: 'timed-out',
      summary: 'The budget of minutes is spent.',
    });
    const left = { limits: { minutes: 5 } };
    expect(await endAfterAbort('Enough.', left)).toMatchObject({ outcome: 'cancelled' });
  });

  test('ends as an error with its code, if the program itself failed', async () => {
    const stray = new CountersignError('internal', 'Something failed outside of every call.');
    const summary = 'Something failed outside of every call. (internal)';
    const limits = { minutes: 0 };
    expect(await endAfterAbort(stray, { limits })).toMatchObject({ outcome: 'error', summary });
  });
});

test('a limit that is reached is told to listeners as the audit trail has it', async () => {
  const { setup, agent } = await agentOf();
  await reportBudget(agent, LINE, 'spent');
  await setup.trail.flush();
  const expected = { type: 'budget', event: 'spent', ...LINE };
  expect(setup.events).toEqual([expected]);
  expect(setup.entries().at(-1)).toMatchObject(expected);
});

test.each([
  [{ budget: 'turns', used: 3, limit: 3 }, 'over-budget', '3 turns is spent (3 used).'],
  [{ budget: 'usd', used: 0.259, limit: 0.25 }, 'over-budget', '0.25 usd is spent (0.26 used).'],
  [{ budget: 'minutes', used: 2.9, limit: 2 }, 'timed-out', '2 minutes is spent (2 used).'],
] as const)('the end at a limit says how much was used: %o', async (line, outcome, said) => {
  const { agent } = await agentOf();
  const end = endOverBudget(agent.state, line);
  expect(end).toMatchObject({ outcome, summary: `The budget of ${said}` });
  const denied = endOverBudget(agent.state, line, '@ann denied it.');
  expect(denied).toMatchObject({ outcome, summary: `The budget of ${said} @ann denied it.` });
});

describe('after a request to the model that failed for good', () => {
  test.each([
    [new CountersignError('model-context', 'Too long.'), 'incomplete'],
    [new CountersignError('model-auth', 'No key.'), 'error'],
    [new Error('Anything.'), 'error'],
  ])('%s: the run ends as %s', async (error, outcome) => {
    const { agent } = await agentOf();
    const end = endAfterModelError(agent, error);
    expect(end).toMatchObject({ outcome, summary: expect.stringContaining(error.message) });
  });

  test('a run that was cancelled is cancelled, whatever failed', async () => {
    const { agent } = await agentOf({ over: { signal: AbortSignal.abort('Enough.') } });
    const error = new CountersignError('model-context', 'Too long.');
    expect(endAfterModelError(agent, error)).toMatchObject({ outcome: 'cancelled' });
  });

  test('a run whose audit trail cannot be written does not end as if it had one', async () => {
    const { agent } = await agentOf();
    const error = new CountersignError('trail-unwritable', 'The disk is full.');
    expect(() => endAfterModelError(agent, error)).toThrow(error);
  });
});
