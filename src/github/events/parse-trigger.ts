import type * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import { type EventInput, parsePayload } from './event-input.ts';
import * as payloads from './payloads.ts';
import {
  type IssueCommentTrigger,
  isTriggerEvent,
  type RequestText,
  type Trigger,
  type TriggerEvent,
  type TriggerFacts,
} from './trigger.ts';

/**
 * Reads an event into a trigger. Pure. An event of another type becomes `unsupported`. An invalid payload throws
 * `event-invalid`, naming the file and the field.
 */
export function parseTrigger(input: EventInput): Trigger {
  return isTriggerEvent(input.eventName) ? READERS[input.eventName](input) : readUnsupported(input);
}

type Reader = (input: EventInput) => Trigger;

/** A reader of events with this payload, whose facts are `common` with those of the event itself. */
function reader<P extends payloads.AnyPayload>(
  schema: z.ZodType<P>,
  triggerOf: (payload: P, common: TriggerFacts, input: EventInput) => Trigger,
): Reader {
  return (input) => {
    const payload = parsePayload(schema, input);
    return triggerOf(payload, commonFacts(payload, input), input);
  };
}

function commonFacts(payload: payloads.AnyPayload, input: EventInput): TriggerFacts {
  const repository = payload.repository?.full_name ?? input.repository ?? null;
  return {
    action: payload.action,
    actor: payload.sender,
    repository,
    defaultBranch: payload.repository?.default_branch ?? null,
    number: null,
    isPullRequest: false,
    headSha: commitOrNull(input.sha),
    headRef: null,
    headRepository: repository,
    fork: false,
    baseRef: payload.repository?.default_branch ?? null,
    title: null,
    body: null,
    requestText: null,
    url: null,
  };
}

const readPull = (event: 'pull_request' | 'pull_request_target'): Reader =>
  reader(payloads.pullPayload, ({ action, pull_request: pull }, common) => {
    // GitHub does not say whether an app opened a pull request.
    const written = { ...pull, performed_via_github_app: null };
    const requestText = requestTextOf('pull request', written, asOf(action, pull));
    return { ...common, ...pullRequestFacts(pull), requestText, event };
  });

/** `null`: the event is of no branch, and the base stays the default branch. */
const onBranch = (facts: TriggerFacts, branch: string | null): TriggerFacts => ({
  ...facts,
  headRef: branch,
  baseRef: branch ?? facts.baseRef,
});

const READERS: Readonly<Record<TriggerEvent, Reader>> = {
  issues: reader(payloads.issuesPayload, ({ action, issue }, common) => ({
    ...common,
    ...issueFacts(issue),
    requestText: requestTextOf('issue', issue, asOf(action, issue)),
    event: 'issues',
  })),
  issue_comment: reader(payloads.issueCommentPayload, (payload, common) => {
    const { action, comment, issue } = payload;
    const requestText = requestTextOf('comment', comment, asOf(action, comment, issue));
    return {
      ...common,
      ...issueFacts(issue),
      requestText: { ...requestText, commentId: comment.id },
      event: 'issue_comment',
      edit: editIn(payload),
      url: comment.html_url ?? issue.html_url,
    };
  }),
  pull_request: readPull('pull_request'),
  pull_request_target: readPull('pull_request_target'),
  pull_request_review: reader(
    payloads.reviewPayload,
    ({ action, review, pull_request: pull }, common) => {
      const time = action === 'submitted' ? review.submitted_at : asOf(action, pull);
      return {
        ...common,
        ...reviewFacts(pull, requestTextOf('review', review, time)),
        event: 'pull_request_review',
        reviewState: review.state?.toLowerCase() ?? null,
      };
    },
  ),
  pull_request_review_comment: reader(
    payloads.reviewCommentPayload,
    ({ action, comment, pull_request: pull }, common) => {
      const time = asOf(action, comment, pull);
      return {
        ...common,
        ...reviewFacts(pull, requestTextOf('review comment', comment, time)),
        event: 'pull_request_review_comment',
        reviewState: null,
      };
    },
  ),
  workflow_dispatch: reader(payloads.workflowDispatchPayload, ({ ref }, common) => ({
    ...onBranch(common, branchOf(ref)),
    event: 'workflow_dispatch',
  })),
  repository_dispatch: reader(payloads.repositoryDispatchPayload, ({ branch }, common) => ({
    ...onBranch(common, branch),
    event: 'repository_dispatch',
  })),
  schedule: reader(payloads.anyPayload, (_payload, common) => ({ ...common, event: 'schedule' })),
  push: reader(payloads.pushPayload, ({ ref, after, deleted, compare }, common, { sha }) => {
    const branch = branchOf(ref);
    return {
      ...common,
      event: 'push',
      headSha: deleted ? null : pushedCommit(after, branch, sha),
      headRef: branch,
      baseRef: branch,
      url: compare,
    };
  }),
  workflow_run: reader(payloads.workflowRunPayload, ({ workflow_run: run, repository }, common) => {
    // GitHub lists a run's pull requests only for branches of the repository itself. There may be several, and in a fork those
    // that its branches have in another repository.
    const own = run.pull_requests.filter(
      ({ base: { repo } }) => repo?.id === undefined || repo.id === repository?.id,
    );
    const pull = own.length === 1 ? own[0] : undefined;
    return {
      ...common,
      event: 'workflow_run',
      number: pull?.number ?? null,
      isPullRequest: pull !== undefined,
      headSha: commitOrNull(run.head_sha),
      headRef: run.head_branch,
      headRepository: run.head_repository?.full_name ?? null,
      fork: !sameRepository(run.head_repository, repository),
      baseRef: pull?.base.ref ?? common.baseRef,
      url: run.html_url,
    };
  }),
  release: reader(payloads.releasePayload, ({ release }, common) => ({
    ...common,
    event: 'release',
    title: release.name,
    url: release.html_url,
  })),
  // The pull requests that a check run lists are ignored: anybody may have opened one for its commit.
  check_run: reader(
    payloads.checkRunPayload,
    ({ check_run: checkRun, requested_action }, common) => ({
      ...common,
      event: 'check_run',
      checkRun,
      identifier: requested_action,
      url: checkRun.url,
    }),
  ),
};

const readUnsupported: Reader = (input) => {
  if (input.eventName.trim() === '') {
    throw new CountersignError('event-invalid', 'GITHUB_EVENT_NAME is empty.', {
      fix: 'Start the action from a workflow, or use `countersign run` on the command line.',
    });
  }
  return {
    ...commonFacts(parsePayload(payloads.anyPayload, input), input),
    event: 'unsupported',
    name: input.eventName,
    // The runner's commit can be of a fork, as that of a deployment: such an event has the default branch.
    headSha: null,
    fork: null,
    headRepository: null,
  };
};

/** The text of a request, which is no issue comment unless the caller adds its id. */
function requestTextOf(
  source: RequestText['source'],
  written: Omit<payloads.Written, 'created_at' | 'updated_at'>,
  time: RequestText['asOf'],
): RequestText {
  return {
    source,
    text: written.body,
    author: written.user,
    viaApp: written.performed_via_github_app,
    asOf: time,
    commentId: null,
    url: written.html_url,
    byOutsider: written.author_association,
  };
}

/** When a text was written if the event is about a new one; otherwise the last change of what the event shows. */
function asOf(action: string | null, ...shown: readonly [Times, ...Times[]]): RequestText['asOf'] {
  if (action === 'opened' || action === 'created') return shown[0].created_at;
  const times = shown.flatMap(({ updated_at: time }) => time ?? []);
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

function reviewFacts(pull: payloads.PullPayload, requestText: RequestText) {
  const facts = pullRequestFacts(pull);
  return { ...facts, requestText, url: requestText.url ?? facts.url };
}

/** For an annotated tag `after` is the tag object; the runner's SHA is the tagged commit. */
function pushedCommit(after: string, branch: string | null, sha?: string): string | null {
  return branch === null ? (commitOrNull(sha) ?? commitOrNull(after)) : commitOrNull(after);
}

/** The commit, or `null` if the SHA is invalid or that of a deleted branch (all zeros). */
function commitOrNull(sha: string | undefined): string | null {
  return sha === undefined || !/^[0-9a-f]{40,64}$/.test(sha) || /^0+$/.test(sha) ? null : sha;
}

/** The facts about the event's issue. */
function issueFacts(issue: payloads.IssuePayload) {
  const isPullRequest = issue.pull_request;
  return {
    number: issue.number,
    isPullRequest,
    title: issue.title,
    body: issue.body,
    url: issue.html_url,
    // An event that describes a pull request as an issue does not contain its head.
    ...(isPullRequest ? { headSha: null, headRepository: null, fork: null, baseRef: null } : {}),
  };
}

/** The facts about the event's pull request, with its head commit. */
function pullRequestFacts(pull: payloads.PullPayload) {
  const headRepository = pull.head.repo?.full_name ?? null;
  return {
    number: pull.number,
    isPullRequest: true,
    headSha: pull.head.sha,
    headRef: pull.head.ref,
    headRepository,
    fork: !sameRepository(pull.head.repo, pull.base.repo),
    baseRef: pull.base.ref,
    title: pull.title,
    body: pull.body,
    url: pull.html_url,
  };
}

/** Compares the ids if both have one, since names can be taken over. A deleted repository equals none. */
function sameRepository(
  head: payloads.Repository | null,
  base: payloads.Repository | null,
): boolean {
  if (head === null || base === null) return false;
  if (head.id !== undefined && base.id !== undefined) return head.id === base.id;
  return head.full_name.toLowerCase() === base.full_name.toLowerCase();
}

/** The branch of `refs/heads/…`; a name that is not a full ref unchanged; `null` for a tag or an absent ref. */
function branchOf(ref: string | null): string | null {
  if (ref === null) return null;
  if (ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length);
  return ref.startsWith('refs/') ? null : ref;
}
