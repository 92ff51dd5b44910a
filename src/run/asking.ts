import {
  consumeApproval,
  createCommentApprover,
  createFailApprover,
} from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Clock } from '../base/index.ts';
import type { Account, GitHub, Trigger } from '../github/index.ts';
import type { Inputs } from './inputs.ts';
import type { Asking, AskingAt, Job } from './job.ts';
import { askOn, type Pins } from './prepare.ts';

/** How a run on GitHub asks: by a card on its issue or pull request, or not at all. */
export async function askingOnGitHub(of: {
  readonly inputs: Inputs;
  readonly trigger: Trigger;
  readonly github: GitHub;
  readonly pins: Pins;
  readonly job: Job;
  readonly self: Account | null;
  readonly clock: Clock;
  readonly policyUrl: string | null;
}): Promise<(at: AskingAt) => Asking> {
  const { github, clock, job, pins, trigger } = of;
  const issue = askOn(of.inputs, trigger);
  if (of.inputs.approvals === 'fail' || issue === null) {
    const because =
      issue === null
        ? 'This event has no issue or pull request to ask on, and the input approval-issue names none.'
        : 'The input approvals is fail: nobody is asked.';
    return ({ trail }) => failAsking(trail, because);
  }
  const commitAuthors =
    trigger.isPullRequest && trigger.number !== null
      ? await github.commitAuthors(trigger.number)
      : [];
  return ({ trail, circumstances, cancel }) => ({
    approver: createCommentApprover({
      github,
      issue,
      trail,
      clock,
      run: job.run,
      settings: job.policy.approvals,
      requester: job.requester,
      pullAuthor: pins.pullAuthor,
      commitAuthors,
      self: of.self,
      policyUrl: of.policyUrl,
      runUrl: job.workflow?.url ?? null,
      circumstances,
      ...(trigger.isPullRequest ? { pullHeadSha: pins.headSha } : {}),
      ...(workflowRunOf(job)),
      onCancel: (by) => cancel(`@${by.login} said /cancel.`),
    }),
    claim: (request, answer) => consumeApproval({ trail, github, request, answer }),
  });
}

function workflowRunOf(job: Job): { workflowRun?: { id: number; attempt: number } } {
  const id = Number(job.workflow?.runId);
  const attempt = Number(job.workflow?.attempt);
  return Number.isSafeInteger(id) && Number.isSafeInteger(attempt) ? { workflowRun: { id, attempt } } : {};
}

/** Nobody is asked: each call that would need it is refused with what it would have needed. */
export function failAsking(trail: Trail, because: string): Asking {
  return {
    approver: createFailApprover({ trail, because }),
    claim: () => Promise.resolve('Nobody was asked.'),
  };
}
