import {
  type GitHub,
  isOwnRepository,
  type Person,
  type TriggerFacts,
} from '../../github/index.ts';

/** The commit of a run's trusted files, and the commit that it works on. Pinned once, here. */
export interface Commits {
  readonly headSha: string;
  /** The head branch of a pull request; `null` for everything else. */
  readonly headRef: string | null;
  readonly trustedRef: string;
  readonly trustedSha: string;
  /** `null` if there is none, or their account is gone. */
  readonly pullAuthor: Person | null;
  readonly fork: boolean;
}

/** A commit that a run pushed. */
export interface PushedCommit {
  readonly sha: string;
  readonly branch: string;
}

/** The heads that a run gave its pull request by what it pushed, in their order. A run never pushes to the branch of a fork. */
export function ownHeads(
  { fork, headRef }: Commits,
  pushed: readonly PushedCommit[],
): readonly string[] {
  return fork ? [] : pushed.flatMap(({ branch, sha }) => (branch === headRef ? [sha] : []));
}

/**
 * Pins both commits of a run. The policy comes from the base branch of a pull request and from the default branch for
 * everything else, whatever the event's own ref says.
 */
export async function pinCommits(
  github: GitHub,
  trigger: Pick<TriggerFacts, 'isPullRequest' | 'number' | 'headSha' | 'defaultBranch' | 'fork'>,
): Promise<Commits> {
  if (trigger.isPullRequest && trigger.number !== null) {
    const pull = await github.pullRequest(trigger.number);
    return {
      headSha: trigger.headSha ?? pull.headSha,
      headRef: pull.headRef,
      trustedRef: pull.baseRef,
      trustedSha: await github.commitOf(`refs/heads/${pull.baseRef}`),
      pullAuthor: pull.author,
      fork: !isOwnRepository(pull.headRepository, github),
    };
  }
  const trustedRef = trigger.defaultBranch ?? (await github.defaultBranch());
  const trustedSha = await github.commitOf(`refs/heads/${trustedRef}`);
  return {
    headSha: trigger.headSha ?? trustedSha,
    headRef: null,
    trustedRef,
    trustedSha,
    pullAuthor: null,
    fork: trigger.fork === true,
  };
}
