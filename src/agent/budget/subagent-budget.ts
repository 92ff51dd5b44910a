import type { Clock } from '../../common/index.ts';
import { type Budget, type BudgetLimits, createBudget } from './budget.ts';

/** What of the parent's rest a helper may spend. */
const SHARE = 0.5;
const NAMES = ['turns', 'calls', 'tokens', 'usd'] as const;
const MS_PER_MINUTE = 60_000;

/**
 * A share of what is left of a parent's budget. Whatever the helper spends is spent by the parent too, and the parent's walls
 * hold for both.
 */
export function subagentBudget(parent: Budget, options: { readonly clock: Clock }): Budget {
  const used = parent.used();
  const limits = parent.limits();
  const share: Partial<Record<keyof BudgetLimits, number>> = {};
  for (const name of NAMES) {
    const limit = limits[name];
    if (limit === undefined) continue;
    const rest = Math.max(0, limit - used[name]) * SHARE;
    share[name] = name === 'usd' ? rest : Math.ceil(rest);
  }
  const leftMs = parent.msLeft();
  if (leftMs !== null) share.minutes = (leftMs * SHARE) / MS_PER_MINUTE;
  const own = createBudget({ limits: share, perTool: () => null, clock: options.clock });
  return {
    addTurn: () => {
      own.addTurn();
      parent.addTurn();
    },
    addUsage: (usage, costUsd) => {
      own.addUsage(usage, costUsd);
      parent.addUsage(usage, costUsd);
    },
    takeCall: (tool) => {
      const admitted = own.takeCall(tool);
      return admitted.ok ? parent.takeCall(tool) : admitted;
    },
    spent: () => parent.spent() ?? own.spent(),
    newlyNear: () => own.newlyNear(),
    msLeft: () => {
      const lefts = [own.msLeft(), parent.msLeft()].filter((left) => left !== null);
      return lefts.length === 0 ? null : Math.min(...lefts);
    },
    used: () => own.used(),
    limits: () => own.limits(),
    // People are asked by the parent, at its own wall.
    further: () => null,
    raise: (budget, limit) => own.raise(budget, limit),
  };
}
