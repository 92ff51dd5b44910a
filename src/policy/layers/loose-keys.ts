import { type Policy, type PolicyLayer, ruleProblems } from '../model/policy.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { covers } from '../rules/covers.ts';
import { isSameValue, KEY_RULES, type SettingValues } from './key-rules.ts';

const MAX_FOUND = 100;

/**
 * What has no effect in the repository's own policy because a baseline is tighter: looser values of settings, and rules
 * whose calls a baseline denies. Nothing is loosened, so these are warnings.
 */
export function looseKeys({ layers }: Policy): readonly PolicyProblem[] {
  const [own, ...baselines] = layers;
  const found = baselines.flatMap((baseline) => [
    ...Object.keys(KEY_RULES)
      .filter(isSetting)
      .flatMap((key) => looseSetting(key, own, baseline)),
    ...looseRules(own, baseline),
  ]);
  return found.slice(0, MAX_FOUND);
}

function isSetting(key: string): key is keyof SettingValues {
  return Object.hasOwn(KEY_RULES, key);
}

function looseSetting(
  key: keyof SettingValues,
  own: PolicyLayer,
  baseline: PolicyLayer,
): readonly PolicyProblem[] {
  const { rule } = KEY_RULES[key];
  // What several layers add to has no looser value; who may approve is compared where people are asked.
  if (rule === 'union' || key === 'approvals.from') return [];
  const both = tightened(key, own, baseline);
  if (both === null || isSameValue(both, own.settings[key])) return [];
  return [
    {
      file: own.file,
      ...own.keyPosition(key),
      message: `"${key}" is ${JSON.stringify(own.settings[key])}, but the baseline ${baseline.file} is tighter: ${JSON.stringify(both)} counts.`,
      fix: 'Remove it, or write a value that is as tight.',
    },
  ];
}

/** What a key comes to that both layers set; `null` if one of them does not. */
function tightened<Key extends keyof SettingValues>(
  key: Key,
  own: PolicyLayer,
  baseline: PolicyLayer,
): SettingValues[Key] | null {
  const value: SettingValues[Key] | undefined = own.settings[key];
  const limit: SettingValues[Key] | undefined = baseline.settings[key];
  if (value === undefined || limit === undefined) return null;
  return KEY_RULES[key].tighten(value, limit);
}

function looseRules(own: PolicyLayer, baseline: PolicyLayer): readonly PolicyProblem[] {
  const gates = baseline.rules.filter(({ list, except }) => list === 'deny' && except.length === 0);
  const others = own.rules.filter(({ list }) => list !== 'deny');
  return ruleProblems(own, others, (rule) => {
    const gate = gates.find((other) => covers(other, rule));
    if (gate === undefined) return [];
    const message = `The rule "${rule.text}" can never decide: "${gate.text}" (${gate.list}, line ${gate.line}) of the baseline ${baseline.file} always wins.`;
    return [{ message, fix: 'Remove it.' }];
  });
}
