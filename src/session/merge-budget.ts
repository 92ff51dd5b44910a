import type { BudgetLimits } from '../agent/index.ts';
import type { Policy } from '../policy/index.ts';

/** Walls where neither the policy nor an input sets one. */
const DEFAULT_BUDGET = { turns: 60, calls: 300, tokens: 2_000_000, usd: 5, minutes: 30 } as const;

/** The tighter of the policy's budget and the inputs'; the defaults where neither says anything. */
export function mergeBudget(policy: Policy, inputs: BudgetLimits): BudgetLimits {
  const tighter = (name: keyof BudgetLimits): number => {
    const ofPolicy = policy.budget[name] ?? DEFAULT_BUDGET[name];
    return Math.min(ofPolicy, inputs[name] ?? ofPolicy);
  };
  return {
    turns: tighter('turns'),
    calls: tighter('calls'),
    tokens: tighter('tokens'),
    usd: tighter('usd'),
    minutes: tighter('minutes'),
  };
}
