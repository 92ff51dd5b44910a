import type { TrailHead } from '../audit/index.ts';
import { defuseMentions, fence, oneLine, truncateMiddle, visible } from '../common/index.ts';
import { CELL_CHARS, markdownCell } from './markdown-cell.ts';
import { changesSection } from './changes-section.ts';
import type { Published, RunReport } from './report.ts';
import { noticeLines } from './notices.ts';
import { verdictTable } from './summary-parts.ts';
import type { CallCounts, CallLine, Tally } from './call-counts.ts';

const MAX_ROWS = 100;
const SUMMARY_CHARS = 10_000;
const WARNING_CHARS = 600;

export const OUTCOME_EMOJI = {
  done: '✅',
  incomplete: '⚠️',
  denied: '⛔',
  'awaiting-approval': '⏳',
  'over-budget': '⚠️',
  'timed-out': '⚠️',
  cancelled: '⚠️',
  error: '❌',
  skipped: '⏭️',
} as const;

/** Untrusted text as a block that notifies nobody, embeds no image and cannot be closed by the text. */
export function quoted(text: string): string {
  return fence(visible(truncateMiddle(text, SUMMARY_CHARS)), 'text');
}

/** The job summary. `picture` is the timeline, or empty. */
export function jobSummary(
  report: RunReport,
  { published, picture }: { readonly published: Published; readonly picture: string },
): string {
  const { counts } = report;
  const needed = report.calls.filter(lacksAnswer);
  return [
    `## ${OUTCOME_EMOJI[report.outcome]} Countersign: ${report.outcome}`,
    ...noticeLines(report),
    report.summary === '' ? '' : quoted(report.summary),
    ...(needed.length === 0 ? [] : [neededSection(needed)]),
    report.warnings.map((warning) => `⚠️ ${markdownCell(warning, WARNING_CHARS)}`).join('\n\n'),
    [
      '| asked by | model | turns | calls | auto | approved | denied | failed | tokens | cost |',
      '|--|--|--|--|--|--|--|--|--|--|',
      `| ${[
        report.requester === null ? '' : markdownCell(report.requester),
        markdownCell(report.model),
        report.turns,
        counts.total,
        counts.auto,
        counts.approved,
        counts.denied,
        counts.failed,
        report.tokens,
        cost(report.costUsd),
      ].join(' | ')} |`,
    ].join('\n'),
    `**Request**\n\n${quoted(report.request)}`,
    verdictTable(report.calls),
    picture,
    callsSection(report.calls),
    changedFilesSection(report.changedFiles),
    changesSection(report.left, published),
    trailSection(report, published),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Calls that a person denied are not listed: the summary must not suggest a rule that overrides a person. */
function lacksAnswer(line: CallLine): boolean {
  return (
    line.state === 'DENIED' &&
    line.usedDefault !== true &&
    line.rule !== null &&
    line.decidedBy === 'nobody'
  );
}

function neededSection(needed: readonly CallLine[]): string {
  const rows = needed
    .slice(0, MAX_ROWS)
    .map(
      (line) =>
        `| ${markdownCell(line.tool)} | ${markdownCell(line.inputPreview)} | ${markdownCell(line.rule ?? '')} |`,
    );
  return [
    '**These calls needed an approval and got none.** To allow one without an approval, add its rule to `auto:`.',
    '',
    '| tool | call | rule to add |',
    '|--|--|--|',
    ...rows,
  ].join('\n');
}

function callsSection(calls: readonly CallLine[]): string {
  if (calls.length === 0) return '';
  const rows = calls.slice(0, MAX_ROWS).map((line) => {
    const by = line.decidedBy === null ? '' : ` by ${oneLine(line.decidedBy, CELL_CHARS)}`;
    const verdict = `${line.verdict ?? '–'}${defuseMentions(by)}`;
    const shown = [
      line.call,
      markdownCell(line.tool),
      markdownCell(line.inputPreview),
      verdict,
      endWords(line),
    ];
    return `| ${shown.join(' | ')} |`;
  });
  const more =
    calls.length > MAX_ROWS ? `\n\n… and ${calls.length - MAX_ROWS} more in the audit trail.` : '';
  return [
    `<details><summary>Calls (${calls.length})</summary>`,
    '',
    '| call | tool | input | verdict | state |',
    '|--|--|--|--|--|',
    ...rows,
    more,
    '</details>',
  ].join('\n');
}

/** How a call stands or ended, with the exit code of a command. */
export function endWords({ state, exitCode, usedDefault }: CallLine): string {
  if (usedDefault === true) return 'unanswered, its default counted';
  return exitCode === undefined ? state : `${state}, exit code ${exitCode}`;
}

function changedFilesSection(files: readonly string[]): string {
  if (files.length === 0) return '';
  const shown = files.slice(0, MAX_ROWS).map((file) => `- ${markdownCell(file)}`);
  return [`**Changed files (${files.length})**`, '', ...shown].join('\n');
}

function trailSection(report: RunReport, published: Published): string {
  const { count, hash } = report.head;
  const where =
    published.kind === 'uploaded'
      ? `[${published.name}](${published.url})`
      : `not uploaded: ${markdownCell(published.because)}`;
  return [
    `**Audit trail** ${where}`,
    `${count} entries, head hash \`${hash}\`. Verify it with \`countersign audit verify DIR --head ${hash}\`.`,
    `Policy ${markdownCell(report.policy)} · sandbox ${markdownCell(report.sandbox)} · run \`${report.run}\``,
  ].join('\n\n');
}

/** The tracking comment while the run is running. */
export function trackingBody(of: {
  readonly tally: Tally;
  readonly run: string;
  readonly requester: string | null;
  readonly jobUrl: string | null;
  /** `null` until the trail exists. */
  readonly head: TrailHead | null;
}): string {
  const { tally } = of;
  const counts = tally.counts();
  const waiting = tally.waiting();
  const spent = tally.costUsd === 0 ? '' : ` · ${cost(tally.costUsd)}`;
  const job = of.jobUrl === null ? '' : ` · [job](${of.jobUrl})`;
  return [
    trackingMarker(of.run),
    `**Countersign** is working${forWhom(of.requester)}${job}`,
    checklist(tally),
    waiting.length === 0
      ? ''
      : `⏳ Waiting for approval: ${waiting.map((line) => `\`${line.approval ?? ''}\``).join(', ')}`,
    `Turn ${tally.turns} · ${callWords(counts)}${spent}`,
    of.head === null
      ? ''
      : `<sub>audit trail: ${of.head.count} entries, head hash ${of.head.hash}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The tracking comment in its final state. */
export function finalBody(of: {
  readonly report: RunReport;
  readonly published: Published;
  readonly tally: Tally;
  readonly jobUrl: string | null;
}): string {
  const { report, published } = of;
  const job = of.jobUrl === null ? '' : ` · [job](${of.jobUrl})`;
  const trail = published.kind === 'uploaded' ? ` · [audit trail](${published.url})` : '';
  const { counts } = report;
  return [
    trackingMarker(report.run),
    `${OUTCOME_EMOJI[report.outcome]} **Countersign: ${report.outcome}**${forWhom(report.requester)}${job}${trail}`,
    ...noticeLines(report),
    checklist(of.tally),
    report.summary === '' ? '' : quoted(report.summary),
    changesSection(report.left, published),
    `${report.turns} turns · ${callWords(counts)} · ${report.tokens} tokens · ${cost(report.costUsd)}`,
    `<sub>audit trail: ${report.head.count} entries, head hash ${report.head.hash}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The hidden first line of a tracking comment. */
export function trackingMarker(run: string): string {
  return `<!-- countersign:tracking ${run} -->`;
}

function forWhom(login: string | null): string {
  return login === null ? '' : ` for ${markdownCell(login)}`;
}

function callWords({ total, auto, approved, denied, failed }: CallCounts): string {
  return `${total} calls (${auto} auto, ${approved} approved, ${denied} denied, ${failed} failed)`;
}

function checklist(tally: Tally): string {
  return tally.checklist
    .map(({ text, status }) => {
      const box = status === 'done' ? 'x' : ' ';
      return `- [${box}] ${markdownCell(text)}${status === 'in_progress' ? ' …' : ''}`;
    })
    .join('\n');
}

function cost(usd: number | null): string {
  return usd === null ? 'cost unknown' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}
