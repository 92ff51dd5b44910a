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
