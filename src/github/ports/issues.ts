import * as z from 'zod';
import { isGiven, orNull, positive, renamed, text, textOrNull } from './fields.ts';

export const milestone = z.object({ number: positive, title: z.string() });
export type Milestone = Readonly<z.output<typeof milestone>>;

const logins = z
  .array(z.looseObject({ login: z.string() }))
  .nullish()
  .transform((people) => (people ?? []).map(({ login }) => login));

/** The current fields of an issue or pull request that can be changed. */
export const issueFields = renamed({
  number: ['number', positive],
  title: ['title', text],
  state: ['state', z.enum(['open', 'closed'])],
  /** GitHub's `completed`, `not_planned`, `duplicate` or `reopened`; `null` if it has none. */
  stateReason: ['state_reason', textOrNull],
  assignees: ['assignees', logins],
  milestone: ['milestone', orNull(milestone)],
  isPullRequest: ['pull_request', isGiven],
  url: ['html_url', z.string()],
});
export type IssueFields = z.output<typeof issueFields>;

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
  issueFields(number: number): Promise<IssueFields>;
  /** Open and closed ones. */
  milestones(): Promise<readonly Milestone[]>;
  /** Whether issues of this repository can be assigned to the account. */
  isAssignable(login: string): Promise<boolean>;
  /** Sends the change and returns the resulting fields: without push access GitHub silently ignores parts of it. */
  updateIssue(number: number, change: IssueUpdate): Promise<IssueFields>;
  assign(number: number, logins: readonly string[]): Promise<IssueFields>;
  unassign(number: number, logins: readonly string[]): Promise<IssueFields>;
}
