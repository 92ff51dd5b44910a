/**
 * fast-check as the tests use it. What a property tries is the same in every run, so that a run which fails was broken by the
 * change that it tests. `npm run test:nightly` tries other cases, and more of them, each time.
 */
import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { test } from 'vitest';

export * from 'fast-check';

const MAX_SEED = 2 ** 31;
const SEED = 20_260_101;
const TIMES = 'COUNTERSIGN_PROPERTY_TIMES';

const times = Number(process.env[TIMES] ?? 0);
if (!Number.isSafeInteger(times) || times < 0) {
  throw new Error(`${TIMES} is ${process.env[TIMES]}: write a whole number.`);
}

/** Whether every case is tried where a usual run tries some. */
export const hasMoreTime = times > 0;

/** In place of `test` where a usual run leaves a test out. */
const noTest = Object.assign(() => undefined, {
  each: () => () => undefined,
  concurrent: Object.assign(() => undefined, { each: () => () => undefined }),
}) as unknown as typeof test;

/**
 * `test` for a further case of what other tests of the usual run hold, where each case takes seconds: only
 * `npm run test:nightly` runs it, every night and before a release.
 */
export const nightly = hasMoreTime ? test : noTest;

/** `count` of these cases, evenly spread; all of them in `npm run test:nightly`. */
export function someOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (hasMoreTime || cases.length <= count) return cases;
  return Array.from({ length: count }, (_, index) => {
    return cases[Math.floor((index * cases.length) / count)] as T;
  });
}

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any code point but half of a surrogate pair, as the unit of a `string`. The unit `binary` of fast-check gives the same, and makes a
 * map of all of them first, which takes each process a second and 100 MB.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - SURROGATES.count })
  .map(
    (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
    indexOf,
  );

/** The other way round, for strings that fast-check knows to be dangerous and puts in. */
function indexOf(text: unknown): number {
  const value = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
  if (value < 0 || text !== String.fromCodePoint(value)) throw new Error('No code point.');
  return value < SURROGATES.first ? value : value - SURROGATES.count;
}

/** How many cases a test tries that makes them by itself: `usual`, and more of them in `npm run test:nightly`. */
export function casesToTry(usual: number): number {
  return usual * Math.max(1, times);
}

/** As `sample` of fast-check: from the seed that is given, or from one of its own that the log names. */
export function sample<T>(generator: fc.Arbitrary<T>, parameters: fc.Parameters<T>): T[] {
  if (times === 0) return fc.sample(generator, parameters);
  const seed = randomInt(MAX_SEED);
  process.stdout.write(`sample: seed ${seed}\n`);
  return fc.sample(generator, { ...parameters, seed });
}

/** `check` of fast-check returns what it finds and throws nothing, so that a test which calls it holds nothing. Call `assert`. */
export const check = undefined;

/** As `assert` of fast-check: with the seed above, or with seeds of their own and `COUNTERSIGN_PROPERTY_TIMES` times as many cases. */
export function assert<T>(
  property: fc.IAsyncProperty<T>,
  parameters?: fc.Parameters<T>,
): Promise<void>;
export function assert<T>(property: fc.IProperty<T>, parameters?: fc.Parameters<T>): void;
export function assert<T>(
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
  parameters: fc.Parameters<T> = {},
): Promise<void> | void {
  const { numRuns = 100 } = parameters;
  const chosen = times === 0 ? { seed: SEED } : { numRuns: numRuns * times };
  return fc.assert(property, { ...parameters, ...chosen });
}
