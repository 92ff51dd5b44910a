import type { BudgetLimits } from '../agent/index.ts';
import { BUDGET_NAMES, DEFAULT_BUDGET, type Policy } from '../policy/index.ts';
import type { Job } from './job.ts';

const DEFAULTS = {
  github: null,
  requesterId: null,
  context: [],
  untrustedFiles: null,
  instructions: [],
  systemPrompt: null,
  outputSchema: null,
  dependentCalls: false,
  resume: null,
} as const;

/** The limits that the inputs of a run set; `null` or absent for those that they do not. */
export type GivenLimits = {
  readonly [name in keyof BudgetLimits]?: BudgetLimits[name] | null | undefined;
};

/** A job as an event, a checkpoint or the command line describes it. */
export type JobDescription = Omit<
  Job,
  keyof typeof DEFAULTS | 'requires' | 'usdLimitBy' | 'budget'
> &
  Partial<Pick<Job, keyof typeof DEFAULTS | 'requires'>> & { readonly budget: GivenLimits };

/** The one builder of jobs: fills in the defaults and merges the limits of the inputs with those of the policy. */
export function createJob(description: JobDescription): Job {
  const { policy, budget } = description;
  const { requires } = policy.done;
  const usdLimitBy =
    (budget.usd ?? null) === null ? (policy.budget.usd === null ? null : 'policy') : 'input';
  return { ...DEFAULTS, requires, ...description, budget: mergeBudget(policy, budget), usdLimitBy };
}

/** The workflow run of a job, for comments and markers; `null` if its numbers are not known. */
export function workflowRunOf(
  workflow: Job['workflow'],
): { readonly id: number; readonly attempt: number; readonly job: string } | null {
  const id = Number(workflow?.runId);
  const attempt = Number(workflow?.attempt);
  const isKnown = [id, attempt].every((value) => Number.isSafeInteger(value) && value > 0);
  return isKnown ? { id, attempt, job: workflow?.job ?? '' } : null;
}

/**
 * What to say of inputs that would raise a limit: the policy, or the default of a limit that it does not set, is lower. `named` says what
 * the input of a limit is called.
 */
export function inputsAboveLimits(
  policy: Policy,
  inputs: GivenLimits,
  named: (limit: string) => string,
): readonly string[] {
  return BUDGET_NAMES.flatMap((name) => {
    const given = inputs[name] ?? null;
    const limit = policy.budget[name] ?? DEFAULT_BUDGET[name];
    if (given === null || given <= limit) return [];
    const by =
      (policy.budget[name] ?? null) === null
        ? 'which is the default, as the policy sets none'
        : 'by the policy';
    return [
      `${named(name)} is ${given}, but the limit is ${limit}, ${by}. This setting can only lower it. To raise it, write "budget: { ${name}: ${given} }" into the policy.`,
    ];
  });
}

/** For each limit the lower one of the policy, or its default, and the inputs: no input raises what the policy leaves open. */
function mergeBudget(policy: Policy, inputs: GivenLimits): Required<BudgetLimits> {
  const lower = (name: keyof BudgetLimits): number => {
    const limit = policy.budget[name] ?? DEFAULT_BUDGET[name];
    return Math.min(limit, inputs[name] ?? limit);
  };
  return {
    turns: lower('turns'),
    calls: lower('calls'),
    tokens: lower('tokens'),
    usd: lower('usd'),
    minutes: lower('minutes'),
  };
}
