import type { GitHubWrite } from '../../tool-calls/index.ts';
import { markdownCode } from './markdown-cell.ts';

const SHORT_SHA_CHARS = 7;
/** What can be the target of a Markdown link without ending it. */
const ADDRESS = /^https?:\/\/[^\s()<>\\]+$/;
/** Most commits that are linked. Further ones are counted. */
const COMMITS_MAX = 20;

/** A commit that the run pushed. `null`: the tool gave no address. */
interface PushedCommit {
  readonly sha: string;
  readonly branch: string;
  /** The branch's page on GitHub. */
  readonly branchUrl: string | null;
}

export type PushedFile = Omit<NonNullable<GitHubWrite['files']>[number], 'path'>;

/** The work of a run that is on GitHub. */
export interface PushedWork {
  /** In the order in which they were pushed. */
  readonly commits: readonly PushedCommit[];
  /** The last pull request that the run opened, or found open for its branch. */
  readonly pullRequest: { readonly number: number; readonly url: string } | null;
  /** Each file as it was pushed last, by its path. */
  readonly files: ReadonlyMap<string, PushedFile>;
}

export const NOTHING_PUSHED: PushedWork = { commits: [], pullRequest: null, files: new Map() };

/** The work after one more write on GitHub. Writes that are no work, such as comments, change nothing. */
export function withWrite(work: PushedWork, write: GitHubWrite): PushedWork {
  const { what, id, branch, files = [] } = write;
  const url = write.url !== null && ADDRESS.test(write.url) ? write.url : null;
  if (what === 'pull request' && typeof id === 'number' && url !== null)
    return { ...work, pullRequest: { number: id, url } };
  if (what !== 'commit' || typeof id !== 'string' || branch === undefined) return work;
  return {
    ...work,
    commits: [...work.commits, { sha: id, branch, branchUrl: url }],
    files: new Map([...work.files, ...files.map(({ path, ...file }) => [path, file] as const)]),
  };
}

/** The page of a commit; `null` if the branch's page is not known. */
function commitUrl({ sha, branch, branchUrl }: PushedCommit): string | null {
  const end = `/tree/${branch}`;
  return branchUrl?.endsWith(end) === true
    ? `${branchUrl.slice(0, -end.length)}/commit/${sha}`
    : null;
}

/** Pull request, branches and commits as links; empty if the run pushed nothing. */
export function pushedSection({ commits, pullRequest }: PushedWork): string {
  const lines =
    pullRequest === null ? [] : [`- [Pull request #${pullRequest.number}](${pullRequest.url})`];
  for (const branch of new Set(commits.map((commit) => commit.branch))) {
    const own = commits.filter((commit) => commit.branch === branch);
    const shown = own.slice(-COMMITS_MAX).map(commitLink);
    const more = own.length > shown.length ? `, and ${own.length - shown.length} before` : '';
    const link = linked(markdownCode(branch), own.at(-1)?.branchUrl ?? null);
    lines.push(`- Branch ${link}: ${shown.join(', ')}${more}`);
  }
  return lines.length === 0 ? '' : ['**On GitHub**', '', ...lines].join('\n');
}

function commitLink(commit: PushedCommit): string {
  return linked(`\`${commit.sha.slice(0, SHORT_SHA_CHARS)}\``, commitUrl(commit));
}

function linked(text: string, url: string | null): string {
  return url === null ? text : `[${text}](${url})`;
}
