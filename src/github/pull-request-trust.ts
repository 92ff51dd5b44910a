import { CountersignError, errorText } from '../common/index.ts';
import type { Account, GitHub, PullRequestCommit, PullRequest } from './ports/github.ts';

/** Most accounts whose permission is asked for about one pull request; with more of them its files are untrusted. */
const MAX_COMMIT_AUTHORS = 30;
/**
 * Accounts by which GitHub itself commits what somebody else wrote: `web-flow` (merges and edits on the website) and
 * `github-actions[bot]` (the repository's own workflows). As committers they stand for the author; as authors they do not.
 */
const COMMITS_FOR_OTHERS: ReadonlySet<number> = new Set([19_864_447, 41_898_282]);
const SHORT_SHA = 7;

/** Whether text counts as written by people who could push here, and why. */
export interface PullRequestTrust {
  readonly trusted: boolean;
  readonly because: string;
}

interface TrustLookUps {
  readonly github: Pick<GitHub, 'owner' | 'repo' | 'self' | 'pullRequestCommits'>;
  /** Keeps its answers, so that each person is asked about once. */
  readonly trusts: (login: string | null) => Promise<PullRequestTrust>;
}

/** The logins behind a pull request's commits, each once. Who has no account is left out. */
export function commitLogins(commits: readonly PullRequestCommit[]): readonly string[] {
  const logins = commits.flatMap(({ author, committer }) => [author?.login, committer?.login]);
  return [...new Set(logins.filter((login) => login !== undefined))];
}

/**
 * Whether the files of a pull request are by people with write access alone: it is no fork's, its author has write
 * access, and so has every author and committer of its commits. What cannot be looked up counts as no. Who wrote a commit is
 * what its e-mail address says, and whoever can push to a branch may write any address: this finds commits of others
 * that were taken over as they are, and is no proof of who wrote them.
 */
export async function trustOfPullRequestFiles(
  pull: Pick<PullRequest, 'number' | 'author' | 'headSha' | 'headRepository'>,
  lookUps: TrustLookUps,
): Promise<PullRequestTrust> {
  const { github, trusts } = lookUps;
  if (pull.headRepository !== `${github.owner}/${github.repo}`)
    return { trusted: false, because: 'its head is in a fork' };
  const author = await trusts(pull.author?.login ?? null);
  if (!author.trusted) return author;
  try {
    const commits = await github.pullRequestCommits(pull.number);
    // Then somebody pushed meanwhile, and what is listed is not what is worked on.
    if (!commits.some(({ sha }) => sha === pull.headSha))
      return { trusted: false, because: 'its commits are other ones by now' };
    return (await firstDoubt(commits, lookUps)) ?? author;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'cancelled') throw error;
    return { trusted: false, because: `its commits could not be read: ${errorText(error)}` };
  }
}

/** The first commit of somebody who is not known to have write access; `null` where there is none. */
async function firstDoubt(
  commits: readonly PullRequestCommit[],
  { github, trusts }: TrustLookUps,
): Promise<PullRequestTrust | null> {
  const own = (await github.self())?.id;
  const asked = new Map<number, string>();
  for (const { sha, author, committer } of commits) {
    const people: readonly (Account | null)[] =
      committer !== null && COMMITS_FOR_OTHERS.has(committer.id) ? [author] : [author, committer];
    for (const person of people) {
      if (person === null) return doubt(sha, 'is by an e-mail address of no account');
      if (person.id === own || asked.has(person.id)) continue;
      if (asked.size >= MAX_COMMIT_AUTHORS)
        return doubt(sha, `is by one of more than ${MAX_COMMIT_AUTHORS} people`);
      asked.set(person.id, person.login);
      const { trusted, because } = await trusts(person.login);
      if (!trusted) return doubt(sha, `is by @${person.login} (${because})`);
    }
  }
  return null;
}

function doubt(sha: string, because: string): PullRequestTrust {
  return { trusted: false, because: `its commit ${sha.slice(0, SHORT_SHA)} ${because}` };
}
