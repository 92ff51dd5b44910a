import * as z from 'zod';
import { account, actor, byOutsider, positive, renamed, text, textOrNull } from './fields.ts';

const isEdited = z
  .string()
  .nullable()
  .transform((at) => at !== null);

export const threadComment = renamed({
  id: ['fullDatabaseId', z.union([z.string(), z.number()]).transform(Number)],
  author: ['author', actor],
  body: ['body', z.string()],
  createdAt: ['createdAt', z.string()],
  edited: ['lastEditedAt', isEdited],
});
type ThreadComment = z.output<typeof threadComment>;

/** A review thread on one place of a pull request's diff. */
export interface ReviewThread {
  readonly path: string;
  /** `null` if the line is no longer in the diff, or the thread is on the file. */
  readonly line: number | null;
  /** `null` if unknown. */
  readonly resolved: boolean | null;
  readonly outdated: boolean;
  readonly comments: readonly ThreadComment[];
  readonly omittedComments: number;
}

/** A submitted review of a pull request. */
export const pullReview = renamed({
  id: ['id', z.number()],
  nodeId: ['node_id', text],
  author: ['user', account],
  /** `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED`. */
  state: ['state', z.string()],
  body: ['body', text],
  submittedAt: ['submitted_at', text],
  /** The head of the pull request when it was submitted; `null` if GitHub does not say. */
  commitSha: ['commit_id', textOrNull],
  /** Whether GitHub's author association is that of an outsider. It decides nothing. */
  byOutsider: ['author_association', byOutsider],
  url: ['html_url', z.string()],
});
export type Review = z.output<typeof pullReview>;

/** An issue or pull request that is linked with another one. */
export const linkedItem = renamed({
  number: ['number', positive],
  open: ['state', z.string().transform((state) => state === 'OPEN')],
  /** `owner/name` of its repository. */
  repository: [
    'repository',
    z.looseObject({ nameWithOwner: z.string() }).transform((one) => one.nameWithOwner),
  ],
});
export type LinkedItem = z.output<typeof linkedItem>;

/** Review threads and linked items. Errors are those of `GitHub`. */
export interface GitHubThreads {
  /** All threads, oldest first. Fields that only GraphQL has are `null` if GraphQL is not available. */
  reviewThreads(pull: number): Promise<readonly ReviewThread[]>;
  /** The issues that a pull request closes when it is merged, or the pull requests that close an issue. */
  linkedItems(number: number): Promise<readonly LinkedItem[]>;
}
