import type { Clock } from './clock.ts';
import { markHandled } from './speculative.ts';

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
