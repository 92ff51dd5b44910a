import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive } from '../../../src/archive/archive.ts';
import { writePages } from '../../../src/archive/site/write-site.ts';
import { openDatabase } from '../../../src/archive/sqlite.ts';
import { isJsonObject, type Json } from '../../../src/common/index.ts';
import { Browser, BROWSER, type BrowserPage } from '../../browser.ts';
import { hasMoreTime } from '../../properties.ts';
import { collectInto } from '../archives.ts';

/** A hundred thousand if there is time; what is counted below is the same for every number. */
const CALLS = hasMoreTime ? 100_000 : 3_000;
const FILE_ROWS = 1_000;
const RUNS = 100;
const EVIL = `</script><script>document.title='TAKEN'</script><img src=x onerror="document.title='TAKEN'">`;
/** More than any screen has rows. */
const MAX_ROWS_DRAWN = 60;
const COUNTERS = `
globalThis.seen = { violations: [], pauses: 0, mostRows: 0 };
addEventListener('securitypolicyviolation', (event) => seen.violations.push(event.violatedDirective));
const timeout = setTimeout;
globalThis.setTimeout = (work, ms, ...more) => { if (ms === undefined) seen.pauses += 1; return timeout(work, ms, ...more); };
new MutationObserver(() => {
  const list = document.getElementById('list');
  if (list) seen.mostRows = Math.max(seen.mostRows, list.childElementCount);
}).observe(document, { childList: true, subtree: true });
`;

/** SQL for a time, by its minute. */
function time(minute: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01T00:00:00Z', ${minute} || ' minutes')`;
}

/** Rows as a collection of that many calls would have written, without the trails. */
function fill(): string {
  const number = 'WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 <';
  const ran = Math.floor(CALLS / RUNS);
  return `BEGIN;
${number} ${RUNS}) INSERT INTO trails (trail, digest, folder, state, repository, run, entries, head, files, bytes, collected_at)
  SELECT i + 1, printf('%064x', i), 'trails/' || i, 'counted', 'octo/r' || (i % 7), 'run-' || i, 1, '', 1, 1, '2027-01-01T00:00:00.000Z' FROM n;
${number} ${RUNS}) INSERT INTO runs (trail, run, repository, event, actor, request, started_at, ended_at, workflow_runs, outcome)
  SELECT i + 1, 'run-' || i, 'octo/r' || (i % 7), 'issues', 'person-' || (i % 5), 'request ' || i, ${time(`(i * ${ran})`)}, ${time(`(i * ${ran} + 60)`)}, 1, 'done' FROM n;
UPDATE runs SET repository = '${EVIL.replaceAll("'", "''")}', request = '${EVIL.replaceAll("'", "''")}' WHERE trail = ${RUNS};
${number} ${CALLS}) INSERT INTO calls (trail, call, seq, time, tool, kind, arguments, state, used_default, verdict, ended_at)
  SELECT i / ${ran} + 1, 'c' || (i % ${ran} + 1), i, ${time('i')}, CASE i % 3 WHEN 0 THEN 'fs_read' ELSE 'bash_run' END, 'execute',
    '{"command":"npm test -- part-' || i || '"}', CASE i % 10 WHEN 0 THEN 'DENIED' ELSE 'COMPLETED' END, 0,
    CASE i % 10 WHEN 0 THEN 'deny' ELSE 'auto' END, ${time('i')} FROM n;
UPDATE calls SET tool = '${EVIL.replaceAll("'", "''")}', because = '${EVIL.replaceAll("'", "''")}' WHERE seq = ${CALLS - 1};
COMMIT`;
}

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
const ALL = grouped(CALLS);

describe.skipIf(BROWSER === undefined)(
  'the pages of a site in a browser (skipped without Chromium on the PATH)',
  () => {
    let work: string;
    let site: string;
    let browser: Browser;
    let page: BrowserPage;
    const address = (name: string): string =>
      pathToFileURL(join(site, name)).href.replace('%23', '#');
    const open = async (name: string): Promise<void> => {
      const isReady = "document.readyState === 'complete'";
      const isLoaded = `${isReady} && !/Loading|searched/.test(document.getElementById('shown').textContent) && !document.querySelector('.main:empty') && ![...document.querySelectorAll('.main')].some((one) => one.textContent === '…')`;
      await page.open(address(name), name.startsWith('index') ? isReady : isLoaded);
    };
    const says = async (text: string): Promise<void> =>
      await page.until(`document.getElementById('shown').textContent === ${JSON.stringify(text)}`);
    const focused = async (what: string): Promise<Json> =>
      await page.evaluate(`(() => { const node = document.activeElement; return ${what}; })()`);
    const place = "node.closest('.row')?.getAttribute('aria-posinset')";

    beforeAll(async () => {
      work = await mkdtemp(join(tmpdir(), 'countersign-site-'));
      [site] = [join(work, 'site')];
      const archive = join(work, 'archive');
      await collectInto(archive, { folders: [] });
      const database = await openDatabase(join(archive, 'archive.sqlite'));
      database.exec(fill());
      database.close();
      await mkdir(site);
      const reader = await readArchive(archive);
      expect(await writePages(reader, site)).toMatchObject({ runs: RUNS, calls: CALLS });
      reader.close();
      const newest = (RUNS - 1).toString(16).padStart(64, '0');
      await writeFile(join(site, 'runs', `${newest}.html`), '<title>the report</title>');
      browser = await Browser.start();
      page = await browser.page();
      await page.before(COUNTERS);
      await page.size(1200, 800);
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      await rm(work, { recursive: true, force: true });
    });

    test('lists all calls, the newest first, and draws only those on the screen wherever it is scrolled to', async () => {
      await open('calls.html');
      await says(`${ALL} of ${ALL} calls`);
      const first = 'document.querySelector(\'[aria-posinset="2"] .what\').textContent';
      expect(await page.evaluate(first)).toBe(`npm test -- part-${CALLS - 2}`);
      for (const share of [0.3, 0.6, 1]) {
        await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
        await page.until(
          "[...document.querySelectorAll('.row')].some((row) => { const { top } = row.getBoundingClientRect(); return top > 300 && top < 600 && row.textContent !== '…'; })",
        );
      }
      await page.until(
        `document.querySelector('[aria-posinset="${CALLS}"] .what')?.textContent === 'npm test -- part-0'`,
      );
      expect(await page.evaluate('seen.mostRows')).toBeLessThan(MAX_ROWS_DRAWN);
      expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(1_500);
    });

    test('finds one call of all by its text, one file of rows after the other with a pause between them, and links its report', async () => {
      await open('calls.html');
      await page.press('/');
      expect(await focused('node.name')).toBe('text');
      await page.evaluate('seen.pauses = 0');
      await page.type('PART-1234');
      await page.until("/^\\d+ of .*calls$/.test(document.getElementById('shown').textContent)");
      expect(await page.evaluate('seen.pauses')).toBeGreaterThanOrEqual(CALLS / FILE_ROWS);
      const found = Array.from({ length: CALLS }, (_, index) => String(index)).filter((index) =>
        index.startsWith('1234'),
      );
      await says(`${found.length} of ${ALL} calls`);
      expect(await page.evaluate('location.hash')).toBe('#text=PART-1234');
      expect(await page.evaluate('seen.mostRows')).toBeLessThan(MAX_ROWS_DRAWN);
      const [last = ''] = found.toReversed();
      const ran = Math.floor(CALLS / RUNS);
      const digest = Math.floor(Number(last) / ran)
        .toString(16)
        .padStart(64, '0');
      await page.until("document.querySelector('.row .main')?.href");
      expect(await page.evaluate("document.querySelector('.row .main').href")).toBe(
        address(`runs/${digest}.html#call-c${(Number(last) % ran) + 1}`),
      );
    });

    test('ends a search as soon as another one is asked for', async () => {
      await open('calls.html#text=part');
      await page.evaluate(
        "(() => { const { text } = document.getElementById('filters').elements; text.value = 'part'; text.form.requestSubmit(); text.value = 'no such call'; text.form.requestSubmit(); seen.pauses = 0; })()",
      );
      await says(`0 of ${ALL} calls`);
      expect(await page.evaluate('seen.pauses')).toBeLessThanOrEqual(CALLS / FILE_ROWS + 1);
      expect(await page.evaluate("document.querySelectorAll('.row').length")).toBe(0);
    });

    test.each([
      [
        'repository=octo/r3&tool=fs_read',
        (index: number) => runOf(index) % 7 === 3 && isRead(index),
      ],
      [
        'verdict=deny&person=person-2',
        (index: number) => index % 10 === 0 && runOf(index) % 5 === 2,
      ],
      [
        'state=DENIED&from=2026-01-02&to=2026-01-03',
        (index: number) => index % 10 === 0 && index >= 1440 && index < 3 * 1440,
      ],
    ])('filters by the fields that the address has: %s', async (fields, fits) => {
      await open(`calls.html#${fields}`);
      const count = Array.from({ length: CALLS - 1 }, (_, index) => index).filter(fits).length;
      await says(`${grouped(count)} of ${ALL} calls`);
      await page.evaluate("document.getElementById('clear').click()");
      await says(`${ALL} of ${ALL} calls`);
      expect(await page.evaluate('location.hash')).toBe('');
    });

    test('is used with the keys alone: one stop in the list, arrows, Page Down, End and Home, and Enter opens the report', async () => {
      await open('calls.html');
      await page.evaluate("document.getElementById('clear').focus()");
      await page.press('Tab');
      expect(await focused(place)).toBe('1');
      await page.press('ArrowDown');
      await page.press('ArrowDown');
      await page.press('ArrowUp');
      expect(await focused(place)).toBe('2');
      await page.press('PageDown');
      expect(Number(await focused(place))).toBeGreaterThan(5);
      await page.press('End');
      expect(await focused(place)).toBe(String(CALLS));
      const isSeen =
        'node.getBoundingClientRect().bottom <= innerHeight + 1 && node.getBoundingClientRect().top >= 0';
      expect(await focused(isSeen)).toBe(true);
      await page.press('Home');
      expect(await focused(place)).toBe('1');
      // Below what stays at the top of the window.
      expect(
        await focused(
          "node.getBoundingClientRect().top >= document.getElementById('filters').getBoundingClientRect().bottom - 1",
        ),
      ).toBe(true);
      expect(
        await page.evaluate('document.querySelectorAll(\'#list [tabindex="0"]\').length'),
      ).toBe(1);
      await page.until('document.activeElement.href');
      await page.press('Enter');
      await page.until("document.title === 'the report'");
    });

    test.each(['index.html', 'runs.html', 'calls.html', 'problems.html'])(
      '%s fits a narrow screen, has a name for all that can be used, and runs nothing by others',
      async (name) => {
        await page.size(360, 740);
        await open(name);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          360,
        );
        expect(await page.evaluate('seen.violations')).toEqual([]);
        expect(await page.evaluate('document.title')).toMatch(/Audit of all runs$/);
        expect(await page.evaluate("document.querySelectorAll('img, main script').length")).toBe(0);
        expect(await unnamed(page)).toEqual([]);
        await page.size(1200, 800);
      },
    );

    test('shows what others wrote as text', async () => {
      await open('calls.html');
      const first = 'document.querySelector(\'[aria-posinset="1"]\').textContent';
      expect(await page.evaluate(first)).toContain(EVIL);
      await open('runs.html');
      expect(await page.evaluate(first)).toContain(EVIL);
      expect(await page.evaluate('document.title')).toBe('Runs · Audit of all runs');
    });

    test('follows the light or dark scheme of the system', async () => {
      const background = 'getComputedStyle(document.body).backgroundColor';
      await page.media({ 'prefers-color-scheme': 'light' });
      await open('index.html');
      const light = await page.evaluate(background);
      await page.media({ 'prefers-color-scheme': 'dark' });
      expect(await page.evaluate(background)).not.toBe(light);
    });

    test('names a file of rows that is missing', async () => {
      await rm(join(site, 'data', 'runs-0.js'));
      await page.open(address('runs.html'), "document.readyState === 'complete'");
      await says('The file data/runs-0.js of this site is missing or damaged.');
    });
  },
);

function runOf(call: number): number {
  return Math.floor(call / Math.floor(CALLS / RUNS));
}

function isRead(call: number): boolean {
  return call % 3 === 0 && runOf(call) !== RUNS - 1;
}

const USED: ReadonlySet<string> = new Set([
  'link',
  'button',
  'textbox',
  'searchbox',
  'combobox',
  'image',
  'img',
  'Date',
]);

/** What the browser shows a screen reader without a name. */
async function unnamed(page: BrowserPage): Promise<readonly string[]> {
  const { nodes } = await page.send('Accessibility.getFullAXTree');
  const found: string[] = [];
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (!isJsonObject(node) || node['ignored'] === true) continue;
    const [role, name] = [node['role'], node['name']].map((value) =>
      isJsonObject(value ?? null) ? (value as { readonly value?: Json }).value : undefined,
    );
    if (typeof role === 'string' && USED.has(role) && (name ?? '') === '') found.push(role);
  }
  return found;
}
