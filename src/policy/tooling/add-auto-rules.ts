import { isJsonObject, type Json } from '../../common/index.ts';
import { BUILTIN_POLICY_TEXT } from '../load/builtin-policy.ts';
import { loadPolicy } from '../load/load-policy.ts';
import { appendToList, parseYaml } from '../load/yaml.ts';

type AddedRules =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly because: string };

/**
 * The text of a policy with more `auto` rules at the end of its list, and nothing else changed: comments, layout and every
 * other value stay. `null` for a repository without a policy: the text is then the strict built-in policy with the
 * rules. A rule that the list has by itself is not added again. The result loads, its tests included; otherwise says why there is none.
 */
export function addAutoRules(
  policy: string | null,
  rules: readonly string[],
  { file }: { readonly file: string },
): AddedRules {
  const before = policy ?? BUILTIN_POLICY_TEXT;
  const listed = mapOf(before)?.get('auto') ?? [];
  const more = Array.isArray(listed) ? rules.filter((rule) => !listed.includes(rule)) : rules;
  if (more.length === 0) return { ok: true, text: before };
  const text = appendToList(before, 'auto', more);
  if (text === null || !hasOnlyMoreRules(before, text, more))
    return { ok: false, because: `the list "auto" of ${file} cannot be extended by a program` };
  const loaded = loadPolicy(text, { file });
  if (loaded.ok) return { ok: true, text };
  const [problem] = loaded.problems;
  return {
    ok: false,
    because: `the policy does not load with it: ${problem?.message ?? 'it is invalid'}`,
  };
}

function hasOnlyMoreRules(before: string, after: string, rules: readonly string[]): boolean {
  const [old, now] = [mapOf(before), mapOf(after)];
  if (old === null || now === null) return false;
  const listed = old.get('auto') ?? [];
  old.set('auto', Array.isArray(listed) ? [...listed, ...rules] : null);
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].every((key) => JSON.stringify(old.get(key)) === JSON.stringify(now.get(key)));
}

/** The top level of a YAML text; `null` if it is no map. */
function mapOf(text: string): Map<string, Json> | null {
  const yaml = parseYaml(text);
  const value = yaml.ok ? (yaml.located?.value ?? null) : null;
  return isJsonObject(value) ? new Map(Object.entries(value)) : null;
}
