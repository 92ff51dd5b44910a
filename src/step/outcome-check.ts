import { errorText, neutralise, oneLine, type Outcome } from '../base/index.ts';
import type { CheckAnnotation, CheckConclusion, CheckFace } from '../github/index.ts';
import { MARK, type Remark, type RunReport } from '../tell/index.ts';
import type { StepRequest, StepWorld } from './step-world.ts';

const NAME = 'Countersign';
const TITLE_CHARS = 160;

/**
 * How the check run of an outcome concludes; `null`: there is none to make. What was refused or went wrong is a failure;
 * what was only left unfinished is one where the input `fail-on` names it, as for the step.
 */
export function conclusionOf(outcome: Outcome, failOn: readonly Outcome[]): CheckConclusion | null {
  switch (outcome) {
    case 'done':
      return 'success';
    case 'awaiting-approval':
      return 'action_required';
    case 'denied':
    case 'error':
      return 'failure';
    case 'cancelled':
      return 'cancelled';
    case 'incomplete':
    case 'over-budget':
      return failOn.includes(outcome) ? 'failure' : 'neutral';
    case 'timed-out':
      return failOn.includes(outcome) ? 'timed_out' : 'neutral';
    case 'skipped':
      return null;
  }
}

/**
 * Leaves the outcome as a check run on the commit that the run works on, where the token may make one: one for a run, which
 * a later job of the same run changes. Where it cannot be made the log says so, and nothing else is different.
 */
export async function leaveCheck(
  { inputs, step }: StepRequest,
  { github, runner }: StepWorld,
  of: {
    readonly report: RunReport;
    readonly headSha: string | null;
    readonly summary: string;
    readonly remarks: readonly Remark[];
  },
): Promise<void> {
  const { report, headSha } = of;
  const conclusion = conclusionOf(report.outcome, inputs.failOn);
  if (!inputs.checkRun || conclusion === null || headSha === null) return;
  const face: CheckFace = {
    conclusion,
    title: oneLine(`${MARK[report.outcome]} ${report.outcome}: ${report.summary}`, TITLE_CHARS),
    summary: of.summary,
    detailsUrl: step.jobUrl,
    buttons: [],
    // Annotations are only ever added: what still waits is told of once it has been decided.
    annotations: report.outcome === 'awaiting-approval' ? [] : of.remarks.map(annotationOf),
  };
  const check = { name: NAME, headSha, externalId: `countersign:run:${report.run}` };
  try {
    const before = await github.findCheckRun(check);
    if (before === null) await github.createCheckRun({ ...check, face });
    else await github.updateCheckRun(before.id, face);
  } catch (error) {
    runner.info(neutralise(`The outcome was not left as a check run: ${errorText(error)}`));
  }
}

function annotationOf({ path, line, level, title, message }: Remark): CheckAnnotation {
  const at = line ?? 1;
  return {
    path,
    startLine: at,
    endLine: at,
    level,
    title,
    message: message === '' ? title : message,
  };
}
