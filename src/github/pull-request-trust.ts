import { clauseText, CountersignError } from '../common/index.ts';
import type { Account, GitHub, Person, PullRequestCommit, PullRequest } from './ports/github.ts';

/** The maximum of accounts whose permission is looked up for one pull request. With more, its files are untrusted. */
const MAX_COMMIT_AUTHORS = 30;
/**
 * Accounts that commit on behalf of others: `web-flow` (merges and edits on the website) and `github-actions[bot]` (the
 * repository's own workflows). As committers they count as the author; as authors they do not.
 */
const COMMITS_FOR_OTHERS: ReadonlySet<number> = new Set([19_864_447, 41_898_282]);
const SHORT_SHA = 7;

/** Whether all authors of a text have write access, and why. */
export interface PullRequestTrust {
  readonly trusted: boolean;
  readonly because: string;
}

/** Whether a person has write access now, and why. A failed look-up counts as no. */
export type Trusts = (person: Person | null) => Promise<PullRequestTrust>;

interface TrustLookUps {
  readonly github: Pick<GitHub, 'owner' | 'repo' | 'self' | 'pullRequestCommits'>;
  /** Cached, so that each person is looked up once. */
  readonly trusts: Trusts;
}

/** Whether a head is in the repository of the client, by its name without regard to case. `null`: a deleted fork. */
export function isOwnRepository(
  headRepository: string | null,
  { owner, repo }: Pick<GitHub, 'owner' | 'repo'>,
): boolean {
  return headRepository?.toLowerCase() === `${owner}/${repo}`.toLowerCase();
}

/** Everybody who wrote commits of a pull request: authors, committers and co-authors that have an account, each once. */
export function commitPeople(commits: readonly PullRequestCommit[]): readonly Person[] {
  const people = new Map<number, Person>();
  for (const { author, committer, coAuthors } of commits) {
    for (const person of [author, committer, ...coAuthors])
      if (person !== null) people.set(person.id, { login: person.login, id: person.id });
  }
  return [...people.values()];
}

/**
 * Whether only people with write access wrote the files of a pull request: its head is not in a fork, and its author and all
 * authors and committers of its commits have write access. A failed look-up counts as no. The author of a commit is what its
 * e-mail address says, and anybody who can push can write any address: this finds commits of others that were merged
 * unchanged, and is no proof of authorship.
 */
export async function trustOfPullRequestFiles(
  pull: Pick<PullRequest, 'number' | 'author' | 'headSha' | 'headRepository'>,
  lookUps: TrustLookUps,
): Promise<PullRequestTrust> {
  const { github, trusts } = lookUps;
  if (!isOwnRepository(pull.headRepository, github))
    return { trusted: false, because: 'its head is in a fork' };
  const author = await trusts(pull.author);
  if (!author.trusted)
    return {
      trusted: false,
      because: `no write access of its author is known (${author.because})`,
    };
  try {
    const commits = await github.pullRequestCommits(pull.number);
    // Somebody pushed meanwhile: the listed commits are not those of this run.
    if (!commits.some(({ sha }) => sha === pull.headSha))
      return { trusted: false, because: 'its commits have changed' };
    return (await firstUntrustedCommit(commits, lookUps)) ?? author;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'cancelled') throw error;
    return { trusted: false, because: `its commits could not be read: ${clauseText(error)}` };
  }
}

/** The first commit of somebody without known write access; `null` if there is none. */
async function firstUntrustedCommit(
  commits: readonly PullRequestCommit[],
  { github, trusts }: TrustLookUps,
): Promise<PullRequestTrust | null> {
  const own = (await github.self())?.id;
  const checked = new Set<number>();
  for (const { sha, author, committer } of commits) {
    const people: readonly (Account | null)[] =
      committer !== null && COMMITS_FOR_OTHERS.has(committer.id) ? [author] : [author, committer];
    for (const person of people) {
      if (person === null) return untrustedCommit(sha, 'has an e-mail address of no account');
      if (person.id === own || checked.has(person.id)) continue;
      if (checked.size >= MAX_COMMIT_AUTHORS)
        return untrustedCommit(sha, `is by one of more than ${MAX_COMMIT_AUTHORS} people`);
      checked.add(person.id);
      const { trusted, because } = await trusts(person);
      if (!trusted) return untrustedCommit(sha, `is by @${person.login} (${because})`);
    }
  }
  return null;
}

function untrustedCommit(sha: string, because: string): PullRequestTrust {
  return { trusted: false, because: `its commit ${sha.slice(0, SHORT_SHA)} ${because}` };
}
