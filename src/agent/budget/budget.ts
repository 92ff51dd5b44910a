import { type Clock, counted, roundUsd } from '../../common/index.ts';
import type { Admission } from '../../tool-calls/index.ts';
import { totalTokens, type Usage } from '../../model/index.ts';
import { BUDGET_NAMES, type BudgetName } from '../../policy/index.ts';
import { failure } from '../../tools/index.ts';

/** The limits that count what a run does. They have a share for each subagent, and people can raise them; minutes pass by themselves. */
export const COUNTED_BUDGETS = BUDGET_NAMES.filter((name) => name !== 'minutes');

/** The limits of a run. An absent number means no limit. */
export type BudgetLimits = Readonly<Partial<Record<BudgetName, number>>>;

export interface BudgetLine {
  readonly budget: BudgetName;
  readonly used: number;
  readonly limit: number;
}

/** The model gets a warning once this share of a limit is used. */
const NEAR_SHARE = 0.8;
const MS_PER_MINUTE = 60_000;

/** An amount of a budget in few digits: cents of money, whole numbers of everything else. */
export function amountText(budget: BudgetName, amount: number): string {
  return budget === 'usd' ? amount.toFixed(2) : String(Math.floor(amount));
}

/** What was spent so far, by budget and by tool. */
interface BudgetUse extends Readonly<Record<BudgetName, number>> {
  readonly byTool: Readonly<Record<string, number>>;
}

/** The share of the first limit by which a limit is raised. */
const EXTENSION_SHARE = 0.5;
/** Digits of an amount of money, and the least amount that they can say. */
const USD_DIGITS = 6;
const LEAST_USD = 0.000_001;

export type Budget = ReturnType<typeof createBudget>;

/**
 * Counts what a run spends from now on against its limits. `perTool` is the policy's `limits`: how often a tool may run, `null` for
 * no limit.
 */
export function createBudget(options: {
  readonly limits: BudgetLimits;
  readonly perTool: (tool: string) => number | null;
  readonly clock: Clock;
  /** What the same run spent in earlier jobs. */
  readonly before?: BudgetUse | undefined;
  /** Limits that people raised in earlier jobs. */
  readonly raised?: BudgetLimits | undefined;
  /** `ask`: people may raise a limit. Absent: nobody is asked. */
  readonly onLimit?: 'stop' | 'ask';
}) {
  const { perTool, clock, before, onLimit = 'stop' } = options;
  const limits: { -readonly [Name in BudgetName]?: number } = { ...options.limits };
  for (const name of BUDGET_NAMES) {
    const raised = options.raised?.[name];
    // The inputs of this job may allow more than people did.
    if (raised !== undefined) limits[name] = Math.max(raised, limits[name] ?? raised);
  }
  const { turns = 0, calls = 0, tokens = 0, usd = 0, minutes: earlier = 0 } = before ?? {};
  const startedMs = clock.monotonicMs() - earlier * MS_PER_MINUTE;
  const counts = { turns, calls, tokens, usd };
  const byTool = new Map(Object.entries(before?.byTool ?? {}));
  const warned = new Set<BudgetName>();
  const minutes = (): number => (clock.monotonicMs() - startedMs) / MS_PER_MINUTE;
  const used = (): BudgetUse => ({
    ...counts,
    minutes: minutes(),
    byTool: Object.fromEntries(byTool),
  });
  const lines = (): BudgetLine[] => {
    const now = used();
    return BUDGET_NAMES.flatMap((budget) => {
      const limit = limits[budget];
      return limit === undefined ? [] : [{ budget, used: now[budget], limit }];
    });
  };
  return {
    addTurn: (): void => void (counts.turns += 1),
    addUsage: (usage: Usage, costUsd: number | null): void => {
      counts.tokens += totalTokens(usage);
      counts.usd = roundUsd(counts.usd + (costUsd ?? 0));
    },
    /** Counts one call of a tool, or refuses it with the limit that it would exceed, including the policy's `limits` of that tool. */
    takeCall: (tool: string): Admission => {
      const usedByTool = byTool.get(tool) ?? 0;
      const toolLimit = perTool(tool);
      if (toolLimit !== null && usedByTool >= toolLimit) return toolLimitReached(tool, toolLimit);
      if (limits.calls !== undefined && counts.calls >= limits.calls)
        return callLimitReached(limits.calls, onLimit);
      counts.calls += 1;
      byTool.set(tool, usedByTool + 1);
      return { ok: true };
    },
    /** The first limit that is reached, if any. */
    spent: (): BudgetLine | null => lines().find((line) => line.used >= line.limit) ?? null,
    /** Limits that came near since the last call of this function. */
    takeWarnings: (): readonly BudgetLine[] => {
      const near = lines().filter(
        (line) => line.used >= line.limit * NEAR_SHARE && !warned.has(line.budget),
      );
      for (const line of near) warned.add(line.budget);
      return near;
    },
    /** Milliseconds until the limit of minutes; `null` without one. */
    remainingMs: (): number | null =>
      limits.minutes === undefined
        ? null
        : Math.max(0, limits.minutes * MS_PER_MINUTE - (clock.monotonicMs() - startedMs)),
    used,
    /** The limits as they are now. */
    limits: (): BudgetLimits => ({ ...limits }),
    /** The limit to ask people for: half of the first limit more. `null` if this limit cannot be raised. */
    nextLimit: (budget: BudgetName): number | null => {
      const first = options.limits[budget];
      const limit = limits[budget];
      if (onLimit !== 'ask' || first === undefined || limit === undefined) return null;
      // Minutes pass while people are asked, and a hanging command must end without them.
      if (budget === 'minutes') return null;
      return raisedLimit(budget, { first, limit, used: used()[budget] });
    },
    /** Sets a limit that a person approved. */
    raiseLimit: (budget: BudgetName, limit: number): void => {
      limits[budget] = limit;
      warned.delete(budget);
    },
  };
}

/** Adds whole steps of half the first limit until the use lies below. A limit of 0 cannot be raised. */
function raisedLimit(
  budget: BudgetName,
  { first, limit, used }: { readonly first: number; readonly limit: number; readonly used: number },
): number | null {
  if (first === 0) return null;
  const half = first * EXTENSION_SHARE;
  const step = budget === 'usd' ? Math.max(inDigits(half), LEAST_USD) : Math.ceil(half);
  const steps = Math.floor(Math.max(0, used - limit) / step) + 1;
  const raised = inDigits(limit + steps * step);
  // Fractions of a dollar are not exact.
  return raised > used ? raised : inDigits(limit + (steps + 1) * step);
}

function inDigits(usd: number): number {
  return Number(usd.toFixed(USD_DIGITS));
}

function toolLimitReached(tool: string, limit: number): Admission {
  return failure(
    'permission',
    `${tool} may run ${counted(limit, 'time')} in a run. That limit is reached.`,
    ['Continue without it, or finish.'],
  );
}

function callLimitReached(limit: number, onLimit: 'stop' | 'ask'): Admission {
  return failure('permission', `The budget of ${counted(limit, 'call')} is spent.`, [
    onLimit === 'stop'
      ? 'No more calls are possible: the run ends here.'
      : 'A person is asked for more. If they allow it, you are informed and can make this call again.',
  ]);
}
