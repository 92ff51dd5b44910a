import { closeApprovalCheck, readMarker, renderClosedComment } from '../approvals/index.ts';
import { errorText } from '../common/index.ts';
import type { GitHub, GitHubChecks } from '../github/index.ts';
import type { RunReport } from '../reporting/index.ts';
import { surveyCrashedRun } from './survey.ts';

/** What people read where a run was suspended and its checkpoint is nowhere that another job could have it from. */
export const LOST_CHECKPOINT =
  'The run suspended itself, but its checkpoint could not be uploaded: no answer can wake it.';

/** The same where there never was one: the run failed while it suspended itself, or before. */
export const NO_CHECKPOINT =
  'The run failed while this was open, and left nothing that could be gone on with: no answer can wake it.';

/** Closes the cards that such a run left open, so that nobody answers what nobody will read. */
export async function closeLostRequests(of: {
  readonly github: Pick<GitHub, 'comment' | 'updateComment'> & GitHubChecks;
  readonly report: Pick<RunReport, 'run' | 'trailFolder' | 'head'>;
  readonly because: typeof LOST_CHECKPOINT | typeof NO_CHECKPOINT;
  readonly runUrl: string;
  readonly warn: (message: string) => void;
}): Promise<void> {
  const { github, report, runUrl, because } = of;
  try {
    const wreck = await surveyCrashedRun(report.trailFolder);
    // Two legs of a matrix may take up one run: then the other one's checkpoint is where the card says.
    if (because === LOST_CHECKPOINT && wreck.start?.start !== 'fresh') return;
    const open = [...wreck.approvals.values()].filter(({ status }) => status === 'open');
    for (const card of new Set(open.flatMap((one) => one.card ?? []))) {
      const requests = open
        .filter((one) => one.card === card)
        .map(({ approval, call, decidedBy }) => {
          const tool = wreck.calls.get(call)?.tool ?? '';
          return { approval, call, tool, decidedBy, result: 'not run' };
        });
      const { run, head } = report;
      const body = renderClosedComment({
        run,
        workflowRun: null,
        requests,
        because,
        runUrl,
        head,
      });
      const before = await github.comment(card);
      await github.updateComment(card, body);
      const check = before === null ? null : (readMarker(before.body)?.check ?? null);
      await closeApprovalCheck(github, check, because);
    }
  } catch (error) {
    of.warn(`A card could not be closed: ${errorText(error)}`);
  }
}
