/** I/O: an archive on disk: the database, the lock of the collection that writes it, and the folder of kept audit trails. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFolder,
  errnoOf,
  CountersignError,
  oneAtATime,
  systemReason,
} from '../common/index.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { type Database, openForQueries, openDatabase, RESULT, resultCode } from './sqlite.ts';

const DATABASE_FILE = 'archive.sqlite';
const LOCK_FILE = 'lock.sqlite';
const INCOMING_FOLDER = 'incoming';
/** Trails are kept in it, each in `AB/DIGEST` by the first two digits of its digest. */
export const TRAILS_FOLDER = 'trails';
const FOLDER_MODE = 0o700;
/** The memory that SQLite may use for pages before it writes a transaction's pages to disk, in KiB. */
const CACHE_KIB = 8 * 1024;

/** An archive that this process may write. Only one process at a time has one. */
export class Archive {
  readonly folder: string;
  readonly database: Database;
  readonly #lock: Database;
  readonly #inTurn = oneAtATime();
  #incoming = 0;

  constructor(folder: string, database: Database, lock: Database) {
    this.folder = folder;
    this.database = database;
    this.#lock = lock;
  }

  /**
   * Does all of `work` in one transaction, or nothing of it if it throws. One at a time, in the order of the calls. Rejects
   * with what `work` throws, and with `file-refused` if the disk is full.
   */
  async write<T>(work: () => T | Promise<T>): Promise<T> {
    return await this.#inTurn(async () => {
      this.database.exec('BEGIN IMMEDIATE');
      try {
        const result = await work();
        this.database.exec('COMMIT');
        return result;
      } catch (error) {
        // After some errors, a full disk among them, SQLite has rolled back by itself.
        if (this.database.isTransaction) this.database.exec('ROLLBACK');
        throw archiveError(error, this.folder);
      }
    });
  }

  /** Runs one statement in a transaction of its own. */
  async run(sql: string, ...values: readonly (string | number | null)[]): Promise<void> {
    await this.write(() => {
      this.database.prepare(sql).run(...values);
    });
  }

  /** A path for a new folder of this archive's file system, which the next collection removes if this one does not. */
  incoming(): string {
    this.#incoming += 1;
    return join(this.folder, INCOMING_FOLDER, String(this.#incoming));
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      this.database.close();
      this.#lock.close();
    });
  }
}

/**
 * Opens an archive to write it, and creates it if it does not exist. Throws `file-refused` if another collection writes it, if
 * it is no archive of this version, or if it cannot be written.
 */
export async function openArchive(folder: string): Promise<Archive> {
  using opened = new DisposableStack();
  try {
    await createFolder(join(folder, TRAILS_FOLDER), { mode: FOLDER_MODE });
    const lock = opened.use(await openDatabase(join(folder, LOCK_FILE)));
    takeLock(lock, folder);
    await rm(join(folder, INCOMING_FOLDER), { recursive: true, force: true });
    await mkdir(join(folder, INCOMING_FOLDER), { mode: FOLDER_MODE });
    const database = opened.use(await openDatabase(join(folder, DATABASE_FILE)));
    prepare(database, folder);
    opened.move();
    return new Archive(folder, database, lock);
  } catch (error) {
    throw archiveError(error, folder);
  }
}

/** The lock is a transaction that never ends: the system ends it with the process, however that ends. */
function takeLock(lock: Database, folder: string): void {
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    if (resultCode(error) !== RESULT.busy) throw error;
    throw new CountersignError(
      'file-refused',
      `Another collection is writing to the archive ${folder}, or its tables are being exported.`,
      { fix: 'Wait until it has ended, or name another folder with --archive.', cause: error },
    );
  }
}

function prepare(database: Database, folder: string): void {
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE`);
  if (numberOf(database, 'user_version') === 0 && numberOf(database, 'application_id') === 0) {
    const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
    if (tables?.['count'] === 0) {
      database.exec(
        `BEGIN; ${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
      );
    }
  }
  checkVersion(database, folder);
}

function checkVersion(database: Database, folder: string): void {
  const version = numberOf(database, 'user_version');
  if (numberOf(database, 'application_id') === APPLICATION_ID && version === SCHEMA_VERSION) return;
  throw new CountersignError(
    'file-refused',
    `${join(folder, DATABASE_FILE)} is not an archive of this version (its version is ${version}, this program has ${SCHEMA_VERSION}).`,
    {
      fix: `Name another folder with --archive. \`audit collect ${join(folder, TRAILS_FOLDER)}\` makes a new archive of the trails in it.`,
    },
  );
}

function numberOf(database: Database, pragma: 'user_version' | 'application_id'): number {
  const value = database.prepare(`PRAGMA ${pragma}`).get()?.[pragma];
  return typeof value === 'number' ? value : -1;
}

/**
 * Opens the database of an archive so that nothing can be changed. Throws `file-refused` if there is none, if it is none of this
 * version, or if a collection keeps it to itself just now.
 */
export async function readArchive(folder: string): Promise<Database> {
  const path = join(folder, DATABASE_FILE);
  if ((await stat(path).catch(() => null)) === null) {
    throw new CountersignError('file-refused', `There is no archive in ${folder}.`, {
      fix: 'Collect audit trails with `countersign audit collect`, or name the folder with --archive.',
    });
  }
  try {
    await checkOnce(path, folder);
    return await openForQueries(path);
  } catch (error) {
    throw archiveError(error, folder);
  }
}

/** Keeps collections out of an archive until the lock is closed. Throws `file-refused` if one is writing it. */
export async function lockArchive(folder: string): Promise<Disposable> {
  const lock = await openDatabase(join(folder, LOCK_FILE));
  try {
    takeLock(lock, folder);
    return lock;
  } catch (error) {
    lock.close();
    throw archiveError(error, folder);
  }
}

/** Checks the version. A collection that was killed may have left half a transaction, which only a writer can roll back. */
async function checkOnce(path: string, folder: string): Promise<void> {
  const hasJournal = (await stat(`${path}-journal`).catch(() => null)) !== null;
  using database = await openDatabase(path, { readOnly: !hasJournal });
  checkVersion(database, folder);
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error says that there is no more room on a disk. */
export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === RESULT.full || FULL.has(errnoOf(error));
}

/** An error of SQLite or the system about the archive, for people; every other error as it is. */
export function archiveError(error: unknown, folder: string): unknown {
  const code = resultCode(error);
  if (code === null && errnoOf(error) === null) return error;
  const kept = 'What was collected before is kept; collect again to continue.';
  const [what, fix] = isDiskFull(error)
    ? [`The disk of the archive ${folder} is full`, `Free some space. ${kept}`]
    : code === RESULT.busy
      ? [`The archive ${folder} is being written`, 'Try it again in a moment.']
      : [`The archive ${folder} cannot be used`, `Check the disk and its permissions. ${kept}`];
  return new CountersignError('file-refused', `${what} (${systemReason(error)}).`, {
    fix,
    cause: error,
  });
}
