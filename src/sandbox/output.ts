import { StringDecoder } from 'node:string_decoder';

/**
 * Keeps the head and the tail of a text that may be endless, in bounded memory. Pure but for its own state.
 * A character never comes apart: the decoder holds back incomplete bytes, and no cut falls inside a surrogate pair.
 */
export class BoundedText {
  readonly #half: number;
  #head = '';
  #tail: string[] = [];
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
    this.#tail.push(rest);
    this.#tailChars += rest.length;
    // Trimmed at twice the size, so that each character is copied a bounded number of times.
    if (this.#tailChars > 2 * this.#half || this.#tail.length > 512) this.#trim();
  }

  get truncated(): boolean {
    return this.#chars > 2 * this.#half;
  }

  /** The kept text; where something was cut, a line between head and tail says how much. */
  text(): string {
    this.#trim();
    const tail = this.#tail[0] ?? '';
    if (!this.truncated) return this.#head + tail;
    const head = withoutHalfPairAtEnd(this.#head);
    const end = withoutHalfPairAtStart(tail);
    const cut = this.#chars - head.length - end.length;
    return `${head}\n[... ${cut} characters cut ...]\n${end}`;
  }

  #trim(): void {
    const joined = this.#tail.join('');
    const kept = joined.slice(Math.max(0, joined.length - this.#half));
    this.#tail = kept === '' ? [] : [kept];
    this.#tailChars = kept.length;
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
