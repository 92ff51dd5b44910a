import type { CheckRunState } from '../ports/checks.ts';
import type { Account } from '../ports/github.ts';

/**
 * Whose workflow file GitHub runs on an event. `writers`: that of the default branch, of a base branch, or of a push, which only
 * people with write access control. `head`: that of a pull request's head. In a fork, whoever opened the pull request controls that
 * file, so GitHub passes no secrets to it.
 */
type WorkflowFile = 'writers' | 'head';

/** The events that can start a run. */
const WORKFLOW_FILES = {
  issues: 'writers',
  issue_comment: 'writers',
  pull_request: 'head',
  pull_request_target: 'writers',
  pull_request_review: 'head',
  pull_request_review_comment: 'head',
  workflow_dispatch: 'writers',
  repository_dispatch: 'writers',
  schedule: 'writers',
  push: 'writers',
  workflow_run: 'writers',
  release: 'writers',
  check_run: 'writers',
} as const satisfies Readonly<Record<string, WorkflowFile>>;
export type TriggerEvent = keyof typeof WORKFLOW_FILES;
export const TRIGGER_EVENTS: readonly TriggerEvent[] =
  Object.keys(WORKFLOW_FILES).filter(isTriggerEvent);

/** Whether an event of this name may start a run. */
export function isTriggerEvent(event: string): event is TriggerEvent {
  return Object.hasOwn(WORKFLOW_FILES, event);
}

/** Whose workflow file GitHub runs on an event; `null` for an event that cannot start a run. */
export function workflowFileOf(event: string): WorkflowFile | null {
  return isTriggerEvent(event) ? WORKFLOW_FILES[event] : null;
}

/** A text that may contain a request to start a run. Anybody may have written it: it is untrusted. */
export interface RequestText {
  readonly source: 'issue' | 'pull request' | 'comment' | 'review' | 'review comment';
  readonly text: string;
  /** `null`: the account was deleted. */
  readonly author: Account | null;
  /** The App that wrote it, even on behalf of a person; `null` if none did. */
  readonly viaApp: string | null;
  /**
   * When it was written, or, in an event that is about no new text, when the event happened. Nothing newer is context. `null`:
   * unknown.
   */
  readonly asOf: string | null;
  /** The id of an issue comment, for reactions and look-ups; `null` for every other text. */
  readonly commentId: number | null;
  readonly url: string | null;
  /**
   * Whether the event's author association is that of an outsider. It never decides who may start a run; for such a text
   * nothing beyond the permission is looked up in advance.
   */
  readonly byOutsider?: boolean;
}

/** The facts of every trigger. `null`: the event does not contain the fact; never: it could not be read. */
export interface TriggerFacts {
  readonly action: string | null;
  /** Who caused the event (`sender`). `null` for a schedule and for a deleted account. */
  readonly actor: Account | null;
  /** `owner/name` of the repository that the workflow runs in. */
  readonly repository: string | null;
  readonly defaultBranch: string | null;
  /** The issue or pull request of the event. */
  readonly number: number | null;
  readonly isPullRequest: boolean;
  /** The commit of the event. `null` if it must be looked up, as for a comment on a pull request. */
  readonly headSha: string | null;
  readonly headRef: string | null;
  /** `owner/name` of the head's repository; also `null` for a deleted fork. */
  readonly headRepository: string | null;
  /** True: the head is in another repository, or in a deleted one. `null`: unknown. */
  readonly fork: boolean | null;
  /** The base branch of a pull request, or the branch that was pushed or selected. */
  readonly baseRef: string | null;
  readonly title: string | null;
  /** The body of the issue or pull request. */
  readonly body: string | null;
  readonly requestText: RequestText | null;
  readonly url: string | null;
}

interface IssueTrigger extends TriggerFacts {
  readonly event: 'issues';
  readonly number: number;
}

export interface IssueCommentTrigger extends TriggerFacts {
  readonly event: 'issue_comment';
  readonly number: number;
  readonly requestText: RequestText;
  /** The text before the edit that the event is about, and when it was edited; `null` if the text was not edited. */
  readonly edit: { readonly from: string; readonly at: string } | null;
}

interface PullTrigger extends TriggerFacts {
  readonly event: 'pull_request' | 'pull_request_target';
  readonly number: number;
  readonly headSha: string;
  readonly fork: boolean;
}

interface ReviewTrigger extends TriggerFacts {
  readonly event: 'pull_request_review' | 'pull_request_review_comment';
  /** GitHub's state of the review, such as `approved`; `null` for a review comment. */
  readonly reviewState: string | null;
  readonly number: number;
  readonly headSha: string;
  readonly fork: boolean;
  readonly requestText: RequestText;
}

/** An event of which the common facts are enough. A text of its own never contains a request. */
interface PlainTrigger extends TriggerFacts {
  readonly event:
    | 'workflow_dispatch'
    | 'repository_dispatch'
    | 'schedule'
    | 'push'
    | 'workflow_run'
    | 'release';
}

export interface CheckRunTrigger extends TriggerFacts {
  readonly event: 'check_run';
  readonly checkRun: CheckRunState;
  /** The identifier of the pressed button; `null` if none was pressed. */
  readonly identifier: string | null;
}

/** Any other event. Only its actor is known, so a run works on the default branch. */
interface UnsupportedTrigger extends TriggerFacts {
  readonly event: 'unsupported';
  readonly name: string;
}

export type Trigger =
  | IssueTrigger
  | IssueCommentTrigger
  | PullTrigger
  | ReviewTrigger
  | PlainTrigger
  | CheckRunTrigger
  | UnsupportedTrigger;
