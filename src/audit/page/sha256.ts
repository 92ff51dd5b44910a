/** SHA-256 (FIPS 180-4) without waiting: WebCrypto's is asynchronous, and the verifier hashes each line while it reads it. */

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

/** The constants of section 4.2.2. */
const CONSTANTS = wordsOf(
  '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01',
  '243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc',
  '2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147',
  '06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85',
  'a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08',
  '2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208',
  '90befffa a4506ceb bef9a3f7 c67178f2',
);
/** The initial hash value of section 5.3.3. */
const START = wordsOf('6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19');

function wordsOf(...lines: readonly string[]): Int32Array {
  return Int32Array.from(lines.join(' ').split(' '), (word) => Number.parseInt(word, 16));
}

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
