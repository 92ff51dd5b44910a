/** The walls of the way out of one command. */
export const PROXY_LIMITS = {
  connections: 128,
  /** Of all connections together, both ways. */
  bytes: 8 * 1024 ** 3,
  headerBytes: 32 * 1024,
  /** How long a request's head may take to come. */
  headerMs: 15_000,
  connectMs: 20_000,
  /** How long a connection may say nothing. */
  idleMs: 5 * 60_000,
} as const;

export interface ProxyLimits {
  readonly connections: number;
  readonly bytes: number;
  readonly headerBytes: number;
  readonly headerMs: number;
  readonly connectMs: number;
  readonly idleMs: number;
}

/** Counts bytes that pass; calls `onFull` once there are too many. */
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
