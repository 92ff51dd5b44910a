import type { Account } from './account.ts';

export interface ThreadComment {
  readonly id: number;
  readonly author: Account | null;
  readonly body: string;
  readonly createdAt: string;
  /** Whether anybody edited it. */
  readonly edited: boolean;
}

/** A review thread on one place of a pull request's diff. */
export interface ReviewThread {
  readonly path: string;
  /** `null` if the line is no longer in the diff, or the thread is on the file. */
  readonly line: number | null;
  /** `null` if unknown. */
  readonly resolved: boolean | null;
  readonly outdated: boolean;
  readonly comments: readonly ThreadComment[];
  /** The number of further comments. */
  readonly omittedComments: number;
}

/** A submitted review of a pull request. */
export interface Review {
  readonly id: number;
  readonly author: Account | null;
  /** `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED`. */
  readonly state: string;
  readonly body: string;
  readonly submittedAt: string;
  /** The head of the pull request when it was submitted; `null` if GitHub does not say. */
  readonly commitSha: string | null;
  /** Whether GitHub's author association is that of an outsider. It decides nothing. */
  readonly byOutsider: boolean;
  readonly url: string;
}

/** An issue or pull request that is linked with another one. */
export interface LinkedItem {
  readonly number: number;
  readonly open: boolean;
  /** `owner/name` of its repository. */
  readonly repository: string;
}

/** Review threads and linked items. Errors are those of `GitHub`. */
export interface GitHubThreads {
  /** All threads, oldest first. Fields that only GraphQL has are `null` if GraphQL is not available. */
  reviewThreads(pull: number): Promise<readonly ReviewThread[]>;
  /** The issues that a pull request closes when it is merged, or the pull requests that close an issue. */
  linkedItems(number: number): Promise<readonly LinkedItem[]>;
}
