/** How much is done at once. */
interface ParallelLimits<T> {
  readonly maxAtOnce: number;
  /** Items whose sizes together are more than this wait for others; a larger one is done alone. */
  readonly maxBytes: number;
  readonly bytesOf: (item: T) => number;
}

/**
 * Does `work` for each item, several at once, and takes items only when there is room. Resolves when all are done. After the first
 * error it begins no other item, waits for those that have begun, and rejects with that error.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  limits: ParallelLimits<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const running = { count: 0, bytes: 0, freed: Promise.withResolvers<void>() };
  const begin = async (item: T, bytes: number): Promise<void> => {
    running.count += 1;
    running.bytes += bytes;
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
    running.count -= 1;
    running.bytes -= bytes;
    running.freed.resolve();
    running.freed = Promise.withResolvers();
  };
  const { maxAtOnce, maxBytes } = limits;
  for (const item of items) {
    const bytes = limits.bytesOf(item);
    const isFull = (): boolean =>
      running.count >= maxAtOnce || (running.count > 0 && running.bytes + bytes > maxBytes);
    while (isFull()) await running.freed.promise;
    if (failures.length > 0) break;
    void begin(item, bytes);
  }
  while (running.count > 0) await running.freed.promise;
  if (failures.length > 0) throw failures[0];
}
