/** How much is done at once. */
export interface ParallelLimits<T> {
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
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = limits.bytesOf(item);
    while (running.size > 0 && (running.size >= limits.maxAtOnce || bytes + size > limits.maxBytes))
      await Promise.race(running);
    if (failures.length > 0) break;
    bytes += size;
    const one = (async () => {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    })().then(() => {
      bytes -= size;
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
