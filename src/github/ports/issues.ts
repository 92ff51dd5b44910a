/** The current fields of an issue or pull request that can be changed. */
export interface IssueFields {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
  /** GitHub's `completed`, `not_planned`, `duplicate` or `reopened`; `null` if it has none. */
  readonly stateReason: string | null;
  readonly assignees: readonly string[];
  readonly milestone: Milestone | null;
  readonly isPullRequest: boolean;
  readonly url: string;
}

export interface Milestone {
  readonly number: number;
  readonly title: string;
}

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
