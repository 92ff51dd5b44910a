import { expect, test } from 'vitest';
import type { AgentContext } from '../../../src/agent/index.ts';
import { ResumedByOtherJob } from '../../../src/approvals/index.ts';
import { resumedState } from '../../../src/session/suspend/resume.ts';
import { stateOf } from '../../checkpoint/states.ts';

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
