import { CountersignError } from '../common/index.ts';
import { BUDGET_NAMES, type BudgetName } from '../policy/index.ts';
import type { GivenLimits } from '../session/index.ts';

/** The limits whose share must not have a fraction. */
const WHOLE: ReadonlySet<BudgetName> = new Set(['turns', 'calls', 'tokens']);

/** Decimal places of a share of dollars or minutes. */
const FRACTION = 10_000;

export type Share = Readonly<Record<string, number>>;

/**
 * The limits of each of `jobs`, so that all together stay within the budget, by the names of the inputs that take them.
 * Rounded down. Throws `input-invalid` if a share would be zero.
 */
export function shareOf(budget: GivenLimits, jobs: number): Share {
  const share: Record<string, number> = {};
  for (const name of BUDGET_NAMES) {
    const input = `max-${name}`;
    const total = budget[name] ?? null;
    if (total === null) continue;
    const part = WHOLE.has(name)
      ? Math.floor(total / jobs)
      : Math.floor((total * FRACTION) / jobs) / FRACTION;
    if (part <= 0) {
      throw new CountersignError(
        'input-invalid',
        `The input ${input} is ${total}, which is too little to divide among ${jobs} jobs.`,
        { fix: `Write a larger ${input}, or a smaller max-jobs.` },
      );
    }
    share[input] = part;
  }
  return share;
}

/** Distributes items over at most `jobs` lists of nearly equal length, in order. */
export function spread<T>(things: readonly T[], jobs: number): readonly (readonly T[])[] {
  const count = Math.min(jobs, things.length);
  return Array.from({ length: count }, (_, index) =>
    things.slice(
      Math.floor((index * things.length) / count),
      Math.floor(((index + 1) * things.length) / count),
    ),
  );
}
