import { setTimeout as sleepFor } from 'node:timers/promises';

/** Time as a run sees it. Passed in wherever time decides something, so that tests can hold it. */
export interface Clock {
  /** The wall clock. */
  now(): Date;
  /** Milliseconds that never run backwards, for durations. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await sleepFor(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // The timer rejects with an AbortError of its own; callers go by the reason that was given.
      throw signal?.aborted === true ? signal.reason : error;
    }
  },
};
