import { CODEOWNERS_PATHS } from '../../approvals/index.ts';
import { markHandled } from '../../common/index.ts';
import type { Person } from '../../github/index.ts';
import { instructionsIn, skillFiles, trustedAt } from '../../session/index.ts';
import type { ActionContext } from '../context.ts';
import { pinCommits } from './pinned-commits.ts';
import { pullTemplate } from '../prepare/pull-template.ts';
import type { CachedGitHub } from './cached-github.ts';

/** Looks up the permissions that decide whether a run starts, so that the answers arrive together. */
export function prefetchPermissions(github: CachedGitHub, people: readonly Person[]): void {
  markHandled(...people.map((person) => github.permissionOf(person)));
}

/**
 * Requests what a run on this event will read, before it is decided whether the run starts. `cachedGithub` caches the
 * answers. It only reads, and only the speed depends on it.
 */
export function prefetch(context: ActionContext): void {
  const { cachedGithub: reads, trigger } = context;
  // Usually also the base of a pull request.
  if (trigger.defaultBranch !== null)
    markHandled(reads.commitOf(`refs/heads/${trigger.defaultBranch}`));
  markHandled(atCommits(context));
  const { number } = trigger;
  if (number === null) return;
  markHandled(reads.issue(number), reads.comments(number), reads.linkedItems(number));
  if (!trigger.isPullRequest) return;
  markHandled(
    reads.pullRequestFiles(number),
    reads.reviewThreads(number),
    reads.pullRequestCommits(number),
  );
}

async function atCommits({ cachedGithub: reads, trigger, inputs }: ActionContext): Promise<void> {
  const commits = await pinCommits(reads, trigger);
  markHandled(reads.treeAt(commits.trustedSha));
  const trusted = trustedAt(reads, commits.trustedRef, commits.trustedSha);
  markHandled(trusted.text(inputs.policyPath), instructionsIn(trusted, ''));
  markHandled(skillFiles(trusted), pullTemplate(reads, commits));
  if (!trigger.isPullRequest) return;
  markHandled(...CODEOWNERS_PATHS.map((place) => trusted.text(place)));
  markHandled(reads.checkRuns(commits.headSha), reads.statuses(commits.headSha));
}
