// I/O: a temporary file, where more text waits than memory should hold.
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clauseText, CountersignError } from '../../common/index.ts';

const MEMORY_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;
const OWN_FILE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const FILE_MODE = 0o600;

/**
 * Texts that wait until they can be written: the last megabyte in memory, those before it in a temporary file. The file has
 * no name once it is open, so that nobody else opens it, and nothing is left of it when the process ends.
 */
export class TextSpool implements Disposable {
  #file: number | null = null;
  /** Bytes in the file. */
  #stored = 0;
  /** Each text after its length, as they go to the file. */
  #recent = Buffer.alloc(0);
  #used = 0;

  /** Sets a text aside, and returns its place. Throws `file-refused` if the temporary file cannot be written. */
  put(text: string): number {
    const length = Buffer.byteLength(text);
    const needed = LENGTH_BYTES + length;
    if (this.#used + needed > this.#recent.length) this.#makeRoom(needed);
    const place = this.#stored + this.#used;
    this.#recent.writeUInt32LE(length, this.#used);
    this.#recent.write(text, this.#used + LENGTH_BYTES);
    this.#used += needed;
    return place;
  }

  /** The text at a place that `put` returned. */
  get(place: number): string {
    const length = this.#bytes(place, LENGTH_BYTES).readUInt32LE();
    return this.#bytes(place + LENGTH_BYTES, length).toString();
  }

  /** Every text, in the order in which they were set aside. */
  *all(): Generator<string> {
    for (let place = 0; place < this.#stored + this.#used; ) {
      const length = this.#bytes(place, LENGTH_BYTES).readUInt32LE();
      yield this.#bytes(place + LENGTH_BYTES, length).toString();
      place += LENGTH_BYTES + length;
    }
  }

  /** Forgets every text. */
  clear(): void {
    this.#stored = 0;
    this.#used = 0;
  }

  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #makeRoom(needed: number): void {
    if (this.#used + needed > MEMORY_BYTES && this.#used > 0) {
      this.#file ??= openUnnamed();
      let done = 0;
      while (done < this.#used)
        done += writeSync(this.#file, this.#recent, done, this.#used - done, this.#stored + done);
      this.#stored += this.#used;
      this.#used = 0;
    }
    if (needed <= this.#recent.length - this.#used) return;
    const size = Math.max(this.#used + needed, Math.min(MEMORY_BYTES, this.#recent.length * 2));
    const grown = Buffer.alloc(size);
    this.#recent.copy(grown, 0, 0, this.#used);
    this.#recent = grown;
  }

  #bytes(place: number, length: number): Buffer {
    // A text lies in memory or in the file as a whole, with its length.
    if (place >= this.#stored)
      return this.#recent.subarray(place - this.#stored, place - this.#stored + length);
    const bytes = Buffer.alloc(length);
    let done = 0;
    while (done < length && this.#file !== null) {
      const read = readSync(this.#file, bytes, done, length - done, place + done);
      if (read === 0) throw new Error('the temporary file is shorter than what was written to it');
      done += read;
    }
    return bytes;
  }
}

function openUnnamed(): number {
  const path = join(tmpdir(), `countersign-${randomUUID()}`);
  try {
    const file = openSync(path, OWN_FILE, FILE_MODE);
    unlinkSync(path);
    return file;
  } catch (error) {
    throw new CountersignError(
      'file-refused',
      `The temporary file ${path} cannot be written: ${clauseText(error)}.`,
      { fix: 'Set TMPDIR to a folder with free space.', cause: error },
    );
  }
}
