import type { CompiledRule, Unit } from './compile.ts';
import { VERDICTS, type Facts, type Verdict, type VerdictName } from './facts.ts';

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
 * The verdict after a hook's word. A hook makes a verdict stricter, never looser (design, "The order"); only where
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
  otherwise(facts: Facts, unit: Unit): Verdict;
}

export interface Picked {
  readonly rule: CompiledRule;
  /** It is known only at run time whether the rule matches; then a person is asked. */
  readonly maybe: boolean;
}

/**
 * The rule that decides about one part of a call, in the order of the policy: (1) `deny`; (2) rules with a specifier
 * before those without; (3) `requireApproval` before `auto`. `null` where none matches. The place of a rule in the
 * file plays no part.
 */
export function pick(rules: readonly CompiledRule[], facts: Facts, unit: Unit): Picked | null {
  const found: Picked[] = [];
  for (const rule of rules) {
    if (!rule.selects(facts)) continue;
    const match = rule.matches(unit, facts);
    if (match === 'no' || (match === 'maybe' && rule.list === 'auto')) continue;
    if (match === 'yes' && rule.list === 'deny') return { rule, maybe: false };
    found.push({ rule, maybe: match === 'maybe' });
  }
  let best: Picked | null = null;
  for (const candidate of found) {
    if (best === null || rank(candidate) > rank(best)) best = candidate;
  }
  return best;
}

/** A `deny` that only may match asks, before anything that has a specifier could allow. */
function rank({ rule, maybe }: Picked): number {
  if (maybe) return 4;
  return (rule.specific ? 2 : 0) + (rule.list === 'auto' ? 0 : 1);
}

/** The rules' answer for one part of a call, with the rule that gave it. */
export function decide(set: RuleSet, facts: Facts, unit: Unit): Verdict {
  const picked = pick(set.rules, facts, unit);
  return picked === null ? set.otherwise(facts, unit) : fromRule(picked, set);
}

export function fromRule({ rule, maybe }: Picked, set: RuleSet): Verdict {
  const verdict = maybe ? 'requireApproval' : rule.list;
  return {
    verdict,
    rule: rule.text,
    list: set.source ?? rule.list,
    line: rule.line,
    because: maybe ? maybeSentence(rule) : sentence(rule),
    ...(rule.reason === null ? {} : { reason: rule.reason }),
  };
}

function sentence(rule: CompiledRule): string {
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

function maybeSentence(rule: CompiledRule): string {
  return `It may be what the rule "${rule.text}" (${rule.list}, line ${rule.line}) is about: a word is known only when it runs.`;
}

/** A verdict that no rule gave. */
export function wall(verdict: Exclude<VerdictName, 'auto'>, because: string): Verdict {
  return { verdict, rule: null, list: 'wall', line: null, because };
}
