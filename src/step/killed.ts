import { type CardMarker, renderClosedCard } from '../approvals/index.ts';
import { errorText, neutralise } from '../base/index.ts';
import type { IssueComment } from '../github/index.ts';
import type { StepWorld } from './step-world.ts';

/** A run that was killed, as the comment tells of it that offers to go on with it. */
export interface Killed {
  readonly card: IssueComment;
  readonly marker: CardMarker;
}

/**
 * Takes a killed run for this job, on GitHub's side: false where another job was first. Its comment then offers it no
 * longer. Throws what GitHub answers.
 */
export async function takeKilled(
  killed: Killed,
  world: StepWorld,
  runUrl: string,
): Promise<boolean> {
  if (!(await world.github.react(killed.card.id, 'rocket')).created) return false;
  await closeKilled(killed, world, { because: 'The run goes on in the job below.', runUrl });
  return true;
}

/** Leaves the comment of a killed run saying what became of it. */
export async function closeKilled(
  { card, marker }: Killed,
  { github, runner }: StepWorld,
  of: { readonly because: string; readonly runUrl: string },
): Promise<void> {
  const { run } = marker;
  const body = renderClosedCard({ run, workflowRun: null, requests: [], head: null, ...of });
  try {
    await github.updateComment(card.id, body);
  } catch (error) {
    runner.warning(neutralise(`The card could not be closed: ${errorText(error)}`));
  }
}
