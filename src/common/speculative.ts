/**
 * For work that is begun before it is certain that anyone awaits it: it may fail without a word. Whoever awaits it all the
 * same gets its failure.
 */
export function markHandled(...works: readonly Promise<unknown>[]): void {
  for (const work of works) work.catch(() => undefined);
}

/** Awaits all of it. Where several fail, the first in this order is the failure, whichever was the fastest. */
export async function allInOrder<T extends readonly Promise<unknown>[]>(
  works: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  markHandled(...works);
  for (const work of works) await work;
  return await Promise.all(works);
}
