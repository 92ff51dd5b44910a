import { counted } from '../../../common/index.ts';
import { answerOf } from '../../format/answers.ts';
import type { EntryOf } from '../../format/entry.ts';
import type { GitHubLinks } from './github-links.ts';
import { escapeHtml, shortened } from './page.ts';
import type { CallView, TrailPart } from '../parts.ts';
import type { TrailSummary } from '../summary.ts';
import { writeTitle } from '../write-title.ts';

/** Entries of one list above the calls. The list of calls has all of them. */
const MAX_LISTED = 200;
/** Characters of a fact, and of an entry of a list. */
const MAX_LINE_CHARS = 1_000;

/** What a report shows without script: outcome and request, which most people open the page for. */
export class ReportHeader {
  readonly #asked: AskedCall[] = [];
  #askedCount = 0;
  readonly #written: WrittenEntry[] = [];
  #writtenCount = 0;

  /** Gets every part of the trail before the header is made. */
  add(part: TrailPart): void {
    if (part.is === 'call' && part.call.asked.length > 0) {
      this.#askedCount += 1;
      if (this.#asked.length < MAX_LISTED) this.#asked.push(askedCall(part.call));
    }
    if (part.is !== 'other' || part.entry.type !== 'github.write') return;
    const { call, url, what, id, branch, found } = part.entry;
    if (call === null || url === null) return;
    this.#writtenCount += 1;
    if (this.#written.length < MAX_LISTED) this.#written.push({ url, what, id, branch, found });
  }

  html(summary: TrailSummary, links: GitHubLinks): string {
    const { start, end } = summary;
    const outcome = end?.outcome ?? 'unfinished';
    const tone = outcome === 'done' ? 'good' : outcome === 'awaiting-approval' ? 'wait' : 'bad';
    const rows = facts(summary, links).map(
      ([name, value, address = null]) =>
        `<dt>${escapeHtml(name)}</dt><dd>${linked(value, address)}</dd>`,
    );
    return `<header>
<h1><span class="badge ${tone}">${escapeHtml(outcome)}</span> ${linked(start?.repository ?? 'A local run', links.repository())}</h1>
${(end?.notices ?? []).map((notice) => `<p class="words wait">${escapeHtml(shortened(notice))}</p>`).join('\n')}
<p class="words">${escapeHtml(shortened(end?.summary ?? 'The audit trail has no run.end: the run is still running, it crashed, or the audit trail was truncated.'))}</p>
<h2>Request</h2>
<pre>${escapeHtml(shortened(start?.request ?? ''))}</pre>
${this.#approvals(links)}
${this.#onGitHub(links)}
<h2>Run</h2>
<dl class="facts">${rows.join('\n')}</dl>
<p class="soft">This page shows the audit trail and does not verify it. To verify it, run <code>countersign audit verify</code>.</p>
</header>`;
  }

  #approvals(links: GitHubLinks): string {
    const calls = this.#asked.toSorted((a, b) => a.seq - b.seq);
    const lines = calls.map((call) => {
      const answers = call.answers.map(({ words, url }) => linked(words, links.link(url)));
      const place = escapeHtml(`#call-${encodeURIComponent(call.call)}`);
      const decided = answers.length === 0 ? 'no answer' : answers.join(', ');
      const rest = `${lineHtml(call.tool)}: ${decided}, ${escapeHtml(call.state)}`;
      return `<a href="${place}">${lineHtml(call.call)}</a> ${rest}`;
    });
    return section('Approvals', lines, this.#askedCount);
  }

  /** What the agent's calls created or changed on GitHub. */
  #onGitHub(links: GitHubLinks): string {
    const lines = this.#written.map((entry) =>
      linked(`${writeTitle(entry)}: ${entry.url}`, links.link(entry.url)),
    );
    return section('On GitHub', lines, this.#writtenCount);
  }
}

/** Something that a call wrote on GitHub, as the header lists it. */
type WrittenEntry = Pick<EntryOf<'github.write'>, 'url' | 'what' | 'id' | 'branch' | 'found'>;

/** A call that people were asked about, as the header lists it. */
interface AskedCall extends Pick<CallView, 'seq' | 'call' | 'tool' | 'state'> {
  readonly answers: readonly { readonly words: string; readonly url: string | undefined }[];
}

function askedCall({ seq, call, tool, state, decisions }: CallView): AskedCall {
  const valid = decisions.filter((decision) => decision.counted);
  const answers = valid.map((entry) => ({
    words: `${entry.decision === 'deny' ? 'denied' : 'approved'} by @${entry.by.login}`,
    url: answerOf(entry)?.url,
  }));
  return { seq, call, tool, state, answers };
}

function section(title: string, lines: readonly string[], count: number): string {
  if (lines.length === 0) return '';
  const more = count - lines.length;
  const rest = more === 0 ? '' : `\n<li>and ${more} more, in the list of calls</li>`;
  return `<h2>${title}</h2><ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}${rest}</ul>`;
}

/** Text, as a link where GitHub has a page for it. */
function linked(text: string, address: string | null): string {
  return address === null
    ? lineHtml(text)
    : `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${lineHtml(text)}</a>`;
}

function lineHtml(text: string): string {
  return escapeHtml(shortened(text, MAX_LINE_CHARS));
}

/** Name, value, and the address of its page on GitHub. */
type Fact = readonly [string, string, (string | null)?];

function facts(summary: TrailSummary, links: GitHubLinks): readonly Fact[] {
  const { start, totals, workflowRuns } = summary;
  const cached = `${totals.cacheReadTokens} cache read, ${totals.cacheCreationTokens} cache written`;
  return [
    [
      'run',
      `${summary.run}, ${counted(workflowRuns, 'workflow run')}`,
      links.link(start?.workflow?.url),
    ],
    ['time', `${summary.firstTime ?? ''} to ${summary.lastTime ?? ''}`],
    ['requested by', requestedBy(summary), links.link(start?.trigger.url)],
    ['commit', start?.headSha ?? 'none', links.commit()],
    ['policy', `${start?.policy.source ?? ''} (${start?.policy.sha256 ?? ''})`],
    ...(start?.policy.layers ?? [])
      .slice(1)
      .map(({ address, sha256 }) => ['baseline', `${address} (${sha256})`] as const),
    ['model', [start?.['gen_ai.request.model'] ?? '', ...(start?.fallbackModels ?? [])].join(', ')],
    ['turns', String(summary.turns)],
    [
      'calls',
      summary.verdicts.map(([verdict, count]) => `${count} ${verdict}`).join(', ') || 'none',
    ],
    ['tokens', `${totals.inputTokens} in, ${totals.outputTokens} out, ${cached}`],
    ['cost', totals.costUsd === null ? 'unknown' : `$${totals.costUsd.toFixed(4)}`],
    ['audit trail', `${counted(summary.count, 'entry', 'entries')}, head hash ${summary.head}`],
  ];
}

function requestedBy({ start }: TrailSummary): string {
  if (start === null) return '';
  const { actor, event } = start.trigger;
  return actor === null ? event : `@${actor.login} (${event})`;
}
