import type { TrailHead } from '../../audit/index.ts';
import {
  counted,
  defuseMentions,
  fence,
  oneLine,
  truncateMiddle,
  visible,
} from '../../common/index.ts';
import { publishable } from '../../github/index.ts';
import { CELL_CHARS, markdownCode } from './markdown-cell.ts';
import { changesSection } from './changes-section.ts';
import { pushedSection } from './pushed-work.ts';
import {
  ARTIFACT_LIST,
  hasBegun,
  NO_POLICY,
  type Published,
  type RunReport,
  shownOutcome,
} from '../report.ts';
import { verdictLines } from './summary-parts.ts';
import type { CallCounts, CallLine, Tally } from './call-counts.ts';

const MAX_ROWS = 100;
/** More changed files are folded. */
const OPEN_FILES_MAX = 10;
/** Most running calls that the tracking comment names. */
const RUNNING_MAX = 5;
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

/**
 * Markdown of the agent as a quotation, so that no part of it passes for a part of ours. It notifies nobody, closes no
 * issue, and shows no raw HTML and no image or link of another host (`publishable`).
 */
export function quotedMarkdown(markdown: string): string {
  return publishable(truncateMiddle(markdown, SUMMARY_CHARS))
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** What people see of a finished run beside its report. */
interface ReportLinks {
  readonly published: Published;
  /** The approval comment of each waiting request, by its id. */
  readonly approvalUrls: ReadonlyMap<string, string>;
}

/** GitHub drops a job summary of more than 1 MiB. */
export const MAX_SUMMARY_BYTES = 1024 ** 2;

/** The job summary: what needs somebody first, then what came of the run, then numbers. `picture` is the timeline, or empty. */
export function jobSummary(
  report: RunReport,
  { published, approvalUrls, picture }: ReportLinks & { readonly picture: string },
): string {
  const outcome = shownOutcome(report.outcome, published);
  return paragraphs([
    `## ${OUTCOME_EMOJI[outcome]} Countersign: ${outcome}`,
    ...noticeLines(report),
    ...attention(report.calls, { published, approvalUrls }),
    pushedSection(report.pushed),
    summarySection(report),
    report.warnings.map((warning) => `⚠️ ${markdownCode(warning, WARNING_CHARS)}`).join('\n\n'),
    changesSection(report.left, published),
    changedFilesSection(report.changedFiles),
    // The job of an answer that ends early knows of no request.
    report.request.trim() === '' ? '' : folded('Request', quoted(report.request)),
    callsSection(report.calls),
    picture === '' ? '' : folded('Timeline', picture),
    numbersSection(report),
    trailSection(report, published),
  ]);
}

/** The calls that wait for somebody, that were denied, and that nobody approved: what a reader has to know first. */
function attention(
  calls: readonly CallLine[],
  { published, approvalUrls }: ReportLinks,
): readonly string[] {
  const waiting = calls.filter(isWaiting).map((line) => requestText(line, approvalUrls));
  const denied = calls
    .filter((line) => line.state === 'DENIED' && line.usedDefault !== true && !lacksAnswer(line))
    .map((line) => `${callText(line)}: ${markdownCode(line.because, WARNING_CHARS)}`);
  const [first] = calls.filter(isWaiting);
  const how = first === undefined ? '' : howToAnswer(first, published);
  const title = published.kind === 'kept' ? 'Not answered' : 'Waiting for an answer';
  return [
    listSection(title, waiting),
    how,
    listSection('Denied', denied),
    neededSection(calls.filter(lacksAnswer), approvalUrls),
  ];
}

/** A call that people were asked about, with a link to its approval comment, which says more. */
function requestText(line: CallLine, approvalUrls: ReportLinks['approvalUrls']): string {
  const id = `\`${line.approval ?? ''}\``;
  const url = approvalUrls.get(line.approval ?? '');
  return `${url === undefined ? id : `[${id}](${url})`} ${callText(line)}`;
}

/** The checkpoint of a suspended run is uploaded with its audit trail, or is lost with it. */
function howToAnswer({ approval }: CallLine, { kind }: Published): string {
  return kind === 'kept'
    ? 'No answer can resume the run: its checkpoint could not be uploaded.'
    : `Answer there, such as with \`/approve ${approval ?? ''}\`.`;
}

function isWaiting({ state, approval }: CallLine): boolean {
  return state === 'APPROVAL_REQUIRED' && approval !== null;
}

function callText({ tool, inputPreview }: CallLine): string {
  return [markdownCode(tool), markdownCode(inputPreview)].filter((part) => part !== '').join(' ');
}

/** A list with a title; empty without lines. Lists, unlike tables, can be read on a phone. */
function listSection(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, MAX_ROWS).map((line) => `- ${line}`);
  const more = lines.length - shown.length;
  return [
    `**${title}**`,
    '',
    ...shown,
    ...(more === 0 ? [] : [`- … and ${more} more in the audit trail`]),
  ].join('\n');
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** Calls that a person denied are not listed: the summary must not suggest a rule that overrides a person. */
function lacksAnswer(line: CallLine): boolean {
  return (
    line.state === 'DENIED' &&
    line.usedDefault !== true &&
    line.approval !== null &&
    line.decidedBy === 'nobody'
  );
}

/** Calls that nobody answered. An approval comment says more; without one, this has to say why nobody was asked. */
function neededSection(
  needed: readonly CallLine[],
  approvalUrls: ReportLinks['approvalUrls'],
): string {
  const lines = needed.map((line) => {
    const rules = line.rules.map((rule) => markdownCode(rule)).join(' and ');
    const hint = rules === '' ? '' : `: add ${rules} to \`auto\` to allow it`;
    return `${requestText(line, approvalUrls)}${hint}`;
  });
  const unasked = needed.find(({ approval }) => !approvalUrls.has(approval ?? ''));
  return paragraphs([
    listSection('These calls needed an approval and got none', lines),
    unasked === undefined || unasked.because === ''
      ? ''
      : `Nobody was asked: ${markdownCode(unasked.because, WARNING_CHARS)}`,
  ]);
}

/** The title of the agent's own summary. For other outcomes the summary may be a sentence of the program, without a title. */
const SUMMARY_TITLES: Partial<Record<RunReport['outcome'], string>> = {
  done: "**The agent's summary**\n\n",
  incomplete: "**The agent's summary**\n\n",
  'awaiting-approval': "**The agent's last words**\n\n",
};

/** The agent's summary of its work, or the program's sentence why there is none. */
function summarySection({ summary, outcome }: Pick<RunReport, 'summary' | 'outcome'>): string {
  if (summary === '') return '';
  return `${SUMMARY_TITLES[outcome] ?? ''}${quotedMarkdown(summary)}`;
}

function numbersSection(report: RunReport): string {
  const requester = report.requester === null ? '' : markdownCode(report.requester);
  if (!hasBegun(report)) return requester === '' ? '' : `Asked by ${requester}`;
  return paragraphs([
    `${counted(report.turns, 'turn')} · ${callWords(report.counts)}`,
    [
      tokenWords(report),
      cost(report.costUsd),
      `model ${markdownCode(report.model)}`,
      ...(requester === '' ? [] : [`asked by ${requester}`]),
    ].join(' · '),
    verdictLines(report.calls),
  ]);
}

function callsSection(calls: readonly CallLine[]): string {
  if (calls.length === 0) return '';
  const lines = calls.map((line) => {
    const by = line.decidedBy === null ? '' : ` by ${oneLine(line.decidedBy, CELL_CHARS)}`;
    return `${line.call} ${callText(line)}: ${line.verdict ?? '–'}${defuseMentions(by)}, ${endWords(line)}`;
  });
  return folded(`Calls (${calls.length})`, listSection('Calls, in their order', lines));
}

function endWords({ state, exitCode, usedDefault, isApproved }: CallLine): string {
  if (usedDefault === true) return 'unanswered, its default counted';
  if (state === 'DENIED' && isApproved === true)
    return 'DENIED, because the approval did not count';
  return exitCode === undefined ? state : `${state}, exit code ${exitCode}`;
}

function changedFilesSection(files: readonly string[]): string {
  if (files.length === 0) return '';
  const title = `Changed files (${files.length})`;
  const list = listSection(
    title,
    files.map((file) => markdownCode(file)),
  );
  return files.length <= OPEN_FILES_MAX ? list : folded(title, list);
}

function trailSection(report: RunReport, published: Published): string {
  const { count, hash } = report.head;
  const facts = [
    report.policy === NO_POLICY ? '' : `policy ${markdownCode(report.policy)}`,
    hasBegun(report) ? `sandbox ${markdownCode(report.sandbox)}` : '',
    `run \`${report.run}\``,
  ];
  const line = facts.filter((fact) => fact !== '').join(' · ');
  return [
    `**Audit trail** ${publishedText(published, WARNING_CHARS)}`,
    `${count} entries, head hash \`${hash}\`. Verify it with \`countersign audit verify DIR --head ${hash}\`.`,
    `${line.charAt(0).toUpperCase()}${line.slice(1)}`,
  ].join('\n\n');
}

/** Where the audit trail is, as the rest of a sentence. */
export function publishedText(published: Published, reasonMax: number): string {
  switch (published.kind) {
    case 'pending':
      return 'is being uploaded';
    case 'announced':
    case 'uploaded':
      return `[${published.name}](${published.url})`;
    case 'kept':
      return `not uploaded: ${markdownCode(published.because, reasonMax)}`;
  }
}

/** `trailLink` of a trail that is pending or announced. */
const SAID_BEFORE = new RegExp(
  String.raw` · (?:the audit trail is being uploaded|\[audit trail\]\([^\s()]*${ARTIFACT_LIST}\))`,
);

/** The end of a headline: where the audit trail is; empty if it is only on the runner. */
export function trailLink(published: Published): string {
  switch (published.kind) {
    case 'pending':
      return ' · the audit trail is being uploaded';
    case 'announced':
    case 'uploaded':
      return ` · [audit trail](${published.url})`;
    case 'kept':
      return '';
  }
}

/**
 * A final tracking comment from before the upload, with where the audit trail is now; `null` for a comment that does not say the
 * end of the run, which the head hash shows: an earlier job may have written it.
 */
export function withTrailLink(
  body: string,
  { published, head }: { readonly published: Published; readonly head: TrailHead },
): string | null {
  const said = SAID_BEFORE.exec(body)?.[0];
  if (said === undefined || !body.includes(head.hash)) return null;
  const link =
    published.kind === 'kept' ? ' · the audit trail was not uploaded' : trailLink(published);
  return body.replace(said, () => link);
}

/** A run that is running, as people read of it. */
export interface RunInProgress {
  readonly tally: Tally;
  readonly run: string;
  readonly requester: string | null;
  readonly jobUrl: string | null;
  /** `null` until the trail exists. */
  readonly head: TrailHead | null;
}

/** The tracking comment while the run is running. */
export function trackingBody(view: RunInProgress): string {
  const { tally } = view;
  const counts = tally.counts();
  const waiting = tally.waiting();
  const running = tally.running().slice(0, RUNNING_MAX);
  const spent = tally.costUsd === 0 ? '' : ` · ${cost(tally.costUsd)}`;
  const job = view.jobUrl === null ? '' : ` · [job](${view.jobUrl})`;
  return paragraphs([
    trackingMarker(view.run),
    `**Countersign** is working${forWhom(view.requester)}${job}`,
    checklist(tally),
    waiting.length === 0
      ? ''
      : `⏳ Waiting for approval: ${waiting.map((line) => `\`${line.approval ?? ''}\``).join(', ')}`,
    running.length === 0 ? '' : `Running: ${running.map(callText).join(', ')}`,
    pushedSection(tally.pushed),
    `Turn ${tally.turns} · ${callWords(counts)}${spent}`,
    view.head === null ? '' : headLine(view.head),
  ]);
}

/** The tracking comment in its final state. */
export function finalBody(
  view: ReportLinks & {
    readonly report: RunReport;
    readonly tally: Tally;
    readonly jobUrl: string | null;
    /** The commit that the run works on; `null` if it is not known. */
    readonly commit: string | null;
  },
): string {
  const { report, published, approvalUrls, commit } = view;
  const isAwaiting = report.outcome === 'awaiting-approval';
  const job = view.jobUrl === null ? '' : ` · [job](${view.jobUrl})`;
  const { counts } = report;
  const outcome = shownOutcome(report.outcome, published);
  return paragraphs([
    trackingMarker(report.run),
    `${OUTCOME_EMOJI[outcome]} **Countersign: ${outcome}**${forWhom(report.requester)}${job}${trailLink(published)}`,
    ...noticeLines(report),
    ...attention(report.calls, { published, approvalUrls }),
    pushedSection(report.pushed),
    checklist(view.tally),
    summarySection(report),
    changesSection(report.left, published),
    hasBegun(report)
      ? `${counted(report.turns, 'turn')} · ${callWords(counts)} · ${tokenWords(report)} · ${cost(report.costUsd)}`
      : '',
    isAwaiting && commit !== null ? `<!-- countersign:commit ${commit} -->` : '',
    headLine(report.head),
  ]);
}

const IS_WORKING = /\*\*Countersign\*\* is working/;
const JOB = / · \[job\]\((\S+\/actions\/runs\/(\d+))\)$/;
const IS_OPEN = /\*\*Countersign(?:: awaiting-approval\*\*|\*\* is working)/;

/** The job that works on a run, as its tracking comment says; `null` if it does not say so. */
export function workingJob(
  body: string,
): { readonly url: string; readonly workflowRun: number } | null {
  const title = titleOf(body);
  const [, url, workflowRun] = JOB.exec(title) ?? [];
  if (!IS_WORKING.test(title) || url === undefined) return null;
  return { url, workflowRun: Number(workflowRun) };
}

const IS_AWAITING = /\*\*Countersign: awaiting-approval\*\*/;
/** A line of `requestText`. What the agent wrote is quoted below it. */
const REQUEST_LINE = /^- \[`[^`]*`\]\(\S+#issuecomment-(\d+)\) /m;

/** The approval comment that a suspended run waits for, as its tracking comment says; `null` if it does not say so. */
export function awaitedComment(body: string): number | null {
  if (!IS_AWAITING.test(titleOf(body))) return null;
  const id = REQUEST_LINE.exec(body)?.[1];
  return id === undefined ? null : Number(id);
}

/** A line of the tracking comment of a suspended run. What the agent wrote is quoted. */
const COMMIT_LINE = /^<!-- countersign:commit ([0-9a-f]{40,64}) -->$/m;

/** The commit of a suspended run, as its tracking comment says; `undefined` if it does not say so. */
export function awaitedCommit(body: string): string | undefined {
  return COMMIT_LINE.exec(body)?.[1];
}

/** The line of a tracking comment that says how its run stands. */
function titleOf(body: string): string {
  return body.split('\n\n')[1] ?? '';
}

/** The tracking comment of a run that no job can resume any more, with the head hash of the current one; `null` if that shows another end. */
export function abandonedBody(
  before: string,
  end: { readonly because: string; readonly jobUrl: string },
): string | null {
  const [markers = ''] = before.split('\n\n', 1);
  if (!IS_OPEN.test(titleOf(before))) return null;
  const ended = `${OUTCOME_EMOJI.error} **Countersign: error** · this run cannot be resumed · [job](${end.jobUrl})`;
  const head = before.lastIndexOf(HEAD_LINE);
  return paragraphs([markers, ended, quoted(end.because), head === -1 ? '' : before.slice(head)]);
}

/** How the last paragraph of a tracking comment begins. */
const HEAD_LINE = '<details><summary>Audit trail: ';

/** The head of the audit trail at this time, folded: few people need it. */
export function headLine({ count, hash }: TrailHead): string {
  return folded(`Audit trail: ${count} entries`, `head hash \`${hash}\``);
}

const TRACKING_MARKER = /^<!-- countersign:tracking (run-[0-9a-z]{1,64}) -->/;

/** The run of a tracking comment; `null` for another comment. */
export function trackedRun(body: string): string | null {
  return TRACKING_MARKER.exec(body)?.[1] ?? null;
}

/** The hidden first line of a tracking comment. */
export function trackingMarker(run: string): string {
  return `<!-- countersign:tracking ${run} -->`;
}

function forWhom(login: string | null): string {
  return login === null ? '' : ` for ${markdownCode(login)}`;
}

function callWords({ total, auto, approved, denied, failed }: CallCounts): string {
  return `${counted(total, 'call')} (${auto} auto, ${approved} approved, ${denied} denied, ${failed} failed)`;
}

/** With a title of its own: Markdown joins lists that only an empty line separates. */
function checklist(tally: Tally): string {
  const lines = tally.checklist.map(({ text, status }) => {
    const box = status === 'done' ? 'x' : ' ';
    return `- [${box}] ${markdownCode(text)}${status === 'in_progress' ? ' …' : ''}`;
  });
  return lines.length === 0 ? '' : ['**To do**', '', ...lines].join('\n');
}

function tokenWords({ tokens, isEstimate }: RunReport): string {
  return `${tokens} tokens${isEstimate === true ? ' (partly an estimate)' : ''}`;
}

function cost(usd: number | null): string {
  return usd === null ? 'cost unknown' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

const NOTICE_CHARS = 600;

/** What people should know before they rely on the outcome, as Markdown for the top of summaries and comments. */
function noticeLines({ notices = [] }: RunReport): readonly string[] {
  return notices.map((notice) => `⚠️ **${markdownCode(notice, NOTICE_CHARS)}**`);
}
