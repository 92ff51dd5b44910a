/** The limits of the proxy of one command. */
export const PROXY_LIMITS = {
  connections: 128,
  /** For all connections together, in both directions. */
  bytes: 8 * 1024 ** 3,
  headerBytes: 32 * 1024,
  /** The longest time for the headers of a request. */
  headerMs: 15_000,
  connectMs: 20_000,
  /** The longest time without data on a connection. */
  idleMs: 5 * 60_000,
};
export type ProxyLimits = Readonly<typeof PROXY_LIMITS>;

/** Counts transferred bytes and calls `onFull` once there are too many. */
export class ByteMeter {
  readonly #max: number;
  readonly #onFull: () => void;
  #bytes = 0;

  constructor(max: number, onFull: () => void) {
    this.#max = max;
    this.#onFull = onFull;
  }

  add(chunk: Uint8Array): void {
    const before = this.#bytes;
    this.#bytes += chunk.byteLength;
    if (before <= this.#max && this.#bytes > this.#max) this.#onFull();
  }
}
