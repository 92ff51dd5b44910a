import {
  markdownCell,
  changesSection,
  MARK,
  type Published,
  quoted,
  trackingMarker,
} from '../reporting/index.ts';
import type { ClosedTrail } from './close-trail.ts';

const WHY_CHARS = 300;
const MAX_ROWS = 100;

/** What became of a call that was in this state when its process died. Effects begin only after `EXECUTING` is on disk. */
export function fateOf(state: string): string {
  switch (state) {
    case 'EXECUTING':
      return 'it had begun; what it did is not known';
    case 'COMPLETED':
      return 'it ran';
    case 'FAILED':
      return 'it failed';
    case 'DENIED':
      return 'it was refused';
    default:
      return 'it was not run';
  }
}

export interface ReportedEnd {
  readonly run: string;
  readonly because: string;
  readonly sealed: ClosedTrail;
  readonly published: Published;
  /** A comment says how the run can go on. */
  readonly offered: boolean;
  readonly jobUrl: string;
}

/** The job summary where the trail itself could not be ended. */
export function brokenSummary(because: string, published: Published): string {
  return [
    `## ${MARK.error} Countersign: error`,
    quoted(because),
    `**Trail** ${whereOf(published)}`,
  ].join('\n\n');
}

function whereOf(published: Published): string {
  return published.kind === 'uploaded'
    ? `[${published.name}](${published.url})`
    : `not uploaded: ${markdownCell(published.because, WHY_CHARS)}`;
}

/** The job summary that the post step writes for a main step that could not. */
export function postSummary(of: ReportedEnd): string {
  const { sealed, published } = of;
  return [
    `## ${MARK[sealed.outcome]} Countersign: ${sealed.outcome}`,
    quoted(of.because),
    goingOn(of),
    sealedSection(sealed),
    changesSection(sealed.left, published),
    ...(sealed.own ? [`**Trail** ${whereOf(published)}`] : []),
    `${sealed.head.count} entries, head \`${sealed.head.hash}\`.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The tracking comment of a run whose main step could not finish it. */
export function postTracking(of: ReportedEnd): string {
  const { sealed, published } = of;
  const trail = published.kind === 'uploaded' ? ` · [trail](${published.url})` : '';
  const { count, hash } = sealed.head;
  return [
    trackingMarker(of.run),
    `${MARK[sealed.outcome]} **Countersign: ${sealed.outcome}** · [job](${of.jobUrl})${trail}`,
    quoted(of.because),
    goingOn(of),
    sealedSection(sealed),
    changesSection(sealed.left, published),
    `<sub>trail: ${count} entries, head ${hash}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Whether another job can go on with the run, and how. */
function goingOn({ offered, run, sealed }: ReportedEnd): string {
  if (offered) return `It can go on: a comment \`/resume ${run}\` by somebody who may start a run.`;
  const { kept } = sealed;
  if (kept.kind === 'kept' || kept.because === null) return '';
  return `It cannot go on: ${markdownCell(kept.because, WHY_CHARS)}`;
}

function sealedSection({ sealed }: ClosedTrail): string {
  if (sealed.length === 0) return '';
  const rows = sealed
    .slice(0, MAX_ROWS)
    .map(({ call, tool, state }) => `- ${markdownCell(`${call} ${tool}`)}: ${fateOf(state)}`);
  const more =
    sealed.length > MAX_ROWS ? [`- … and ${sealed.length - MAX_ROWS} more in the trail`] : [];
  return ['**Calls that were open**', '', ...rows, ...more].join('\n');
}
