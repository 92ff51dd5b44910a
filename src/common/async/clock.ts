/** The time of a run. It is passed in wherever time decides something, so that tests can control it. */
export interface Clock {
  /** The wall clock. */
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  // `performance` says the same, once Node has loaded all that measures it.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1_000_000,
  // Not the timer of `timers/promises`, which makes an error with a stack for each wait that is cut short.
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const cut = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', cut);
        resolve();
      }, ms);
      signal?.addEventListener('abort', cut, { once: true });
    });
  },
};
