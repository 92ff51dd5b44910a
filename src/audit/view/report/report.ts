import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { isJsonObject, type Json } from '../../../common/index.ts';
import type { BlobReader } from '../../format/reader.ts';
import { BlobTexts } from '../blob-texts.ts';
import { GitHubLinks } from './github-links.ts';
import { escapeHtml, inertJson, pageHead } from './page.ts';
import { PAGE_STYLE, REPORT_STYLE } from './page-style.ts';
import { partTexts } from '../part-texts.ts';
import { ReportHeader } from './header.ts';
import { reportItem, withVisibleText } from './items.ts';
import { ReportPicture } from './picture.ts';
import { REPORT_SCRIPT } from './script.ts';
import { summarizeTrail, type TrailSource } from '../summary.ts';

/** Items in one compressed element of the page, and on one page of its list. */
const CHUNK_ITEMS = 250;
/** Tools that can be picked from the list. Others are found by their text. */
const MAX_TOOLS = 500;
const compress = promisify(deflateRaw);
const STYLE = `${PAGE_STYLE}${REPORT_STYLE}`;

interface ReportOptions {
  /** The address of a page that lists this run among others, relative to the report; `null`: there is none. */
  readonly overview?: string | null;
}

/**
 * A trail as one self-contained page, piece by piece: no network, a Content Security Policy for this page's own script and
 * style only, and untrusted text as inert text. The page decompresses the items that it shows. It shows the entries and verifies
 * nothing; the page says so. Throws `trail-unreadable` and `trail-broken` before the first piece.
 */
export async function* renderReport(
  source: TrailSource,
  blobs?: BlobReader,
  { overview = null }: ReportOptions = {},
): AsyncGenerator<string> {
  const header = new ReportHeader();
  const tools = new Set<string>();
  const summary = await summarizeTrail(source, (part) => {
    header.add(part);
    if (part.is === 'call' && tools.size < MAX_TOOLS) tools.add(part.call.tool);
  });
  const links = new GitHubLinks(summary.start);
  yield pageHead({
    title: `${summary.end?.outcome ?? 'unfinished'} · ${summary.run}`,
    style: STYLE,
    script: REPORT_SCRIPT,
  });
  yield `<body>
<a class="skip" href="#list">To the calls</a>
${overview === null ? '' : `<nav><a href="${escapeHtml(overview)}">All runs</a></nav>`}
${header.html(summary, links)}
${frame()}
`;
  const blobTexts = new BlobTexts(blobs);
  const picture = new ReportPicture(summary);
  const texts = partTexts(source, summary, async (part) => {
    picture.add(part);
    return await reportItem(part, links, blobTexts);
  });
  const chunks: { readonly first: number; readonly items: number }[] = [];
  for await (const chunk of inChunks(texts)) {
    yield `<script type="text/plain" id="chunk-${chunks.length}">${await packed(chunk)}</script>\n`;
    chunks.push({ first: firstSeq(chunk), items: chunk.length });
  }
  const index = {
    chunkItems: CHUNK_ITEMS,
    items: chunks.reduce((sum, chunk) => sum + chunk.items, 0),
    firsts: chunks.map(({ first }) => first),
    calls: summary.calls,
    tool: [...tools].toSorted(),
    verdict: summary.verdicts.map(([verdict]) => verdict),
    state: summary.states.map(([state]) => state),
    ...picture.data(),
  };
  yield `<script type="application/json" id="index">${inertJson(JSON.stringify(index, withVisibleText))}</script>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let chunk: string[] = [];
  for await (const text of texts) {
    if (chunk.push(text) < CHUNK_ITEMS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** A list of JSON texts, compressed, as Base64: no character of it is one that HTML interprets. */
export async function packed(items: readonly string[]): Promise<string> {
  return (await compress(`[${items.join(',')}]`)).toString('base64');
}

function firstSeq([first = '{}']: readonly string[]): number {
  const item: Json = JSON.parse(first);
  return isJsonObject(item) && typeof item['seq'] === 'number' ? item['seq'] : 0;
}

function frame(): string {
  const selects = ['tool', 'verdict', 'state'].map(
    (name) =>
      `<label>${name}<select id="by-${name}"><option value="">all</option></select></label>`,
  );
  return `<main>
<h2>Time</h2>
<div class="lanes" id="lanes" tabindex="0" role="region" aria-label="Timeline"></div>
<p class="zoom"><button type="button" id="zoom-in">Zoom in</button> <button type="button" id="zoom-out">Zoom out</button> <span id="bars-left" class="soft" hidden></span></p>
<section id="spent"><h2>Cost by turn</h2>
<svg class="chart" id="spend" viewBox="0 0 100 40" preserveAspectRatio="none"
 role="img" aria-label="Cost by turn"></svg></section>
<h2>Turns and calls</h2>
<div class="filters" role="search">${selects.join('')}<label>text<input id="by-text" type="search"></label>
<button type="button" id="open-all">Expand all</button>
<span id="shown" class="soft" role="status" aria-live="polite"></span></div>
<nav class="pager" aria-label="Pages, above the list" hidden></nav>
<div id="list" tabindex="-1"></div>
<nav class="pager" aria-label="Pages, below the list" hidden></nav>
<noscript><p>The list of calls needs JavaScript.</p></noscript>
</main>`;
}
