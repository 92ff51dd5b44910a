import type { SecretRange } from './redact-ranges.ts';

/** Characters that are held back at least: the longest token that is known by its form, within reason. */
const MIN_HELD_CHARS = 2_048;
/** What is held while a match goes on and on (a private key); beyond, it is let go redacted as it stands. */
const MAX_HELD_CHARS = 256 * 1024;
/** What a token may be known by stands at most so far before it. */
const CONTEXT_CHARS = 64;
/** White space inside a wrapped form, and the separators of a hexadecimal one, make it longer than it is. */
const FORM_SPREAD = 4;

interface StreamSearch {
  readonly find: (text: string) => Promise<readonly SecretRange[]>;
  readonly redact: (text: string) => Promise<string>;
  readonly longestForm: () => number;
}

/**
 * Redacts a text that comes in pieces: what might be the beginning of a secret is held back until more is known, so
 * that no secret gets through at a border. Pieces must be pushed one after the other; `end` gives the rest.
 */
export class RedactedStream {
  readonly #search: StreamSearch;
  #held = '';

  constructor(search: StreamSearch) {
    this.#search = search;
  }

  /** Takes the next piece; gives what may be shown by now, which is often nothing. */
  async push(piece: string): Promise<string> {
    this.#held += piece;
    const keep = Math.max(MIN_HELD_CHARS, this.#search.longestForm() * FORM_SPREAD);
    if (this.#held.length <= keep * 2) return '';
    const ranges = await this.#search.find(this.#held);
    // At the end of a line where there is one: what tells a token by its context stands on the token's line.
    const limit = this.#held.length - keep;
    let cut = this.#held.lastIndexOf('\n', limit - 1) + 1 || limit;
    // A match over the cut, or one so soon after it that what it is known by may stand before the cut (`https://` before
    // `user:password@`), goes with what is held. From the last to the first: each may move the cut into another.
    for (const { start, end } of ranges.toReversed()) {
      if (start < cut + CONTEXT_CHARS && end >= cut) cut = Math.min(cut, start - CONTEXT_CHARS);
    }
    if (cut <= 0 && this.#held.length <= MAX_HELD_CHARS) return '';
    return await this.#release(cut <= 0 ? this.#held.length : cut);
  }

  /** What is left, when nothing more will come. */
  async end(): Promise<string> {
    return await this.#release(this.#held.length);
  }

  async #release(chars: number): Promise<string> {
    const out = this.#held.slice(0, chars);
    this.#held = this.#held.slice(chars);
    return await this.#search.redact(out);
  }
}
