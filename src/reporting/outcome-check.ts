import { errorText, oneLine, type Outcome } from '../common/index.ts';
import type {
  CheckAnnotation,
  CheckConclusion,
  CheckRunContent,
  GitHubChecks,
} from '../github/index.ts';
import { OUTCOME_EMOJI } from './summary/markdown.ts';
import type { Annotation } from './annotations.ts';
import type { RunReport } from './report.ts';

const NAME = 'Countersign';
const TITLE_CHARS = 160;

/**
 * The conclusion of an outcome's check run; `null` for no check run. A denied or failed run is a failure; an unfinished
 * one is a failure only if the input `fail-on` names its outcome, as for the step.
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
 * Publishes the outcome as a check run on the run's commit, if the token may create one. A run has one check run, which
 * its later jobs update. A failure is logged with `info` and changes nothing else.
 */
export async function publishOutcomeCheck(options: {
  readonly github: GitHubChecks;
  readonly end: Pick<RunReport, 'run' | 'outcome' | 'summary'>;
  readonly failOn: readonly Outcome[];
  /** Whether an earlier job of the run may have published one. */
  readonly isResumed: boolean;
  /** `null` if the run has no commit: then there is no check run. */
  readonly headSha: string | null;
  readonly jobUrl: string;
  readonly summary: string;
  readonly remarks: readonly Annotation[];
  readonly info: (message: string) => void;
}): Promise<void> {
  const { github, end, headSha } = options;
  const conclusion = conclusionOf(end.outcome, options.failOn);
  if (conclusion === null || headSha === null) return;
  const content: CheckRunContent = {
    conclusion,
    title: titleOf(end.outcome, end.summary),
    summary: options.summary,
    detailsUrl: options.jobUrl,
    buttons: [],
    // Annotations cannot be removed, so waiting calls get theirs once they are decided.
    annotations: end.outcome === 'awaiting-approval' ? [] : options.remarks.map(toCheckAnnotation),
  };
  const check = checkOf(end.run, headSha);
  try {
    const before = options.isResumed ? await github.findCheckRun(check) : null;
    if (before === null) await github.createCheckRun({ ...check, content });
    else await github.updateCheckRun(before.id, content);
  } catch (error) {
    options.info(`The outcome was not published as a check run: ${errorText(error)}`);
  }
}

/**
 * Ends the check run of a suspended run that no job can resume, if it still says that the run waits. A failure is logged with `info` and
 * changes nothing else.
 */
export async function endOutcomeCheck(options: {
  readonly github: GitHubChecks;
  readonly run: string;
  readonly headSha: string;
  /** Why no job can resume the run. */
  readonly because: string;
  readonly jobUrl: string;
  readonly info: (message: string) => void;
}): Promise<void> {
  const { github, run, headSha } = options;
  try {
    const found = await github.findCheckRun(checkOf(run, headSha));
    if (found?.conclusion !== conclusionOf('awaiting-approval', [])) return;
    await github.updateCheckRun(found.id, {
      conclusion: conclusionOf('error', []),
      title: titleOf('error', 'this run cannot be resumed'),
      summary: options.because,
      detailsUrl: options.jobUrl,
      buttons: [],
      annotations: [],
    });
  } catch (error) {
    options.info(`The check run of ${run} was not updated: ${errorText(error)}`);
  }
}

/** By what a run's check run is found. */
function checkOf(run: string, headSha: string) {
  return { name: NAME, headSha, externalId: `countersign:run:${run}` };
}

function titleOf(outcome: Outcome, summary: string): string {
  const words = summary === '' ? outcome : `${outcome}: ${summary}`;
  return oneLine(`${OUTCOME_EMOJI[outcome]} ${words}`, TITLE_CHARS);
}

function toCheckAnnotation({ path, line, level, title, message }: Annotation): CheckAnnotation {
  const startLine = line ?? 1;
  return {
    path,
    startLine,
    endLine: startLine,
    level,
    title,
    message: message === '' ? title : message,
  };
}
