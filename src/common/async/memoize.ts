/**
 * Calls `make` on first use and keeps its value. If it throws, the next use calls it again.
 */
export function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Calls `load` once for each list of arguments and keeps its promise, also if it rejects. */
export function memoizeBy<A extends readonly (string | number | undefined)[], T>(
  load: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  const loaded = new Map<string, Promise<T>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const promise = loaded.get(key) ?? load(...args);
    loaded.set(key, promise);
    return promise;
  };
}
