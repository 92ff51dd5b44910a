import { CountersignError } from '../../common/index.ts';
import { common, type EventInput, parsed } from './event-input.ts';
import * as payloads from './payloads.ts';
import { aboutIssue, aboutPull, asks, branchOf, pinned, sameRepository } from './trigger-facts.ts';
import type { AskingText, Trigger } from './trigger.ts';

/**
 * Reads an event into a trigger. Pure. An event of another kind becomes `unsupported`; a payload that is not what its
 * event promises throws `event-invalid`, naming the file and the field.
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
      return scheduleTrigger(input);
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
  const payload = parsed(payloads.issuesPayload, input);
  const { issue } = payload;
  const asking: AskingText = {
    of: 'issue',
    text: issue.body,
    author: issue.user,
    viaApp: issue.performed_via_github_app,
    createdAt: issue.created_at,
    commentId: null,
    url: issue.html_url,
    byOutsider: isOutsider(issue),
  };
  return { ...common(payload, input), ...aboutIssue(issue), ...asks(asking), event: 'issues' };
}

function issueCommentTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.issueCommentPayload, input);
  const { comment, issue } = payload;
  const asking: AskingText = {
    of: 'comment',
    text: comment.body,
    author: comment.user,
    viaApp: comment.performed_via_github_app,
    createdAt: comment.created_at,
    commentId: comment.id,
    url: comment.html_url,
    byOutsider: isOutsider(comment),
  };
  return {
    ...common(payload, input),
    ...aboutIssue(issue),
    ...asks(asking),
    event: 'issue_comment',
    url: comment.html_url ?? issue.html_url,
  };
}

function pullTrigger(input: EventInput, event: 'pull_request' | 'pull_request_target'): Trigger {
  const payload = parsed(payloads.pullPayload, input);
  const pull = payload.pull_request;
  const asking: AskingText = {
    of: 'pull request',
    text: pull.body,
    author: pull.user,
    viaApp: null,
    createdAt: pull.created_at,
    commentId: null,
    url: pull.html_url,
    byOutsider: isOutsider(pull),
  };
  return { ...common(payload, input), ...aboutPull(pull), ...asks(asking), event };
}

function reviewTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.reviewPayload, input);
  const { review } = payload;
  const asking: AskingText = {
    of: 'review',
    text: review.body,
    author: review.user,
    viaApp: review.performed_via_github_app,
    createdAt: review.submitted_at,
    commentId: null,
    url: review.html_url,
    byOutsider: isOutsider(review),
  };
  const about = aboutPull(payload.pull_request);
  const url = review.html_url ?? about.url;
  return {
    ...common(payload, input),
    ...about,
    ...asks(asking),
    event: 'pull_request_review',
    url,
  };
}

function reviewCommentTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.reviewCommentPayload, input);
  const { comment } = payload;
  const asking: AskingText = {
    of: 'review comment',
    text: comment.body,
    author: comment.user,
    viaApp: comment.performed_via_github_app,
    createdAt: comment.created_at,
    commentId: null,
    url: comment.html_url,
    byOutsider: isOutsider(comment),
  };
  const about = aboutPull(payload.pull_request);
  const url = comment.html_url ?? about.url;
  return {
    ...common(payload, input),
    ...about,
    ...asks(asking),
    event: 'pull_request_review_comment',
    url,
  };
}

function workflowDispatchTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.workflowDispatchPayload, input);
  const facts = common(payload, input);
  const headRef = branchOf(payload.ref);
  return {
    ...facts,
    event: 'workflow_dispatch',
    inputs: payload.inputs,
    headRef,
    baseRef: headRef ?? facts.baseRef,
  };
}

function repositoryDispatchTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.repositoryDispatchPayload, input);
  const facts = common(payload, input);
  return {
    ...facts,
    event: 'repository_dispatch',
    inputs: payload.client_payload,
    headRef: payload.branch,
    baseRef: payload.branch ?? facts.baseRef,
  };
}

function scheduleTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.schedulePayload, input);
  return { ...common(payload, input), event: 'schedule', cron: payload.schedule };
}

function pushTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.pushPayload, input);
  const { ref } = payload;
  const branch = branchOf(ref);
  return {
    ...common(payload, input),
    event: 'push',
    ref,
    deleted: payload.deleted,
    headSha: payload.deleted ? null : pushedCommit(payload.after, branch, input.sha),
    headRef: branch,
    baseRef: branch,
    url: payload.compare,
  };
}

/** Of a tag with a message `after` is the tag's own object; the runner's SHA is the commit that it stands on. */
function pushedCommit(after: string, branch: string | null, sha?: string): string | null {
  return branch === null ? (pinned(sha) ?? pinned(after)) : pinned(after);
}

function workflowRunTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.workflowRunPayload, input);
  const facts = common(payload, input);
  const run = payload.workflow_run;
  // GitHub names the pull requests of a run only for branches of the repository itself, and there may be several.
  const only = run.pull_requests.length === 1 ? run.pull_requests[0] : undefined;
  const head = run.head_repository;
  return {
    ...facts,
    event: 'workflow_run',
    workflowRunId: run.id,
    conclusion: run.conclusion,
    number: only?.number ?? null,
    isPullRequest: only !== undefined,
    headSha: pinned(run.head_sha),
    headRef: run.head_branch,
    headRepository: head?.full_name ?? null,
    fork: head === null || !sameRepository(head, payload.repository),
    baseRef: only?.base.ref ?? facts.baseRef,
    url: run.html_url,
  };
}

function releaseTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.releasePayload, input);
  const { release } = payload;
  return {
    ...common(payload, input),
    event: 'release',
    tag: release.tag_name,
    title: release.name,
    url: release.html_url,
  };
}

/** A check run names the pull requests of its commit, which anybody may have opened: it is about none of them. */
function checkRunTrigger(input: EventInput): Trigger {
  const payload = parsed(payloads.checkRunPayload, input);
  const { check_run: checkRun, requested_action: identifier } = payload;
  return {
    ...common(payload, input),
    event: 'check_run',
    checkRun,
    identifier,
    url: checkRun.url,
  };
}

function unsupportedTrigger(input: EventInput): Trigger {
  if (input.eventName.trim() === '') {
    throw new CountersignError('event-invalid', 'There is no event: GITHUB_EVENT_NAME is empty.', {
      fix: 'Start the action from a workflow, or use `countersign run` on the command line.',
    });
  }
  const facts = common(parsed(payloads.anyPayload, input), input);
  return {
    ...facts,
    event: 'unsupported',
    name: input.eventName,
    fork: null,
    headRepository: null,
  };
}

/** What GitHub calls those without a part in the repository, its owner or its organisation. */
const OUTSIDERS: ReadonlySet<string> = new Set([
  'NONE',
  'CONTRIBUTOR',
  'FIRST_TIMER',
  'FIRST_TIME_CONTRIBUTOR',
  'MANNEQUIN',
]);

function isOutsider(written: { readonly author_association: string | null }): boolean {
  return OUTSIDERS.has(written.author_association ?? '');
}
