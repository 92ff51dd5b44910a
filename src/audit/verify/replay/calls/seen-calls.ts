const NUMBERED = /^c([1-9]\d{0,8})$/;
const BITS = 32;
const GROWTH = 2;

/**
 * A set of call names. A run numbers its calls (`c1`, `c2`, …), so that a million calls take one bit each. Other names
 * are stored as they are.
 */
export class SeenCalls {
  #bits = new Uint32Array(64);
  #numbered = 0;
  #highest = 0;
  readonly #others = new Set<string>();

  /** Adds a name; returns false if the set has it already. */
  add(call: string): boolean {
    if (this.has(call)) return false;
    const number = Number(NUMBERED.exec(call)?.[1] ?? 0);
    // A number far beyond the others must not allocate much memory.
    if (number === 0 || number > this.#bits.length * BITS * GROWTH) {
      this.#others.add(call);
      return true;
    }
    const index = Math.floor(number / BITS);
    if (index >= this.#bits.length) this.#grow(index);
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (number % BITS));
    this.#numbered += 1;
    this.#highest = Math.max(this.#highest, number);
    return true;
  }

  has(call: string): boolean {
    const number = Number(NUMBERED.exec(call)?.[1] ?? 0);
    const word = number === 0 ? 0 : (this.#bits[Math.floor(number / BITS)] ?? 0);
    return (word & (1 << (number % BITS))) !== 0 || this.#others.has(call);
  }

  /** How many numbers below the highest one were never added. */
  get missing(): number {
    return this.#highest - this.#numbered;
  }

  #grow(index: number): void {
    const larger = new Uint32Array(Math.max(index + 1, this.#bits.length * GROWTH));
    larger.set(this.#bits);
    this.#bits = larger;
  }
}
