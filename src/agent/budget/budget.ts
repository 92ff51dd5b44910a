import type { Clock } from '../../common/index.ts';
import type { Admission } from '../../tool-calls/index.ts';
import type { Usage } from '../../model/index.ts';

/** The walls of a run. An absent number is no wall. */
export interface BudgetLimits {
  readonly turns?: number;
  readonly calls?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly minutes?: number;
}

export type BudgetName = keyof BudgetLimits;

export interface BudgetLine {
  readonly budget: BudgetName;
  readonly used: number;
  readonly limit: number;
}

/** From this share of a limit on, the model is told how little is left. */
const NEAR_SHARE = 0.8;
const MS_PER_MINUTE = 60_000;
const BUDGET_NAMES = ['turns', 'calls', 'tokens', 'usd', 'minutes'] as const;

/** An amount of a budget in few digits: cents of money, whole numbers of everything else. */
export function describe(budget: BudgetName, amount: number): string {
  return budget === 'usd' ? amount.toFixed(2) : String(Math.floor(amount));
}

/** Counts what a run spends against its walls. Nothing else counts. */
export interface Budget {
  addTurn(): void;
  addUsage(usage: Usage, costUsd: number | null): void;
  /** Takes one call of a tool, or says which wall it met; `limits` of the policy count by tool. */
  takeCall(tool: string): Admission;
  /** The first wall that is met, if any. */
  spent(): BudgetLine | null;
  /** Walls that came near since the last time that this was asked. */
  newlyNear(): readonly BudgetLine[];
  /** Milliseconds until the wall of minutes; `null` without one. */
  msLeft(): number | null;
  used(): BudgetUse;
  /** The walls as they stand now. */
  limits(): BudgetLimits;
  /** Where a wall would stand with a little more: half of what it was at first, again. `null` for one that never moves. */
  further(budget: BudgetName): number | null;
  /** Moves a wall to where a person let it. */
  raise(budget: BudgetName, limit: number): void;
}

/** What was spent so far, by wall and by tool. */
export interface BudgetUse extends Readonly<Record<BudgetName, number>> {
  readonly byTool: Readonly<Record<string, number>>;
}

/** What of a limit "a little more" is. */
const MORE_SHARE = 0.5;
/** Of money no more than this is told. */
const USD_DIGITS = 6;

/** A budget that begins now. `perTool` is the policy's `limits`: how often a tool
 * may run, `null` where it says nothing. */
export function createBudget(options: {
  readonly limits: BudgetLimits;
  readonly perTool: (tool: string) => number | null;
  readonly clock: Clock;
  /** What the same run spent in earlier jobs. */
  readonly before?: BudgetUse;
  /** Walls that people moved in earlier jobs. */
  readonly raised?: BudgetLimits;
  /** `ask`: people may be asked for a little more. Absent: every wall stands. */
  readonly onLimit?: 'stop' | 'ask';
}): Budget {
  const { perTool, clock, before, onLimit = 'stop' } = options;
  const limits: { -readonly [Name in BudgetName]?: number } = {
    ...options.limits,
    ...options.raised,
  };
  const startedMs = clock.monotonicMs() - (before?.minutes ?? 0) * MS_PER_MINUTE;
  const counts = {
    turns: before?.turns ?? 0,
    calls: before?.calls ?? 0,
    tokens: before?.tokens ?? 0,
    usd: before?.usd ?? 0,
  };
  const byTool = new Map(Object.entries(before?.byTool ?? {}));
  const told = new Set<BudgetName>();
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
    ...movable({ ...options, limits, first: options.limits, used, told }),
    addTurn: () => void (counts.turns += 1),
    addUsage: (usage, costUsd) => {
      counts.tokens += totalOf(usage);
      counts.usd += costUsd ?? 0;
    },
    takeCall: (tool) => {
      const usedByTool = byTool.get(tool) ?? 0;
      const toolLimit = perTool(tool);
      if (toolLimit !== null && usedByTool >= toolLimit) return limitMet(tool, toolLimit);
      if (limits.calls !== undefined && counts.calls >= limits.calls)
        return callsMet(limits.calls, onLimit);
      counts.calls += 1;
      byTool.set(tool, usedByTool + 1);
      return { ok: true };
    },
    spent: () => lines().find((line) => line.used >= line.limit) ?? null,
    newlyNear: () => {
      const near = lines().filter(
        (line) => line.used >= line.limit * NEAR_SHARE && !told.has(line.budget),
      );
      for (const line of near) told.add(line.budget);
      return near;
    },
    msLeft: () =>
      limits.minutes === undefined
        ? null
        : Math.max(0, limits.minutes * MS_PER_MINUTE - (clock.monotonicMs() - startedMs)),
    used,
  };
}

/** The walls as they stand, and how they move. */
function movable(of: {
  readonly first: BudgetLimits;
  readonly limits: { -readonly [Name in BudgetName]?: number };
  readonly used: () => BudgetUse;
  readonly told: Set<BudgetName>;
  readonly onLimit?: 'stop' | 'ask';
}): Pick<Budget, 'limits' | 'further' | 'raise'> {
  const { limits } = of;
  return {
    limits: () => ({ ...limits }),
    further: (budget) => {
      const first = of.first[budget];
      const limit = limits[budget];
      if (of.onLimit !== 'ask' || first === undefined || limit === undefined) return null;
      // A command may hang: the wall of minutes ends it without anybody.
      if (budget === 'minutes') return null;
      return furtherOf(budget, { first, limit, used: of.used()[budget] });
    },
    raise: (budget, limit) => {
      limits[budget] = limit;
      of.told.delete(budget);
    },
  };
}

/** Whole steps of half the first limit, so many that what is used lies below. A limit of nothing has no half. */
function furtherOf(
  budget: BudgetName,
  { first, limit, used }: { readonly first: number; readonly limit: number; readonly used: number },
): number | null {
  const step = budget === 'usd' ? first * MORE_SHARE : Math.ceil(first * MORE_SHARE);
  if (step === 0) return null;
  const steps = Math.floor(Math.max(0, used - limit) / step) + 1;
  return Number((limit + steps * step).toFixed(USD_DIGITS));
}

function totalOf(usage: Usage): number {
  return (
    usage.inputTokens +
    usage.outputTokens +
    usage.cacheReadInputTokens +
    usage.cacheCreationInputTokens
  );
}

function limitMet(tool: string, limit: number): Admission {
  return {
    ok: false,
    error: {
      type: 'permission',
      message: `${tool} may run ${limit} time${limit === 1 ? '' : 's'} in a run, and has.`,
      recommendations: ['Go on without it, or finish.'],
    },
  };
}

function callsMet(limit: number, onLimit: 'stop' | 'ask'): Admission {
  return {
    ok: false,
    error: {
      type: 'permission',
      message: `The budget of ${limit} calls is spent.`,
      recommendations: [
        onLimit === 'stop'
          ? 'Nothing more can be called: the run ends here.'
          : 'A person is asked for more. If there is more, you are told, and can make this call again.',
      ],
    },
  };
}
