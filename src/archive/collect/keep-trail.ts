/** I/O: the files of an audit trail, copied into an archive and kept under their digest. Follows no links. */
import { createWriteStream } from 'node:fs';
import { type FileHandle, lstat, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  ATTESTATION_FILE,
  BLOB_FOLDER,
  type BlobRef,
  digestOfChunks,
  isSha256,
  isSideFile,
  openUntrusted,
  STATEMENT_ATTESTATION_FILE,
  syncFolder,
  TRAIL_FILE,
} from '../../audit/index.ts';
import { CountersignError, digestOf, errnoOf } from '../../common/index.ts';
import { type Archive, TRAILS_FOLDER } from '../archive.ts';

const MAX_FILES = 60_000;
const MAX_BYTES = 3 * 1024 ** 3;
const CHUNK_BYTES = 64 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What a trail consists of beside its side files. The report is derived from it, and everything else is not its own. */
const OWN_NAMES: readonly string[] = [TRAIL_FILE, ATTESTATION_FILE, STATEMENT_ATTESTATION_FILE];
/** What `rename(2)` says of a folder that is not empty. */
const NOT_EMPTY: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST']);

export interface KeptTrail {
  /** SHA-256 over canonical JSON of the names, sizes and digests of its files, in the order of their names. */
  readonly digest: string;
  /** SHA-256 of its entries as a file: what an attestation is about. `null` if it has none. */
  readonly trailSha256: string | null;
  /** Below the archive, with `/`. */
  readonly folder: string;
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

/** Copies the files of a trail out of a folder that others may be writing. Throws `file-refused` if they are too large or many. */
export async function copyTrail(from: string, to: string): Promise<void> {
  await mkdir(join(to, BLOB_FOLDER), { recursive: true, mode: FOLDER_MODE });
  let bytes = 0;
  for (const name of await filesOf(from)) {
    const opened = await openUntrusted(join(from, name));
    if (typeof opened === 'string') continue;
    await using handle = opened;
    const counted = async function* () {
      for await (const chunk of bytesOf(handle)) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw tooLarge(from);
        yield chunk;
      }
    };
    const file = createWriteStream(join(to, name), { flags: 'wx', mode: FILE_MODE });
    await pipeline(Readable.from(counted()), file);
  }
}

/**
 * Keeps a trail whose files are in a folder of the archive's own file system, and removes that folder. Every file is on disk when
 * this resolves. The same trail is kept once.
 */
export async function keepTrail(archive: Archive, from: string): Promise<KeptTrail> {
  const listed: [name: string, bytes: number, sha256: string][] = [];
  for (const name of await filesOf(from)) {
    const file = await digestOnDisk(join(from, name));
    if (file !== null) listed.push([name, file.bytes, file.sha256]);
  }
  const digest = digestOf(listed);
  const folder = `${TRAILS_FOLDER}/${digest.slice(0, 2)}/${digest}`;
  const path = join(archive.folder, folder);
  if ((await stat(path).catch(() => null)) === null) {
    const clean = `${from}.kept`;
    await mkdir(join(clean, BLOB_FOLDER), { recursive: true, mode: FOLDER_MODE });
    for (const [name] of listed) await rename(join(from, name), join(clean, name));
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    // The database, which is flushed, must not name a folder that a loss of power takes away.
    for (const names of [join(clean, BLOB_FOLDER), clean, join(archive.folder, TRAILS_FOLDER)])
      await syncFolder(names);
    await rename(clean, path).catch(async (error: unknown) => {
      // Another download kept the same trail meanwhile. A folder is renamed whole.
      if (!NOT_EMPTY.has(errnoOf(error))) throw error;
      await rm(clean, { recursive: true, force: true });
    });
    await syncFolder(dirname(path));
  }
  await rm(from, { recursive: true, force: true });
  return {
    digest,
    trailSha256: listed.find(([name]) => name === TRAIL_FILE)?.[2] ?? null,
    folder,
    path,
    files: listed.length,
    bytes: listed.reduce((total, [, bytes]) => total + bytes, 0),
  };
}

/** The names of a trail's files in a folder, with `/`, in order. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  const add = (name: string): void => {
    if (names.length >= MAX_FILES) throw tooLarge(folder);
    names.push(name);
  };
  for await (const { name } of await opendir(folder)) {
    if (OWN_NAMES.includes(name) || isSideFile(name)) add(name);
  }
  // A link in place of the folder would lead elsewhere; `O_NOFOLLOW` below is about the file alone.
  const blobs = join(folder, BLOB_FOLDER);
  if ((await lstat(blobs).catch(() => null))?.isDirectory() === true) {
    for await (const { name } of await opendir(blobs))
      if (isSha256(name)) add(`${BLOB_FOLDER}/${name}`);
  }
  return names.toSorted();
}

async function digestOnDisk(path: string): Promise<BlobRef | null> {
  const opened = await openUntrusted(path);
  if (typeof opened === 'string') return null;
  await using handle = opened;
  const digest = await digestOfChunks(bytesOf(handle));
  await handle.sync();
  return digest;
}

function bytesOf(handle: FileHandle): AsyncIterable<Buffer> {
  return handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES });
}

function tooLarge(folder: string): CountersignError {
  return new CountersignError(
    'file-refused',
    `The audit trail in ${folder} has more than ${MAX_FILES} files or ${MAX_BYTES} bytes.`,
    { fix: 'No run writes that much: look at what is in it.' },
  );
}
