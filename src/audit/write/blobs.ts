// I/O: the folder of large values beside the trail.
import { closeSync, fdatasync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../common/index.ts';
import { FILE_MODE, syncFolder } from './disk.ts';
import { BLOB_FOLDER } from '../format/format.ts';
import { MAX_BLOB_BYTES, MAX_BLOBS_TOTAL_BYTES } from '../format/limits.ts';

/** A value kept beside the trail. */
export interface BlobRef {
  readonly sha256: string;
  readonly bytes: number;
}

const DIGEST = /^[0-9a-f]{64}$/;

/**
 * The blobs of one trail, each under the name of its digest. A blob can be read at once, and is on disk when `synced` has
 * resolved, for which the entries that name it wait: what a turn brings is flushed together.
 */
export class BlobStore {
  readonly #folder: string;
  readonly #known = new Map<string, BlobRef>();
  /** Names from before this process, each of which is looked at before it is relied on. */
  readonly #earlier = new Set<string>();
  #unsynced: Promise<void>[] = [];
  #totalBytes = 0;

  constructor(trailFolder: string) {
    this.#folder = join(trailFolder, BLOB_FOLDER);
  }

  /** Counts what is there from before, and clears away what a crash left half-written. */
  async load(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (DIGEST.test(name)) {
        this.#earlier.add(name);
        this.#totalBytes += (await stat(path)).size;
      } else if (name.endsWith('.part')) await rm(path);
    }
  }

  /**
   * Keeps a text. Too long a one keeps its head and tail; beyond the total there is only a note of what it was. `known`: the
   * text's own digest.
   */
  put(text: string, known?: string): BlobRef {
    const whole = Buffer.from(text, 'utf8');
    const bytes = this.#withinLimits(whole);
    const digest = bytes === whole && known !== undefined ? known : sha256(bytes);
    const before = this.#known.get(digest);
    if (before !== undefined) return before;
    const ref = { sha256: digest, bytes: bytes.length };
    this.#keep(digest, bytes);
    this.#known.set(digest, ref);
    return ref;
  }

  /** Resolves when every blob of before is on disk; rejects where one could not be written. */
  async synced(): Promise<void> {
    const begun = this.#unsynced;
    if (begun.length === 0) return;
    this.#unsynced = [];
    await Promise.all(begun);
    await syncFolder(this.#folder);
  }

  #withinLimits(bytes: Buffer): Buffer {
    if (this.#totalBytes + Math.min(bytes.length, MAX_BLOB_BYTES) > MAX_BLOBS_TOTAL_BYTES) {
      const limit = `this trail's blobs are at their limit of ${MAX_BLOBS_TOTAL_BYTES} bytes`;
      return Buffer.from(`[not kept: ${limit}; ${bytes.length} bytes, SHA-256 ${sha256(bytes)}]`);
    }
    return bytes.length <= MAX_BLOB_BYTES ? bytes : Buffer.from(headAndTail(bytes));
  }

  #keep(digest: string, bytes: Buffer): void {
    const path = join(this.#folder, digest);
    if (this.#earlier.has(digest) && sha256(readFileSync(path)) === digest) return;
    this.#totalBytes += bytes.length;
    const part = `${path}.${process.pid}.part`;
    const file = openSync(part, 'wx', FILE_MODE);
    const flushed = written(file, bytes, () => renameSync(part, path));
    // Whoever waits for `synced` gets its failure.
    flushed.catch(() => undefined);
    this.#unsynced.push(flushed);
  }
}

/** Writes and names a file at once; resolves when it is flushed. Throws, and closes it, where it cannot be written. */
function written(file: number, bytes: Buffer, name: () => void): Promise<void> {
  try {
    writeFileSync(file, bytes);
    name();
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return new Promise((resolve, reject) => {
    fdatasync(file, (error) => {
      closeSync(file);
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function headAndTail(bytes: Buffer): string {
  const room = Math.floor((MAX_BLOB_BYTES - 200) / 2);
  const cut = bytes.length - 2 * room;
  const note = `\n[cut: ${cut} of ${bytes.length} bytes; SHA-256 of the whole ${sha256(bytes)}]\n`;
  // A character cut in half becomes U+FFFD, three bytes at most for each side.
  return bytes.toString('utf8', 0, room) + note + bytes.toString('utf8', bytes.length - room);
}
