import { StringDecoder } from 'node:string_decoder';

/** Small pieces are joined to blocks, so that there are never many of them. */
const PIECES_A_BLOCK = 512;
const BLOCK_CHARS = 16_384;

/**
 * Keeps the head and the tail of a text that may be endless, in bounded memory. Pure but for its own state.
 * A character never comes apart: the decoder holds back incomplete bytes, and no cut falls inside a surrogate pair.
 */
export class BoundedText {
  readonly #half: number;
  #head = '';
  /** The newest pieces, and before them blocks of older ones. What is no longer kept is dropped by the block. */
  #pieces: string[] = [];
  #blocks: string[] = [];
  #tailChars = 0;
  #chars = 0;

  /** Keeps at most `maxChars` UTF-16 units: half of it head, half of it tail. */
  constructor(maxChars: number) {
    this.#half = Math.max(1, Math.floor(maxChars / 2));
  }

  add(text: string): void {
    this.#chars += text.length;
    const room = this.#half - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = room > 0 ? text.slice(room) : text;
    if (rest === '') return;
    this.#pieces.push(rest);
    this.#tailChars += rest.length;
    if (this.#pieces.length >= PIECES_A_BLOCK || rest.length >= BLOCK_CHARS) this.#closeBlock();
    for (;;) {
      const [oldest] = this.#blocks;
      if (oldest === undefined || this.#tailChars - oldest.length < this.#half) return;
      this.#blocks.shift();
      this.#tailChars -= oldest.length;
    }
  }

  get truncated(): boolean {
    return this.#chars > 2 * this.#half;
  }

  /** The kept text; where something was cut, a line between head and tail says how much. */
  text(): string {
    const joined = [...this.#blocks, ...this.#pieces].join('');
    const tail = joined.slice(Math.max(0, joined.length - this.#half));
    if (!this.truncated) return this.#head + tail;
    const head = withoutHalfPairAtEnd(this.#head);
    const end = withoutHalfPairAtStart(tail);
    const cut = this.#chars - head.length - end.length;
    return `${head}\n[... ${cut} characters cut ...]\n${end}`;
  }

  #closeBlock(): void {
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

function withoutHalfPairAtEnd(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function withoutHalfPairAtStart(text: string): string {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}

/** Turns the chunks of several streams into text as they come, one decoder for each stream. */
export class StreamText {
  readonly #decoders: Map<string, StringDecoder> = new Map();
  bytes = 0;

  decode(stream: string, chunk: Buffer): string {
    this.bytes += chunk.byteLength;
    let decoder = this.#decoders.get(stream);
    if (decoder === undefined) {
      decoder = new StringDecoder('utf8');
      this.#decoders.set(stream, decoder);
    }
    return decoder.write(chunk);
  }

  /** What incomplete characters were left at the end, as U+FFFD. */
  end(): string {
    return [...this.#decoders.values()].map((decoder) => decoder.end()).join('');
  }
}
