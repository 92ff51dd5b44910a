/** The items with different keys: of several with the same key the last one, in the place of the first. */
export function distinctBy<T>(items: readonly T[], keyOf: (item: T) => string | number): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
