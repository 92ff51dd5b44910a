import {
  type ApprovalRequest,
  type Approver,
  type CommentApprover,
  consumeApproval,
  createCommentApprover,
  createFailApprover,
} from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Clock } from '../base/index.ts';
import type { CheckpointState } from '../checkpoint/index.ts';
import type { Account, GitHub, Trigger } from '../github/index.ts';
import type { Policy } from '../policy/index.ts';
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
  /** False: there is no secret to seal a checkpoint with, so nobody is waited for beyond `wait`. */
  readonly canSuspend: boolean;
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
  return ({ trail, circumstances, cancel }) => {
    let superseded = false;
    const approver = createCommentApprover({
      github,
      issue,
      trail,
      clock,
      run: job.run,
      settings: settingsOf(job.policy, of.canSuspend),
      requester: job.requester,
      pullAuthor: pins.pullAuthor,
      commitAuthors,
      self: of.self,
      policyUrl: of.policyUrl,
      runUrl: job.workflow?.url ?? null,
      circumstances,
      ...(trigger.isPullRequest ? { pullHeadSha: pins.headSha } : {}),
      ...workflowRunOf(job),
      onCancel: (by) => cancel(`@${by.login} said /cancel.`),
    });
    return {
      approver: job.resume === null ? approver : takingUp(approver, job.resume, trail),
      claim: async (request, answer) => {
        const refusal = await consumeApproval({ trail, github, request, answer });
        if (refusal !== null && job.resume !== null) {
          superseded = true;
          cancel(refusal);
        }
        return refusal;
      },
      parkedCard: () => approver.parked(),
      superseded: () => superseded,
    };
  };
}

function settingsOf(policy: Policy, canSuspend: boolean): Policy['approvals'] {
  const { approvals } = policy;
  return approvals.then === 'suspend' && !canSuspend ? { ...approvals, then: 'deny' } : approvals;
}

/**
 * An approver whose first question is the one that was left open: it looks at the card of the checkpoint. Where what
 * would be executed is no longer what the card asked for, the old question is void and a new card asks.
 */
function takingUp(approver: CommentApprover, checkpoint: CheckpointState, trail: Trail): Approver {
  let first = true;
  return {
    ask: async (requests, options) => {
      const { card, gated } = checkpoint;
      const taking = first && card !== null;
      first = false;
      if (!taking) return await approver.ask(requests, options);
      if (isSameQuestion(requests, gated)) return await approver.resume(card, requests, options);
      for (const { approval, request } of gated) {
        await trail.append({
          type: 'approval.void',
          approval,
          call: request.id,
          because: 'what would be executed is no longer what was asked',
        });
      }
      return await approver.ask(requests, options);
    },
  };
}

function isSameQuestion(
  requests: readonly ApprovalRequest[],
  gated: CheckpointState['gated'],
): boolean {
  const asked = new Set(gated.map((call) => call.digest));
  return requests.every((request) => asked.has(request.digest));
}

function workflowRunOf(job: Job): { workflowRun?: { id: number; attempt: number } } {
  const id = Number(job.workflow?.runId);
  const attempt = Number(job.workflow?.attempt);
  const known = Number.isSafeInteger(id) && Number.isSafeInteger(attempt);
  return known ? { workflowRun: { id, attempt } } : {};
}

/** Nobody is asked: each call that would need it is refused with what it would have needed. */
export function failAsking(trail: Trail, because: string): Asking {
  return {
    approver: createFailApprover({ trail, because }),
    claim: () => Promise.resolve('Nobody was asked.'),
    parkedCard: () => null,
    superseded: () => false,
  };
}
