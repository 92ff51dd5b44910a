/**
 * Random choices from a seed: the same commands come of the same seed on each machine, so that a number that a report gives can be
 * tried again.
 */
export interface Random {
  /** A whole number from 0 up to and without `below`. */
  below(below: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  /** Up to `most` picks, and none of an empty list. */
  some<T>(items: readonly T[], most: number): T[];
}

/** mulberry32: small, and good enough to pick words. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    some: (items, most) =>
      items.length === 0 ? [] : Array.from({ length: below(most + 1) }, () => pick(items)),
  };
}
