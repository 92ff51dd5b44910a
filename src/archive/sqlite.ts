/** I/O: the only file that imports `node:sqlite`. */
import type { DatabaseSync as Database, StatementSync as Statement } from 'node:sqlite';
import * as z from 'zod';
import { invalidInput, memoize } from '../common/index.ts';

export type { Database, Statement };

/** How long a reader or writer waits for another to end its transaction. */
const BUSY_TIMEOUT_MS = 5_000;

/** Loads Node's SQLite without the warning that it is experimental, which earlier versions of Node 24 print. */
const load = memoize(async () => {
  const warn = Reflect.get(process, 'emitWarning');
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (String(warning).includes('SQLite is an experimental feature')) return;
    Reflect.apply(warn, process, [warning, ...more]);
  };
  try {
    return await import('node:sqlite');
  } finally {
    process.emitWarning = warn;
  }
});

/** Opens a database file, and creates it if it does not exist and may be written. Throws SQLite's errors. */
export async function openDatabase(path: string, { readOnly = false } = {}): Promise<Database> {
  const { DatabaseSync } = await load();
  return new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
}

/**
 * Opens a database file so that no statement can change anything: the file is opened read-only, and an authorizer refuses
 * everything but reading tables (no `ATTACH`, `PRAGMA`, temporary tables or extensions). All that is read until it is closed is of one
 * moment. Throws SQLite's errors, and `input-invalid`
 * where this version of Node has no authorizer.
 */
export async function openForQueries(path: string): Promise<Database> {
  const { DatabaseSync, constants } = await load();
  if (!('setAuthorizer' in DatabaseSync.prototype)) {
    const message = `Queries to an archive need Node 24.10 or newer, and this is ${process.versions.node}.`;
    throw invalidInput(message, 'Install a newer Node 24.');
  }
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  database.exec('BEGIN');
  const allowed = new Set([
    constants.SQLITE_SELECT,
    constants.SQLITE_READ,
    constants.SQLITE_FUNCTION,
    constants.SQLITE_RECURSIVE,
  ]);
  database.setAuthorizer((action, _first, second) =>
    allowed.has(action) && second !== 'load_extension'
      ? constants.SQLITE_OK
      : constants.SQLITE_DENY,
  );
  return database;
}

/** SQLite's primary result codes that lead to messages of their own. */
export const RESULT = { busy: 5, ioError: 10, full: 13 } as const;
const PRIMARY_CODE = 0xff;

/** The primary result code of an error by SQLite; `null` for every other error. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & PRIMARY_CODE : null;
}

export const nullableText = z.string().nullable();
export const nullableNumber = z.number().nullable();

/** All rows of a query, each as `row` reads it. */
export function allRows<T>(
  statement: Statement,
  row: z.ZodType<T>,
  ...values: readonly (string | number | null)[]
): readonly T[] {
  return statement.all(...values).map((found) => row.parse(found));
}

/** The rows of a query as arrays, while they are read. Whole numbers are `bigint`. */
export function* arrayRows(
  statement: Statement,
  ...values: readonly number[]
): Generator<readonly unknown[], void, undefined> {
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const rows: Iterable<unknown> = statement.iterate(...values);
  for (const row of rows) if (Array.isArray(row)) yield row;
}
