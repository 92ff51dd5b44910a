/**
 * Makes the pictures of docs/images that show the site of an archive anew: the overview, and the search on a narrow screen in dark.
 * The archive is made of sample runs. Not a part of `npm test`. Needs chromium on PATH:
 *
 *     node scripts/site-pictures.ts
 *
 * Look at each picture before you commit it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeSite } from '../src/archive/index.ts';
import { openDatabase } from '../src/archive/sqlite.ts';
import { collectInto, writeTrail } from '../test/archive/archives.ts';
import { sampleRuns } from '../test/archive/sample-runs.ts';
import { Browser } from '../test/browser.ts';

const IMAGES = resolve(import.meta.dirname, '../docs/images');
const RUNS = 420;
/** Every so many audit trails, one was changed after the run. */
const BROKEN_EVERY = 140;
const WIDE = { width: 1180, height: 1080 };
const NARROW = { width: 400, height: 800 };
const DRAWN = "document.readyState === 'complete'";
/** What a collection from GitHub would also have found. */
const NOT_COLLECTED = `
INSERT INTO artifacts (repository, artifact, name, workflow_run, from_fork, created_at, bytes, state, because) VALUES
  ('octo-org/infra', 1, 'countersign-trail-811-1', 811, 0, '2026-02-02T10:00:00.000Z', 1, 'expired', 'It expired before it was collected.'),
  ('octo-org/infra', 2, 'countersign-trail-812-1', 812, 0, '2026-02-03T10:00:00.000Z', 1, 'expired', 'It expired before it was collected.');
INSERT INTO workflow_runs (repository, workflow_run, workflow, event, conclusion, created_at, url) VALUES
  ('octo-org/api', 9000100, 7, 'issue_comment', 'failure', '2026-05-02T10:00:00.000Z', 'https://github.com/octo-org/api/actions/runs/9000100');
UPDATE trails SET collected_at = '2026-07-01T03:17:00.000Z';
`;

const work = await mkdtemp(join(tmpdir(), 'countersign-pictures-'));
const browser = await Browser.start();
try {
  const [archive, site] = [join(work, 'archive'), join(work, 'site')];
  let number = 0;
  for (const { run, text } of sampleRuns(RUNS)) {
    number += 1;
    const isBroken = number % BROKEN_EVERY === 0;
    const kept = isBroken ? text.replace('"decision":"approve"', '"decision":"deny"') : text;
    await writeTrail(join(work, 'trails', run), kept);
  }
  await collectInto(archive, { folders: [join(work, 'trails')] });
  const database = await openDatabase(join(archive, 'archive.sqlite'));
  database.exec(NOT_COLLECTED);
  database.close();
  await writeSite({ archive, folder: site, onProgress: () => undefined });
  const page = await browser.page();
  const address = (name: string): string => `${pathToFileURL(site).href}/${name}`;
  await page.size(WIDE.width, WIDE.height);
  await page.open(address('index.html'), DRAWN);
  await writeFile(join(IMAGES, 'site.png'), await page.picture());
  await page.size(NARROW.width, NARROW.height, 1.5);
  await page.media({ 'prefers-color-scheme': 'dark' });
  const found = "/^[1-9].* of .* calls$/.test(document.getElementById('shown').textContent)";
  await page.open(
    address('calls.html#text=push&repository=octo-org%2Fapi'),
    `${DRAWN} && ${found}`,
  );
  await page.until("document.querySelectorAll('.row .badge').length > 20");
  await writeFile(join(IMAGES, 'site-search.png'), await page.picture());
} finally {
  await browser.close();
  await rm(work, { recursive: true, force: true });
}
