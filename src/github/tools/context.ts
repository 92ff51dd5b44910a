import type { Workspace } from '../../sandbox/index.ts';
import type { FindImages } from '../images/find-images.ts';
import type { GitHub, GitHubWork } from '../ports/github.ts';

/** What the tools on GitHub work with. The agent holds no token: it asks, and this process does. */
export interface GitHubToolContext {
  readonly github: GitHub & GitHubWork;
  /** The host of the API, which is what the policy's network rules see. */
  readonly apiHost: string;
  /** `GITHUB_SERVER_URL`: where people look at things. */
  readonly serverUrl: string;
  /** The issue or pull request that the run is about; `null` where there is none. */
  readonly number: number | null;
  /** Whether a person could push here when asked now, and why. An error counts as no. */
  readonly trusts: (
    login: string | null,
  ) => Promise<{ readonly trusted: boolean; readonly because: string }>;
  /** Puts text by strangers between marks that name its source. */
  readonly mark: (text: string, source: string) => string;
  /** Hosts beside the server's own that texts may link to: exact names, or `*.name`. Absent: none. */
  readonly linkHosts?: readonly string[];
  /** Takes secrets out of a text before it is cut: half a secret matches nothing. Absent: nothing is secret. */
  readonly redact?: (text: string) => Promise<string>;
  /** Finds the pictures of a text; absent: none are shown. */
  readonly pictures?: FindImages;
  /** Who owns these paths by CODEOWNERS of the trusted branch, in one line; `null` where there is none. */
  readonly owners?: (paths: readonly string[]) => Promise<string | null>;
  /** What pushing needs; `null` where there is no commit to build on, and then nothing can be pushed. */
  readonly work: GitHubWorkspace | null;
}

/** Where a run's work lies and where it may be pushed to. */
export interface GitHubWorkspace {
  readonly workspace: Workspace;
  /** The commit that the work tree began as. */
  readonly headSha: string;
  /** The branch that is pushed to where the model names none: the pull request's own, or a new one. */
  readonly branch: string;
  /** Other branches that the model may name begin with this, such as `countersign/`. */
  readonly branchPrefix: string;
  /** Where a pull request goes. */
  readonly baseBranch: string;
  /** Whether the run is about an issue, which a pull request of its work closes. Absent: it does not. */
  readonly closesIssue?: boolean;
  /** Put under the body of a pull request: who asked, what was approved, where the trail is. Asked at that moment. */
  readonly note?: () => string;
}

/** The hosts that a text of this run may link to: GitHub, the server itself, and those that the run was given. */
export function hostsFor(
  context: Pick<GitHubToolContext, 'serverUrl' | 'linkHosts'>,
): readonly string[] {
  const server = URL.canParse(context.serverUrl) ? [new URL(context.serverUrl).host] : [];
  return ['github.com', ...server, ...(context.linkHosts ?? [])];
}

/** The issue that texts of this run may close: its own, where it is about an issue; `null` for none. */
export function closable(context: Pick<GitHubToolContext, 'number' | 'work'>): number | null {
  return context.work?.closesIssue === true ? context.number : null;
}

/** `text` without secrets, as it may be cut. */
export async function redacted(
  context: Pick<GitHubToolContext, 'redact'>,
  text: string,
): Promise<string> {
  return (await context.redact?.(text)) ?? text;
}
