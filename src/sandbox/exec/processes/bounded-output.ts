import { counted } from '../../../common/index.ts';
/** The initial capacity in bytes; most commands print less. */
const FIRST_ROOM_BYTES = 4_096;

/**
 * Keeps the first and the last bytes of an output of any length. The second half of its one bounded buffer is a ring
 * buffer. Pure except for its own state.
 */
export class BoundedOutput {
  readonly #half: number;
  #kept = Buffer.alloc(0);
  /** The position of the next byte. */
  #end = 0;
  /** Bytes that were added, kept or not. */
  bytes = 0;

  /** Keeps at most `maxBytes`: half of them from the start, half from the end. */
  constructor(maxBytes: number) {
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  /** Copies the bytes that it keeps. */
  add(bytes: Buffer): void {
    this.bytes += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      if (this.#end === 2 * this.#half) this.#end = this.#half;
      const end = Math.min(2 * this.#half, this.#end + bytes.length - from);
      this.#makeRoom(end);
      from += bytes.copy(this.#kept, this.#end, from, from + end - this.#end);
      this.#end = end;
    }
  }

  get truncated(): boolean {
    return this.bytes > 2 * this.#half;
  }

  /**
   * The kept text. After a cut, a line between its parts says how much is missing. Splits no character, and no line that is
   * not long: half of a secret matches nothing.
   */
  text(): string {
    if (!this.truncated) return this.#kept.toString('utf8', 0, this.#end);
    const first = this.#kept.subarray(0, this.#half);
    const lines = first.subarray(0, wholeLines(first));
    const head = lines.subarray(0, lines.length - unfinished(lines));
    const last = Buffer.concat([
      this.#kept.subarray(this.#end),
      this.#kept.subarray(this.#half, this.#end),
    ]);
    const start = firstLine(last);
    const tail = last.subarray(start + leftover(last.subarray(start)));
    const cut = this.bytes - head.length - tail.length;
    return `${head.toString()}\n[... ${counted(cut, 'byte')} cut ...]\n${tail.toString()}`;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#kept.length) return;
    const room = Math.max(bytes, 2 * this.#kept.length, FIRST_ROOM_BYTES);
    const larger = Buffer.allocUnsafe(Math.min(2 * this.#half, room));
    this.#kept.copy(larger);
    this.#kept = larger;
  }
}

const NEWLINE = 10;
/** The longest part of a line that is left out beside a cut, and the most of what is kept, as a share. */
const [MAX_PART_BYTES, MAX_PART] = [16_384, 1 / 4];

/** The end of the last line that is whole; that of all bytes if it is too far before. */
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  return bytes.length - end <= mostLeftOut(bytes) ? end : bytes.length;
}

/** The start of the first line that is whole; 0 if it is too far behind. */
function firstLine(bytes: Buffer): number {
  const start = bytes.indexOf(NEWLINE) + 1;
  return start <= mostLeftOut(bytes) ? start : 0;
}

function mostLeftOut({ length }: Buffer): number {
  return Math.min(MAX_PART_BYTES, Math.floor(length * MAX_PART));
}

/** The longest incomplete UTF-8 character. */
const MAX_UNFINISHED_BYTES = 3;

/** The number of bytes at the end that start an incomplete character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(MAX_UNFINISHED_BYTES, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(firstByte: number): number {
  return firstByte >= 0xf0 ? 4 : firstByte >= 0xe0 ? 3 : 2;
}

/** The number of bytes at the start that continue an earlier character. */
function leftover(bytes: Buffer): number {
  let count = 0;
  while (count < MAX_UNFINISHED_BYTES && (bytes[count] ?? 0) >> 6 === 0b10) count += 1;
  return count;
}

/** Joins the chunks of several streams in order of arrival, without splitting a character by another stream's bytes. */
export class WholeCharacters {
  readonly #held: Map<string, Buffer> = new Map();

  /** The complete characters of `chunk`. An incomplete one waits for its stream's next chunk. */
  next(stream: string, chunk: Buffer): Buffer {
    const held = this.#held.get(stream);
    const all = held === undefined ? chunk : Buffer.concat([held, chunk]);
    const rest = unfinished(all);
    if (rest === 0) this.#held.delete(stream);
    else this.#held.set(stream, Buffer.from(all.subarray(all.length - rest)));
    return all.subarray(0, all.length - rest);
  }

  /** The remaining incomplete characters. */
  end(): Buffer {
    return Buffer.concat([...this.#held.values()]);
  }
}
