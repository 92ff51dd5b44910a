/** How long one stream may last, pings included. */
const MAX_STREAM_MS = 3_600_000;
/** How long the server may take to close the stream after the last event. */
const DRAIN_TIMEOUT_MS = 500;

/** Aborts a stream that is silent for too long, and says of one that lasts too long that it does. */
export class StreamWatch {
  /** Why the stream is given up; `null`: it is not. */
  because: string | null = null;
  readonly #controller: AbortController;
  readonly #endMs = performance.now() + MAX_STREAM_MS;
  #timer: NodeJS.Timeout;
  #isComplete = false;

  constructor(controller: AbortController, stallTimeoutMs: number) {
    this.#controller = controller;
    this.#timer = this.#abortIn(stallTimeoutMs);
  }

  /** Called with every chunk, comments too, which keep a stream alive while a model thinks. False: it has lasted too long. */
  isInTime(): boolean {
    if (this.#isComplete) return true;
    this.#timer.refresh();
    if (performance.now() < this.#endMs) return true;
    this.because = `the stream had no end after ${MAX_STREAM_MS / 1000} s`;
    return false;
  }

  /** The reply is complete: the stream may stay open only for a moment longer. */
  drain(): void {
    this.#isComplete = true;
    clearTimeout(this.#timer);
    this.#timer = this.#abortIn(DRAIN_TIMEOUT_MS);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #abortIn(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.because = `the stream was silent for ${timeoutMs / 1000} s`;
      this.#controller.abort();
    }, timeoutMs);
  }
}
