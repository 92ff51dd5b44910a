import { type ApprovalMarker, renderClosedComment } from '../../approvals/index.ts';
import { errorText, escapeWorkflowCommands } from '../../common/index.ts';
import type { IssueComment } from '../../github/index.ts';
import type { ActionContext } from '../context.ts';

/** A run that was killed, as the comment tells of it that offers to go on with it. */
export interface CrashedRun {
  readonly card: IssueComment;
  readonly marker: ApprovalMarker;
}

/**
 * Takes a killed run for this job, on GitHub's side: false where another job was first. Its comment then offers it no
 * longer. Throws what GitHub answers.
 */
export async function loadCrashedRun(
  killed: CrashedRun,
  context: ActionContext,
  runUrl: string,
): Promise<boolean> {
  if (!(await context.github.react(killed.card.id, 'rocket')).created) return false;
  await closeCrashedRun(killed, context, { because: 'The run goes on in the job below.', runUrl });
  return true;
}

/** Leaves the comment of a killed run saying what became of it. */
export async function closeCrashedRun(
  { card, marker }: CrashedRun,
  { github, runner }: ActionContext,
  of: { readonly because: string; readonly runUrl: string },
): Promise<void> {
  const { run } = marker;
  const body = renderClosedComment({ run, workflowRun: null, requests: [], head: null, ...of });
  try {
    await github.updateComment(card.id, body);
  } catch (error) {
    runner.warning(escapeWorkflowCommands(`The card could not be closed: ${errorText(error)}`));
  }
}
