import type { Clock } from '../../../src/common/index.ts';

/** What sleeps longer is a limit, which only passes with the time of all others; but for a wait for GitHub. */
const LONGEST_WAIT_MS = 45_000;

export interface VirtualClock extends Clock {
  /** Does something once so much more time has passed. */
  after(ms: number, act: () => void): void;
  /** The next sleep is a wait for GitHub, however long it is. */
  nextIsWait(): void;
}

/** A clock that is moved by whoever sleeps: no wait takes time, and things happen in the order of their times. */
export function virtualClock(): VirtualClock {
  let nowMs = Date.parse('2026-03-01T12:00:00Z');
  const due: { readonly atMs: number; readonly act: () => void }[] = [];
  const moveTo = (ms: number): void => {
    nowMs = Math.max(nowMs, ms);
    for (const one of due.filter(({ atMs }) => atMs <= nowMs)) {
      due.splice(due.indexOf(one), 1);
      one.act();
    }
  };
  let isWait = false;
  const after: VirtualClock['after'] = (ms, act) => void due.push({ atMs: nowMs + ms, act });
  return {
    after,
    nextIsWait: () => {
      isWait = true;
    },
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (ms > LONGEST_WAIT_MS && !isWait) return after(ms, resolve);
        isWait = false;
        // Whatever else runs in this process comes first.
        setTimeout(() => {
          moveTo(nowMs + ms);
          resolve();
        }, 1);
      });
    },
  };
}
