/** I/O: unpacks an untrusted zip archive into a folder. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { CountersignError, errorText } from '../../common/index.ts';

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IN_ZIP64 = 0xffffffff;
const FILE_MODE = 0o600;
const MAX_NAME_BYTES = 1_000;
const MISMATCH = new Error('it differs from its directory entry');

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** The unpacked size by the directory. */
  readonly bytes: number;
  readonly checksum: number;
  /** The packed bytes, shared with the archive. */
  readonly packed: Buffer;
}

/**
 * Unpacks an untrusted zip archive (APPNOTE 6.3; stored and deflated entries, no Zip64) into a folder. Throws
 * `artifact-refused`: before anything is written for a name outside of the folder and for more than `maxBytes` or `maxFiles`;
 * while unpacking for a duplicate name and for an entry whose size or checksum differs from the directory. Throws the system's
 * error if the disk is full or cannot be written. A symlink is written as a file.
 *
 * No library is used: those that read a buffer (yauzl, fflate) do not verify checksums or limit the total, and leave names
 * and duplicates to the caller, so that most of this file would remain.
 */
export async function unzipInto(
  zip: Buffer,
  {
    folder,
    maxBytes,
    maxFiles,
  }: { readonly folder: string; readonly maxBytes: number; readonly maxFiles: number },
): Promise<void> {
  const entries = entriesOf(zip, maxFiles).filter(({ name }) => !name.endsWith('/'));
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
    throw refused(`it unpacks to more than ${maxBytes} bytes`);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    try {
      await mkdir(dirname(path), { recursive: true });
      // `wx` refuses a duplicate name.
      const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
      const inflate = entry.method === STORED ? [] : [createInflateRaw()];
      await pipeline([Readable.from([entry.packed]), ...inflate, verify(entry), file]);
    } catch (error) {
      if (isOfDisk(error)) throw error;
      const why = isDuplicate(error) ? 'it is there twice' : errorText(error);
      throw refused(`${JSON.stringify(entry.name)}: ${why}`);
    }
  }
}

const DISK_ERRORS: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
]);

/** An error that is no fault of the archive. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DISK_ERRORS.has(error.code);
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** Passes on at most the bytes of the directory entry, and fails if the size or the checksum differs. */
function verify(entry: ZipEntry): Transform {
  let bytes = 0;
  let checksum = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      checksum = crc32(chunk, checksum);
      if (bytes > entry.bytes) done(MISMATCH);
      else done(null, chunk);
    },
    flush: (done) => done(bytes === entry.bytes && checksum === entry.checksum ? null : MISMATCH),
  });
}

function entriesOf(zip: Buffer, maxFiles: number): readonly ZipEntry[] {
  try {
    return readDirectory(zip, maxFiles);
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    throw refused('its directory does not fit its size');
  }
}

function readDirectory(zip: Buffer, maxFiles: number): readonly ZipEntry[] {
  const end = endOfDirectory(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > maxFiles) throw refused(`it has ${count} files; at most ${maxFiles} are unpacked`);
  const entries: ZipEntry[] = [];
  let offset = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(offset) !== DIRECTORY_ENTRY) throw refused('its directory is invalid');
    const nameBytes = zip.readUInt16LE(offset + 28);
    if (nameBytes > MAX_NAME_BYTES) throw refused('a name in it is too long');
    entries.push(readEntry(zip, offset, nameBytes));
    offset +=
      ENTRY_BYTES + nameBytes + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return entries;
}

function readEntry(zip: Buffer, offset: number, nameBytes: number): ZipEntry {
  const name = zip.toString('utf8', offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameBytes);
  const flags = zip.readUInt16LE(offset + 8);
  const method = zip.readUInt16LE(offset + 10);
  const size = zip.readUInt32LE(offset + 20);
  const local = zip.readUInt32LE(offset + 42);
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
    throw refused(`${JSON.stringify(name)} has an unsupported compression or is encrypted`);
  }
  if (size === IN_ZIP64 || local === IN_ZIP64) throw refused('it is larger than 4 GB');
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + size > zip.length) throw refused(`${JSON.stringify(name)} is truncated`);
  return {
    name: safeName(name),
    method,
    bytes: zip.readUInt32LE(offset + 24),
    checksum: zip.readUInt32LE(offset + 16),
    packed: zip.subarray(start, start + size),
  };
}

function endOfDirectory(zip: Buffer): number {
  const last = zip.length - END_BYTES;
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_BYTES); offset -= 1) {
    if (zip.readUInt32LE(offset) === END_OF_DIRECTORY) return offset;
  }
  throw refused('it is not a zip archive');
}

/** Refuses a path that could leave the folder on any system. */
function safeName(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const isUnsafe = parts.some((part) => part === '' || part === '.' || part === '..');
  if (isUnsafe || /[\\:\p{Cc}]/u.test(name))
    throw refused(`${JSON.stringify(name)} is not a valid file name`);
  return name;
}

function refused(reason: string): CountersignError {
  return new CountersignError('artifact-refused', `The artifact is not unpacked: ${reason}.`);
}
