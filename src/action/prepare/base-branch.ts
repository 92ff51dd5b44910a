import { CountersignError } from '../../common/index.ts';
import {
  type GitHubWork,
  isAllowedActor,
  isBot,
  type Starter,
  type Trigger,
  type Trusts,
} from '../../github/index.ts';
import type { Commits } from '../event/pinned-commits.ts';

/**
 * Refuses a run on a pull request whose base branch was changed after the run was asked for. Whoever opened a pull request can
 * change its base branch, and so would choose the branch that the policy, hooks and tools are read from after somebody with write
 * access saw another one. The default branch is no exception: its policy may be looser than the one that was seen. The event of a comment does
 * not name the base branch, so GitHub is asked for its last change. Throws `base-changed`, and GitHub's errors.
 */
export async function requireSameBase(
  github: Pick<GitHubWork, 'lastBaseChange'>,
  trigger: Trigger,
  { trustedRef }: Pick<Commits, 'trustedRef'>,
): Promise<void> {
  const { number, isPullRequest } = trigger;
  if (!isPullRequest || number === null) return;
  const before = await baseBefore(github, { ...trigger, number }, trustedRef);
  if (before === null) return;
  throw new CountersignError(
    'base-changed',
    `The base branch of pull request #${number} was changed from ${before} to ${trustedRef} after the run was asked for.`,
    { fix: 'Check that the new base branch is the right one, and ask again.' },
  );
}

/** The base branch when the run was asked for, if it is another one now; `null` if it is the same. */
async function baseBefore(
  github: Parameters<typeof requireSameBase>[0],
  trigger: Pick<Trigger, 'baseRef' | 'requestText'> & { readonly number: number },
  trustedRef: string,
): Promise<string | null> {
  const { baseRef, number, requestText } = trigger;
  if (baseRef !== null) return baseRef === trustedRef ? null : baseRef;
  const change = await github.lastBaseChange(number);
  // An unknown time compares as false: then any change counts as a later one.
  const isBefore = change !== null && Date.parse(change.at) < Date.parse(requestText?.asOf ?? '');
  return change === null || isBefore ? null : change.from;
}

/**
 * Refuses a run on a pull request that whoever started it may not know of, if nobody who may start runs has chosen it. Anybody may open one
 * between two branches of the repository, and so have a looser policy read from an old one: GitHub names it for the branch's workflow runs, and
 * reports each push to the branch on it, as on every other of the branch. A bot starts runs on whatever it finds. The default branch is always
 * right. Throws `base-untrusted`, and GitHub's errors.
 */
export async function requireChosenBase(
  { event, action, number, isPullRequest, defaultBranch }: Trigger,
  { trustedRef, pullAuthor }: Pick<Commits, 'trustedRef' | 'pullAuthor'>,
  { by, trusts, allowActors }: BaseChoosers,
): Promise<void> {
  const isByBranch = event === 'workflow_run' || action === 'synchronize';
  const isByBot = by.account !== null && isBot(by.account);
  if (!(isByBranch || isByBot) || !isPullRequest || trustedRef === defaultBranch) return;
  if (pullAuthor !== null && pullAuthor.id === by.account?.id) return;
  if (pullAuthor !== null && isAllowedActor(pullAuthor.login, { allowActors })) return;
  const { trusted, because } = await trusts(pullAuthor);
  if (trusted) return;
  const author = pullAuthor === null ? 'a deleted account' : `@${pullAuthor.login}`;
  throw new CountersignError(
    'base-untrusted',
    `Pull request #${number} is into ${trustedRef}, not the default branch, and no write access of ${author}, who opened it, is known (${because}).`,
    {
      fix: `If the policy of ${trustedRef} is the right one, ask for the run in a comment on the pull request; otherwise close it.`,
    },
  );
}

/** Who may choose the base branch of a pull request for runs that others start. */
interface BaseChoosers {
  readonly by: Starter;
  readonly trusts: Trusts;
  /** The input `allow-actors`. */
  readonly allowActors: readonly string[];
}
