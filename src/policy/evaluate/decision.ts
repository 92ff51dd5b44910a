import type { CompiledRule, CallPart } from '../rules/compile.ts';
import { rulesForPart } from '../rules/rule-index.ts';
import type { Match } from '../rules/word-pattern.ts';
import { mergeApprovals } from '../model/approval-needs.ts';
import {
  VERDICTS,
  type Facts,
  type PathResolver,
  type Verdict,
  type VerdictName,
} from '../model/facts.ts';

/** How strict a verdict is: `auto` 0, `requireApproval` 1, `deny` 2. */
export function strictness(verdict: VerdictName): number {
  return VERDICTS.indexOf(verdict);
}

/**
 * The stricter of two verdicts. Of two equally strict ones the first counts, but one that no hook may loosen comes
 * before one that a hook decides. If both ask, the approval needs what either says.
 */
export function stricter(first: Verdict, second: Verdict): Verdict {
  const decides = isStricter(second, first) ? second : first;
  if (first.verdict !== second.verdict) return decides;
  if (decides.verdict === 'auto') return withPlan(decides, [first.plan, second.plan]);
  return withApprovals(decides, mergeApprovals(first.approvals, second.approvals));
}

/** A verdict that runs because of all of these lines of a plan. */
function withPlan(verdict: Verdict, plans: readonly Verdict['plan'][]): Verdict {
  const lines = new Set(plans.flatMap((plan) => plan ?? []));
  return lines.size === 0
    ? verdict
    : { ...verdict, plan: [...lines].sort((one, other) => one - other) };
}

/** Whether a verdict is stricter than another one, as `stricter` orders them. */
export function isStricter(verdict: Verdict, other: Verdict): boolean {
  const difference = strictness(verdict.verdict) - strictness(other.verdict);
  if (difference !== 0) return difference > 0;
  return other.hookDecides === true && verdict.hookDecides !== true;
}

/** A verdict with the approval settings of the rules behind it. Only `requireApproval` has them. */
export function withApprovals(verdict: Verdict, approvals: Verdict['approvals']): Verdict {
  return verdict.verdict !== 'requireApproval' || approvals === undefined
    ? verdict
    : { ...verdict, approvals };
}

/** The answer of a `preToolUse` hook for a call. */
interface HookAnswer {
  readonly verdict: VerdictName;
  readonly because: string;
}

/**
 * The verdict after the answer of a hook. A hook makes a verdict stricter, never looser (docs/policy.md, "The order").
 * Only if `mode: custom` left the call to it (`hookDecides`), its answer is the verdict.
 */
export function applyHook(verdict: Verdict, answer: HookAnswer): Verdict {
  const { hookDecides, reason: _reason, plan: _plan, ...rest } = verdict;
  const decides = hookDecides === true || strictness(answer.verdict) > strictness(verdict.verdict);
  if (!decides) return verdict;
  // The rule or the line of a plan that decided before is not what a refusal may name.
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

/** A call that is evaluated by a set of rules. */
export interface Evaluation {
  readonly set: RuleSet;
  readonly facts: Facts;
  readonly pathResolver: PathResolver;
  /** The sandbox keeps whatever its command does from having an effect. */
  readonly contained?: boolean;
}

/** A rule about a part of a call that matches it, certainly or for what is known at run time. */
interface MatchingRule {
  readonly rule: CompiledRule;
  readonly match: Exclude<Match, 'no'>;
}

function matchingRules({ rules }: RuleSet, facts: Facts, part: CallPart): readonly MatchingRule[] {
  return rulesForPart(rules, facts, part).flatMap((rule) => {
    const match = rule.matches(part, facts);
    return match === 'no' ? [] : [{ rule, match }];
  });
}

/**
 * The rule that decides about one part of a call: (1) `deny`; (2) rules with a specifier before those without; (3)
 * `requireApproval` before `auto`. `null` if none certainly matches. The order in the file does not matter.
 */
function pickRule(matching: readonly MatchingRule[]): CompiledRule | null {
  let best: CompiledRule | null = null;
  for (const { rule, match } of matching) {
    const decides = match === 'yes' && rule.planLine === undefined;
    if (decides && (best === null || rank(rule) > rank(best))) best = rule;
  }
  return best;
}

function rank(rule: CompiledRule): number {
  if (rule.list === 'deny') return 4;
  return (rule.hasSpecifier ? 2 : 0) + (rule.list === 'auto' ? 0 : 1);
}

/**
 * The verdict of the rules for one part of a call. A gate that may match, because a word is known only at run time,
 * makes it at least `requireApproval`. A rule of `deny` that may match asks, too, and so no other rule makes the approval easier.
 */
export function evaluatePart(set: RuleSet, facts: Facts, part: CallPart): Verdict {
  const matching = matchingRules(set, facts, part);
  const picked = pickRule(matching);
  const possible = matching.flatMap(({ rule, match }) =>
    rule.list !== 'auto' && match === 'maybe' ? [rule] : [],
  );
  const mayBeDenied = possible.some(({ list }) => list === 'deny');
  const approvals = (base: boolean): Verdict['approvals'] =>
    approvalsOf(matching, { base: base || mayBeDenied });
  const ruled = picked === null ? set.otherwise(facts, part) : ruleVerdict(picked, set);
  const decided = planned(matching, withApprovals(ruled, approvals(picked === null)));
  const [first] = possible;
  if (first === undefined || !mayRunUnasked(decided)) return decided;
  const verdict = stricter(decided, possibleRuleVerdict(first, set, part));
  return withApprovals(verdict, approvals(decided.hookDecides === true));
}

/** The verdict of the rule that decides about one part of a call; `otherwise`, or what a plan makes of it, if none certainly matches. */
export function decidingVerdict(
  set: RuleSet,
  facts: Facts,
  part: CallPart,
  otherwise: Verdict | null = null,
): Verdict | null {
  const matching = matchingRules(set, facts, part);
  const picked = pickRule(matching);
  if (picked === null) return otherwise && planned(matching, otherwise);
  const approvals = approvalsOf(matching, { base: false });
  return planned(matching, withApprovals(ruleVerdict(picked, set), approvals));
}

/** The verdict of an approved plan in place of one that asks; any other verdict as it is. */
function planned(matching: readonly MatchingRule[], verdict: Verdict): Verdict {
  if (verdict.verdict !== 'requireApproval' || verdict.approvals !== undefined) return verdict;
  for (const { rule, match } of matching) {
    const { planLine: line, text } = rule;
    if (line === undefined || match !== 'yes') continue;
    const because = `Line ${line} of the approved plan, "${text}", lets it run.`;
    return { verdict: 'auto', rule: text, list: 'plan', line: null, because, plan: [line] };
  }
  return verdict;
}

/**
 * The approval settings of every rule that asks about a part of a call, even if another rule decides: its author did not
 * mean that a narrower rule lets other people approve. `base`: something other than the rules asks, too.
 */
function approvalsOf(
  matching: readonly MatchingRule[],
  { base }: { readonly base: boolean },
): Verdict['approvals'] {
  const rules = matching.map(({ rule }) => rule);
  const approvals = rulesApprovals(rules.filter(({ list }) => list === 'requireApproval'));
  return approvals === undefined || !base ? approvals : mergeApprovals([{}], approvals);
}

/** What rules that ask say of the approval; `undefined` if none of them says anything. */
export function rulesApprovals(asking: readonly CompiledRule[]): Verdict['approvals'] {
  if (asking.every(({ approval }) => approval === undefined)) return undefined;
  return mergeApprovals(
    [],
    asking.map(({ approval = {} }) => approval),
  );
}

function ruleVerdict(rule: CompiledRule, set: RuleSet): Verdict {
  return { ...ruleFields(rule, set), verdict: rule.list, because: ruleSentence(rule) };
}

function possibleRuleVerdict(rule: CompiledRule, set: RuleSet, part: CallPart): Verdict {
  const where = rule.line === null ? rule.list : `${rule.list}, line ${rule.line}`;
  const why =
    part.type === 'command'
      ? 'a word is known only when it runs, or can be an option of the rule'
      : 'its tool does not say what it touches';
  const because = `It may be what the rule "${rule.text}" (${where}) is about: ${why}.`;
  return { ...ruleFields(rule, set), verdict: 'requireApproval', because };
}

function ruleFields(
  rule: CompiledRule,
  set: RuleSet,
): Pick<Verdict, 'rule' | 'list' | 'line' | 'reason'> {
  const reason = rule.reason === null ? {} : { reason: rule.reason };
  return { rule: rule.text, list: set.source ?? rule.list, line: rule.line, ...reason };
}

const DOES: Readonly<Record<VerdictName, string>> = {
  auto: 'lets it run',
  requireApproval: 'asks a person',
  deny: 'forbids it',
};

function ruleSentence({ list, text, line }: CompiledRule): string {
  const where = line === null ? 'of the built-in policy' : `on line ${line}`;
  return `The rule "${text}" ${where} ${DOES[list]}.`;
}

/** The verdict of a command or path that no rule is about and nothing stops. */
export function unruledAuto(because: string): Verdict {
  return { verdict: 'auto', rule: null, list: 'auto', line: null, because };
}

/** The verdict of a built-in rule that asks. */
export function asksBecause(reason: string): Verdict {
  return builtinVerdict('requireApproval', `It asks because ${reason}.`);
}

/** A verdict that no rule gave. */
export function builtinVerdict(verdict: VerdictName, because: string): Verdict {
  return { verdict, rule: null, list: 'wall', line: null, because };
}

/** The rule that gave a verdict; `undefined` if none did. */
export function ruleOf({ rules }: RuleSet, { rule, line }: Verdict): CompiledRule | undefined {
  return rule === null ? undefined : rules.find((each) => each.text === rule && each.line === line);
}

/** Whether a rule of the policy denies or asks. */
export function hasGates({ rules }: RuleSet): boolean {
  return rules.some((rule) => rule.list !== 'auto');
}
