import type { Outcome } from '../common/index.ts';
import {
  markdownCode,
  changesSection,
  headLine,
  OUTCOME_EMOJI,
  type Published,
  publishedText,
  quoted,
  shownOutcome,
  trackingMarker,
  trailLink,
} from '../reporting/index.ts';
import type { workflowRunOf } from '../session/index.ts';
import type { ClosedTrail } from './close-trail.ts';

const REASON_MAX_CHARS = 300;
const MAX_ROWS = 100;

/** What is known of a call that was in this state at the crash. Effects begin only after `EXECUTING` is on disk. */
export function describeCallEnd(state: string): string {
  return CALL_ENDS[state] ?? 'it did not run';
}

const CALL_ENDS: Readonly<Record<string, string>> = {
  EXECUTING: 'it had started; what it did is unknown',
  COMPLETED: 'it ran',
  FAILED: 'it failed',
  DENIED: 'it was denied',
};

export interface PostReport {
  readonly run: string;
  readonly trailFolder: string;
  /** The workflow run of the crashed job; `null` if it is not known. */
  readonly workflowRun: ReturnType<typeof workflowRunOf>;
  readonly because: string;
  readonly trail: ClosedTrail;
  readonly published: Published;
  /** A comment says how to resume the run, which is possible once its trail is uploaded. */
  readonly canResume: boolean;
  readonly jobUrl: string;
}

/** The job summary if the trail could not be closed. */
export function brokenSummary(because: string, published: Published): string {
  return summaryOf('error', [quoted(because), trailText(published)]);
}

/** The tracking comment if the trail could not be closed. */
export function brokenTracking(
  broken: Pick<PostReport, 'run' | 'because' | 'published' | 'jobUrl'>,
): string {
  return trackingOf(broken, 'error', [quoted(broken.because), trailText(broken.published)]);
}

/** The job summary of the post step. */
export function postSummary(report: PostReport): string {
  const { isOwn, head } = report.trail;
  return summaryOf(outcomeOf(report), [
    ...endParts(report),
    ...(isOwn ? [trailText(report.published)] : []),
    `${head.count} entries, head hash \`${head.hash}\`.`,
  ]);
}

/** The tracking comment of the post step. */
export function postTracking(report: PostReport): string {
  const parts = [...endParts(report), headLine(report.trail.head)];
  return trackingOf(report, outcomeOf(report), parts, trailLink(report.published));
}

function summaryOf(outcome: Outcome, parts: readonly string[]): string {
  return [`## ${OUTCOME_EMOJI[outcome]} Countersign: ${outcome}`, ...parts].join('\n\n');
}

function trackingOf(
  { run, jobUrl }: Pick<PostReport, 'run' | 'jobUrl'>,
  outcome: Outcome,
  parts: readonly string[],
  link = '',
): string {
  const head = `${OUTCOME_EMOJI[outcome]} **Countersign: ${outcome}** · [job](${jobUrl})${link}`;
  return [trackingMarker(run), head, ...parts].join('\n\n');
}

function trailText(published: Published): string {
  return `**Audit trail** ${publishedText(published, REASON_MAX_CHARS)}`;
}

/** The outcome that people read. An earlier job has uploaded the trail that is its own. */
function outcomeOf({ trail, published }: PostReport): Outcome {
  return trail.isOwn ? shownOutcome(trail.outcome, published) : trail.outcome;
}

/** Whether people read another outcome than the trail has: nobody can resume the suspended run. */
export function isLost(report: PostReport): boolean {
  return outcomeOf(report) !== report.trail.outcome;
}

/** What the summary and the tracking comment both tell of the end of the run. */
function endParts(report: PostReport): readonly string[] {
  const { because, trail, published } = report;
  return [
    quoted(because),
    resumeText(report),
    interruptedSection(trail),
    changesSection(trail.changes, published),
  ].filter((part) => part !== '');
}

/** Whether another job can resume the run, and how. */
function resumeText(report: PostReport): string {
  const { canResume, published, run, trail } = report;
  const { checkpoint } = trail;
  const lost = 'The run cannot be resumed: its checkpoint could not be uploaded.';
  if (isLost(report)) return lost;
  if (checkpoint.kind === 'kept') {
    if (!canResume) return '';
    if (published.kind === 'kept') return lost;
    const notices = checkpoint.notices.map(
      (notice) => ` ${markdownCode(notice, REASON_MAX_CHARS)}`,
    );
    const when = published.kind === 'pending' ? ' once its audit trail is uploaded' : '';
    return `To resume the run${when}, write a comment \`/resume ${run}\`. Anybody who may start a run can resume it.${notices.join('')}`;
  }
  if (checkpoint.because === null) return '';
  return `The run cannot be resumed: ${markdownCode(checkpoint.because, REASON_MAX_CHARS)}`;
}

function interruptedSection({ interrupted }: ClosedTrail): string {
  if (interrupted.length === 0) return '';
  const rows = interrupted
    .slice(0, MAX_ROWS)
    .map(
      ({ call, tool, state }) => `- ${markdownCode(`${call} ${tool}`)}: ${describeCallEnd(state)}`,
    );
  const more =
    interrupted.length > MAX_ROWS
      ? [`- … and ${interrupted.length - MAX_ROWS} more in the audit trail`]
      : [];
  return ['**Interrupted calls**', '', ...rows, ...more].join('\n');
}
