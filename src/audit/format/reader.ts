// I/O: reads a trail's folder.
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError, errorText } from '../../common/index.ts';
import { ChainChecker } from '../verify/chain.ts';
import { errnoOf } from '../write/disk.ts';
import type { Entry } from './entry.ts';
import { BLOB_FOLDER, TRAIL_FILE } from './format.ts';
import { MAX_BLOB_BYTES } from './limits.ts';
import { LineSplitter } from './lines.ts';

const CHUNK_BYTES = 64 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;

/** The bytes of a trail: of the file, or of `audit.jsonl` in the folder. Rejects with `trail-unreadable`. */
export async function* trailBytes(fileOrFolder: string): AsyncGenerator<Uint8Array> {
  try {
    const isFolder = (await stat(fileOrFolder)).isDirectory();
    const path = isFolder ? join(fileOrFolder, TRAIL_FILE) : fileOrFolder;
    // A FIFO would wait for a writer that may never come.
    if (!(await stat(path)).isFile()) throw new Error('it is not a regular file');
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } catch (error) {
    const why = errnoOf(error) ?? errorText(error);
    throw new CountersignError(
      'trail-unreadable',
      `The audit trail ${fileOrFolder} cannot be read (${why}).`,
      {
        fix: 'Name a folder that contains audit.jsonl, or the file itself.',
        cause: error,
      },
    );
  }
}

/**
 * The entries of a trail in their order; checks the chain while it reads. Skips entries of unknown types and stops at a
 * truncated last line. Rejects with `trail-unreadable` and `trail-broken`.
 */
export async function* readTrail(fileOrFolder: string): AsyncGenerator<Entry> {
  const checker = new ChainChecker(null);
  const lines = new LineSplitter();
  for await (const chunk of trailBytes(fileOrFolder)) {
    for (const line of lines.push(chunk)) {
      const linked = checker.next(line);
      if (!linked.ok) throw brokenAt(checker.head.count + 1, linked.because);
      if (linked.entry !== null) yield linked.entry;
    }
    if (lines.overflowing) throw brokenAt(checker.head.count + 1, 'The line is too long.');
  }
}

function brokenAt(line: number, because: string): CountersignError {
  return new CountersignError(
    'trail-broken',
    `The audit trail is broken at line ${line}: ${because}`,
    {
      fix: 'Run `audit verify` on it for the full report.',
    },
  );
}

/** Reads a blob by its digest; `null` if it does not exist. */
export type BlobReader = (sha256: string) => Promise<Buffer | null>;

/** Reads the blobs in a trail's folder. Anything but a file of allowed size reads as empty, and so counts as changed. */
export function blobsIn(folder: string): BlobReader {
  return async (sha256) => {
    if (!DIGEST.test(sha256)) return null;
    return await readBlob(join(folder, BLOB_FOLDER, sha256));
  };
}

/** Reads only regular files and follows no link: the folder may be a downloaded artifact. */
async function readBlob(path: string): Promise<Buffer | null> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await handle.stat();
    return found.isFile() && found.size <= MAX_BLOB_BYTES
      ? await handle.readFile()
      : Buffer.alloc(0);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') return Buffer.alloc(0);
    throw error;
  } finally {
    await handle?.close();
  }
}
