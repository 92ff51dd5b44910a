import { compileRule, type CompiledRule } from './compile.ts';
import type { BudgetSettings, DefaultMode, Policy } from './policy.ts';
import type { Mode } from './schema.ts';

/** What the inputs of a run may ask for beside the policy. Everything here can only make it stricter. */
export interface Tightening {
  readonly mode?: Mode;
  readonly plan?: 'required';
  /** Rules, written as in the policy. */
  readonly deny?: readonly string[];
  readonly requireApproval?: readonly string[];
  readonly budget?: Partial<Record<'turns' | 'calls' | 'minutes' | 'tokens' | 'usd', number>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly disabledTools?: readonly string[];
  readonly sandbox?: 'required' | 'preferred';
  readonly approvals?: { readonly count?: number; readonly self?: false };
}

export type TightenResult =
  | { readonly ok: true; readonly policy: Policy; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const MODE_ORDER: readonly DefaultMode[] = ['auto', 'custom', 'ask', 'deny'];
const SANDBOX_ORDER = ['off', 'preferred', 'required'] as const;
const BUDGETS = ['turns', 'calls', 'minutes', 'tokens', 'usd'] as const;

/**
 * The policy with a run's inputs applied. An input that would loosen it changes nothing and is named in `ignored`, so
 * that whoever set it learns why; a rule that cannot be read is a problem, never skipped. The digest stays that of the
 * file: inputs are recorded beside it.
 */
export function tightenPolicy(policy: Policy, more: Tightening): TightenResult {
  const rules = [
    ...ruleInputs('deny', more.deny),
    ...ruleInputs('requireApproval', more.requireApproval),
  ];
  const problems = rules.flatMap((rule) => (typeof rule === 'string' ? [rule] : []));
  if (problems.length > 0) return { ok: false, problems };
  const added = rules.flatMap((rule) => (typeof rule === 'string' ? [] : [rule]));
  const ignored: string[] = [];
  return {
    ok: true,
    policy: {
      ...policy,
      ...stricterMode(policy, more, ignored),
      rules: [...policy.rules, ...added],
      budget: smallerBudget(policy.budget, more.budget ?? {}, ignored),
      limits: smallerLimits(policy.limits, more.limits ?? {}, ignored),
      tools: {
        ...policy.tools,
        disabled: [...policy.tools.disabled, ...(more.disabledTools ?? [])],
      },
      sandbox: {
        ...policy.sandbox,
        mode: stricterSandbox(policy.sandbox.mode, more.sandbox, ignored),
      },
      approvals: {
        ...policy.approvals,
        count: Math.max(policy.approvals.count, more.approvals?.count ?? 1),
        self: policy.approvals.self && more.approvals?.self !== false,
      },
    },
    ignored,
  };
}

function ruleInputs(
  list: 'deny' | 'requireApproval',
  texts: readonly string[] = [],
): readonly (CompiledRule | string)[] {
  return texts.map((text) => {
    const compiled = compileRule({
      list,
      text,
      except: [],
      reason: null,
      line: null,
      column: null,
    });
    return compiled.ok ? compiled.rule : `${compiled.message} ${compiled.fix}`;
  });
}

function stricterMode(
  policy: Policy,
  more: Tightening,
  ignored: string[],
): Pick<Policy, 'mode' | 'modeLine' | 'planOnly' | 'planRequired'> {
  const planOnly = policy.planOnly || more.mode === 'plan';
  const planRequired = policy.planRequired || more.plan === 'required';
  const wanted = more.mode === 'plan' ? 'ask' : more.mode;
  const isStricter =
    wanted !== undefined && MODE_ORDER.indexOf(wanted) > MODE_ORDER.indexOf(policy.mode);
  if (wanted === undefined || (!isStricter && (wanted === policy.mode || more.mode === 'plan'))) {
    return { mode: policy.mode, modeLine: policy.modeLine, planOnly, planRequired };
  }
  if (isStricter) return { mode: wanted, modeLine: null, planOnly, planRequired };
  ignored.push(`mode "${wanted}" is looser than the policy's "${policy.mode}"`);
  return { mode: policy.mode, modeLine: policy.modeLine, planOnly, planRequired };
}

function smallerBudget(
  budget: BudgetSettings,
  more: NonNullable<Tightening['budget']>,
  ignored: string[],
): BudgetSettings {
  const result = { ...budget };
  for (const name of BUDGETS) {
    const wanted = more[name];
    if (wanted === undefined) continue;
    const current = budget[name];
    // What is no number at all must not pass for a limit that is never reached.
    if (Number.isFinite(wanted) && wanted >= 0 && (current === null || wanted <= current))
      result[name] = wanted;
    else ignored.push(`budget ${name} ${wanted} is more than the policy's ${current ?? 'limit'}`);
  }
  return result;
}

function smallerLimits(
  limits: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
  ignored: string[],
): Readonly<Record<string, number>> {
  const result = new Map(Object.entries(limits));
  for (const [tool, wanted] of Object.entries(more)) {
    const current = result.get(tool);
    if (Number.isFinite(wanted) && wanted >= 0 && (current === undefined || wanted <= current))
      result.set(tool, wanted);
    else
      ignored.push(`limit ${wanted} for ${tool} is more than the policy's ${current ?? 'limit'}`);
  }
  return Object.fromEntries(result);
}

function stricterSandbox(
  current: (typeof SANDBOX_ORDER)[number],
  wanted: 'required' | 'preferred' | undefined,
  ignored: string[],
): (typeof SANDBOX_ORDER)[number] {
  if (wanted === undefined || wanted === current) return current;
  if (SANDBOX_ORDER.indexOf(wanted) > SANDBOX_ORDER.indexOf(current)) return wanted;
  ignored.push(`sandbox "${wanted}" is looser than the policy's "${current}"`);
  return current;
}
