import { quoteWord } from '../narrowest-rules.ts';
import { type ImportedPolicy, PolicyBuilder } from './policy-builder.ts';
import type { Unreadable } from './settings-file.ts';
import {
  isTomlList,
  isTomlTable,
  parseToml,
  tomlText,
  type TomlTable,
  type TomlValue,
} from './toml.ts';

/** What an organisation can require of a command. */
const DECISIONS = { prompt: 'requireApproval', forbidden: 'deny' } as const;
/** The most ways of writing a command that one rule of theirs may name. */
export const MAX_ALTERNATIVES = 64;

/**
 * The `[rules] prefix_rules` of Codex's `requirements.toml`, which an organisation sets for everybody. Whatever else the file requires is
 * listed as not imported.
 */
export function importRequirements(
  text: string,
  { baseline }: { readonly baseline: boolean },
): ImportedPolicy | Unreadable {
  const parsed = parseToml(text);
  if ('problem' in parsed) return parsed;
  const rules = parsed.table.get('rules');
  const required = isTomlTable(rules) ? rules.get('prefix_rules') : undefined;
  if (!isTomlList(required)) return { problem: null };
  const builder = new PolicyBuilder();
  for (const key of leavesOf(parsed.table))
    if (key !== 'rules.prefix_rules')
      builder.skip(key, 'only prefix_rules have the same meaning here');
  for (const rule of required) importRule(builder, rule);
  if (baseline) builder.deferUnnamed();
  return builder.finish('Codex requirements');
}

/** The names of all values of a table. A list is one value, also a list of tables. */
function leavesOf(table: TomlTable, path: readonly string[] = []): readonly string[] {
  return [...table].flatMap(([name, value]) => {
    const key = [...path, name];
    return isTomlTable(value) && value.size > 0 ? leavesOf(value, key) : [key.join('.')];
  });
}

function importRule(builder: PolicyBuilder, rule: TomlValue): void {
  const source = tomlText(rule);
  if (!isTomlTable(rule)) return builder.skip(source, 'it is no table');
  const decision = rule.get('decision');
  if (decision !== 'prompt' && decision !== 'forbidden')
    return builder.skip(source, 'its decision is not known: an organisation can prompt and forbid');
  const pattern = rule.get('pattern');
  const elements = isTomlList(pattern) ? pattern.map((element) => wordsOf(element)) : [];
  if (elements.length === 0 || elements.some((words) => words.length === 0))
    return builder.lose(
      DECISIONS[decision],
      { rule: source, why: 'its pattern is not a list of token and any_of' },
      ['bash_run'],
    );
  const rules = commandRules(elements);
  if (rules === null)
    return builder.lose(
      DECISIONS[decision],
      { rule: source, why: `it has more than ${MAX_ALTERNATIVES} alternatives` },
      ['bash_run'],
    );
  builder.add(DECISIONS[decision], source, rules);
}

/**
 * A rule for every way to take one word of each element, which also covers longer commands; `null` for more ways than
 * `MAX_ALTERNATIVES`.
 */
export function commandRules(elements: readonly (readonly string[])[]): string[] | null {
  let lines: readonly (readonly string[])[] = [[]];
  for (const words of elements) {
    if (words.length * lines.length > MAX_ALTERNATIVES) return null;
    lines = lines.flatMap((line) => words.map((word) => [...line, word]));
  }
  return lines.map((words) => `bash_run(${[...words.map(quoteWord), '*'].join(' ')})`);
}

/** The words that an element of a pattern stands for; none if it is not known. */
function wordsOf(element: TomlValue): readonly string[] {
  if (!isTomlTable(element) || element.size !== 1) return [];
  const [token, anyOf] = [element.get('token'), element.get('any_of')];
  if (typeof token === 'string') return [token];
  const words = isTomlList(anyOf) ? anyOf : [];
  const texts = words.flatMap((word) => (typeof word === 'string' ? [word] : []));
  return texts.length === words.length ? texts : [];
}
