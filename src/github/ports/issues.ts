import * as z from 'zod';
import { account, isGiven, isOpen, orNull, positive, renamed, text, textOrNull } from './fields.ts';

export const milestone = z.object({ number: positive, title: z.string() });
export type Milestone = Readonly<z.output<typeof milestone>>;

const logins = z
  .array(z.looseObject({ login: z.string() }))
  .nullish()
  .transform((people) => (people ?? []).map(({ login }) => login));

/** An issue or pull request. */
export const issue = renamed({
  number: ['number', positive],
  title: ['title', text],
  body: ['body', text],
  author: ['user', account],
  open: ['state', isOpen],
  /** GitHub's `completed`, `not_planned`, `duplicate` or `reopened`; `null` if it has none. */
  stateReason: ['state_reason', textOrNull],
  assignees: ['assignees', logins],
  milestone: ['milestone', orNull(milestone)],
  isPullRequest: ['pull_request', isGiven],
  url: ['html_url', z.string()],
});
export type Issue = z.output<typeof issue>;

/** A change of an issue. Absent fields stay unchanged. */
export interface IssueUpdate {
  readonly title?: string;
  readonly state?: 'open' | 'closed';
  /** GitHub ignores it unless `state` changes. */
  readonly stateReason?: string;
  /** The number; `null` removes the milestone. */
  readonly milestone?: number | null;
}

/** Reads and changes issues. Errors are those of `GitHub`. */
export interface GitHubIssues {
  /** The numbers of the open issues with all of these labels, oldest first, without pull requests. */
  openIssues(labels: readonly string[]): Promise<readonly number[]>;
  /** Open and closed ones. */
  milestones(): Promise<readonly Milestone[]>;
  /** Whether issues of this repository can be assigned to the account. */
  isAssignable(login: string): Promise<boolean>;
  /** Sends the change and returns the resulting fields: without push access GitHub silently ignores parts of it. */
  updateIssue(number: number, change: IssueUpdate): Promise<Issue>;
  assign(number: number, logins: readonly string[]): Promise<Issue>;
  unassign(number: number, logins: readonly string[]): Promise<Issue>;
}
