import { type Units, UnitBuffer } from './units.ts';

/** The number of units at the end of the window that determine the shift. */
const BLOCK = 3;
const BLOCKS = 1 << 16;
/** The maximum window. A longer one allows larger shifts, but saves no more time. */
const MAX_WINDOW = 64;

const [LARGE_A, LARGE_Z, TO_SMALL] = [65, 90, 32];

type Report<T> = (target: T, index: number) => void;

interface Entry<T> {
  readonly needle: string;
  readonly target: T;
}

/**
 * Searches many needles at once, by the algorithm of Wu and Manber. A window as long as the shortest needle moves over
 * the text, as far as its last units allow for any needle. With any number of needles, most of a text is never read.
 */
export class Needles<T> {
  readonly #anyCase: boolean;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #shifts = new Uint8Array(BLOCKS);
  #buckets = new Map<number, Entry<T>[]>();
  #window = 0;
  #isReady = false;

  /** `anyCase`: needles are in lower case and also match upper case. */
  constructor({ anyCase = false }: { readonly anyCase?: boolean } = {}) {
    this.#anyCase = anyCase;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** A needle has at least three characters; the first target of a needle stays. */
  add(needle: string, target: T): void {
    if (needle.length < BLOCK) throw new RangeError(`A needle has at least ${BLOCK} characters.`);
    if (this.#entries.has(needle)) return;
    this.#entries.set(needle, { needle, target });
    this.#isReady = false;
  }

  /** Reports every place of every needle, from the first place on; of needles at one place in the order in which they were added. */
  each(text: Units, report: Report<T>): void {
    if (this.isEmpty) return;
    if (!this.#isReady) this.#prepare();
    if (this.#window === BLOCK) this.#stepThrough(text, report);
    else this.#leapThrough(text, report);
  }

  #leapThrough(text: Units, report: Report<T>): void {
    const { units, length } = text;
    const shifts = this.#shifts;
    let end = this.#window - 1;
    while (end < length) {
      const block = blockOf(units[end - 2] ?? 0, units[end - 1] ?? 0, units[end] ?? 0);
      const shift = shifts[block] ?? 0;
      if (shift === 0) this.#reportAt(text, { block, index: end + 1 - this.#window, report });
      end += shift === 0 ? 1 : shift;
    }
  }

  /**
   * The same for a window of one block, which cannot skip text: no step then waits for the look-up of the one before.
   */
  #stepThrough(text: Units, report: Report<T>): void {
    const { units, length } = text;
    const shifts = this.#shifts;
    let first = units[0] ?? 0;
    let second = units[1] ?? 0;
    for (let end = BLOCK - 1; end < length; end += 1) {
      const third = units[end] ?? 0;
      const block = blockOf(first, second, third);
      if (shifts[block] === 0) this.#reportAt(text, { block, index: end + 1 - BLOCK, report });
      first = second;
      second = third;
    }
  }

  #reportAt(
    text: Units,
    here: { readonly block: number; readonly index: number; readonly report: Report<T> },
  ): void {
    for (const { needle, target } of this.#buckets.get(here.block) ?? []) {
      if (this.#matchesAt(text, needle, here.index)) here.report(target, here.index);
    }
  }

  #matchesAt({ units, length }: Units, needle: string, offset: number): boolean {
    if (offset + needle.length > length) return false;
    for (let index = 0; index < needle.length; index += 1) {
      const unit = units[offset + index] ?? 0;
      if ((this.#anyCase ? small(unit) : unit) !== needle.charCodeAt(index)) return false;
    }
    return true;
  }

  #prepare(): void {
    const entries = [...this.#entries.values()];
    this.#window = entries.reduce((min, { needle }) => Math.min(min, needle.length), MAX_WINDOW);
    this.#buckets = new Map();
    this.#shifts.fill(this.#window - BLOCK + 1);
    for (const entry of entries) this.#place(entry);
    this.#isReady = true;
  }

  #place(entry: Entry<T>): void {
    const { needle } = entry;
    for (let end = BLOCK - 1; end < this.#window; end += 1) {
      const block = blockOf(
        needle.charCodeAt(end - 2),
        needle.charCodeAt(end - 1),
        needle.charCodeAt(end),
      );
      const shift = this.#window - 1 - end;
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, shift);
      if (shift > 0) continue;
      const bucket = this.#buckets.get(block) ?? [];
      bucket.push(entry);
      this.#buckets.set(block, bucket);
    }
  }
}

/** The same for lower and upper case, so that it serves both comparisons. */
function blockOf(first: number, second: number, third: number): number {
  return (((first | 32) << 10) ^ ((second | 32) << 5) ^ (third | 32)) & (BLOCKS - 1);
}

/** Only ASCII letters, like regular expressions without the flag `u`. */
function small(unit: number): number {
  return unit >= LARGE_A && unit <= LARGE_Z ? unit + TO_SMALL : unit;
}

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
