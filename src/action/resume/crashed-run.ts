import { type ApprovalMarker, claimComment, renderClosedComment } from '../../approvals/index.ts';
import type { IssueComment } from '../../github/index.ts';
import type { ActionContext } from '../context.ts';
import { orWarn } from '../inputs/runner.ts';

/** A crashed run, with the comment that offers to resume it. */
export interface CrashedRun {
  readonly comment: IssueComment;
  readonly marker: ApprovalMarker;
}

/**
 * Claims a crashed run for this job by a reaction on its comment, which then no longer offers to resume it. Rejects as
 * `claimComment` does.
 */
export async function claimCrashedRun(
  crashed: CrashedRun,
  context: ActionContext,
  runUrl: string,
): Promise<void> {
  await claimComment(context.github, crashed.comment.id);
  await closeCrashedRun(crashed, context, { because: 'The run resumes in the job below.', runUrl });
}

/** Updates the comment of a crashed run with the run's end. */
export async function closeCrashedRun(
  { comment, marker }: CrashedRun,
  { github, runner }: Pick<ActionContext, 'github' | 'runner'>,
  end: { readonly because: string; readonly runUrl: string },
): Promise<void> {
  const body = renderClosedComment({ run: marker.run, ...end });
  await orWarn(runner, 'The comment of the crashed run could not be closed', async () => {
    await github.updateComment(comment.id, body);
  });
}
