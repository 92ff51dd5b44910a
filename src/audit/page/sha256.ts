/** SHA-256 (FIPS 180-4) without waiting: WebCrypto's is asynchronous, and the verifier hashes each line while it reads it. */

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

/** The first 32 bits of the fractional part of a root, exact: a double has the bits of the square roots, a BigInt those of cubes. */
function fractionOfRoot(prime: number, degree: 2n | 3n): number {
  const shift = 32n * degree;
  const wanted = BigInt(prime) << shift;
  let [low, high] = [0n, BigInt(prime) << 32n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (one) =>
    one > 1 &&
    Array.from({ length: one }, (_, index) => index).every((by) => by < 2 || one % by > 0),
);
const CONSTANTS = Int32Array.from(PRIMES.slice(0, ROUNDS), (prime) => fractionOfRoot(prime, 3n));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOfRoot(prime, 2n));

/** A digest of bytes that come in pieces. */
export class Sha256 {
  readonly #state: Int32Array;
  readonly #block: Uint8Array;
  readonly #words = new Int32Array(ROUNDS);
  #bytes: number;

  constructor(from?: Sha256) {
    this.#state = from === undefined ? START.slice() : from.#state.slice();
    this.#block = from === undefined ? new Uint8Array(BLOCK_BYTES) : from.#block.slice();
    this.#bytes = from === undefined ? 0 : from.#bytes;
  }

  update(data: Uint8Array): this {
    let index = 0;
    const held = this.#bytes % BLOCK_BYTES;
    this.#bytes += data.length;
    if (held > 0) {
      index = Math.min(BLOCK_BYTES - held, data.length);
      this.#block.set(data.subarray(0, index), held);
      if (held + index < BLOCK_BYTES) return this;
      this.#compress(this.#block, 0);
    }
    for (; index + BLOCK_BYTES <= data.length; index += BLOCK_BYTES) this.#compress(data, index);
    this.#block.set(data.subarray(index));
    return this;
  }

  copy(): Sha256 {
    return new Sha256(this);
  }

  /** The digest of all bytes so far, as 64 lower-case hexadecimal digits. Nothing may be added after it. */
  digest(): string {
    const bits = BigInt(this.#bytes) * 8n;
    const held = this.#bytes % BLOCK_BYTES;
    const blocks = held + 1 + LENGTH_BYTES <= BLOCK_BYTES ? 1 : 2;
    const end = new Uint8Array(blocks * BLOCK_BYTES - held);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - LENGTH_BYTES, bits);
    this.update(end);
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #compress(data: Uint8Array, from: number): void {
    const [words, state] = [this.#words, this.#state];
    for (let index = 0; index < 16; index += 1) {
      const byte = from + 4 * index;
      words[index] =
        ((data[byte] ?? 0) << 24) |
        ((data[byte + 1] ?? 0) << 16) |
        ((data[byte + 2] ?? 0) << 8) |
        (data[byte + 3] ?? 0);
    }
    for (let index = 16; index < ROUNDS; index += 1) {
      const [two, fifteen] = [words[index - 2] ?? 0, words[index - 15] ?? 0];
      const one = rotated(two, 17) ^ rotated(two, 19) ^ (two >>> 10);
      const zero = rotated(fifteen, 7) ^ rotated(fifteen, 18) ^ (fifteen >>> 3);
      words[index] = (one + (words[index - 7] ?? 0) + zero + (words[index - 16] ?? 0)) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let index = 0; index < ROUNDS; index += 1) {
      const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + sum1 + choice + (CONSTANTS[index] ?? 0) + (words[index] ?? 0)) | 0;
      const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + sum0 + majority) | 0;
    }
    const add = [a, b, c, d, e, f, g, h];
    for (let index = 0; index < 8; index += 1)
      state[index] = ((state[index] ?? 0) + (add[index] ?? 0)) | 0;
  }
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
