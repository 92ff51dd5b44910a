import {
  type ApprovalRequest,
  type Approver,
  beforeResuming,
  type CodeOwners,
  type CommentApprover,
  type CommentApproverOptions,
  claimApproval,
  createCommentApprover,
  createWebhook,
  type ReceivedClick,
  type Tick,
  readCodeOwners,
  claimRequest,
  type Webhook,
} from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import { createFetch, errorText } from '../../common/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';
import {
  type Account,
  artifactName,
  canHaveButtons,
  type GitHub,
  type GitHubChecks,
  commitPeople,
  type Person,
} from '../../github/index.ts';
import { asksCodeOwners, type Policy } from '../../policy/index.ts';
import {
  type Approvals,
  type ApprovalsSetup,
  failingApprover,
  type Job,
  noApprover,
  workflowRunOf,
} from '../../session/index.ts';
import {
  type ActionContext,
  type ActionRequest,
  approvalIssue,
  type LoadedJob,
  type ObservedRun,
} from '../context.ts';
import { closeSuspendedRequest } from '../resume/close-request.ts';
import { proposeRules } from '../outputs/propose-rules.ts';
import { type AskOn, askOnNewIssue } from './new-issue.ts';

const OTHER_QUESTION = 'what would be executed is no longer what was asked';

interface ApproverSetupOptions {
  readonly request: ActionRequest;
  readonly context: ActionContext;
  readonly loaded: LoadedJob & Pick<ObservedRun, 'tally'>;
  readonly policyUrl: string | null;
  /** False if the run cannot be suspended: it then waits no longer than `wait`. */
  readonly canSuspend: boolean;
}

/** How a run on GitHub asks for approvals: by a comment on its issue or pull request, or not at all. */
export async function approverSetup(
  options: ApproverSetupOptions,
): Promise<(setup: ApprovalsSetup) => Approvals> {
  const { request, context, loaded, canSuspend } = options;
  const { github, clock } = context;
  const { job, commits, click = null, tick = null } = loaded;
  const { inputs, trigger } = request;
  const issue = approvalIssue(request);
  if (inputs.approvals === 'fail' || issue === null) {
    const because =
      issue === null
        ? 'This event has no issue or pull request to ask on, and the input approval-issue names none.'
        : 'The input approvals is fail: nobody is asked.';
    return ({ trail }) => noApprover(trail, because);
  }
  const people = await lookUpPeople(options);
  const webhook = webhookOf(options);
  const self = await context.self();
  const words = await context.redactor.redact(job.request);
  const target = {
    github,
    branch: commits.trustedRef,
    path: inputs.policyPath,
    serverUrl: request.environment.serverUrl,
    runUrl: job.workflow?.url ?? null,
  };
  const workflowRun = workflowRunOf(job.workflow);
  const artifact = artifactName(request.environment, job.run);
  return ({ trail, circumstances, cancel }) => {
    const on: AskOn = (number) =>
      createCommentApprover({
        github,
        issue: number,
        trail,
        clock,
        run: job.run,
        settings: settingsOf(job.policy, canSuspend),
        requester:
          job.requester === null ? null : { login: job.requester, id: job.requesterId ?? null },
        pullAuthor: commits.pullAuthor,
        ...people,
        self,
        policyUrl: options.policyUrl,
        runUrl: job.workflow?.url ?? null,
        origin: {
          requester: job.requester,
          event: job.trigger.event,
          url: job.trigger.url,
          request: words,
        },
        agentWords: () => loaded.tally.lastText,
        artifact,
        circumstances,
        ...(webhook === null ? {} : { webhook }),
        pullHeadSha: trigger.isPullRequest && issue === trigger.number ? commits.headSha : null,
        ...(workflowRun === null ? {} : { workflowRun }),
        ...buttonsOf(options, self),
        onCancel: (by) => cancel(`@${by.login} said /cancel.`),
      });
    const approver = issue === 'create' ? askOnNewIssue({ on, github, trail, job }) : on(issue);
    const checkpoint = job.resume;
    const asked =
      checkpoint === null
        ? approver
        : resumingApprover(approver, {
            job,
            checkpoint,
            trail,
            github,
            click,
            tick,
            cancelled: context.signal,
          });
    return {
      ...failingApprover(asked, { then: job.policy.approvals.then, cancel }),
      claim: (approval, answer) => claimApproval({ trail, github, request: approval, answer }),
      proposeRules: (proposal) => proposeRules({ ...target, trail }, proposal),
      suspendedRequest: () => approver.suspendedRequest(),
    };
  };
}

/**
 * Check runs get buttons if a click can reach the run: it starts another job, which resumes a suspended run. So the token must
 * be an App's whose check runs start workflows, and the policy must suspend.
 */
function buttonsOf(
  { request, context, loaded, canSuspend }: ApproverSetupOptions,
  self: Account | null,
): Pick<CommentApproverOptions, 'buttons'> {
  const { job, commits } = loaded;
  const suspends = settingsOf(job.policy, canSuspend).then === 'suspend';
  if (!request.inputs.checkRun || !suspends || !canHaveButtons(self)) return {};
  return { buttons: { checks: context.github, headSha: job.headSha ?? commits.headSha } };
}

/** Where people are notified outside of GitHub; `null` without the input. Throws `input-invalid`. */
function webhookOf({ request, context, loaded }: ApproverSetupOptions): Webhook | null {
  const { notifyWebhook: url } = request.inputs;
  if (url === null) return null;
  const { clock, redactor, variables } = context;
  const { webhook: settings } = loaded.job.policy.approvals;
  return createWebhook({ url, ...settings, fetch: createFetch(variables), clock, redactor });
}

/** The authors of the pull request's commits, and the code owners of its files. Looked up once, at the start. */
async function lookUpPeople({
  request: { trigger },
  context: { cachedGithub: github },
  loaded: { job, commits },
}: ApproverSetupOptions): Promise<{
  commitAuthors: readonly Person[];
  codeOwners: CodeOwners | null;
}> {
  const commitAuthors =
    trigger.isPullRequest && trigger.number !== null
      ? commitPeople(await github.pullRequestCommits(trigger.number))
      : [];
  const codeOwners = asksCodeOwners(job.policy)
    ? await readCodeOwners(github, commits.trustedSha)
    : null;
  return { commitAuthors, codeOwners };
}

function settingsOf(policy: Policy, canSuspend: boolean): Policy['approvals'] {
  const { approvals } = policy;
  return approvals.then === 'suspend' && !canSuspend ? { ...approvals, then: 'deny' } : approvals;
}

/**
 * An approver for a resumed run. Its first approval request is the open one of the checkpoint. If the calls to execute
 * differ from that request, the old request becomes void and a new one is posted. If the run is over, such as out of minutes,
 * the request becomes void. A job that the runner cancels leaves the request to others.
 */
function resumingApprover(
  approver: CommentApprover,
  resumed: {
    readonly job: Job;
    readonly checkpoint: CheckpointState;
    readonly trail: Trail;
    readonly github: GitHub & GitHubChecks;
    readonly click: ReceivedClick | null;
    readonly tick: Tick | null;
    /** Aborted if the runner ends this job. */
    readonly cancelled: AbortSignal;
  },
): Approver {
  const { checkpoint, trail, github } = resumed;
  let first = true;
  const closeStaleRequest = async (because: string): Promise<void> => {
    try {
      const runUrl = resumed.job.workflow?.url ?? null;
      const head = trail.head();
      await closeSuspendedRequest({ github, checkpoint, because, runUrl, head });
    } catch (error) {
      await trail.append({
        type: 'warning',
        code: 'approval-comment-not-updated',
        message: errorText(error),
      });
    }
  };
  return {
    ask: async (requests, options) => {
      const { suspendedRequest, gated } = checkpoint;
      const isResuming = first && suspendedRequest !== null;
      first = false;
      if (!isResuming) return await approver.ask(requests, options);
      const { signal } = options;
      const isOver = signal.aborted && !resumed.cancelled.aborted;
      if (!isOver && isSameRequest(requests, gated)) {
        return await approver.resume(suspendedRequest, requests, {
          ...options,
          click: resumed.click,
          tick: resumed.tick,
        });
      }
      await beforeResuming(() => claimRequest(trail, github, suspendedRequest.commentId));
      const because = isOver ? errorText(signal.reason) : OTHER_QUESTION;
      for (const { approval, request } of gated)
        await trail.append({ type: 'approval.void', approval, call: request.id, because });
      await closeStaleRequest(because);
      return await approver.ask(requests, options);
    },
  };
}

function isSameRequest(
  requests: readonly ApprovalRequest[],
  gated: CheckpointState['gated'],
): boolean {
  const asked = new Set(gated.map((call) => call.digest));
  return requests.every((request) => asked.has(request.digest));
}
