import * as z from 'zod';
import type { Permission } from '../events/permission.ts';
import {
  type Account,
  account,
  byOutsider,
  isOpen,
  type Person,
  positive,
  renamed,
  repositoryName,
  slugOfApp,
  text,
  textOrNull,
} from './fields.ts';
import type { GitHubCi } from './ci.ts';
import type { GitHubIssues, Issue } from './issues.ts';
import type { GitHubImages } from './images.ts';
import type { GitHubThreads, Review } from './threads.ts';

export type { Account, Person } from './fields.ts';

export const comment = renamed({
  id: ['id', z.number()],
  nodeId: ['node_id', z.string()],
  author: ['user', account],
  /** The App that wrote it, even on behalf of a person; `null` if none did. */
  viaApp: ['performed_via_github_app', slugOfApp],
  body: ['body', text],
  /**
   * Whether GitHub calls the author an outsider of the repository. Members whose membership is private are outsiders, too: it
   * orders look-ups, and never decides.
   */
  byOutsider: ['author_association', byOutsider],
  createdAt: ['created_at', z.string()],
  updatedAt: ['updated_at', z.string()],
  url: ['html_url', z.string()],
});
export type IssueComment = z.output<typeof comment>;

export const pull = z
  .looseObject({
    number: positive,
    user: account,
    state: isOpen,
    head: z.looseObject({ sha: z.string(), ref: z.string(), repo: repositoryName }),
    base: z.looseObject({ ref: z.string() }),
    commits: z.number().int().nonnegative().optional(),
  })
  .transform(({ number, user, state, head, base, commits = null }) => ({
    number,
    author: user,
    open: state,
    headSha: head.sha,
    headRef: head.ref,
    /** `owner/name` of the head branch's repository; `null` for a deleted fork. */
    headRepository: head.repo,
    baseRef: base.ref,
    commits,
  }));
export type PullRequest = Readonly<Omit<z.output<typeof pull>, 'commits'>>;

/** A commit of a pull request. `null`: the e-mail address belongs to no account. */
export interface PullRequestCommit {
  readonly sha: string;
  readonly author: Account | null;
  readonly committer: Account | null;
  /** The accounts of its `Co-authored-by` lines that GitHub knows. */
  readonly coAuthors: readonly Person[];
}

/** The kind of each path in a commit: submodules are `other`. */
export type CommitTree = ReadonlyMap<string, 'file' | 'folder' | 'link' | 'other'>;

/** All comments of an issue, and a cursor to detect changes with the next request. */
interface CommentList {
  readonly comments: readonly IssueComment[];
  readonly cursor: string;
  /** False: the comments are the same as those of the cursor. */
  readonly changed: boolean;
}

/** The edits of a comment by GraphQL, in GitHub's order: the newest first. */
export interface CommentEdits {
  /** How many there are, which may be more than `edits` has. */
  readonly total: number;
  readonly edits: readonly {
    readonly at: string;
    /** `null`: the account was deleted, or GitHub does not say which it is. */
    readonly editor: Account | null;
    /** GitHub's `diff`: the whole text after the edit. `null`: somebody deleted it from the history. */
    readonly body: string | null;
  }[];
}

/** The last edit of a comment. `editor` is `null` if GitHub does not say who it was. */
export interface LastEdit {
  readonly at: string;
  readonly editor: Person | null;
}

/** The text of a comment, and its last edit; `null` if nobody edited it. */
export interface CommentVersion {
  readonly body: string;
  readonly edit: LastEdit | null;
  /** Whether somebody hid it, as spam, as off-topic or for another reason. REST does not say so. */
  readonly isHidden: boolean;
}

/** An issue or pull request and comments, as they are now. */
export interface ThreadState {
  readonly open: boolean;
  /** The head of a pull request; `null` for an issue. */
  readonly headSha: string | null;
  /** By node id. A comment that was deleted is absent. */
  readonly comments: ReadonlyMap<string, CommentVersion>;
}

export type Reaction = '+1' | '-1' | 'eyes' | 'rocket' | 'confused' | 'hooray';

/**
 * GitHub's API for one repository: people, files, issues and comments. The token stays behind this interface.
 *
 * Errors are `CountersignError`s: `github-permission` (the message names the `permissions:` line to add),
 * `github-not-found`, `github-limit` (after the waits that GitHub asked for, up to a maximum), `github-refused` (such as
 * 422), `github-unreachable` (after retries). Texts are redacted and truncated to GitHub's limits before they are sent.
 */
export interface GitHub {
  readonly owner: string;
  readonly repo: string;
  /** The same client, whose requests and waits end with this signal, too: they reject with `cancelled`. */
  within(signal: AbortSignal): GitHub;
  /** GitHub's time, by the `Date` of its latest answer; the runner's until GitHub has answered. */
  now(): Date;
  /** The account of the token; `null` if the token cannot read it. */
  self(): Promise<Account | null>;
  /**
   * A person's current permission. Every error is thrown, never taken as an answer; so is an answer about another account,
   * such as one that has taken the login meanwhile.
   */
  permissionOf(person: Person): Promise<Permission>;
  /** The accounts that have these logins now; a login that nobody has is left out. */
  accountsOf(logins: readonly string[]): Promise<readonly Person[]>;
  /** Whether the person is an active member of `org/team`. Every error but "not a member" is thrown. */
  isTeamMember(
    team: { readonly org: string; readonly slug: string },
    login: string,
  ): Promise<boolean>;
  defaultBranch(): Promise<string>;
  /** The commit that a branch, tag or SHA currently points to. */
  commitOf(ref: string): Promise<string>;
  /** A text file at a commit; `null` if it does not exist. */
  fileAt(
    commit: string,
    path: string,
  ): Promise<{ readonly text: string; readonly blobSha: string } | null>;
  /** The names of the files (or folders) directly in a folder at a commit; empty if it does not exist. */
  filesAt(commit: string, folder: string, kind?: 'files' | 'folders'): Promise<readonly string[]>;
  /** Everything that a commit contains, by path, with one request; `null` if that is more than GitHub lists. */
  treeAt(commit: string): Promise<CommitTree | null>;
  issue(number: number): Promise<Issue>;
  pullRequest(number: number): Promise<PullRequest>;
  /** All commits of a pull request. Rejects if GitHub does not list all of them (more than 250). */
  pullRequestCommits(pull: number): Promise<readonly PullRequestCommit[]>;
  /** The submitted reviews of a pull request, oldest first. */
  pullReviews(pull: number): Promise<readonly Review[]>;
  createIssue(title: string, body: string): Promise<Issue>;
  createComment(issue: number, body: string): Promise<IssueComment>;
  updateComment(id: number, body: string): Promise<IssueComment>;
  comment(id: number): Promise<IssueComment | null>;
  /** All pages. Unchanged pages cost nothing of the rate limit. */
  comments(issue: number, cursor?: string): Promise<CommentList>;
  /**
   * Reacts to a comment. `created` is false if this account had already reacted (200 instead of 201); `id` is that of its reaction.
   * `isLost`: an answer was lost before, so that this may be the reaction of an earlier attempt.
   */
  react(
    comment: number,
    reaction: Reaction,
  ): Promise<{ readonly created: boolean; readonly id: number; readonly isLost?: true }>;
  /** Removes a reaction by its id, unless it is gone. */
  removeReaction(comment: number, id: number): Promise<void>;
  /** Whether an account, by its id, reacted to a comment. */
  hasReacted(comment: number, reaction: Reaction, account: number): Promise<boolean>;
  /** An issue or pull request and up to 100 comments (by node id) as they are now, with one GraphQL request. */
  threadState(issue: number, nodeIds: readonly string[]): Promise<ThreadState>;
  /** The history of a comment's edits, the newest 100. */
  commentEdits(nodeId: string): Promise<CommentEdits>;
}

export interface UploadedArtifact {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** GitHub's artifact service. Its client is loaded only when something is uploaded. */
export interface ArtifactStore {
  /** Uploads files as one artifact, with paths relative to `root`. Throws `artifact-refused`. */
  upload(artifact: {
    readonly name: string;
    readonly root: string;
    readonly files: readonly string[];
    readonly retentionDays?: number;
    /** True: an earlier process of this job may have begun to upload the same files under this name. */
    readonly mayHaveBegun?: true;
  }): Promise<UploadedArtifact>;
  /**
   * Downloads an artifact of a workflow run of this repository into a folder; resolves with false if it does not exist. Throws
   * `artifact-refused` for what was not uploaded like this, or is no archive, and the errors of `GitHub`.
   */
  download(artifact: {
    readonly name: string;
    readonly workflowRunId: number;
    readonly folder: string;
  }): Promise<boolean>;
}

/** A changed file of a pull request. */
export const pullFile = renamed({
  path: ['filename', z.string()],
  /** GitHub's status: `added`, `removed`, `modified`, `renamed` … */
  status: ['status', z.string()],
  additions: ['additions', z.number().default(0)],
  deletions: ['deletions', z.number().default(0)],
  previousPath: ['previous_filename', textOrNull],
  /** Unified diff hunks; `null` for a binary or a very large file. */
  patch: ['patch', textOrNull],
});
export type PullRequestFile = z.output<typeof pullFile>;

/** A file of a new commit. `bytes` is `null` if the commit deletes it. */
export interface CommitFile {
  readonly path: string;
  /** A file, an executable, or a symlink, whose bytes are its target. */
  readonly mode: '100644' | '100755' | '120000';
  readonly bytes: Uint8Array | null;
}

export interface NewCommit {
  readonly parent: string;
  readonly message: string;
  readonly files: readonly CommitFile[];
}

export interface CreatedCommit {
  readonly sha: string;
  /** Whether GitHub signed it; `null` if unknown. */
  readonly verified: boolean | null;
}

/** A change of the base branch of a pull request. */
export interface BaseChange {
  readonly at: string;
  /** The base branch before. */
  readonly from: string;
}

export interface OpenedPullRequest {
  readonly number: number;
  readonly url: string;
  /** False: a pull request from that branch was already open. */
  readonly created: boolean;
}

/** A review comment on a line of the new version of a file. */
interface ReviewComment {
  readonly path: string;
  readonly line: number;
  /** The first of several lines, `line` being the last. */
  readonly startLine?: number;
  readonly body: string;
}

/** The rest of the API: branches, commits, pull requests, labels, reviews. Errors are those of `GitHub`. */
export interface GitHubWork extends GitHubIssues, GitHubCi, GitHubThreads, GitHubImages {
  /** All files of a pull request, at most GitHub's 3,000. */
  pullRequestFiles(number: number): Promise<readonly PullRequestFile[]>;
  /** The files that `head` changes since its merge base with `base`, at most GitHub's 300. */
  comparedFiles(base: string, head: string): Promise<readonly PullRequestFile[]>;
  /** The last change of a pull request's base branch by a person; `null`: there was none. */
  lastBaseChange(pull: number): Promise<BaseChange | null>;
  /** The merge base of two commits or branches. */
  mergeBase(base: string, head: string): Promise<string>;
  /** The head commit of a branch; `null` if it does not exist. */
  branchHead(branch: string): Promise<string | null>;
  /**
   * Creates a commit through the API, so that GitHub signs it for the token of an App or a job. No branch points to it yet.
   * Creating the same commit twice does no harm.
   */
  createCommit(commit: NewCommit): Promise<CreatedCommit>;
  /** The tree of a commit. Commits with the same tree have the same files. */
  tree(commit: string): Promise<string>;
  /**
   * Moves a branch from `from` (`null`: creates it) to `to`, never by force. `moved` is false if its head is another commit,
   * or if it already exists.
   */
  moveBranch(
    branch: string,
    move: { readonly from: string | null; readonly to: string },
  ): Promise<{ readonly moved: boolean }>;
  /** The names of the repository's labels. */
  labels(): Promise<readonly string[]>;
  /** Adds labels to an issue or pull request. */
  addLabels(number: number, labels: readonly string[]): Promise<void>;
  /** Removes a label. False: it was not set. */
  removeLabel(number: number, label: string): Promise<boolean>;
  /** Reviews a pull request at `commit`. Never approves. */
  review(review: {
    readonly number: number;
    readonly commit: string;
    readonly verdict: 'comment' | 'request-changes';
    readonly body: string;
    readonly remarks: readonly ReviewComment[];
  }): Promise<{ readonly id: number; readonly url: string }>;
  openPullRequest(pull: {
    readonly title: string;
    readonly body: string;
    readonly head: string;
    readonly base: string;
    readonly draft: boolean;
  }): Promise<OpenedPullRequest>;
}
