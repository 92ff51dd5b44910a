import type { ApprovalMarker } from '../../approvals/index.ts';
import { CountersignError } from '../../common/index.ts';
import type { CiRun } from '../../github/index.ts';
import type { AnswerContext } from '../context.ts';

/**
 * A workflow run; `null` if it was deleted, which GitHub allows once it has ended. GitHub also finds no run for a token that may not
 * read them, but then it does not find the one of this job either. Rejects with GitHub's error.
 */
export async function workflowRunOrNull(
  { github, environment }: Pick<AnswerContext, 'github' | 'environment'>,
  id: number,
): Promise<CiRun | null> {
  try {
    return await github.ciRun(id);
  } catch (error) {
    const isMissing = error instanceof CountersignError && error.code === 'github-not-found';
    if (!isMissing) throw error;
    await github.ciRun(Number(environment.runId));
    return null;
  }
}

/** Whether the attempt of a workflow run that a comment names has ended: GitHub starts no other one before that. */
export function hasEnded(run: CiRun, marker: Pick<ApprovalMarker, 'attempt'>): boolean {
  return run.status === 'completed' || run.attempt > (marker.attempt ?? 1);
}
