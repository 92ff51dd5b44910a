import type { CompiledRule, CallPart } from '../rules/compile.ts';
import { VERDICTS, type Facts, type Verdict, type VerdictName } from '../model/facts.ts';

/** How strict a verdict is: `auto` 0, `requireApproval` 1, `deny` 2. */
export function strictness(verdict: VerdictName): number {
  return VERDICTS.indexOf(verdict);
}

/**
 * The stricter of two verdicts. Of two that are equally strict it is the first, but one that no hook may loosen goes
 * before one that a hook decides.
 */
export function stricter(first: Verdict, second: Verdict): Verdict {
  const difference = strictness(second.verdict) - strictness(first.verdict);
  if (difference > 0) return second;
  if (difference < 0) return first;
  return first.hookDecides === true && second.hookDecides !== true ? second : first;
}

/** What a `preToolUse` hook said of a call. */
export interface HookAnswer {
  readonly verdict: VerdictName;
  readonly because: string;
}

/**
 * The verdict after a hook's word. A hook makes a verdict stricter, never looser (docs/policy.md, "The order"); only where
 * `mode: custom` left the call to it (`hookDecides`) its word is the verdict, whatever it is.
 */
export function applyHook(verdict: Verdict, answer: HookAnswer): Verdict {
  const { hookDecides, ...rest } = verdict;
  const decides = hookDecides === true || strictness(answer.verdict) > strictness(verdict.verdict);
  if (!decides) return verdict;
  return { ...rest, verdict: answer.verdict, because: `A hook decided: ${answer.because}` };
}

/** A set of rules and what holds where none of them matches. */
export interface RuleSet {
  readonly rules: readonly CompiledRule[];
  /** Named in the verdict where a rule of the set decides; the rule's own list where absent. */
  readonly source?: 'whenUntrusted';
  /** The verdict without a rule. */
  otherwise(facts: Facts, unit: CallPart): Verdict;
}

/**
 * The rule that decides about one part of a call, in the order of the policy: (1) `deny`; (2) rules with a specifier
 * before those without; (3) `requireApproval` before `auto`. `null` where none matches for certain. The place of a
 * rule in the file plays no part.
 */
export function pickRule(
  rules: readonly CompiledRule[],
  facts: Facts,
  unit: CallPart,
): CompiledRule | null {
  let best: CompiledRule | null = null;
  for (const rule of rules) {
    if (!rule.selects(facts) || (best !== null && rank(rule) <= rank(best))) continue;
    if (rule.matches(unit, facts) === 'yes') best = rule;
  }
  return best;
}

function rank(rule: CompiledRule): number {
  if (rule.list === 'deny') return 4;
  return (rule.hasSpecifier ? 2 : 0) + (rule.list === 'auto' ? 0 : 1);
}

/**
 * The rules' answer for one part of a call. A gate that may match, because a word is only known at run time, makes it
 * at least a question, and never less than it was.
 */
export function evaluatePart(set: RuleSet, facts: Facts, unit: CallPart): Verdict {
  const picked = pickRule(set.rules, facts, unit);
  const decided = picked === null ? set.otherwise(facts, unit) : ruleVerdict(picked, set);
  if (decided.verdict !== 'auto' || unit.of !== 'command') return decided;
  const possible = set.rules.find(
    (rule) => rule.list !== 'auto' && rule.selects(facts) && rule.matches(unit, facts) === 'maybe',
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
export function builtinVerdict(verdict: Exclude<VerdictName, 'auto'>, because: string): Verdict {
  return { verdict, rule: null, list: 'wall', line: null, because };
}
