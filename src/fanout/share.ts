import { CountersignError } from '../common/index.ts';
import type { BudgetLimits } from '../agent/index.ts';

/** The inputs that a share of the budget is given by, and whether a share may have a fraction. */
const SHARED = [
  { input: 'max-turns', budget: 'turns', whole: true },
  { input: 'max-calls', budget: 'calls', whole: true },
  { input: 'max-tokens', budget: 'tokens', whole: true },
  { input: 'max-usd', budget: 'usd', whole: false },
  { input: 'max-minutes', budget: 'minutes', whole: false },
] as const;

/** Digits behind the point of a share of dollars or minutes. */
const FRACTION = 10_000;

export type Share = Readonly<Record<string, number>>;

/**
 * What each of `jobs` may use so that all of them together stay within the budget, under the names of the inputs that
 * take it. Rounded down. Throws `input-invalid` where a share would be nothing.
 */
export function shareOf(budget: BudgetLimits, jobs: number): Share {
  const share: Record<string, number> = {};
  for (const { input, budget: name, whole } of SHARED) {
    const total = budget[name];
    if (total === undefined) continue;
    const part = whole
      ? Math.floor(total / jobs)
      : Math.floor((total * FRACTION) / jobs) / FRACTION;
    if (part <= 0) {
      throw new CountersignError(
        'input-invalid',
        `The input ${input} is ${total}, of which ${jobs} jobs would have nothing.`,
        { fix: `Write a larger ${input}, or a smaller max-jobs.` },
      );
    }
    share[input] = part;
  }
  return share;
}

/** Things spread over at most `jobs` lists, none more than one longer than another, in their order. */
export function spread<T>(things: readonly T[], jobs: number): readonly (readonly T[])[] {
  const count = Math.min(jobs, things.length);
  return Array.from({ length: count }, (_, index) =>
    things.slice(
      Math.floor((index * things.length) / count),
      Math.floor(((index + 1) * things.length) / count),
    ),
  );
}
