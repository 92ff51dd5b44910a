import {
  type ApprovalRequest,
  type Approver,
  type CodeOwners,
  type CommentApprover,
  type CommentApproverOptions,
  claimApproval,
  createCommentApprover,
  type ReceivedClick,
  readCodeOwners,
  claimRequest,
} from '../../approvals/index.ts';
import { BUDGET_CALL, type Trail } from '../../audit/index.ts';
import { type Clock, CountersignError, errorText } from '../../common/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';
import {
  type Account,
  canHaveButtons,
  type GitHub,
  type GitHubChecks,
  loginsOf,
  type Trigger,
} from '../../github/index.ts';
import { globCovers, type Policy } from '../../policy/index.ts';
import { type Asking, type AskingAt, noApprover, type Job } from '../../session/index.ts';
import { closeSuspendedRequest } from '../resume/close-card.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { type AskOn, askOnNewIssue } from './new-issue.ts';
import type { Commits } from '../event/pinned-commits.ts';
import { askOn } from './prepare.ts';
import type { CachedGitHub } from '../event/cached-github.ts';

const ANOTHER_JOB = 'Another job goes on with this run.';
const OTHER_QUESTION = 'what would be executed is no longer what was asked';

export interface ApproverSetupOptions {
  readonly inputs: Inputs;
  readonly trigger: Trigger;
  readonly github: GitHub & GitHubChecks;
  readonly reads: CachedGitHub;
  readonly pins: Commits;
  readonly job: Job;
  /** Of the account that asked for the run; `null` where it is not known. */
  readonly requesterId: number | null;
  /** The press of a button that this step is to take up; `null` where there is none. */
  readonly click: ReceivedClick | null;
  readonly self: Account | null;
  readonly clock: Clock;
  readonly policyUrl: string | null;
  /** False: there is no secret to seal a checkpoint with, so nobody is waited for beyond `wait`. */
  readonly canSuspend: boolean;
}

/** How a run on GitHub asks: by a card on its issue or pull request, or not at all. */
export async function approverSetup(of: ApproverSetupOptions): Promise<(at: AskingAt) => Asking> {
  const { github, clock, job, pins, trigger } = of;
  const issue = askOn(of.inputs, trigger);
  if (of.inputs.approvals === 'fail' || issue === null) {
    const because =
      issue === null
        ? 'This event has no issue or pull request to ask on, and the input approval-issue names none.'
        : 'The input approvals is fail: nobody is asked.';
    return ({ trail }) => noApprover(trail, because);
  }
  const people = await lookUpPeople(of);
  return ({ trail, circumstances, cancel }) => {
    let ended: ReturnType<Asking['ended']> = null;
    const end = (outcome: 'skipped' | 'denied', summary: string): void => {
      ended ??= { outcome, summary };
      cancel(summary);
    };
    const on: AskOn = (number) =>
      createCommentApprover({
        github,
        issue: number,
        trail,
        clock,
        run: job.run,
        settings: settingsOf(job.policy, of.canSuspend),
        requester: job.requester,
        requesterId: of.requesterId,
        pullAuthor: pins.pullAuthor,
        pullAuthorId: pins.pullAuthorId ?? null,
        ...people,
        self: of.self,
        policyUrl: of.policyUrl,
        runUrl: job.workflow?.url ?? null,
        circumstances,
        ...(trigger.isPullRequest && issue === trigger.number ? { pullHeadSha: pins.headSha } : {}),
        ...workflowRunOf(job),
        ...buttonsOf(of),
        onCancel: (by) => cancel(`@${by.login} said /cancel.`),
      });
    const approver = issue === 'create' ? askOnNewIssue({ on, github, trail, job }) : on(issue);
    const checkpoint = job.resume;
    const asked =
      checkpoint === null
        ? approver
        : takingUp(approver, { job, checkpoint, trail, github, end, click: of.click });
    return {
      approver: job.policy.approvals.then === 'fail' ? givingUp(asked, end) : asked,
      claim: async (request, answer) => {
        const refusal = await claimApproval({ trail, github, request, answer });
        if (refusal !== null && job.resume !== null) {
          end('skipped', ANOTHER_JOB);
        }
        return refusal;
      },
      parkedCard: () => approver.suspendedRequest(),
      ended: () => ended,
    };
  };
}

/**
 * Buttons are offered where a press can reach a run: it starts a job of its own, which takes up a run that is suspended.
 * So the token must be an App's whose check runs start workflows, and the policy must suspend.
 */
function buttonsOf(of: {
  readonly inputs: Inputs;
  readonly github: GitHubChecks;
  readonly pins: Commits;
  readonly job: Job;
  readonly self: Account | null;
  readonly canSuspend: boolean;
}): Pick<CommentApproverOptions, 'buttons'> {
  const suspends = settingsOf(of.job.policy, of.canSuspend).then === 'suspend';
  if (!of.inputs.checkRun || !suspends || !canHaveButtons(of.self)) return {};
  return { buttons: { checks: of.github, headSha: of.job.headSha ?? of.pins.headSha } };
}

/** Whose own work this is, and who owns which files. Looked up once, at the start. */
async function lookUpPeople(of: {
  readonly trigger: Trigger;
  readonly reads: CachedGitHub;
  readonly pins: Commits;
  readonly job: Job;
}): Promise<{ commitAuthors: readonly string[]; codeOwners: CodeOwners | null }> {
  const { reads, trigger, pins } = of;
  const commitAuthors =
    trigger.isPullRequest && trigger.number !== null
      ? loginsOf(await reads.pullCommits(trigger.number))
      : [];
  const codeOwners = of.job.policy.approvals.from.includes('codeowners')
    ? await readCodeOwners({ github: reads, commit: pins.trustedSha, matches: globCovers })
    : null;
  return { commitAuthors, codeOwners };
}

function settingsOf(policy: Policy, canSuspend: boolean): Policy['approvals'] {
  const { approvals } = policy;
  return approvals.then === 'suspend' && !canSuspend ? { ...approvals, then: 'deny' } : approvals;
}

/**
 * An approver whose first question is the one that was left open: it looks at the card of the checkpoint. Where what
 * would be executed is no longer what the card asked for, the old question is void and a new card asks.
 */
function takingUp(
  approver: CommentApprover,
  of: {
    readonly job: Job;
    readonly checkpoint: CheckpointState;
    readonly trail: Trail;
    readonly github: GitHub & GitHubChecks;
    readonly click: ReceivedClick | null;
    readonly end: (outcome: 'skipped', summary: string) => void;
  },
): Approver {
  const { checkpoint, trail, github } = of;
  let first = true;
  const giveWay = (): never => {
    of.end('skipped', ANOTHER_JOB);
    throw new CountersignError('cancelled', ANOTHER_JOB);
  };
  const closeOld = async (): Promise<void> => {
    try {
      const runUrl = of.job.workflow?.url ?? null;
      const head = trail.head();
      await closeSuspendedRequest({ github, checkpoint, because: OTHER_QUESTION, runUrl, head });
    } catch (error) {
      await trail.append({ type: 'warning', code: 'card-not-updated', message: errorText(error) });
    }
  };
  return {
    ask: async (requests, options) => {
      const { card, gated } = checkpoint;
      const taking = first && card !== null;
      first = false;
      if (!taking) return await approver.ask(requests, options);
      if (isSameQuestion(requests, gated)) {
        const answers = await approver.resume(card, requests, { ...options, click: of.click });
        return answers === 'taken' ? giveWay() : answers;
      }
      if (!(await claimRequest(trail, github, card.commentId))) return giveWay();
      for (const { approval, request } of gated) {
        await trail.append({
          type: 'approval.void',
          approval,
          call: request.id,
          because: OTHER_QUESTION,
        });
      }
      await closeOld();
      return await approver.ask(requests, options);
    },
  };
}

/** `then: fail`: a question that nobody answered ends the run. */
function givingUp(approver: Approver, end: (outcome: 'denied', summary: string) => void): Approver {
  return {
    ask: async (requests, options) => {
      const answers = await approver.ask(requests, options);
      // A wall that nobody moved ends the run by itself, over budget.
      const open = answers.find(
        ({ kind, request }) => kind === 'unanswered' && request.tool !== BUDGET_CALL,
      );
      if (open?.kind === 'unanswered')
        end('denied', `The policy says \`then: fail\`. ${open.because}`);
      return answers;
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
