/** The longest delay of a Node timer. */
export const MAX_TIMER_MS = 2_147_483_647;

/** The time of a run. It is passed in wherever time decides something, so that tests can control it. */
export interface Clock {
  /** The wall clock. */
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number;
  /** Resolves once `ms` have passed by `monotonicMs`, never before; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  // `performance` says the same, once Node has loaded all that measures it.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1_000_000,
  // Not the timer of `timers/promises`, which makes an error with a stack for each wait that is cut short.
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    const endMs = systemClock.monotonicMs() + ms;
    await new Promise<void>((resolve, reject) => {
      const cut = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      // A timer may fire up to a millisecond early: a limit of time would then not be reached yet.
      const end = (): void => {
        const leftMs = endMs - systemClock.monotonicMs();
        if (leftMs > 0) {
          timer = setTimeout(end, Math.ceil(leftMs));
          return;
        }
        signal?.removeEventListener('abort', cut);
        resolve();
      };
      let timer = setTimeout(end, ms);
      signal?.addEventListener('abort', cut, { once: true });
    });
  },
};
