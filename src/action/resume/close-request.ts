import {
  type ApprovalMarker,
  closeApprovalCheck,
  renderClosedComment,
} from '../../approvals/index.ts';
import type { TrailHead } from '../../audit/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';
import type { GitHub, GitHubChecks, IssueComment } from '../../github/index.ts';

/** Closes the approval comment of a checkpoint that will not be resumed: it says why, and cannot be answered any more. */
export async function closeSuspendedRequest(options: {
  readonly github: Pick<GitHub, 'updateComment'> & Pick<GitHubChecks, 'updateCheckRun'>;
  readonly checkpoint: Pick<CheckpointState, 'suspendedRequest' | 'gated' | 'run'>;
  readonly because: string;
  readonly runUrl: string | null;
  /** `null` if this job has no audit trail of the run. */
  readonly head: TrailHead | null;
}): Promise<void> {
  const { suspendedRequest, gated, run } = options.checkpoint;
  if (suspendedRequest === null) return;
  const body = renderClosedComment({
    run,
    requests: gated.map(({ approval, request }) => ({
      approval,
      call: request.id,
      tool: request.name,
      decidedBy: [],
      result: 'void, not run',
    })),
    because: `What was asked is void: ${options.because}.`,
    runUrl: options.runUrl,
    head: options.head,
  });
  await options.github.updateComment(suspendedRequest.commentId, body);
  await closeApprovalCheck(options.github, suspendedRequest.check?.id ?? null, options.because);
}

/** Closes an approval comment whose job ended without a checkpoint. All that is known of it is in the comment's marker. */
export async function closeMissingRequest(options: {
  readonly github: Pick<GitHub, 'updateComment'> & Pick<GitHubChecks, 'updateCheckRun'>;
  readonly comment: IssueComment;
  readonly marker: ApprovalMarker;
  readonly because: string;
  readonly runUrl: string;
}): Promise<void> {
  const { marker, because } = options;
  const ids = marker.ids.map((id) => `\`${id}\``).join(', ');
  const body = renderClosedComment({
    run: marker.run,
    because: `${because} It had asked for ${ids}.`,
    runUrl: options.runUrl,
  });
  await options.github.updateComment(options.comment.id, body);
  await closeApprovalCheck(options.github, marker.check, because);
}
