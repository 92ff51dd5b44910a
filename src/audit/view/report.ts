import { createHash } from 'node:crypto';
import { sha256, visible } from '../../common/index.ts';
import { REPORT_SCRIPT } from './report-script.ts';
import { REPORT_STYLE } from './report-style.ts';
import { GitHubLinks } from './github-links.ts';
import { type BlobTexts, reportData } from './report-data.ts';
import type { Entry } from '../format/entry.ts';
import type { BlobReader } from '../format/reader.ts';
import { type RunView, totals, viewTrail } from './view.ts';
import { writeTitle } from './write-title.ts';

/** Characters of blobs in one report. Larger blobs, and further ones, are named by their digest. */
const MAX_BLOB_CHARS = 200_000;
const MAX_BLOBS_CHARS = 16 * 1024 * 1024;

/**
 * A trail as one self-contained page: no network, a Content Security Policy for this page's own script and style only,
 * and untrusted text as inert text. It shows the entries and verifies nothing; the page says so.
 */
export async function renderReport(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  blobs?: BlobReader,
): Promise<string> {
  const view = await viewTrail(entries);
  const links = new GitHubLinks(view);
  const texts = await blobTexts(view, blobs);
  const data = JSON.stringify(reportData(view, { blobs: texts, links }), shown);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(`${view.end?.outcome ?? 'unfinished'} · ${view.run}`)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<a class="skip" href="#list">To the calls</a>
${header(view, links)}
${frame()}
<script type="application/json" id="data">${inert(data)}</script>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

/** Escapes invisible and bidirectional characters of untrusted text. */
function shown(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? visible(value) : value;
}

function contentPolicy(): string {
  return [
    "default-src 'none'",
    `script-src ${sourceHash(REPORT_SCRIPT)}`,
    `style-src ${sourceHash(REPORT_STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

async function blobTexts(view: RunView, blobs: BlobReader | undefined): Promise<BlobTexts> {
  const texts = new Map<string, string>();
  let room = MAX_BLOBS_CHARS;
  if (blobs === undefined) return texts;
  for (const { result, inputBlob } of view.calls) {
    for (const ref of [result, inputBlob]) {
      if (ref === null || typeof ref === 'string' || ref.bytes > MAX_BLOB_CHARS) continue;
      if (texts.has(ref.sha256) || ref.bytes > room) continue;
      const bytes = await blobs(ref.sha256);
      room -= ref.bytes;
      const isWhole = bytes !== null && sha256(bytes) === ref.sha256;
      texts.set(
        ref.sha256,
        isWhole ? bytes.toString('utf8') : `[the value ${ref.sha256} is missing or was changed]`,
      );
    }
  }
  return texts;
}

/** JSON that cannot close its script element, nor open a comment or another element. */
function inert(json: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '<': String.raw`\u003c`,
    '>': String.raw`\u003e`,
    '&': String.raw`\u0026`,
    '\u2028': String.raw`\u2028`,
    '\u2029': String.raw`\u2029`,
  };
  return json.replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '');
}

function html(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Text, as a link where GitHub has a page for it. */
function linked(text: string, address: string | null): string {
  return address === null
    ? html(text)
    : `<a href="${html(address)}" rel="noreferrer noopener">${html(text)}</a>`;
}

/** Outcome and request are shown without script: most people open the page for them. */
function header(view: RunView, links: GitHubLinks): string {
  const start = view.starts[0];
  const outcome = view.end?.outcome ?? 'unfinished';
  const tone = outcome === 'done' ? 'good' : outcome === 'awaiting-approval' ? 'wait' : 'bad';
  const rows = facts(view, links).map(
    ([name, value, address = null]) => `<dt>${html(name)}</dt><dd>${linked(value, address)}</dd>`,
  );
  return `<header>
<h1><span class="badge ${tone}">${html(outcome)}</span> ${linked(start?.repository ?? 'A local run', links.repository())}</h1>
${(view.end?.notices ?? []).map((notice) => `<p class="words wait">${html(notice)}</p>`).join('\n')}
<p class="words">${html(view.end?.summary ?? 'The audit trail has no run.end: the run is still running, or it crashed.')}</p>
<h2>Request</h2>
<pre>${html(start?.request ?? '')}</pre>
${asked(view, links)}
${written(view, links)}
<dl class="facts">${rows.join('\n')}</dl>
<p class="soft">This page shows the audit trail and does not verify it. To verify it, run <code>countersign audit verify</code>.</p>
</header>`;
}

function asked(view: RunView, links: GitHubLinks): string {
  const calls = view.calls.filter((call) => call.asked.length > 0);
  if (calls.length === 0) return '';
  const lines = calls.map((call) => {
    const answers = call.decisions
      .filter(({ counted }) => counted)
      .map(({ by, decision, comment, check }) => {
        const words = `${decision === 'deny' ? 'denied' : 'approved'} by @${by.login}`;
        return linked(words, links.link(comment?.url ?? check?.url));
      });
    const place = html(`#call-${encodeURIComponent(call.call)}`);
    const decided = answers.length === 0 ? 'no answer' : answers.join(', ');
    const rest = `${html(call.tool)}: ${decided}, ${html(call.state)}`;
    return `<li><a href="${place}">${html(call.call)}</a> ${rest}</li>`;
  });
  return `<h2>Approvals</h2><ul>${lines.join('\n')}</ul>`;
}

/** What the agent's calls created or changed on GitHub. */
function written(view: RunView, links: GitHubLinks): string {
  const writes = view.others.filter(({ type }) => type === 'github.write');
  const lines = writes.flatMap((entry) => {
    if (entry.type !== 'github.write' || entry.call === null || entry.url === null) return [];
    return [`<li>${linked(`${writeTitle(entry)}: ${entry.url}`, links.link(entry.url))}</li>`];
  });
  return lines.length === 0 ? '' : `<h2>On GitHub</h2><ul>${lines.join('\n')}</ul>`;
}

/** Name, value, and the address of its page on GitHub. */
type Fact = readonly [string, string, (string | null)?];

function facts(view: RunView, links: GitHubLinks): readonly Fact[] {
  const start = view.starts[0];
  const sums = totals(view);
  const verdicts = Object.entries(
    Object.groupBy(view.calls, ({ verdict }) => verdict?.verdict ?? 'none'),
  );
  const cached = `${sums.cacheReadTokens} cache read, ${sums.cacheCreationTokens} cache written`;
  const tokens = `${sums.inputTokens} in, ${sums.outputTokens} out, ${cached}`;
  return [
    [
      'run',
      `${view.run}, ${view.starts.length} workflow run${view.starts.length === 1 ? '' : 's'}`,
      links.link(start?.workflow?.url),
    ],
    ['time', `${view.firstTime ?? ''} to ${view.lastTime ?? ''}`],
    ['requested by', requestedBy(view), links.link(start?.trigger.url)],
    ['commit', start?.headSha ?? 'none', links.commit()],
    ['policy', `${start?.policy.source ?? ''} (${start?.policy.sha256 ?? ''})`],
    ...(start?.policy.layers ?? [])
      .slice(1)
      .map(({ address, sha256 }) => ['baseline', `${address} (${sha256})`] as const),
    ['model', start?.['gen_ai.request.model'] ?? ''],
    ['turns', String(view.turns.length)],
    [
      'calls',
      verdicts.map(([verdict, calls]) => `${calls?.length ?? 0} ${verdict}`).join(', ') || 'none',
    ],
    ['tokens', tokens],
    ['cost', sums.costUsd === null ? 'unknown' : `$${sums.costUsd.toFixed(4)}`],
    ['audit trail', `${view.count} entries, head hash ${view.head}`],
  ];
}

function requestedBy(view: RunView): string {
  const trigger = view.starts[0]?.trigger;
  if (trigger === undefined) return '';
  return trigger.actor === null ? trigger.event : `@${trigger.actor.login} (${trigger.event})`;
}

function frame(): string {
  const selects = ['tool', 'verdict', 'state'].map(
    (name) =>
      `<label>${name}<select id="by-${name}"><option value="">all</option></select></label>`,
  );
  return `<main>
<h2>Time</h2>
<div class="lanes" id="lanes" tabindex="0" role="region" aria-label="Timeline"></div>
<p class="zoom"><button type="button" id="zoom-in">Zoom in</button> <button type="button" id="zoom-out">Zoom out</button></p>
<section id="spent"><h2>Cost by turn</h2>
<svg class="chart" id="spend" viewBox="0 0 100 40" preserveAspectRatio="none"
 role="img" aria-label="Cost by turn"></svg></section>
<h2>Turns and calls</h2>
<div class="filters" role="search">${selects.join('')}<label>text<input id="by-text" type="search"></label>
<button type="button" id="open-all">Expand all</button>
<span id="shown" class="soft" role="status" aria-live="polite"></span></div>
<div id="list" tabindex="-1"></div>
<noscript><p>The list of calls needs JavaScript.</p></noscript>
</main>`;
}
