import { Needles } from './known-values/needles.ts';
import { UnitBuffer } from './known-values/units.ts';

/** Finds which of some words (in lower case) a text contains, in any case, in one pass. */
export class WordScan {
  readonly #words = new Needles<string>({ anyCase: true });
  readonly #room = new UnitBuffer();

  constructor(words: readonly string[]) {
    for (const word of words) this.#words.add(word, word);
  }

  seenIn(text: string): ReadonlySet<string> {
    const seen = new Set<string>();
    this.#words.each(this.#room.filled(text), (word) => seen.add(word));
    return seen;
  }
}
