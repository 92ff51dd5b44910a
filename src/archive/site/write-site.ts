/** I/O: an archive as a folder of static pages. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile, lstat, rename, rm } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { blobsIn, packed, readTrail, renderReport } from '../../audit/index.ts';
import {
  CountersignError,
  errorText,
  type Json,
  createTempFolder,
  removeLeftTempFolders,
} from '../../common/index.ts';
import { readArchive, TRAILS_FOLDER } from '../archive.ts';
import type { CollectProgress } from '../collect/collect.ts';
import type { Database } from '../sqlite.ts';
import { totalsOf } from './figures.ts';
import { type List, listRows, LISTS, uncounted } from './lists.ts';
import { listPage, overviewPage, type ListFiles } from './pages.ts';
import { earlierFiles, type Output, outputPath } from '../output-folder.ts';

const SITE_VERSION = 1;

interface SiteOptions {
  readonly archive: string;
  /** The folder of the site: one that does not exist, is empty, or holds an earlier site. */
  readonly folder: string;
  readonly onProgress: (progress: CollectProgress) => void;
}

export interface SiteResult {
  readonly runs: number;
  readonly calls: number;
  /** What the archive does not count, which the site lists. */
  readonly uncounted: number;
}

/**
 * Writes an archive as static pages: an overview, lists of runs, calls and of what is not counted, and the report of each run. The
 * same archive gives the same bytes. Memory does not grow with the archive. Throws `file-refused` if there is no archive or
 * nothing in it, or where the folder cannot be the site's, and `trail-unreadable` or `trail-broken` if a kept trail is no longer what
 * was verified; the folder is then as it was.
 */
export async function writeSite({ archive, folder, onProgress }: SiteOptions): Promise<SiteResult> {
  const database = await readArchive(archive);
  let work: string | null = null;
  try {
    refuseEmpty(database, archive);
    const target = await outputPath(folder, { archive, kind: SITE.kind });
    await earlierFiles(target, SITE);
    removeLeftTempFolders(dirname(target));
    work = createTempFolder(dirname(target));
    const [fresh, digests] = [join(work, 'new'), join(work, 'digests')];
    await mkdir(fresh);
    // Rows and figures are of one moment, even if a collection runs meanwhile.
    const result = await writePages(database, fresh);
    await pipeline(digestLines(database), createWriteStream(digests));
    // The reports take long, and a collection cannot end a transaction before this one has.
    database.close();
    await writeReports({ archive, fresh, digests, count: result.runs, onProgress });
    await putInPlace({ fresh, target, earlier: join(work, 'old') });
    return result;
  } catch (error) {
    if (work === null || !(error instanceof Error) || !('syscall' in error)) throw error;
    throw new CountersignError(
      'file-refused',
      `The site cannot be written to ${folder} (${errorText(error)}).`,
      { fix: 'Check the disk and its permissions. The folder is as it was before.', cause: error },
    );
  } finally {
    if (database.isOpen) database.close();
    if (work !== null) await rm(work, { recursive: true, force: true });
  }
}

function refuseEmpty(database: Database, archive: string): void {
  const tables = ['trails', 'artifacts', 'workflow_runs', 'repositories'];
  const isEmpty = tables.every(
    (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
  );
  if (!isEmpty) return;
  throw new CountersignError('file-refused', `The archive ${archive} is empty.`, {
    fix: 'Collect audit trails first, with `countersign audit collect`.',
  });
}

/** Writes all of a site but the reports into an empty folder. */
export async function writePages(database: Database, fresh: string): Promise<SiteResult> {
  const [totals, left] = [totalsOf(database), uncounted(database)];
  await mkdir(join(fresh, 'data'));
  await mkdir(join(fresh, 'runs'));
  for (const list of LISTS) {
    const files = await writeRows(listRows(database, list), list, join(fresh, 'data'));
    const page = listPage(database, list, { files, uncounted: left });
    await writeFile(join(fresh, `${list.name}.html`), page);
  }
  await writeFile(join(fresh, 'index.html'), overviewPage(database, totals, left));
  await writeFile(join(fresh, SITE_FILE), `${JSON.stringify({ version: SITE_VERSION })}\n`);
  return {
    runs: totals.runs,
    calls: totals.calls,
    uncounted: left.reduce((sum, [, count]) => sum + count, 0),
  };
}

function digestLines(database: Database): Iterable<string> {
  return database
    .prepare('SELECT t.digest FROM runs r JOIN trails t USING (trail) ORDER BY t.digest')
    .iterate()
    .map(({ digest }) => `${String(digest)}\n`);
}

interface Reports extends Pick<SiteOptions, 'archive' | 'onProgress'> {
  readonly fresh: string;
  /** A file with the digest of each run's trail. */
  readonly digests: string;
  readonly count: number;
}

async function writeReports({
  archive,
  fresh,
  digests,
  count,
  onProgress,
}: Reports): Promise<void> {
  let done = 0;
  for await (const digest of createInterface({ input: createReadStream(digests) })) {
    const folder = `${TRAILS_FOLDER}/${digest.slice(0, 2)}/${digest}`;
    const path = join(archive, folder);
    const report = renderReport(() => readTrail(path), blobsIn(path), {
      overview: '../index.html',
    });
    const file = createWriteStream(join(fresh, 'runs', `${digest}.html`));
    try {
      await pipeline(Readable.from(report), file);
    } catch (error) {
      throw damaged(error, { archive, folder });
    }
    done += 1;
    onProgress({ place: 'reports', done, total: count, isEnd: done === count });
  }
}

/** A trail that verified when it was collected and no longer does: its rows count for nothing any more. */
function damaged(
  error: unknown,
  { archive, folder }: { readonly archive: string; readonly folder: string },
): unknown {
  if (!(error instanceof CountersignError)) return error;
  if (error.code !== 'trail-broken' && error.code !== 'trail-unreadable') return error;
  return new CountersignError(
    error.code,
    `The audit trail ${folder} of the archive is not what was collected: ${errorText(error)}`,
    {
      fix: `Restore the archive from a copy, or make a new one of what is left: \`audit collect ${join(archive, TRAILS_FOLDER)}\` with another --archive.`,
      cause: error,
    },
  );
}

const FILE_ROWS = 1_000;

/**
 * Writes the rows of a list into files of a folder, a thousand in each, and holds no more than that. A file is one call with
 * compressed JSON as Base64, so that nothing in it is by others, whatever the rows say. More rows change the last file alone.
 */
async function writeRows(
  rows: Iterable<readonly Json[]>,
  { name }: Pick<List, 'name'>,
  folder: string,
): Promise<ListFiles> {
  const [first, last]: [string[], string[]] = [[], []];
  let count = 0;
  let texts: string[] = [];
  const write = async (): Promise<void> => {
    const index = first.length - 1;
    const text = `countersignRows("${name}",${index},"${await packed(texts)}");\n`;
    await writeFile(join(folder, `${name}-${index}.js`), text);
    texts = [];
  };
  for (const row of rows) {
    const time = typeof row[0] === 'string' ? row[0] : '';
    if (texts.length === 0) {
      first.push(time);
      last.push(time);
    }
    last[last.length - 1] = time;
    count += 1;
    if (texts.push(JSON.stringify(row)) === FILE_ROWS) await write();
  }
  if (texts.length > 0) await write();
  return { rows: count, fileRows: FILE_ROWS, first, last };
}

/** Says that a folder is a site. */
const SITE_FILE = 'site.json';
const SITE: Output = {
  kind: 'site',
  marker: SITE_FILE,
  content: [
    [SITE_FILE, 'file'],
    [/^(?:index|runs|calls|problems)\.html$/, 'file'],
    ['data', [[/^(?:runs|calls|problems)-\d{1,9}\.js$/, 'file']]],
    ['runs', [[/^[0-9a-f]{64}\.html$/, 'file']]],
  ],
};

/** Puts a new site where an earlier one may be, which stays if that fails. */
async function putInPlace({
  fresh,
  target,
  earlier,
}: Readonly<Record<'fresh' | 'target' | 'earlier', string>>): Promise<void> {
  const isThere = (await lstat(target).catch(() => null)) !== null;
  // Somebody may have put something there meanwhile.
  await earlierFiles(target, SITE);
  if (isThere) await rename(target, earlier);
  try {
    await rename(fresh, target);
  } catch (error) {
    if (isThere) await rename(earlier, target).catch(() => undefined);
    throw error;
  }
}
