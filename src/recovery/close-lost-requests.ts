import { closeApprovalCheck, readMarker, renderClosedComment } from '../approvals/index.ts';
import { errorText } from '../common/index.ts';
import type { GitHub, GitHubChecks } from '../github/index.ts';
import type { RunReport } from '../reporting/index.ts';
import { surveyCrashedRun } from './survey-trail.ts';

/** Why a suspended run cannot be resumed: no other job can download its checkpoint. */
export const LOST_CHECKPOINT =
  'The run suspended, but its checkpoint could not be uploaded. No answer can resume it.';

/** The same for a run that failed before or while it suspended. */
export const NO_CHECKPOINT =
  'The run failed while this request was open, and saved no checkpoint. No answer can resume it.';

/** Closes the approval comments of a run that cannot be resumed, so that nobody answers them. */
export async function closeLostRequests({
  github,
  report,
  because,
  runUrl,
  warn,
}: {
  readonly github: Pick<GitHub, 'comment' | 'updateComment'> & GitHubChecks;
  readonly report: Pick<RunReport, 'run' | 'trailFolder' | 'head'>;
  readonly because: typeof LOST_CHECKPOINT | typeof NO_CHECKPOINT;
  readonly runUrl: string;
  readonly warn: (message: string) => void;
}): Promise<void> {
  try {
    const survey = await surveyCrashedRun(report.trailFolder);
    // Another job of a matrix may have resumed the run: the approval comment then points to that job's checkpoint.
    if (because === LOST_CHECKPOINT && survey.start?.start !== 'fresh') return;
    const open = [...survey.approvals.values()].filter(({ status }) => status === 'open');
    for (const id of new Set(open.flatMap(({ commentId }) => commentId ?? []))) {
      const requests = open
        .filter(({ commentId }) => commentId === id)
        .map(({ approval, call, decidedBy }) => {
          const tool = survey.calls.get(call)?.tool ?? '';
          return { approval, call, tool, decidedBy, result: 'not run' };
        });
      const { run, head } = report;
      const before = await github.comment(id);
      const body = renderClosedComment({ run, workflowRun: null, requests, because, runUrl, head });
      await github.updateComment(id, body);
      const check = before === null ? null : (readMarker(before.body)?.check ?? null);
      await closeApprovalCheck(github, check, because);
    }
  } catch (error) {
    warn(`An approval comment could not be closed: ${errorText(error)}`);
  }
}
