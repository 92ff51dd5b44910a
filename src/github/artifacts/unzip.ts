/** I/O: unpacks an untrusted zip archive into a folder. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { clauseText, zipEntries, type ZipEntry, zipRefused } from '../../common/index.ts';

const FILE_MODE = 0o600;
const MISMATCH = new Error('it differs from its directory entry');

/**
 * Unpacks an untrusted zip archive into a folder. Throws `artifact-refused`: before anything is written for what `zipEntries`
 * refuses; while unpacking for an entry whose size or checksum differs from the directory. Throws the system's
 * error if the disk is full or cannot be written. A symlink is written as a file.
 */
export async function unzipInto(
  zip: Buffer,
  {
    folder,
    maxBytes,
    maxFiles,
  }: { readonly folder: string; readonly maxBytes: number; readonly maxFiles: number },
): Promise<void> {
  for (const entry of zipEntries(zip, { maxBytes, maxFiles })) {
    const path = join(folder, entry.name);
    try {
      await mkdir(dirname(path), { recursive: true });
      const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
      const inflate = entry.isDeflated ? [createInflateRaw()] : [];
      await pipeline([Readable.from([entry.packed]), ...inflate, verify(entry), file]);
    } catch (error) {
      if (isOfDisk(error)) throw error;
      throw zipRefused(`${JSON.stringify(entry.name)}: ${clauseText(error)}`);
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
