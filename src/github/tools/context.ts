import type { WorkTreeFile, Workspace } from '../../sandbox/index.ts';
import type { FindImages } from '../images/find-images.ts';
import type { GitHub, GitHubWork } from '../ports/github.ts';
import type { Trusts } from '../pull-request-trust.ts';

/** The context of the GitHub tools. The agent has no token: this process sends the requests. */
export interface GitHubToolContext {
  readonly github: GitHub & GitHubWork;
  /** The host of the API, for the policy's network rules. */
  readonly apiHost: string;
  /** `GITHUB_SERVER_URL`, for links. */
  readonly serverUrl: string;
  /** The issue or pull request of the run; `null` if it has none. */
  readonly number: number | null;
  readonly trusts: Trusts;
  /** Puts untrusted content between marks that name its source. */
  readonly mark: (text: string, source: string) => string;
  /** Further hosts that texts may link to: exact names, or `*.name`. Absent: none. */
  readonly linkHosts?: readonly string[];
  /** Redacts a text before it is truncated: half a secret matches no pattern. */
  readonly redact: (text: string) => string;
  /** Fetches the images of a text. Absent: no images are shown. */
  readonly findImages?: FindImages;
  /** The owners of paths by the trusted branch's CODEOWNERS, in one line; `null` if there are none. */
  readonly owners?: (paths: readonly string[]) => Promise<string | null>;
  readonly work: GitHubWorkspace;
}

/** The work tree of a run, and the branches that it may push to. */
export interface GitHubWorkspace {
  readonly workspace: Workspace;
  /** The commit that the work tree started from. */
  readonly headSha: string;
  /** The default branch to push to: the pull request's own, or a new one. */
  readonly branch: string;
  /** `branch` is that of the run's pull request. Absent: it is not. */
  readonly pushesToPullRequest?: boolean;
  /** The prefix of other branches that the model may name, such as `countersign/`. */
  readonly branchPrefix: string;
  /** The base branch of a pull request. */
  readonly baseBranch: string;
  /** Whether a pull request of the run closes its issue. Absent: it does not. */
  readonly closesIssue?: boolean;
  /** The changes of these paths since `headSha`, as a unified diff for people; `null` if there are none. Absent: unknown. */
  readonly changesDiff?: (paths: readonly string[]) => Promise<string | null>;
  /**
   * The bytes that git commits for files with these deletions, in their order, by the attributes of `headSha`. Absent: those of
   * the files.
   */
  readonly committedBytes?: (
    files: readonly WorkTreeFile[],
    deleted: readonly string[],
  ) => Promise<readonly Uint8Array[]>;
  /** The footer of a pull request's body: requester, approvals and audit trail, at that moment. */
  readonly note?: () => string;
}

/** The hosts that a text of this run may link to: GitHub, the server itself, and the configured ones. */
export function hostsFor(
  context: Pick<GitHubToolContext, 'serverUrl' | 'linkHosts'>,
): readonly string[] {
  const server = URL.canParse(context.serverUrl) ? [new URL(context.serverUrl).host] : [];
  return ['github.com', ...server, ...(context.linkHosts ?? [])];
}

/** The issue that texts of this run may close; `null`: none. */
export function issueToClose(context: Pick<GitHubToolContext, 'number' | 'work'>): number | null {
  return context.work.closesIssue === true ? context.number : null;
}
