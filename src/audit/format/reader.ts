// I/O: reads a trail's folder.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, CountersignError, systemReason } from '../../common/index.ts';
import { ChainChecker, chainedLines } from './chain.ts';
import type { Entry } from './entry.ts';
import { BLOB_FOLDER, isSha256, isSideFile, TRAIL_FILE } from './format.ts';
import { MAX_BLOB_BYTES } from './limits.ts';
import { LineSplitter } from './lines.ts';
import type { BlobRef } from './recorded.ts';

const CHUNK_BYTES = 64 * 1024;
const MAX_FOLDERS_TRIED = 1_000;
const MAX_FOLDERS_NAMED = 3;
/** The folder may be a downloaded artifact: no link is followed, and nothing is waited for. */
const UNTRUSTED = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The bytes of a trail: of the file, or of `audit.jsonl` in the folder. A chunk is valid until the next one is asked for.
 * Rejects with `trail-unreadable`.
 */
export async function* trailBytes(fileOrFolder: string): AsyncGenerator<Uint8Array> {
  let path = fileOrFolder;
  try {
    if ((await stat(fileOrFolder)).isDirectory()) path = join(fileOrFolder, TRAIL_FILE);
    // Without O_NONBLOCK, a FIFO would wait for a writer that may never come.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
    if (await isZip(handle)) throw new Error('it is a zip archive, to be unpacked first');
    yield* chunksOf(handle);
  } catch (error) {
    const hasNone = path !== fileOrFolder && errnoOf(error) === 'ENOENT';
    const names = hasNone ? await trailsBelow(fileOrFolder) : [];
    const elsewhere = names.length === 0 ? '' : `, but in ${names.join(' and ')}`;
    throw new CountersignError(
      'trail-unreadable',
      `The audit trail ${path} cannot be read: ${systemReason(error)}${elsewhere}.`,
      { fix: 'Name a folder that contains audit.jsonl, or the file itself.', cause: error },
    );
  }
}

/** The first folders inside of a folder that contain a trail: `gh run download` makes one for each artifact. */
async function trailsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).slice(0, MAX_FOLDERS_TRIED);
  const names: string[] = [];
  for (const { name } of folders) {
    const found = await lstat(join(folder, name, TRAIL_FILE)).catch(() => null);
    if (found?.isFile() === true) names.push(name);
  }
  return names.sort().slice(0, MAX_FOLDERS_NAMED);
}

/** Whether a file begins as a zip archive does, and no trail. */
async function isZip(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString('latin1', 0, bytesRead) === 'PK';
}

/** The SHA-256 of a trail's bytes, in hexadecimal. Rejects as `trailBytes` does. */
export async function trailSha256(fileOrFolder: string): Promise<string> {
  return (await digestOfChunks(trailBytes(fileOrFolder))).sha256;
}

/** The digest and size of a file that is read in chunks. */
export async function digestOfChunks(chunks: AsyncIterable<Uint8Array>): Promise<BlobRef> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: digest.digest('hex'), bytes };
}

/** The bytes of an open file. Each chunk is in the memory of the one before it: a long file needs no more than a short one. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const memory = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(memory, 0, CHUNK_BYTES);
    if (bytesRead === 0) return;
    yield memory.subarray(0, bytesRead);
  }
}

/**
 * The entries of a trail in their order; checks the chain while it reads. Stops at a
 * truncated last line, of whose bytes `onTruncated` gets the number. Rejects with `trail-unreadable` and `trail-broken`.
 */
export async function* readTrail(
  fileOrFolder: string,
  onTruncated?: (bytes: number) => void,
): AsyncGenerator<Entry> {
  const lines = new LineSplitter();
  const options = {
    chain: new ChainChecker(null),
    lines,
    fix: 'Run `audit verify` on it for the full report.',
  };
  for await (const { entry } of chainedLines(trailBytes(fileOrFolder), options)) yield entry;
  const truncatedBytes = lines.remainder().length;
  if (truncatedBytes > 0) onTruncated?.(truncatedBytes);
}

/**
 * As `readTrail`, for a run that has started: rejects with `trail-unreadable` if there is no entry. `onTruncated` gets the
 * number of bytes of a truncated last line.
 */
export async function* readStartedTrail(
  fileOrFolder: string,
  onTruncated?: (bytes: number) => void,
): AsyncGenerator<Entry> {
  let isStarted = false;
  for await (const entry of readTrail(fileOrFolder, onTruncated)) {
    isStarted = true;
    yield entry;
  }
  if (!isStarted)
    throw new CountersignError(
      'trail-unreadable',
      `The audit trail ${fileOrFolder} has no entries.`,
      { fix: 'Name the audit trail of a run that started.' },
    );
}

/** The files beside a trail. */
export interface TrailFiles {
  /** The digest and size of a file by its name; `null` if it does not exist or is no regular file. */
  file(name: string): Promise<BlobRef | null>;
  blobNames(): AsyncIterable<string>;
}

/** All that lies in a trail's folder beside its entries, for a verification. Follows no links. */
export function filesIn(folder: string): {
  readonly blobs: BlobReader;
  readonly files: TrailFiles;
} {
  return {
    blobs: blobsIn(folder),
    files: {
      file: async (name) => {
        if (!isSideFile(name)) return null;
        return await digestOfFile(join(folder, name));
      },
      blobNames: () => blobNamesIn(join(folder, BLOB_FOLDER)),
    },
  };
}

/** Opens a file of an untrusted folder: `missing` if there is none or its folder is none, `other` if it is a link or no regular file. */
export async function openUntrusted(path: string): Promise<FileHandle | 'missing' | 'other'> {
  let handle: FileHandle;
  try {
    handle = await open(path, UNTRUSTED);
  } catch (error) {
    if (isMissing(errnoOf(error))) return 'missing';
    if (await isOther(path)) return 'other';
    throw error;
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return 'other';
}

/** Whether what could not be opened is a link, a socket or the like, or below a link that leads to itself. */
async function isOther(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isFile();
  } catch (error) {
    return errnoOf(error) === 'ELOOP';
  }
}

async function digestOfFile(path: string): Promise<BlobRef | null> {
  const opened = await openUntrusted(path);
  if (typeof opened === 'string') return null;
  await using handle = opened;
  return await digestOfChunks(chunksOf(handle));
}

async function* blobNamesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) if (isSha256(name)) yield name;
  } catch (error) {
    if (!isMissing(errnoOf(error))) throw error;
  }
}

/** `ENOTDIR`: a file in place of the folder, which therefore has no files. */
function isMissing(code: string | null): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Reads a blob by its digest; `null` if it does not exist. */
export type BlobReader = (sha256: string) => Promise<Buffer | null>;

/** Reads the blobs in a trail's folder. Anything but a file of allowed size reads as empty, and so counts as changed. */
export function blobsIn(folder: string): BlobReader {
  return async (sha256) => {
    if (!isSha256(sha256)) return null;
    return await readBlob(join(folder, BLOB_FOLDER, sha256));
  };
}

async function readBlob(path: string): Promise<Buffer | null> {
  const opened = await openUntrusted(path);
  if (typeof opened === 'string') return opened === 'missing' ? null : Buffer.alloc(0);
  await using handle = opened;
  const { size } = await handle.stat();
  return size <= MAX_BLOB_BYTES ? await handle.readFile() : Buffer.alloc(0);
}
