import type { Units } from './units.ts';

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
    const { units, length } = text;
    for (let end = this.#window - 1; end < length; ) {
      const block = blockOf(units[end - 2] ?? 0, units[end - 1] ?? 0, units[end] ?? 0);
      const shift = this.#shifts[block] ?? 0;
      const index = end + 1 - this.#window;
      end += Math.max(shift, 1);
      if (shift > 0) continue;
      for (const { needle, target } of this.#buckets.get(block) ?? [])
        if (this.#matchesAt(text, needle, index)) report(target, index);
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
