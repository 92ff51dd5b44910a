import { CountersignError } from '../../common/index.ts';
import { commonFacts, type EventInput, parsePayload } from './event-input.ts';
import * as payloads from './payloads.ts';
import {
  issueFacts,
  pullRequestFacts,
  branchOf,
  commitOrNull,
  sameRepository,
} from './trigger-facts.ts';
import type { IssueCommentTrigger, RequestText, Trigger, TriggerFacts } from './trigger.ts';

/**
 * Reads an event into a trigger. Pure. An event of another type becomes `unsupported`. An invalid payload throws
 * `event-invalid`, naming the file and the field.
 */
export function parseTrigger(input: EventInput): Trigger {
  switch (input.eventName) {
    case 'issues':
      return issueTrigger(input);
    case 'issue_comment':
      return issueCommentTrigger(input);
    case 'pull_request':
    case 'pull_request_target':
      return pullTrigger(input, input.eventName);
    case 'pull_request_review':
      return reviewTrigger(input);
    case 'pull_request_review_comment':
      return reviewCommentTrigger(input);
    case 'workflow_dispatch':
      return workflowDispatchTrigger(input);
    case 'repository_dispatch':
      return repositoryDispatchTrigger(input);
    case 'schedule':
      return { ...commonFacts(parsePayload(payloads.anyPayload, input), input), event: 'schedule' };
    case 'push':
      return pushTrigger(input);
    case 'workflow_run':
      return workflowRunTrigger(input);
    case 'release':
      return releaseTrigger(input);
    case 'check_run':
      return checkRunTrigger(input);
    default:
      return unsupportedTrigger(input);
  }
}

function issueTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.issuesPayload, input);
  const { issue } = payload;
  return {
    ...commonFacts(payload, input),
    ...issueFacts(issue),
    requestText: requestTextOf('issue', issue, asOf(payload.action, issue)),
    event: 'issues',
  };
}

function issueCommentTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.issueCommentPayload, input);
  const { comment, issue } = payload;
  const at = asOf(payload.action, comment, issue);
  const requestText = { ...requestTextOf('comment', comment, at), commentId: comment.id };
  return {
    ...commonFacts(payload, input),
    ...issueFacts(issue),
    requestText,
    event: 'issue_comment',
    edit: editIn(payload),
    url: comment.html_url ?? issue.html_url,
  };
}

/** The text of a request, which is no issue comment unless the caller adds its id. */
function requestTextOf(
  source: RequestText['source'],
  written: Omit<payloads.Written, 'created_at' | 'updated_at'>,
  at: RequestText['asOf'],
): RequestText {
  return {
    source,
    text: written.body,
    author: written.user,
    viaApp: written.performed_via_github_app,
    asOf: at,
    commentId: null,
    url: written.html_url,
    byOutsider: written.author_association,
  };
}

/** When a text was written if the event is about a new one; otherwise the last change of what the event shows. */
function asOf(action: string | null, ...shown: readonly [Times, ...Times[]]): RequestText['asOf'] {
  if (action === 'opened' || action === 'created') return shown[0].created_at;
  const times = shown.flatMap(({ updated_at: at }) => at ?? []);
  return times.toSorted().at(-1) ?? null;
}

type Times = Pick<payloads.Written, 'created_at' | 'updated_at'>;

function editIn({
  action,
  changes,
  comment,
}: ReturnType<typeof payloads.issueCommentPayload.parse>): IssueCommentTrigger['edit'] {
  const from = changes?.body?.from;
  const editedAt = comment.updated_at;
  return action === 'edited' && from !== undefined && editedAt !== null
    ? { from, at: editedAt }
    : null;
}

function pullTrigger(input: EventInput, event: 'pull_request' | 'pull_request_target'): Trigger {
  const payload = parsePayload(payloads.pullPayload, input);
  const pull = payload.pull_request;
  // GitHub does not say whether an app opened a pull request.
  const written = { ...pull, performed_via_github_app: null };
  const requestText = requestTextOf('pull request', written, asOf(payload.action, pull));
  return {
    ...commonFacts(payload, input),
    ...pullRequestFacts(pull),
    requestText,
    event,
  };
}

function reviewTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.reviewPayload, input);
  const { action, review, pull_request: pull } = payload;
  const at = action === 'submitted' ? review.submitted_at : asOf(action, pull);
  const requestText = requestTextOf('review', review, at);
  return {
    ...commonFacts(payload, input),
    ...reviewFacts(pull, requestText),
    event: 'pull_request_review',
    reviewState: review.state?.toLowerCase() ?? null,
  };
}

function reviewCommentTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.reviewCommentPayload, input);
  const { action, comment, pull_request: pull } = payload;
  const requestText = requestTextOf('review comment', comment, asOf(action, comment, pull));
  return {
    ...commonFacts(payload, input),
    ...reviewFacts(pull, requestText),
    event: 'pull_request_review_comment',
    reviewState: null,
  };
}

function reviewFacts(pull: payloads.PullPayload, requestText: RequestText) {
  const facts = pullRequestFacts(pull);
  return { ...facts, requestText, url: requestText.url ?? facts.url };
}

function workflowDispatchTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.workflowDispatchPayload, input);
  const facts = branchFacts(commonFacts(payload, input), branchOf(payload.ref));
  return { ...facts, event: 'workflow_dispatch' };
}

function repositoryDispatchTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.repositoryDispatchPayload, input);
  const facts = branchFacts(commonFacts(payload, input), payload.branch);
  return { ...facts, event: 'repository_dispatch' };
}

/** Without a branch the base stays the default branch. */
function branchFacts(facts: TriggerFacts, branch: string | null): TriggerFacts {
  return { ...facts, headRef: branch, baseRef: branch ?? facts.baseRef };
}

function pushTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.pushPayload, input);
  const branch = branchOf(payload.ref);
  return {
    ...commonFacts(payload, input),
    event: 'push',
    headSha: payload.deleted ? null : pushedCommit(payload.after, branch, input.sha),
    headRef: branch,
    baseRef: branch,
    url: payload.compare,
  };
}

/** For an annotated tag `after` is the tag object; the runner's SHA is the tagged commit. */
function pushedCommit(after: string, branch: string | null, sha?: string): string | null {
  return branch === null ? (commitOrNull(sha) ?? commitOrNull(after)) : commitOrNull(after);
}

function workflowRunTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.workflowRunPayload, input);
  const facts = commonFacts(payload, input);
  const run = payload.workflow_run;
  // GitHub lists a run's pull requests only for branches of the repository itself. There may be several, and in a fork those that
  // its branches have in another repository.
  const own = run.pull_requests.filter(
    ({ base: { repo } }) => repo?.id === undefined || repo.id === payload.repository?.id,
  );
  const pull = own.length === 1 ? own[0] : undefined;
  const head = run.head_repository;
  return {
    ...facts,
    event: 'workflow_run',
    number: pull?.number ?? null,
    isPullRequest: pull !== undefined,
    headSha: commitOrNull(run.head_sha),
    headRef: run.head_branch,
    headRepository: head?.full_name ?? null,
    fork: head === null || !sameRepository(head, payload.repository),
    baseRef: pull?.base.ref ?? facts.baseRef,
    url: run.html_url,
  };
}

function releaseTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.releasePayload, input);
  const { release } = payload;
  return {
    ...commonFacts(payload, input),
    event: 'release',
    title: release.name,
    url: release.html_url,
  };
}

/** The pull requests that a check run lists are ignored: anybody may have opened one for its commit. */
function checkRunTrigger(input: EventInput): Trigger {
  const payload = parsePayload(payloads.checkRunPayload, input);
  const { check_run: checkRun, requested_action: identifier } = payload;
  return {
    ...commonFacts(payload, input),
    event: 'check_run',
    checkRun,
    identifier,
    url: checkRun.url,
  };
}

function unsupportedTrigger(input: EventInput): Trigger {
  if (input.eventName.trim() === '') {
    throw new CountersignError('event-invalid', 'GITHUB_EVENT_NAME is empty.', {
      fix: 'Start the action from a workflow, or use `countersign run` on the command line.',
    });
  }
  const facts = commonFacts(parsePayload(payloads.anyPayload, input), input);
  return {
    ...facts,
    event: 'unsupported',
    name: input.eventName,
    // The runner's commit can be of a fork, as that of a deployment: such an event has the default branch.
    headSha: null,
    fork: null,
    headRepository: null,
  };
}
