import {
  type CommentApproverOptions,
  claimApproval,
  createCommentApprover,
  createWebhook,
  readCodeOwners,
  type Webhook,
} from '../../approvals/index.ts';
import { createFetch, defined } from '../../common/index.ts';
import { artifactName, canHaveButtons, commitPeople } from '../../github/index.ts';
import { asksCodeOwners, type Policy } from '../../policy/index.ts';
import {
  type Approvals,
  type ApprovalsSetup,
  failingApprover,
  noApprover,
  workflowRunOf,
} from '../../session/index.ts';
import {
  type ActionRunContext,
  approvalIssue,
  type LoadedJob,
  type ObservedRun,
} from '../context.ts';
import { resumingApprover } from '../resume/resuming-approver.ts';
import { proposeRules } from '../outputs/propose-rules.ts';
import { ownHeads } from '../event/pinned-commits.ts';
import { type AskOn, askOnNewIssue } from './new-issue.ts';
import { suspensionOf, whyNotSuspended } from './suspension.ts';

/** The run that asks for approvals. */
type AskingRun = LoadedJob & Pick<ObservedRun, 'tally'>;

/** How a run on GitHub asks for approvals: by a comment on its issue or pull request, or not at all. */
export async function approverSetup(
  context: ActionRunContext,
  loaded: AskingRun,
): Promise<(setup: ApprovalsSetup) => Approvals> {
  const { inputs, environment, github } = context;
  const { job, commits, resumed } = loaded;
  const issue = approvalIssue(context);
  if (inputs.approvals === 'fail' || issue === null) {
    const because =
      issue === null
        ? 'This event has no issue or pull request to ask on, and the input approval-issue names none.'
        : 'The input approvals is fail: nobody is asked.';
    return ({ trail }) => noApprover(trail, because);
  }
  const settings = settingsOf(context, job.policy);
  if (settings.then !== job.policy.approvals.then) {
    const because = whyNotSuspended(environment);
    context.runner.warning(
      `The policy says \`then: suspend\`, and this run cannot be suspended, because ${because}. What is not answered in time is denied.`,
    );
  }
  const options = await commentOptions(context, loaded, settings);
  const { runUrl } = options;
  const proposalTarget = {
    github,
    branch: commits.trustedRef,
    path: inputs.policyPath,
    serverUrl: environment.serverUrl,
    runUrl,
  };
  return ({ trail, circumstances, cancel }) => {
    const on: AskOn = (number) =>
      createCommentApprover({
        ...options,
        issue: number,
        trail,
        circumstances,
        onCancel: (by) => cancel(`@${by.login} said /cancel.`),
      });
    const approver = issue === 'create' ? askOnNewIssue({ on, github, trail, job }) : on(issue);
    const asked =
      resumed === undefined
        ? approver
        : resumingApprover(approver, {
            ...resumed,
            runUrl,
            trail,
            github,
            cancelled: context.signal,
          });
    return {
      ...failingApprover(asked, { then: job.policy.approvals.then, cancel }),
      claim: (request, answer) =>
        claimApproval({
          trail,
          github,
          request,
          answer,
          withdrawn: () => approver.withdrawn(answer.request),
        }),
      proposeRules: (proposal) => proposeRules({ ...proposalTarget, trail }, proposal),
      suspendedRequest: () => approver.suspendedRequest(),
    };
  };
}

/** How approvals are asked for by comment, as far as it is known before the run begins. */
async function commentOptions(
  context: ActionRunContext,
  loaded: AskingRun,
  settings: Policy['approvals'],
): Promise<Omit<CommentApproverOptions, 'issue' | 'trail' | 'circumstances' | 'onCancel'>> {
  const { environment, trigger, github, clock, redactor } = context;
  const { job, commits, tally, resumed } = loaded;
  const { requester, requesterId, workflow } = job;
  const { event, url } = resumed?.startedBy ?? job.trigger;
  const people = await lookUpPeople(context, loaded);
  const self = await context.self();
  const workflowRun = workflowRunOf(workflow);
  const heads = () => [commits.headSha, ...ownHeads(commits, tally.pushed.commits)];
  // The pull request has the last of them, also if this job resumes the run: none before it counts.
  const earlier = heads().length - 1;
  return {
    github,
    clock,
    run: job.run,
    settings,
    requester: requester === null ? null : { login: requester, id: requesterId },
    pullAuthor: commits.pullAuthor,
    ...people,
    self,
    policyUrl: policyUrl(context, loaded),
    runUrl: workflow?.url ?? null,
    origin: { requester, event, url, request: redactor.redact(job.request) },
    agentWords: () => tally.lastText,
    artifact: artifactName(environment, job.run),
    ...defined({ webhook: webhookOf(context, job.policy) }),
    pullHeads: () => (trigger.isPullRequest ? heads().slice(earlier) : []),
    ...(workflowRun === null ? {} : { workflowRun }),
    commit: commits.headSha,
    ...buttonsOf(context, loaded, { settings, self }),
  };
}

/**
 * Check runs get buttons if a click can reach the run: it starts another job, which resumes a suspended run. So the token must
 * be an App's whose check runs start workflows, and the policy must suspend.
 */
function buttonsOf(
  { inputs, github }: ActionRunContext,
  run: AskingRun,
  { settings, self }: Pick<CommentApproverOptions, 'settings' | 'self'>,
): Pick<CommentApproverOptions, 'buttons'> {
  if (!inputs.checkRun || settings.then !== 'suspend' || !canHaveButtons(self)) return {};
  return { buttons: { checks: github, headSha: run.commits.headSha } };
}

/** Where people are notified outside of GitHub; `undefined` without the input. Throws `input-invalid`. */
function webhookOf(
  { inputs: { notifyWebhook: url }, clock, redactor, variables }: ActionRunContext,
  { approvals }: Policy,
): Webhook | undefined {
  if (url === null) return undefined;
  return createWebhook({
    url,
    ...approvals.webhook,
    fetch: createFetch(variables),
    clock,
    redactor,
  });
}

/** The authors of the pull request's commits, and the code owners of its files. Looked up once, at the start. */
async function lookUpPeople(
  { trigger, cachedGithub: github }: ActionRunContext,
  { job, commits }: AskingRun,
): Promise<Pick<CommentApproverOptions, 'commitAuthors' | 'codeOwners'>> {
  const commitAuthors =
    trigger.isPullRequest && trigger.number !== null
      ? commitPeople(await github.pullRequestCommits(trigger.number))
      : [];
  const codeOwners = asksCodeOwners(job.policy)
    ? await readCodeOwners(github, commits.trustedSha)
    : null;
  return { commitAuthors, codeOwners };
}

/** A run that cannot be suspended waits no longer than `wait`. */
function settingsOf(context: ActionRunContext, { approvals }: Policy): Policy['approvals'] {
  const canSuspend = suspensionOf(context) !== null;
  return approvals.then === 'suspend' && !canSuspend ? { ...approvals, then: 'deny' } : approvals;
}

function policyUrl({ environment }: ActionRunContext, { job, commits }: LoadedJob): string | null {
  const { source } = job.policySource;
  if (source.startsWith('built-in')) return null;
  const { serverUrl, owner, repo } = environment;
  return `${serverUrl}/${owner}/${repo}/blob/${commits.trustedSha}/${source}`;
}
