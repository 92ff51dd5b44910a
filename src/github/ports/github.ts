import type { GitHubCi } from './ci.ts';
import type { GitHubIssues } from './issues.ts';
import type { GitHubPictures } from './images.ts';
import type { GitHubThreads } from './threads.ts';

/** An account as GitHub names it. Bots end in `[bot]` and have the type `Bot`. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: string;
}

export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
/** A person's role on the repository, ordered from nothing to everything. */
export type Permission = (typeof PERMISSIONS)[number];

export interface IssueComment {
  readonly id: number;
  readonly nodeId: string;
  readonly author: Account | null;
  /** Set where an App wrote it, even in a person's name. */
  readonly viaApp: string | null;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly url: string;
}

export interface IssueState {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: Account | null;
  readonly open: boolean;
  readonly isPullRequest: boolean;
  readonly url: string;
}

export interface PullState {
  readonly number: number;
  readonly author: Account | null;
  readonly open: boolean;
  readonly headSha: string;
  readonly headRef: string;
  /** `owner/name` that the head branch lives in; `null` where that fork is gone. */
  readonly headRepository: string | null;
  readonly baseRef: string;
}

/** A workflow run, as far as it says whether its artifacts can be trusted and whether it still goes on. */
export interface WorkflowRunState {
  readonly id: number;
  /** `owner/name`. */
  readonly repository: string;
  /** `owner/name` that the head lives in; `null` where that fork is gone. */
  readonly headRepository: string | null;
  /** The workflow file, such as `.github/workflows/agent.yml`. */
  readonly workflow: string;
  readonly event: string;
  readonly completed: boolean;
}

/** A commit of a pull request; `null` for an e-mail address that belongs to no account. */
export interface PullCommit {
  readonly sha: string;
  readonly author: Account | null;
  readonly committer: Account | null;
}

/** All comments of an issue, and what to give back to ask only for news. */
export interface CommentList {
  readonly comments: readonly IssueComment[];
  readonly cursor: string;
  /** False where GitHub answered 304: `comments` are then those of the time before. */
  readonly changed: boolean;
}

export const REACTIONS = ['+1', '-1', 'eyes', 'rocket', 'confused', 'hooray'] as const;
export type Reaction = (typeof REACTIONS)[number];

/**
 * What a run asks of GitHub. Everything is about one repository; the token stays behind this interface.
 *
 * Failures are `CountersignError`s: `github-permission` (the message names the `permissions:` line to add),
 * `github-not-found`, `github-limit` (after waiting as GitHub asked, bounded), `github-refused` (422 and the like),
 * `github-unreachable` (after retries). What is written is redacted and cut to GitHub's limit before it is sent.
 */
export interface GitHub {
  readonly owner: string;
  readonly repo: string;
  /** The account that the token acts as. `null` where the token cannot tell. */
  self(): Promise<Account | null>;
  /** A person's permission now. Any error is thrown, never read as an answer. */
  permissionOf(login: string): Promise<Permission>;
  /** True where the person is an active member of `org/team`. Any error but "not a member" is thrown. */
  isTeamMember(
    team: { readonly org: string; readonly slug: string },
    login: string,
  ): Promise<boolean>;
  defaultBranch(): Promise<string>;
  /** The commit that a branch, tag or SHA names now. */
  commitOf(ref: string): Promise<string>;
  /** A text file as a git object at a commit; `null` where there is none. */
  fileAt(
    commit: string,
    path: string,
  ): Promise<{ readonly text: string; readonly blobSha: string } | null>;
  /** The names of the files (or folders) directly under a folder at a commit; empty where there is no such folder. */
  filesAt(commit: string, folder: string, what?: 'files' | 'folders'): Promise<readonly string[]>;
  issue(number: number): Promise<IssueState>;
  pull(number: number): Promise<PullState>;
  /** The commits of a pull request, all pages. Rejects where GitHub does not list all of them (more than 250). */
  pullCommits(pull: number): Promise<readonly PullCommit[]>;
  createIssue(title: string, body: string): Promise<IssueState>;
  createComment(issue: number, body: string): Promise<IssueComment>;
  updateComment(id: number, body: string): Promise<IssueComment>;
  comment(id: number): Promise<IssueComment | null>;
  /** All pages, with `If-None-Match` where a cursor is given. */
  comments(issue: number, cursor?: string): Promise<CommentList>;
  /** Reacts to a comment. `created` is false where this account had done so before (201 against 200). */
  react(comment: number, reaction: Reaction): Promise<{ readonly created: boolean }>;
  /** Who edited a comment last and when, by GraphQL; `null` where nobody did. */
  lastEdit(nodeId: string): Promise<{ readonly at: string; readonly editor: string | null } | null>;
  /** Creates `ref` at `commit`; `created` is false where it exists already (422). */
  createRef(ref: string, commit: string): Promise<{ readonly created: boolean }>;
}

/** What was uploaded. */
export interface UploadedArtifact {
  readonly id: number;
  readonly name: string;
  /** SHA-256 that the service reports; `null` where it does not. */
  readonly digest: string | null;
  readonly url: string;
}

/** GitHub's artifact service. Loaded only when something is uploaded or downloaded. */
export interface ArtifactStore {
  /** Uploads files as one artifact; paths are kept from `root` on. Throws `artifact-refused`. */
  upload(artifact: {
    readonly name: string;
    readonly root: string;
    readonly files: readonly string[];
    readonly retentionDays?: number;
  }): Promise<UploadedArtifact>;
  /** Downloads an artifact of a workflow run of this repository into a folder; `null` where there is none. */
  download(artifact: {
    readonly name: string;
    readonly workflowRunId: number;
    readonly folder: string;
  }): Promise<{ readonly digest: string | null } | null>;
}

/** A file of a pull request as GitHub lists it. */
export interface PullFile {
  readonly path: string;
  /** `added`, `removed`, `modified`, `renamed` … in GitHub's words. */
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  readonly previousPath: string | null;
  /** Unified diff hunks; `null` for a binary or a very large file, which GitHub shows no diff of. */
  readonly patch: string | null;
}

/** A file of a commit that is to be made; `bytes` is `null` where the commit deletes it. */
export interface CommitFile {
  readonly path: string;
  /** A file, one that can be run, or a symlink, whose bytes are what it leads to. */
  readonly mode: '100644' | '100755' | '120000';
  readonly bytes: Uint8Array | null;
}

export interface CommitMade {
  readonly sha: string;
  /** Whether GitHub signed it; `null` where it does not say. */
  readonly verified: boolean | null;
}

export interface PullMade {
  readonly number: number;
  readonly url: string;
  /** False where a pull request from that branch was open already. */
  readonly created: boolean;
}

/** A remark on a line of a pull request's new side. */
export interface ReviewRemark {
  readonly path: string;
  readonly line: number;
  /** The first of several lines, `line` being the last. */
  readonly startLine?: number;
  readonly body: string;
}

/** What a run does on GitHub beside talking: branches and pull requests. Failures are those of `GitHub`. */
export interface GitHubWork extends GitHubIssues, GitHubCi, GitHubThreads, GitHubPictures {
  /** A workflow run of this repository: what an artifact came from. Needs `actions: read`. */
  workflowRun(id: number): Promise<WorkflowRunState>;
  /** All files of a pull request, at most GitHub's 3,000. */
  pullFiles(number: number): Promise<readonly PullFile[]>;
  /** The commit that two commits or branches both go back to. */
  mergeBase(base: string, head: string): Promise<string>;
  /** The commit that a branch stands on; `null` where there is no such branch. */
  branchHead(branch: string): Promise<string | null>;
  /**
   * Makes a commit by the API, so that GitHub signs it for the token of an App or a job. No branch points to it yet. Making the same
   * one twice does no harm.
   */
  makeCommit(commit: {
    readonly parent: string;
    readonly message: string;
    readonly files: readonly CommitFile[];
  }): Promise<CommitMade>;
  /** The tree of a commit: two commits with one tree hold the same files. */
  treeOf(commit: string): Promise<string>;
  /**
   * Moves a branch from `from` (`null`: makes it) to `to`. Never forced: `moved` is false where it stands elsewhere by now
   * or exists already.
   */
  moveBranch(
    branch: string,
    move: { readonly from: string | null; readonly to: string },
  ): Promise<{ readonly moved: boolean }>;
  /** The names of the repository's labels. */
  labels(): Promise<readonly string[]>;
  /** Puts labels on an issue or pull request; those it has stay. */
  addLabels(number: number, labels: readonly string[]): Promise<void>;
  /** Takes a label off; one that is not there is no error. */
  removeLabel(number: number, label: string): Promise<void>;
  /** Reviews a pull request as it is at `commit`. Never approves. */
  review(review: {
    readonly number: number;
    readonly commit: string;
    readonly verdict: 'comment' | 'request-changes';
    readonly body: string;
    readonly remarks: readonly ReviewRemark[];
  }): Promise<{ readonly id: number; readonly url: string }>;
  openPull(pull: {
    readonly title: string;
    readonly body: string;
    readonly head: string;
    readonly base: string;
    readonly draft: boolean;
  }): Promise<PullMade>;
}
