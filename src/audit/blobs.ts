// I/O: the folder of large values beside the trail.
import { readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../base/index.ts';
import { errnoOf, syncFolder, writeSynced } from './disk.ts';
import { BLOB_FOLDER } from './format.ts';
import { MAX_BLOB_BYTES, MAX_BLOBS_TOTAL_BYTES } from './limits.ts';

/** A value kept beside the trail. */
export interface BlobRef {
  readonly sha256: string;
  readonly bytes: number;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** The blobs of one trail. A value is on disk, under the name of its digest, before `put` resolves. */
export class BlobStore {
  readonly #folder: string;
  readonly #known = new Map<string, Promise<BlobRef>>();
  #totalBytes = 0;

  constructor(trailFolder: string) {
    this.#folder = join(trailFolder, BLOB_FOLDER);
  }

  /** Counts what is there from before, and clears away what a crash left half-written. */
  async load(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (DIGEST.test(name)) this.#totalBytes += (await stat(path)).size;
      else if (name.endsWith('.part')) await rm(path);
    }
  }

  /** Keeps a text. Too long a one keeps its head and tail; beyond the total there is only a note of what it was. */
  async put(text: string): Promise<BlobRef> {
    const bytes = this.#withinLimits(Buffer.from(text, 'utf8'));
    const digest = sha256(bytes);
    const known = this.#known.get(digest);
    if (known !== undefined) return await known;
    const kept = this.#keep(digest, bytes);
    this.#known.set(digest, kept);
    return await kept;
  }

  #withinLimits(bytes: Buffer): Buffer {
    if (this.#totalBytes + Math.min(bytes.length, MAX_BLOB_BYTES) > MAX_BLOBS_TOTAL_BYTES) {
      const limit = `this trail's blobs are at their limit of ${MAX_BLOBS_TOTAL_BYTES} bytes`;
      return Buffer.from(`[not kept: ${limit}; ${bytes.length} bytes, SHA-256 ${sha256(bytes)}]`);
    }
    return bytes.length <= MAX_BLOB_BYTES ? bytes : Buffer.from(headAndTail(bytes));
  }

  async #keep(digest: string, bytes: Buffer): Promise<BlobRef> {
    const path = join(this.#folder, digest);
    const ref = { sha256: digest, bytes: bytes.length };
    if (await holds(path, digest)) return ref;
    this.#totalBytes += bytes.length;
    const part = `${path}.${process.pid}.part`;
    await rm(part, { force: true });
    await writeSynced(part, bytes);
    await rename(part, path);
    await syncFolder(this.#folder);
    return ref;
  }
}

/** True where the file is there and is what its name says. A changed one is written anew. */
async function holds(path: string, digest: string): Promise<boolean> {
  try {
    return sha256(await readFile(path)) === digest;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function headAndTail(bytes: Buffer): string {
  const room = Math.floor((MAX_BLOB_BYTES - 200) / 2);
  const cut = bytes.length - 2 * room;
  const note = `\n[cut: ${cut} of ${bytes.length} bytes; SHA-256 of the whole ${sha256(bytes)}]\n`;
  // A character cut in half becomes U+FFFD, three bytes at most for each side.
  return bytes.toString('utf8', 0, room) + note + bytes.toString('utf8', bytes.length - room);
}
