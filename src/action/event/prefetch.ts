import { CODEOWNERS_PATHS } from '../../approvals/index.ts';
import { markHandled } from '../../common/index.ts';
import type { Trigger } from '../../github/index.ts';
import { instructionsIn, skillFiles, trustedAt } from '../../session/index.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { pinCommits } from './pinned-commits.ts';
import { pullTemplate } from '../prepare/pull-template.ts';
import type { CachedGitHub } from './cached-github.ts';

/**
 * Begins to ask what a run on this event will ask, before it is decided whether there is one: whoever asks later finds the
 * answer on its way. All of it is read, and nothing but time depends on it.
 */
export function prefetch(
  reads: CachedGitHub,
  of: { readonly trigger: Trigger; readonly inputs: Pick<Inputs, 'policyPath'> },
): void {
  const { trigger } = of;
  // Mostly the base of a pull request, too.
  if (trigger.defaultBranch !== null)
    markHandled(reads.commitOf(`refs/heads/${trigger.defaultBranch}`));
  markHandled(atCommits(reads, of));
  const { number } = trigger;
  if (number === null) return;
  markHandled(reads.issue(number), reads.comments(number), reads.linkedWith(number));
  if (!trigger.isPullRequest) return;
  markHandled(reads.pullFiles(number), reads.reviewThreads(number), reads.pullCommits(number));
}

async function atCommits(
  reads: CachedGitHub,
  { trigger, inputs }: Parameters<typeof prefetch>[1],
): Promise<void> {
  const pins = await pinCommits(reads, trigger);
  const trusted = trustedAt(reads, pins.trustedRef, pins.trustedSha);
  markHandled(trusted.text(inputs.policyPath), instructionsIn(trusted, ''));
  markHandled(skillFiles(trusted), pullTemplate(reads, pins));
  if (!trigger.isPullRequest) return;
  markHandled(...CODEOWNERS_PATHS.map((place) => trusted.text(place)));
  markHandled(reads.checkRuns(pins.headSha), reads.statuses(pins.headSha));
}
