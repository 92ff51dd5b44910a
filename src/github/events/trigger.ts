import type { CheckRunState } from '../ports/checks.ts';
import type { Account } from '../ports/github.ts';

/** The events that a run knows how to begin from. */
export const TRIGGER_EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_dispatch',
  'repository_dispatch',
  'schedule',
  'push',
  'workflow_run',
  'release',
  'check_run',
] as const;

/** A text that people wrote and that may hold the phrase. Written by whoever could: not trusted. */
export interface AskingText {
  readonly of: 'issue' | 'pull request' | 'comment' | 'review' | 'review comment';
  readonly text: string;
  /** `null` where the account is gone. */
  readonly author: Account | null;
  /** Set where an App wrote it, even in a person's name. */
  readonly viaApp: string | null;
  readonly createdAt: string | null;
  /** The id of an issue comment, which can be reacted to and looked up; `null` for every other text. */
  readonly commentId: number | null;
  readonly url: string | null;
  /**
   * The event itself calls the author no member of anything here. Decides nothing, and is never a reason to trust: for such
   * a text no more is looked up than decides over it.
   */
  readonly byOutsider?: boolean;
}

/** What every trigger tells. `null` is what the event has not, never what could not be read. */
export interface TriggerFacts {
  readonly action: string | null;
  /** Who caused the event (`sender`). `null` for a schedule and where the account is gone. */
  readonly actor: Account | null;
  /** Who asks: the author of `asking` where there is one, else the actor. */
  readonly requester: Account | null;
  /** `owner/name` of the repository that the workflow runs in; `null` where the event does not say. */
  readonly repository: string | null;
  readonly defaultBranch: string | null;
  /** The issue or pull request that it is about. */
  readonly number: number | null;
  readonly isPullRequest: boolean;
  /** The commit the event is about, pinned. `null` where it must be looked up, as for a comment on a pull request. */
  readonly headSha: string | null;
  readonly headRef: string | null;
  /** `owner/name` that the head lives in; `null` where that fork is gone or the event does not say. */
  readonly headRepository: string | null;
  /** True: the head is another repository's, or its repository is gone. `null`: the event does not say. */
  readonly fork: boolean | null;
  /** The branch that a pull request goes to, or that was pushed or chosen. */
  readonly baseRef: string | null;
  readonly title: string | null;
  /** The body of the issue or pull request. */
  readonly body: string | null;
  readonly asking: AskingText | null;
  readonly url: string | null;
}

export interface IssueTrigger extends TriggerFacts {
  readonly event: 'issues';
  readonly number: number;
}

export interface IssueCommentTrigger extends TriggerFacts {
  readonly event: 'issue_comment';
  readonly number: number;
  readonly asking: AskingText;
}

export interface PullTrigger extends TriggerFacts {
  readonly event: 'pull_request' | 'pull_request_target';
  readonly number: number;
  readonly headSha: string;
  readonly fork: boolean;
}

export interface ReviewTrigger extends TriggerFacts {
  readonly event: 'pull_request_review' | 'pull_request_review_comment';
  readonly number: number;
  readonly headSha: string;
  readonly fork: boolean;
  readonly asking: AskingText;
}

export interface DispatchTrigger extends TriggerFacts {
  readonly event: 'workflow_dispatch' | 'repository_dispatch';
  /** `inputs` of a workflow dispatch, `client_payload` of a repository dispatch. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface ScheduleTrigger extends TriggerFacts {
  readonly event: 'schedule';
  readonly cron: string | null;
}

export interface PushTrigger extends TriggerFacts {
  readonly event: 'push';
  readonly ref: string;
  /** True where the push deleted the branch or tag. */
  readonly deleted: boolean;
}

export interface WorkflowRunTrigger extends TriggerFacts {
  readonly event: 'workflow_run';
  readonly workflowRunId: number;
  readonly conclusion: string | null;
}

/** A release, or what happened to one. Its text is not read: it asks for nothing. */
export interface ReleaseTrigger extends TriggerFacts {
  readonly event: 'release';
  readonly tag: string;
}

export interface CheckRunTrigger extends TriggerFacts {
  readonly event: 'check_run';
  readonly checkRun: CheckRunState;
  /** Of the button that was pressed; `null` where none was. */
  readonly identifier: string | null;
}

/** An event that nothing is known of but who caused it. */
export interface UnsupportedTrigger extends TriggerFacts {
  readonly event: 'unsupported';
  readonly name: string;
}

export type Trigger =
  | IssueTrigger
  | IssueCommentTrigger
  | PullTrigger
  | ReviewTrigger
  | DispatchTrigger
  | ScheduleTrigger
  | PushTrigger
  | WorkflowRunTrigger
  | ReleaseTrigger
  | CheckRunTrigger
  | UnsupportedTrigger;
