import { CODEOWNERS_PLACES } from '../approvals/index.ts';
import { ahead } from '../base/index.ts';
import type { Trigger } from '../github/index.ts';
import { instructionsIn, skillFiles, trustedAt } from '../run/index.ts';
import type { Inputs } from './inputs.ts';
import { pin } from './pins.ts';
import { pullTemplate } from './pull-template.ts';
import type { Reads } from './reads.ts';

/**
 * Begins to ask what a run on this event will ask, before it is decided whether there is one: whoever asks later finds the
 * answer on its way. All of it is read, and nothing but time depends on it.
 */
export function lookAhead(
  reads: Reads,
  of: { readonly trigger: Trigger; readonly inputs: Pick<Inputs, 'policyPath'> },
): void {
  const { trigger } = of;
  // Mostly the base of a pull request, too.
  if (trigger.defaultBranch !== null) ahead(reads.commitOf(`refs/heads/${trigger.defaultBranch}`));
  ahead(atCommits(reads, of));
  const { number } = trigger;
  if (number === null) return;
  ahead(reads.issue(number), reads.comments(number), reads.linkedWith(number));
  if (!trigger.isPullRequest) return;
  ahead(reads.pullFiles(number), reads.reviewThreads(number), reads.pullCommits(number));
}

async function atCommits(
  reads: Reads,
  { trigger, inputs }: Parameters<typeof lookAhead>[1],
): Promise<void> {
  const pins = await pin(reads, trigger);
  const trusted = trustedAt(reads, pins.trustedRef, pins.trustedSha);
  ahead(trusted.text(inputs.policyPath), instructionsIn(trusted, ''));
  ahead(skillFiles(trusted), pullTemplate(reads, pins));
  if (!trigger.isPullRequest) return;
  ahead(...CODEOWNERS_PLACES.map((place) => trusted.text(place)));
  ahead(reads.checkRuns(pins.headSha), reads.statuses(pins.headSha));
}
