import type { CompiledRule, CallPart } from '../rules/compile.ts';
import { rulesForPart } from '../rules/rule-index.ts';
import { VERDICTS, type Facts, type Verdict, type VerdictName } from '../model/facts.ts';

/** How strict a verdict is: `auto` 0, `requireApproval` 1, `deny` 2. */
export function strictness(verdict: VerdictName): number {
  return VERDICTS.indexOf(verdict);
}

/**
 * The stricter of two verdicts. Of two equally strict ones the first counts, but one that no hook may loosen comes
 * before one that a hook decides.
 */
export function stricter(first: Verdict, second: Verdict): Verdict {
  const difference = strictness(second.verdict) - strictness(first.verdict);
  if (difference > 0) return second;
  if (difference < 0) return first;
  return first.hookDecides === true && second.hookDecides !== true ? second : first;
}

/** The answer of a `preToolUse` hook for a call. */
export interface HookAnswer {
  readonly verdict: VerdictName;
  readonly because: string;
}

/**
 * The verdict after the answer of a hook. A hook makes a verdict stricter, never looser (docs/policy.md, "The order").
 * Only if `mode: custom` left the call to it (`hookDecides`), its answer is the verdict.
 */
export function applyHook(verdict: Verdict, answer: HookAnswer): Verdict {
  const { hookDecides, reason: _, ...rest } = verdict;
  const decides = hookDecides === true || strictness(answer.verdict) > strictness(verdict.verdict);
  if (!decides) return verdict;
  // The rule that decided before is not the one that a refusal may name.
  return {
    ...rest,
    verdict: answer.verdict,
    rule: null,
    line: null,
    list: rest.list === 'mode' ? 'mode' : 'wall',
    because: `A hook decided: ${answer.because}`,
  };
}

/** Whether a call may run without asking a person, by its verdict or by a hook that decides. */
export function mayRunUnasked(verdict: Verdict): boolean {
  return verdict.verdict === 'auto' || verdict.hookDecides === true;
}

/** A set of rules, and the verdict if none of them matches. */
export interface RuleSet {
  readonly rules: readonly CompiledRule[];
  /** Named in the verdict if a rule of the set decides. Absent: the list of the rule. */
  readonly source?: 'whenUntrusted';
  /**
   * A baseline with `mode: defer`: only its rules say something. The built-in rules are left to the repository's own layer, which
   * always applies them.
   */
  readonly defers?: boolean;
  /** The verdict without a rule. */
  otherwise(facts: Facts, part: CallPart): Verdict;
}

/**
 * The rule that decides about one part of a call: (1) `deny`; (2) rules with a specifier before those without; (3)
 * `requireApproval` before `auto`. `null` if none certainly matches. The order in the file does not matter.
 */
export function pickRule(
  rules: readonly CompiledRule[],
  facts: Facts,
  part: CallPart,
): CompiledRule | null {
  let best: CompiledRule | null = null;
  for (const rule of rulesForPart(rules, facts, part)) {
    if (best !== null && rank(rule) <= rank(best)) continue;
    if (rule.matches(part, facts) === 'yes') best = rule;
  }
  return best;
}

function rank(rule: CompiledRule): number {
  if (rule.list === 'deny') return 4;
  return (rule.hasSpecifier ? 2 : 0) + (rule.list === 'auto' ? 0 : 1);
}

/**
 * The verdict of the rules for one part of a call. A gate that may match, because a word is known only at run time,
 * makes it at least `requireApproval`.
 */
export function evaluatePart(set: RuleSet, facts: Facts, part: CallPart): Verdict {
  const picked = pickRule(set.rules, facts, part);
  const decided = picked === null ? set.otherwise(facts, part) : ruleVerdict(picked, set);
  if (!mayRunUnasked(decided)) return decided;
  const possible = rulesForPart(set.rules, facts, part).find(
    (rule) => rule.list !== 'auto' && rule.matches(part, facts) === 'maybe',
  );
  return possible === undefined ? decided : stricter(decided, possibleRuleVerdict(possible, set));
}

export function ruleVerdict(rule: CompiledRule, set: RuleSet): Verdict {
  return { ...ruleFields(rule, set), verdict: rule.list, because: ruleSentence(rule) };
}

function possibleRuleVerdict(rule: CompiledRule, set: RuleSet): Verdict {
  const where = rule.line === null ? rule.list : `${rule.list}, line ${rule.line}`;
  const because = `It may be what the rule "${rule.text}" (${where}) is about: a word is known only when it runs.`;
  return { ...ruleFields(rule, set), verdict: 'requireApproval', because };
}

function ruleFields(
  rule: CompiledRule,
  set: RuleSet,
): Pick<Verdict, 'rule' | 'list' | 'line' | 'reason'> {
  const reason = rule.reason === null ? {} : { reason: rule.reason };
  return { rule: rule.text, list: set.source ?? rule.list, line: rule.line, ...reason };
}

function ruleSentence(rule: CompiledRule): string {
  const where = rule.line === null ? 'of the built-in policy' : `on line ${rule.line}`;
  switch (rule.list) {
    case 'auto':
      return `The rule "${rule.text}" ${where} lets it run.`;
    case 'requireApproval':
      return `The rule "${rule.text}" ${where} asks a person.`;
    case 'deny':
      return `The rule "${rule.text}" ${where} forbids it.`;
  }
}

/** A verdict that no rule gave. */
export function builtinVerdict(verdict: VerdictName, because: string): Verdict {
  return { verdict, rule: null, list: 'wall', line: null, because };
}
