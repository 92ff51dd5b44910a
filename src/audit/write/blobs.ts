// I/O: the folder of blobs beside the trail.
import { closeSync, fdatasync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RedactedText, sha256 } from '../../common/index.ts';
import { FILE_MODE, syncFolder } from './disk.ts';
import { BLOB_FOLDER, isSha256 } from '../format/format.ts';
import { MAX_BLOB_BYTES, MAX_BLOBS_TOTAL_BYTES } from '../format/limits.ts';
import type { BlobRef } from '../format/recorded.ts';

/**
 * The blobs of one trail, named by their digests. A blob can be read at once, and is on disk once `flushed` and then
 * `syncNames` resolve. The entries that name it wait for that, so the blobs of a turn are flushed together.
 */
export class BlobStore {
  readonly #folder: string;
  readonly #known = new Map<string, BlobRef>();
  /** Blobs of earlier processes, whose content is checked before it is reused. */
  readonly #earlier = new Set<string>();
  #unflushed: Promise<void>[] = [];
  #hasNewNames = false;
  #totalBytes = 0;

  constructor(trailFolder: string) {
    this.#folder = join(trailFolder, BLOB_FOLDER);
  }

  /** Counts the blobs of earlier processes, and removes incomplete files. */
  async load(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (isSha256(name)) {
        this.#earlier.add(name);
        this.#totalBytes += (await stat(path)).size;
      } else if (name.endsWith('.part')) await rm(path);
    }
  }

  /**
   * Stores a text. A text over the limit is stored with its beginning and end; beyond the total limit only a note of its
   * size and digest is stored. `known`: the text's digest.
   */
  put(text: RedactedText, known?: string): BlobRef {
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

  /** Whether the content of every blob is on disk, or `flushed` waits for it. */
  get isFlushed(): boolean {
    return this.#unflushed.length === 0;
  }

  /** Resolves once the content of every earlier blob is on disk; rejects if one could not be written. */
  async flushed(): Promise<void> {
    const begun = this.#unflushed;
    this.#unflushed = [];
    await Promise.all(begun);
  }

  /** Resolves once the names of all earlier blobs are on disk. */
  async syncNames(): Promise<void> {
    if (!this.#hasNewNames) return;
    this.#hasNewNames = false;
    await syncFolder(this.#folder);
  }

  #withinLimits(bytes: Buffer): Buffer {
    if (this.#totalBytes + Math.min(bytes.length, MAX_BLOB_BYTES) > MAX_BLOBS_TOTAL_BYTES) {
      const limit = `this trail's blobs are at their limit of ${MAX_BLOBS_TOTAL_BYTES} bytes`;
      return Buffer.from(`[not stored: ${limit}; ${bytes.length} bytes, SHA-256 ${sha256(bytes)}]`);
    }
    return bytes.length <= MAX_BLOB_BYTES ? bytes : Buffer.from(headAndTail(bytes));
  }

  #keep(digest: string, bytes: Buffer): void {
    const path = join(this.#folder, digest);
    if (this.#earlier.has(digest) && sha256(readFileSync(path)) === digest) return;
    this.#totalBytes += bytes.length;
    const part = `${path}.${process.pid}.part`;
    const file = openSync(part, 'wx', FILE_MODE);
    const flushed = writeAndName(file, bytes, () => renameSync(part, path));
    // The method `flushed` rejects with its error.
    flushed.catch(() => undefined);
    this.#unflushed.push(flushed);
    this.#hasNewNames = true;
  }
}

/** Writes and names a file at once; resolves once it is flushed. Throws, and closes it, if it cannot be written. */
function writeAndName(file: number, bytes: Buffer, name: () => void): Promise<void> {
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
  // A truncated character becomes U+FFFD, at most three bytes on each side.
  return bytes.toString('utf8', 0, room) + note + bytes.toString('utf8', bytes.length - room);
}
