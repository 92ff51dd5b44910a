/** What was removed from a text or made visible in it, by kind. */
export type Removed = Record<string, number>;

export function countRemoved(removed: Removed, kind: string, times = 1): void {
  removed[kind] = (removed[kind] ?? 0) + times;
}
