import { Needles } from './needles.ts';
import { UnitRoom } from './units.ts';

/** Finds out which of some words (in small letters) a text holds, in whatever case: one pass for all of them. */
export class WordScan {
  readonly #words = new Needles<string>({ anyCase: true });
  readonly #room = new UnitRoom();

  constructor(words: readonly string[]) {
    for (const word of words) this.#words.add(word, word);
  }

  seenIn(text: string): ReadonlySet<string> {
    const seen = new Set<string>();
    this.#words.each(this.#room.filled(text), (word) => seen.add(word));
    return seen;
  }
}
