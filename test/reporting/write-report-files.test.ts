import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrail, renderReport, STATEMENT_FILE, TRAIL_FILE } from '../../src/audit/index.ts';
import { writeBesideTrail } from '../../src/reporting/index.ts';
import { realRun } from '../audit/plausible.ts';
import { trailOf } from '../cli/trails.ts';

async function written(folder: string): Promise<{ report: string; warnings: readonly string[] }> {
  const warnings: string[] = [];
  await writeBesideTrail(folder, (message) => warnings.push(message));
  return { report: await readFile(join(folder, 'report.html'), 'utf8'), warnings };
}

async function reportOf(folder: string): Promise<string> {
  let page = '';
  for await (const piece of renderReport(() => readTrail(folder))) page += piece;
  return page;
}

test('the report beside a trail is the page that `audit report` makes, and a second writing replaces both files', async () => {
  const { folder } = await trailOf();
  const first = await written(folder);
  expect(first.warnings).toEqual([]);
  expect(first.report).toBe(await reportOf(folder));
  const statement = await readFile(join(folder, STATEMENT_FILE), 'utf8');
  expect(await written(folder)).toEqual(first);
  expect(await readFile(join(folder, STATEMENT_FILE), 'utf8')).toBe(statement);
});

test('a trail whose chain is intact and that breaks a rule has a whole report, and a warning in place of its statement', async () => {
  const events = realRun();
  const { folder } = await trailOf(events.filter(({ type }) => type !== 'call.verdict'));
  const { report, warnings } = await written(folder);
  expect(report).toBe(await reportOf(folder));
  expect(warnings).toEqual([
    expect.stringMatching(/^The statement of the audit trail could not be written: /),
  ]);
  await expect(readFile(join(folder, STATEMENT_FILE))).rejects.toThrow('ENOENT');
});

test('a trail that cannot be read is a warning for each file', async () => {
  const { folder } = await trailOf();
  await writeFile(join(folder, TRAIL_FILE), 'not an entry\n');
  await mkdir(join(folder, 'blobs'), { recursive: true });
  const warnings: string[] = [];
  await writeBesideTrail(folder, (message) => warnings.push(message));
  expect(warnings).toHaveLength(2);
});
