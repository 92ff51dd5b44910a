/** I/O: one Parquet file, written group by group. The only file that imports `hyparquet-writer`. */
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from './tables.ts';

/** A value as SQLite gives it, whole numbers as `bigint`. */
export type SqlValue = null | string | number | bigint | Uint8Array;
type ParquetValue = null | string | number | bigint | boolean | Date;

/** A row group ends at the first of these, so that the memory of a file does not depend on its size. */
const GROUP_ROWS = 20_000;
const GROUP_CHARS = 8_000_000;
/** The key in the file's metadata of what it was made from. */
const SOURCE_KEY = 'countersign.source';
const MAGIC = 'PAR1';
/** The length of the footer, and the magic number. */
const TAIL_BYTES = 8;
const MAX_FOOTER_BYTES = 64 * 1024 * 1024;
const FILE_MODE = 0o666;

/** How each type is stored; every column may be NULL. Times are milliseconds in UTC. */
const STORED = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

interface ParquetContent {
  readonly columns: readonly Column[];
  readonly rows: Iterable<readonly SqlValue[]>;
  /** What the rows were made from, for `hasSource`. */
  readonly source: string;
}

/**
 * Writes rows into a new file, on disk when this resolves, and returns how many there were. The same rows and source give the same
 * bytes. Rejects with errors of the system.
 */
export async function writeParquet(
  path: string,
  { columns, rows, source }: ParquetContent,
): Promise<number> {
  await using handle = await open(path, 'wx', FILE_MODE);
  const file = await parquetFile(columns, source);
  let count = 0;
  for (const data of groupsOf(columns, rows)) {
    const groupRows = data[0]?.length ?? 0;
    count += groupRows;
    const columnData = columns.map(({ name }, index) => ({ name, data: data[index] ?? [] }));
    await file.parquet.write({ columnData, rowGroupSize: groupRows });
    await flush(file.bytes, handle);
  }
  await file.parquet.finish();
  await flush(file.bytes, handle);
  await handle.sync();
  return count;
}

async function parquetFile(
  columns: readonly Column[],
  source: string,
): Promise<{ readonly parquet: ParquetWriter; readonly bytes: ByteWriter }> {
  const library = await import('hyparquet-writer');
  const bytes = new library.ByteWriter();
  const schema = columns.map(({ name, type }) => ({
    name,
    ...STORED[type],
    repetition_type: 'OPTIONAL' as const,
  }));
  const parquet = new library.ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...schema],
    kvMetadata: [{ key: SOURCE_KEY, value: source }],
    createdBy: 'countersign',
  });
  return { parquet, bytes };
}

/** Moves what the library has encoded into the file. The library counts the offset in the file by itself. */
async function flush(bytes: ByteWriter, handle: FileHandle): Promise<void> {
  const encoded = bytes.getBytes();
  for (let done = 0; done < encoded.length; ) {
    const { bytesWritten } = await handle.write(encoded, done);
    done += bytesWritten;
  }
  bytes.index = 0;
}

function* groupsOf(
  columns: readonly Column[],
  rows: Iterable<readonly SqlValue[]>,
): Generator<readonly ParquetValue[][]> {
  const empty = (): ParquetValue[][] => columns.map(() => []);
  let [group, count, chars] = [empty(), 0, 0];
  for (const row of rows) {
    columns.forEach(({ type }, index) => {
      const value = valueOf(row[index] ?? null, type);
      if (typeof value === 'string') chars += value.length;
      group[index]?.push(value);
    });
    count += 1;
    if (count < GROUP_ROWS && chars < GROUP_CHARS) continue;
    yield group;
    [group, count, chars] = [empty(), 0, 0];
  }
  if (count > 0) yield group;
}

function valueOf(value: SqlValue, type: ColumnType): ParquetValue {
  if (value === null || value instanceof Uint8Array) return null;
  switch (type) {
    case 'text':
      return String(value);
    case 'integer':
      return BigInt(value);
    case 'double':
      return Number(value);
    case 'boolean':
      return Number(value) !== 0;
    case 'time': {
      const time = new Date(String(value));
      return Number.isNaN(time.getTime()) ? null : time;
    }
  }
}

/** Whether a file is a whole Parquet file that was made from this source. Any other file, or none, is not. */
export async function hasSource(path: string, source: string): Promise<boolean> {
  await using handle = await open(path).catch(() => null);
  if (handle === null) return false;
  const { size } = await handle.stat();
  const tail = await bytesAt(handle, size - TAIL_BYTES, TAIL_BYTES);
  if (tail === null || tail.toString('latin1', 4) !== MAGIC) return false;
  const length = tail.readUInt32LE(0);
  const footer = await bytesAt(handle, size - TAIL_BYTES - length, length);
  return footer?.includes(source) ?? false;
}

async function bytesAt(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer | null> {
  if (position < 0 || length > MAX_FOOTER_BYTES) return null;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
}
