import { MAX_ENTRY_BYTES } from './limits.ts';

const LINE_FEED = 10;

/** Splits a stream of bytes into lines, buffering no more than one line. */
export class LineSplitter {
  #held: Buffer[] = [];
  #heldBytes = 0;

  /**
   * The lines that end in this chunk, without their newlines, to be read to their end. They share the chunk's memory. One at
   * a time: a chunk of a million blank lines needs no more memory than another.
   */
  *push(chunk: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, start);
      if (end === -1) break;
      yield this.#take(bytes.subarray(start, end));
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
  }

  /** True if the buffered line is longer than any line may be: the caller must stop reading. */
  get overflowing(): boolean {
    return this.#heldBytes > MAX_ENTRY_BYTES;
  }

  /** The bytes after the last newline. */
  remainder(): Buffer {
    return Buffer.concat(this.#held);
  }

  #hold(part: Buffer): void {
    // A copy: the caller may fill the same memory again with the next chunk.
    this.#held.push(Buffer.from(part));
    this.#heldBytes += part.length;
  }

  #take(end: Buffer): Buffer {
    if (this.#heldBytes === 0) return end;
    const line = Buffer.concat([...this.#held, end]);
    this.#held = [];
    this.#heldBytes = 0;
    return line;
  }
}
