import type { Clock } from './clock.ts';

/** Marks speculative promises as handled; later awaiters still see the rejection. */
export function markHandled(...promises: readonly Promise<unknown>[]): void {
  for (const promise of promises) promise.catch(() => undefined);
}

/** Awaits all promises. If several reject, it rejects with the first in this order, not with the fastest. */
export async function allInOrder<T extends readonly Promise<unknown>[]>(
  promises: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  markHandled(...promises);
  for (const promise of promises) await promise;
  return await Promise.all(promises);
}

/** A signal that is aborted after this time, or never for `null`. `clear` ends the wait. */
export function abortAfter(
  clock: Clock,
  ms: number | null,
  reason?: Error,
): { readonly signal: AbortSignal; readonly clear: () => void } {
  const over = new AbortController();
  const cleared = new AbortController();
  if (ms !== null)
    clock.sleep(ms, cleared.signal).then(
      () => over.abort(reason),
      () => undefined,
    );
  return { signal: over.signal, clear: () => cleared.abort() };
}

/**
 * What `work` resolves with; rejects with `late` once `limitMs` have passed. The work itself is not ended: what it
 * brings later is dropped.
 */
export async function within<T>(
  work: Promise<T>,
  limit: { readonly clock: Clock; readonly limitMs: number; readonly late: Error },
): Promise<T> {
  const over = new AbortController();
  markHandled(work);
  const timer = limit.clock.sleep(limit.limitMs, over.signal).then(() => {
    throw limit.late;
  });
  markHandled(timer);
  try {
    return await Promise.race([work, timer]);
  } finally {
    over.abort();
  }
}
