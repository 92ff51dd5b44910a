import {
  type CodeOwners,
  type CommentApproverOptions,
  claimApproval,
  createCommentApprover,
  createWebhook,
  readCodeOwners,
  type Webhook,
} from '../../approvals/index.ts';
import { createFetch } from '../../common/index.ts';
import {
  type Account,
  artifactName,
  canHaveButtons,
  commitPeople,
  type Person,
} from '../../github/index.ts';
import { asksCodeOwners, type Policy } from '../../policy/index.ts';
import {
  type Approvals,
  type ApprovalsSetup,
  failingApprover,
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
import { resumingApprover } from '../resume/resuming-approver.ts';
import { proposeRules } from '../outputs/propose-rules.ts';
import { type AskOn, askOnNewIssue } from './new-issue.ts';
import { whyNotSuspended } from './suspension.ts';

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
  const {
    job,
    commits,
    startedBy = job.trigger,
    click = null,
    tick = null,
    onVoid = nothing,
  } = loaded;
  const { inputs, trigger } = request;
  const issue = approvalIssue(request);
  if (inputs.approvals === 'fail' || issue === null) {
    const because =
      issue === null
        ? 'This event has no issue or pull request to ask on, and the input approval-issue names none.'
        : 'The input approvals is fail: nobody is asked.';
    return ({ trail }) => noApprover(trail, because);
  }
  if (!canSuspend && job.policy.approvals.then === 'suspend') {
    const because = whyNotSuspended(request.environment);
    context.runner.warning(
      `The policy says \`then: suspend\`, and this run cannot be suspended, because ${because}. What is not answered in time is denied.`,
    );
  }
  const people = await lookUpPeople(options);
  const webhook = webhookOf(options);
  const self = await context.self();
  const words = context.redactor.redact(job.request);
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
          event: startedBy.event,
          url: startedBy.url,
          request: words,
        },
        agentWords: () => loaded.tally.lastText,
        artifact,
        circumstances,
        ...(webhook === null ? {} : { webhook }),
        pullHeadSha: trigger.isPullRequest ? commits.headSha : null,
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
            checkpoint,
            runUrl: target.runUrl,
            trail,
            github,
            click,
            tick,
            cancelled: context.signal,
            onVoid,
          });
    return {
      ...failingApprover(asked, { then: job.policy.approvals.then, cancel }),
      claim: (approval, answer) => claimApproval({ trail, github, request: approval, answer }),
      proposeRules: (proposal) => proposeRules({ ...target, trail }, proposal),
      suspendedRequest: () => approver.suspendedRequest(),
    };
  };
}

async function nothing(): Promise<void> {}

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
