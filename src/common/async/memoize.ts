/**
 * Calls `make` on first use and keeps its value. If it throws, the next use calls it again.
 */
export function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Calls `load` once for each list of arguments and keeps its value, of which a promise may reject. If `load` throws, the next use
 * calls it again.
 */
export function memoizeBy<A extends readonly (string | number | undefined)[], T>(
  load: (...args: A) => T,
): (...args: A) => T {
  const loaded = new Map<string, { readonly value: T }>();
  return (...args) => {
    const key = JSON.stringify(args);
    const kept = loaded.get(key) ?? { value: load(...args) };
    loaded.set(key, kept);
    return kept.value;
  };
}
