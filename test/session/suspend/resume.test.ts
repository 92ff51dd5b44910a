import { expect, test } from 'vitest';
import type { AgentContext } from '../../../src/agent/index.ts';
import { BUDGET_CALL } from '../../../src/audit/index.ts';
import { ResumedByOtherJob } from '../../../src/approvals/index.ts';
import { resumedState } from '../../../src/session/suspend/resume.ts';
import { stateOf } from '../../checkpoint/states.ts';
import { setUpCalls } from '../../tool-calls/context.ts';

/** Resumes a run none of whose calls needs an answer any more, in a job that the runner has cancelled. */
async function resumed(thrown: Error) {
  const signal = AbortSignal.abort(new Error('cancelled'));
  const approver = {
    ask: async () => {
      throw thrown;
    },
  };
  const calls = { approver, signal };
  const agent = { journal: null, calls } as unknown as AgentContext;
  return await resumedState(stateOf({ gated: [] }), { agent, note: '' });
}

test('a cancelled job still learns that another one resumed the run, and leaves it to that job', async () => {
  const lost = new ResumedByOtherJob();
  await expect(resumed(lost)).rejects.toBe(lost);
});

test('a job that is cancelled while it closes an approval request that nobody needs has the open turn', async () => {
  const { open } = await resumed(new Error('cancelled'));
  expect(open).toMatchObject({ kind: 'turn', gated: [], finished: stateOf().settled });
});

test('a resumed conversation stays with the model that it was with', async () => {
  const agent = { journal: null } as unknown as AgentContext;
  const between = { messages: [], gated: [], suspendedRequest: null };
  const model = { run: 'second', conversation: 'first' };
  const { state } = await resumedState(stateOf({ ...between, model }), { agent, note: 'Resumed.' });
  expect(state).toMatchObject({ model: 'first', note: 'Resumed.' });
});

/** What is open in a run that is resumed from this checkpoint. */
async function openIn(over: Parameters<typeof stateOf>[0]) {
  const calls = (await setUpCalls({ isPart: true })).context;
  const agent = { journal: null, calls } as unknown as AgentContext;
  return (await resumedState(stateOf(over), { agent, note: '' })).open;
}

test('a run that was suspended at a limit of its budget resumes with its request to raise it', async () => {
  const [waiting] = stateOf().gated;
  if (waiting === undefined) throw new Error('no call waits');
  const request = { ...waiting.request, name: BUDGET_CALL, toolUseId: '' };
  const gated = [{ ...waiting, request }];
  expect(await openIn({ gated })).toEqual({ kind: 'limit', asked: gated });
});

test('a run that crashed between two turns has no open turn', async () => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Mend it.' }] }] as const;
  expect(await openIn({ messages: [...messages], gated: [], suspendedRequest: null })).toBeNull();
});

test('a call that somebody denied before the run was suspended ends as denied by that person if it is no longer possible', async () => {
  const { gated, suspendedRequest } = stateOf();
  if (suspendedRequest === null) throw new Error('nothing was asked');
  const denial = {
    approval: gated[0]?.approval ?? '',
    reason: 'not today',
    permission: 'write',
    author: { login: 'bob', id: 2, type: 'User' },
    at: '2026-01-01T00:00:05Z',
    comment: null,
  } as const;
  const open = await openIn({ suspendedRequest: { ...suspendedRequest, denials: [denial] } });
  expect(open).toMatchObject({ kind: 'turn', gated: [], finished: [{}, { state: 'DENIED' }] });
  expect(JSON.stringify(open)).toContain('not today');
});
