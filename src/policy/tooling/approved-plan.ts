import {
  BARE_RULE,
  type CallPart,
  type CompiledRule,
  compileRule,
  workspacePath,
} from '../rules/compile.ts';
import type { Policy } from '../model/policy.ts';
import type { Problem } from '../model/problems.ts';
import { broadAuto } from './lint-rules.ts';

interface PlanRule {
  readonly line: number;
  readonly rule: string;
}

/**
 * Why a rule cannot be in a plan; `null` if it can. It names one tool and says which of its calls, so that a person can
 * see what they approve: not every call of a tool, no kind, category or tag, and nothing that `policy check` calls broad.
 */
export function planRuleProblem(text: string): Problem | null {
  const compiled = compileRule({ ...BARE_RULE, text });
  if (!compiled.ok) return { message: compiled.message, fix: compiled.fix };
  const { selector, specifier } = compiled.rule.parsed;
  const isWide = specifier === null || /^[*/.\s]*$/.test(specifier);
  if (
    selector.by !== 'tool' ||
    selector.name.includes('*') ||
    isWide ||
    coversAnything(compiled.rule)
  ) {
    return {
      message: `The rule "${text}" of the plan covers more than certain calls of one tool.`,
      fix: 'Name one tool and its calls, as in "bash_run(npm test *)" or "fs_write(src/app/**)".',
    };
  }
  return broadAuto(compiled.rule);
}

/** Whether a rule covers names that no task is about: `{**,a}`, `?**`, `!a`, `*:*`. */
function coversAnything(rule: CompiledRule): boolean {
  const covers = (part: CallPart): boolean =>
    rule.matches(part, { tool: '', kind: 'execute' }) === 'yes';
  const paths = ['qxz', 'qxz/q.xz', '.qxz/q/xz'].map((path) => workspacePath(path, 'read'));
  return paths.every(covers) || covers({ type: 'host', host: 'q.xz' });
}

/**
 * The policy under an approved plan. Its rules let calls run that a `requireApproval` rule or `mode: ask` would ask about.
 * They never win over `deny`, `mode: deny`, `whenUntrusted`, built-in rules that none of their own words open, and a rule
 * that says who approves its calls, and what a baseline asks about still asks. Rules that cannot be in a plan are left out.
 */
export function policyWithPlan(policy: Policy, rules: readonly PlanRule[]): Policy {
  const planned = rules.flatMap(({ line: planLine, rule: text }) => {
    const compiled = compileRule({ ...BARE_RULE, text, planLine });
    return compiled.ok && planRuleProblem(text) === null ? [compiled.rule] : [];
  });
  const [own, ...baselines] = policy.layers;
  return { ...policy, layers: [{ ...own, rules: [...own.rules, ...planned] }, ...baselines] };
}
