/** The mark of the prompt cache: https://platform.claude.com/docs/en/build-with-claude/prompt-caching. */
export const CACHE_CONTROL = { type: 'ephemeral' } as const;

/** How a message with blocks ends. */
const CLOSING = '}]}';
const MARK = Buffer.from(`,"cache_control":${JSON.stringify(CACHE_CONTROL)}${CLOSING}`);
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

const MIN_BODY_BYTES = 64 * 1024;

/**
 * The bytes of one conversation's requests, in one place that grows: a request goes on where it first differs from the one
 * before it, and what is as it was then is not even copied.
 */
export class RequestBody {
  #bytes = Buffer.allocUnsafe(MIN_BODY_BYTES);
  #length = 0;
  /** What the bytes were made of, in order, and where each part ends. */
  readonly #parts: { readonly of: Buffer; readonly isMarked: boolean; readonly end: number }[] = [];
  #count = 0;

  /** Begins a request with all that comes before its messages. */
  begin(head: Buffer): void {
    this.#count = 0;
    this.#length = 0;
    if (!this.#isAsBefore(head, false)) this.#put(head, false, [head]);
  }

  /** Adds a message; with `isMarked` its last block is marked for the prompt cache. */
  add(message: Buffer, isMarked: boolean): void {
    if (this.#isAsBefore(message, isMarked)) return;
    const before = this.#count === 1 ? [] : [COMMA];
    const bare = message.subarray(0, message.length - CLOSING.length);
    this.#put(message, isMarked, [...before, ...(isMarked ? [bare, MARK] : [message])]);
  }

  /** The whole request. Its bytes are good until the next one begins. */
  end(): Uint8Array<ArrayBuffer> {
    this.#parts.length = this.#count;
    this.#write(END);
    return this.#bytes.subarray(0, this.#length);
  }

  #isAsBefore(of: Buffer, isMarked: boolean): boolean {
    const part = this.#parts[this.#count];
    if (part?.of !== of || part.isMarked !== isMarked) return false;
    this.#count += 1;
    this.#length = part.end;
    return true;
  }

  /** From here on nothing is as before. */
  #put(of: Buffer, isMarked: boolean, pieces: readonly Buffer[]): void {
    for (const piece of pieces) this.#write(piece);
    this.#parts.length = this.#count;
    this.#parts.push({ of, isMarked, end: this.#length });
    this.#count += 1;
  }

  #write(bytes: Buffer): void {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * end);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#length);
    this.#length = end;
  }
}
