/** What can be changed about an issue or pull request, as it is now. */
export interface IssueFields {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
  /** `completed`, `not_planned`, `duplicate`, `reopened`, in GitHub's words; `null` where it has none. */
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

/** A change of an issue; what is absent stays as it is. */
export interface IssueChange {
  readonly title?: string;
  readonly state?: 'open' | 'closed';
  /** GitHub reads it only where `state` changes. */
  readonly stateReason?: string;
  /** The number; `null` takes the milestone off. */
  readonly milestone?: number | null;
}

/** Issues, changed. Failures are those of `GitHub`. */
export interface GitHubIssues {
  /** Numbers of the open issues that have all of these labels, oldest first; pull requests are none. */
  openIssues(labels: readonly string[]): Promise<readonly number[]>;
  issueFields(number: number): Promise<IssueFields>;
  /** Open and closed ones. */
  milestones(): Promise<readonly Milestone[]>;
  /** Whether GitHub lets issues of this repository be assigned to that account. */
  isAssignable(login: string): Promise<boolean>;
  /** Sends the change and gives back what then holds: without push access GitHub drops parts of it and says nothing. */
  changeIssue(number: number, change: IssueChange): Promise<IssueFields>;
  assign(number: number, logins: readonly string[]): Promise<IssueFields>;
  unassign(number: number, logins: readonly string[]): Promise<IssueFields>;
}
