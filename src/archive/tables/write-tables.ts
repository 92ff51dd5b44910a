/** I/O: the tables of an archive as Parquet, in partitions by date and repository. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  CountersignError,
  createFolder,
  createTempFolder,
  removeLeftTempFolders,
  sha256,
  systemReason,
  TEMP_FOLDER_NAME,
} from '../../common/index.ts';
import { archiveError, isDiskFull, lockArchive, readArchive } from '../archive.ts';
import { type EngineFile, engineFiles } from './engine-sql.ts';
import { earlierFiles, type FolderContent, type Output, outputPath } from '../output-folder.ts';
import { hasSource, type SqlValue, writeParquet } from './parquet-file.ts';
import { PARTITION_FOLDERS, partitionOf } from './partition.ts';
import { SCHEMA_VERSION } from '../schema.ts';
import { arrayRows, type Database, type Statement } from '../sqlite.ts';
import { type ArchiveTable, archiveTables } from './tables.ts';

/** The one file of a partition. */
const ROWS_FILE = 'rows.parquet';
/** Marks a folder as one that this program writes, and removes files from. */
const MARKER_FILE = 'countersign-tables.json';
/** Part of what a file was made from: another number writes every file again. */
const FORMAT_VERSION = 1;

export interface WrittenTables {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Rows in the files that were written. */
  readonly rows: number;
}

interface Part {
  readonly table: ArchiveTable;
  readonly partition: string;
  /** What the rows are made from, if that is known without reading them. */
  readonly source: string | null;
  readonly rows: Iterable<readonly SqlValue[]>;
}

/**
 * Writes all tables of an archive into `folder`, which ends with exactly what the archive has: `TABLE/date=…/owner=…/repo=…/rows.parquet`,
 * and the SQL of `engineFiles`. Files that are up to date stay as they are. Each file is there whole or not at all, and a run that was
 * interrupted is completed by the next. No collection writes the archive meanwhile. Rejects with `file-refused` if there is no
 * archive, where a collection is writing it, where `folder` is inside the archive, is a link, has anything that is not of an earlier
 * run or has no parent, and where the disk is full; with `input-invalid` where `folder` cannot be written.
 */
export async function writeTables(archive: string, folder: string): Promise<WrittenTables> {
  using database = await readArchive(archive);
  try {
    using _lock = await lockArchive(archive);
    return await writeAll(database, { archive, folder });
  } catch (error) {
    throw explained(error, archive, folder);
  }
}

async function writeAll(
  database: Database,
  { archive, folder }: { readonly archive: string; readonly folder: string },
): Promise<WrittenTables> {
  const tables = await archiveTables();
  const engines = engineFiles(tables);
  const target = await outputPath(folder, { archive, kind: 'export' });
  const earlier = await earlierFiles(target, outputOf(tables, engines));
  await createFolder(target);
  removeLeftTempFolders(target);
  const incoming = createTempFolder(target);
  try {
    database.function('partition_of', { deterministic: true }, (time, repository) =>
      partitionOf(textOf(time), textOf(repository)),
    );
    const writer = new PartWriter(target, incoming, earlier);
    await writer.writeText(MARKER_FILE, `{"format":"countersign-tables/${FORMAT_VERSION}"}\n`);
    for (const part of collectedParts(database, tables)) await writer.write(part);
    for (const part of countedParts(database, tables)) await writer.write(part);
    // Programs that read files by a pattern fail if there is none.
    for (const table of tables.filter(({ name }) => !writer.hasTable(name)))
      await writer.write({ table, partition: partitionOf(null, null), source: null, rows: [] });
    const removed = await removeFiles(target, writer.left);
    for (const { name, text } of engines) await writer.writeText(name, text);
    const { written, unchanged, rows } = writer;
    return { written, unchanged, removed, rows };
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

function outputOf(tables: readonly ArchiveTable[], engines: readonly EngineFile[]): Output {
  const partitions = PARTITION_FOLDERS.reduceRight<FolderContent>(
    (content, name) => [[name, content]],
    [[ROWS_FILE, 'file']],
  );
  return {
    kind: 'export',
    marker: MARKER_FILE,
    content: [
      [MARKER_FILE, 'file'],
      ...engines.map(({ name }) => [name, 'file'] as const),
      ...tables.map(({ name }) => [name, partitions] as const),
      // Of a process that may still run.
      [TEMP_FOLDER_NAME, 'ignored'],
    ],
  };
}

/** Puts files into their places, and remembers which there are. */
class PartWriter {
  /** The earlier files with rows that were not written again, below the folder and with `/`. */
  readonly left: Set<string>;
  written = 0;
  unchanged = 0;
  rows = 0;
  readonly #folder: string;
  /** Files are written in it and renamed, so that a file with its name is whole. */
  readonly #incoming: string;
  readonly #tables = new Set<string>();

  constructor(folder: string, incoming: string, earlier: readonly string[]) {
    this.#folder = folder;
    this.#incoming = incoming;
    this.left = new Set(earlier.filter((path) => path.endsWith(`/${ROWS_FILE}`)));
  }

  hasTable(name: string): boolean {
    return this.#tables.has(name);
  }

  /** Writes a part, unless it is there already. A part without rows, but for one without a source, is no file. */
  async write({ table, partition, source, rows }: Part): Promise<void> {
    const path = `${table.name}/${partition}/${ROWS_FILE}`;
    const digest = sha256(JSON.stringify([FORMAT_VERSION, table.name, table.columns, source]));
    const isThere = source !== null && (await hasSource(join(this.#folder, path), digest));
    if (isThere) this.unchanged += 1;
    else {
      const incoming = join(this.#incoming, ROWS_FILE);
      const count = await writeParquet(incoming, { columns: table.columns, rows, source: digest });
      if (count === 0 && source !== null) return await rm(incoming);
      await this.#place(incoming, path, count);
    }
    this.left.delete(path);
    this.#tables.add(table.name);
  }

  async writeText(path: string, text: string): Promise<void> {
    const incoming = join(this.#incoming, 'text');
    await writeFile(incoming, text, { flush: true, flag: 'wx' });
    await rename(incoming, join(this.#folder, path));
  }

  async #place(incoming: string, path: string, rows: number): Promise<void> {
    const target = join(this.#folder, path);
    if (await isSame(incoming, target)) {
      this.unchanged += 1;
      return await rm(incoming);
    }
    await mkdir(dirname(target), { recursive: true });
    await rename(incoming, target);
    this.written += 1;
    this.rows += rows;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const there = await stat(other).catch(() => null);
  if (there === null || there.size !== (await stat(one)).size) return false;
  return (await fileDigest(one)) === (await fileDigest(other));
}

async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The tables that say what was collected. Their rows change, so that only reading them shows whether they did. */
function* collectedParts(
  database: Database,
  tables: readonly ArchiveTable[],
): Generator<Part, void, undefined> {
  for (const table of tables) {
    if (table.timeColumn === null) continue;
    const select = database.prepare(
      `SELECT *, partition_of(${table.timeColumn}, repository) AS partition FROM ${table.name} ORDER BY partition, 1, 2`,
    );
    for (const { key, items } of consecutive(rowsOf(select), (row) => String(row.at(-1))))
      yield { table, partition: key, source: null, rows: items };
  }
}

/** The tables of counted trails. The rows of a trail never change, so that the trails of a partition say whether it did. */
function* countedParts(
  database: Database,
  tables: readonly ArchiveTable[],
): Generator<Part, void, undefined> {
  const counted = tables
    .filter(({ timeColumn }) => timeColumn === null)
    .map((table) => ({
      table,
      ofTrail: database.prepare(`SELECT * FROM ${table.name} WHERE trail = ? ${orderOf(table)}`),
    }));
  const runs = database.prepare(
    `SELECT partition_of(r.started_at, r.repository) AS partition, r.trail, t.digest, t.collected_at
    FROM runs r JOIN trails t USING (trail) ORDER BY partition, r.trail`,
  );
  for (const { key, items } of consecutive(rowsOf(runs), ([partition]) => String(partition))) {
    const trails = [...items];
    const identity = trails.map(([, ...columns]) => columns.map(String));
    const source = JSON.stringify([SCHEMA_VERSION, identity]);
    for (const { table, ofTrail } of counted) {
      const rows = trails.values().flatMap(([, trail]) => rowsOf(ofTrail, Number(trail)));
      yield { table, partition: key, source, rows };
    }
  }
}

/** One order for the same rows, so that they give the same bytes. */
function orderOf({ name, columns }: ArchiveTable): string {
  return name === 'runs' ? '' : `ORDER BY seq, ${columns.map((column) => column.name).join(', ')}`;
}

function rowsOf(statement: Statement, ...values: readonly number[]) {
  return arrayRows(statement, ...values).map((row) => row.map(sqlValue));
}

function textOf(value: SqlValue): string | null {
  return typeof value === 'string' ? value : null;
}

function sqlValue(value: unknown): SqlValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? value
    : null;
}

/** Items in groups of neighbours with one key. Each group has to be read to its end before the next. */
function* consecutive<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
): Generator<{ readonly key: string; readonly items: Iterable<T> }, void, undefined> {
  const iterator = items[Symbol.iterator]();
  let next = iterator.next();
  function* group(key: string): Generator<T, void, undefined> {
    for (; next.done !== true && keyOf(next.value) === key; next = iterator.next())
      yield next.value;
  }
  while (next.done !== true) {
    const key = keyOf(next.value);
    yield { key, items: group(key) };
  }
}

/** Removes the files of partitions that the archive does not have, and the folders that are empty then. */
async function removeFiles(folder: string, paths: ReadonlySet<string>): Promise<number> {
  for (const path of paths) {
    await rm(join(folder, path));
    await removeEmpty(folder, dirname(path));
  }
  return paths.size;
}

async function removeEmpty(folder: string, path: string): Promise<void> {
  if (path === '.') return;
  try {
    await rmdir(join(folder, path));
  } catch {
    return;
  }
  await removeEmpty(folder, dirname(path));
}

/** An error of the system about the folder, for people. */
function explained(error: unknown, archive: string, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return archiveError(error, archive);
  const [what, fix] = isDiskFull(error)
    ? [`The disk of ${folder} is full`, 'Free some space, and write the tables again to continue.']
    : [`The tables cannot be written to ${folder}`, 'Name a folder that can be written.'];
  return new CountersignError('file-refused', `${what} (${systemReason(error)}).`, {
    fix,
    cause: error,
  });
}
