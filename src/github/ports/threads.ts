export interface ThreadComment {
  readonly id: number;
  readonly author: string | null;
  readonly body: string;
  readonly createdAt: string;
  /** Changed after it was written, by whoever could. */
  readonly edited: boolean;
}

/** Remarks on one place of a pull request's diff. */
export interface ReviewThread {
  readonly path: string;
  /** `null` where the line is not in the diff any more, or the thread is on the file. */
  readonly line: number | null;
  /** `null` where GitHub could not be asked. */
  readonly resolved: boolean | null;
  readonly outdated: boolean;
  readonly comments: readonly ThreadComment[];
  /** Comments that are not among these. */
  readonly more: number;
}

export interface Review {
  readonly id: number;
  readonly author: string | null;
  /** `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED`. */
  readonly state: string;
  readonly body: string;
  readonly submittedAt: string;
}

/** An issue or pull request that another one is linked with. */
export interface Linked {
  readonly number: number;
  readonly open: boolean;
  /** `owner/name` that it is in. */
  readonly repository: string;
}

/** What was said about a pull request's diff, and what an issue or pull request is linked with. Failures are those of `GitHub`. */
export interface GitHubThreads {
  /** All threads, oldest first; without what only GraphQL knows where that is not to be had. */
  reviewThreads(pull: number): Promise<readonly ReviewThread[]>;
  /** Reviews that were sent, oldest first. */
  pullReviews(pull: number): Promise<readonly Review[]>;
  /** The issues that a pull request closes when it is merged, or the pull requests that close an issue. */
  linkedWith(number: number): Promise<readonly Linked[]>;
}
