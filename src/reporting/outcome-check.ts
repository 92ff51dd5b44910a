import { errorText, oneLine, type Outcome } from '../common/index.ts';
import type {
  CheckAnnotation,
  CheckConclusion,
  CheckRunContent,
  GitHubChecks,
} from '../github/index.ts';
import { MARK } from './markdown.ts';
import type { Remark } from './remarks.ts';
import type { RunReport } from './report.ts';

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
 * a later job of the same run changes. Where it cannot be made `info` is told, and nothing else is different.
 */
export async function leaveCheck(of: {
  readonly github: GitHubChecks;
  readonly end: Pick<RunReport, 'run' | 'outcome' | 'summary'>;
  readonly failOn: readonly Outcome[];
  /** `null`: the run named no commit, and there is nothing to leave it on. */
  readonly headSha: string | null;
  readonly jobUrl: string;
  readonly summary: string;
  readonly remarks: readonly Remark[];
  readonly info: (message: string) => void;
}): Promise<void> {
  const { github, end, headSha } = of;
  const conclusion = conclusionOf(end.outcome, of.failOn);
  if (conclusion === null || headSha === null) return;
  const content: CheckRunContent = {
    conclusion,
    title: oneLine(`${MARK[end.outcome]} ${end.outcome}: ${end.summary}`, TITLE_CHARS),
    summary: of.summary,
    detailsUrl: of.jobUrl,
    buttons: [],
    // Annotations are only ever added: what still waits is told of once it has been decided.
    annotations: end.outcome === 'awaiting-approval' ? [] : of.remarks.map(annotationOf),
  };
  const check = { name: NAME, headSha, externalId: `countersign:run:${end.run}` };
  try {
    const before = await github.findCheckRun(check);
    if (before === null) await github.createCheckRun({ ...check, content });
    else await github.updateCheckRun(before.id, content);
  } catch (error) {
    of.info(`The outcome was not left as a check run: ${errorText(error)}`);
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
