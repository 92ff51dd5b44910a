import * as z from 'zod';
import { digestOf } from '../common/index.ts';
import { type Policy, policyWithPlan } from '../policy/index.ts';

/** A line of an approved plan: the digest of one call's parsed input, or a rule. */
const planLine = z.union([
  z.strictObject({ tool: z.string(), argumentsSha256: z.string() }),
  z.strictObject({ rule: z.string() }),
]);
export type PlanLine = z.infer<typeof planLine>;

/** An approved plan, as a checkpoint stores it: the call that submitted it, and its lines from the first. */
export const planState = z.strictObject({ call: z.string(), lines: z.array(planLine) });
type PlanState = z.infer<typeof planState>;

interface ApprovedPlan extends PlanState {
  /** Over canonical JSON of the lines. */
  readonly sha256: string;
  /** The run's policy with the rules of the plan. */
  readonly policy: Policy;
}

export type PlanRecord = ReturnType<typeof createPlanRecord>;

/** Where a run keeps its plan, which it may get. A later plan replaces it. */
export function createPlanRecord(policy: Policy) {
  let current: ApprovedPlan | null = null;
  return {
    current: (): ApprovedPlan | null => current,
    adopt: ({ call, lines }: PlanState): void => {
      const rules = lines.flatMap((line, index) =>
        'rule' in line ? [{ line: index + 1, rule: line.rule }] : [],
      );
      const withRules = policyWithPlan(policy, rules);
      current = { call, lines, sha256: planDigest(lines), policy: withRules };
    },
  };
}

/** Over canonical JSON of the lines: what an approval of the plan binds, and what verdicts by it name. */
export function planDigest(lines: readonly PlanLine[]): string {
  return digestOf(lines);
}
