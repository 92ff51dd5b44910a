import type { Clock } from '../../common/index.ts';
import { type Budget, type BudgetLimits, COUNTED_BUDGETS, createBudget } from './budget.ts';

/** The share of the parent's remaining budget that a subagent may spend. */
const SHARE = 0.5;
const MS_PER_MINUTE = 60_000;

/**
 * A share of the parent's remaining budget. Whatever the subagent spends counts for the parent too, and the parent's limits
 * apply to both.
 */
export function subagentBudget(parent: Budget, options: { readonly clock: Clock }): Budget {
  const used = parent.used();
  const limits = parent.limits();
  const share: Partial<Record<keyof BudgetLimits, number>> = {};
  for (const name of COUNTED_BUDGETS) {
    const limit = limits[name];
    if (limit === undefined) continue;
    const rest = Math.max(0, limit - used[name]) * SHARE;
    share[name] = name === 'usd' ? rest : Math.ceil(rest);
  }
  const remainingMs = parent.remainingMs();
  if (remainingMs !== null) share.minutes = (remainingMs * SHARE) / MS_PER_MINUTE;
  const own = createBudget({ limits: share, perTool: () => null, clock: options.clock });
  return {
    ...own,
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
    // Only the parent asks people for more.
    nextLimit: () => null,
  };
}
