// I/O: the folder of blobs beside the trail.
import { renameSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RedactedText, sha256 } from '../../common/index.ts';
import { cutText } from './cut-text.ts';
import { syncFolder, writeSynced } from './disk.ts';
import { BLOB_FOLDER, isSha256 } from '../format/format.ts';
import { MAX_BLOB_BYTES, MAX_BLOBS_TOTAL_BYTES } from '../format/limits.ts';
import type { BlobRef } from '../format/recorded.ts';

/** The blobs of one trail, named by their digests. */
export class BlobStore {
  readonly #folder: string;
  /** What this process stored, or is storing. */
  readonly #stored = new Map<string, Promise<void>>();
  /** Blobs of earlier processes, whose content is checked before it is reused. */
  readonly #earlier = new Set<string>();
  #totalBytes = 0;
  #hasNewNames = false;

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
   * Stores a text, and resolves once its bytes are on disk; `flushNames` flushes its name. A text over the limit is stored with its beginning and end; beyond the total
   * limit only a note of its size and digest is stored.
   */
  async put(text: RedactedText): Promise<BlobRef> {
    const bytes = this.#withinLimits(Buffer.from(text, 'utf8'));
    const digest = sha256(bytes);
    const stored = this.#stored.get(digest) ?? this.#keep(digest, bytes);
    this.#stored.set(digest, stored);
    await stored;
    return { sha256: digest, bytes: bytes.length };
  }

  #withinLimits(bytes: Buffer): Buffer {
    if (this.#totalBytes + Math.min(bytes.length, MAX_BLOB_BYTES) > MAX_BLOBS_TOTAL_BYTES) {
      const limit = `this trail's blobs are at their limit of ${MAX_BLOBS_TOTAL_BYTES} bytes`;
      return Buffer.from(`[not stored: ${limit}; ${bytes.length} bytes, SHA-256 ${sha256(bytes)}]`);
    }
    return bytes.length <= MAX_BLOB_BYTES ? bytes : Buffer.from(cutText(bytes, MAX_BLOB_BYTES));
  }

  async #keep(digest: string, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, digest);
    if (this.#earlier.has(digest) && sha256(await readFile(path)) === digest) return;
    this.#totalBytes += bytes.length;
    const part = `${path}.${process.pid}.part`;
    await writeSynced(part, bytes);
    renameSync(part, path);
    this.#hasNewNames = true;
  }

  /** Flushes the names of all blobs that were stored since the last call, before an entry refers to them. */
  async flushNames(): Promise<void> {
    if (!this.#hasNewNames) return;
    this.#hasNewNames = false;
    await syncFolder(this.#folder);
  }
}
