import type { PathResolver } from '../model/facts.ts';
import { oneLine } from '../../common/index.ts';
import { loadPolicy } from '../load/load-policy.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { suggestedRules, withAutoRules } from './narrowest-rules.ts';
import type { Policy } from '../model/policy.ts';
import { type RecordedCall, situationOf } from './replay.ts';

/** A call with so many approvals gets a suggested rule. */
const DEFAULT_TIMES = 2;
/** So many files of one folder get one rule for the folder. */
const MIN_SIBLINGS = 3;
const MAX_SUGGESTIONS = 100;
const CONTEXT_LINES = 3;

interface Suggestion {
  readonly rule: string;
  /** How many approvals it would have made unnecessary. */
  readonly calls: number;
  readonly ids: readonly string[];
}

interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** A unified diff of the policy file; empty where nothing is suggested. For people: nothing applies it. */
  readonly patch: string;
}

/**
 * The narrowest `auto` rules for calls that people approved repeatedly. Each rule is tested on the calls that it is
 * suggested for. Suggests no rule if a built-in rule, a `deny` rule or `whenUntrusted` would still require approval.
 */
export function suggestRules(
  policy: Policy,
  calls: readonly RecordedCall[],
  options: {
    readonly policyText: string;
    readonly pathResolver: PathResolver;
    readonly times?: number;
  },
): Suggestions {
  const { pathResolver, times = DEFAULT_TIMES } = options;
  const isAuto = (trial: Policy, call: RecordedCall): boolean =>
    evaluate(trial, call.facts, situationOf(call, pathResolver)).verdict === 'auto';
  const asked = calls.filter((call) => call.approved === true && !isAuto(policy, call));
  const groups = Map.groupBy(asked, (call) =>
    JSON.stringify(suggestedRules(policy, call.facts, situationOf(call, pathResolver))),
  );
  const found = [...folders(groups, times), ...groups].flatMap(([key, group]) => {
    const parsed: unknown = JSON.parse(key);
    const rules = Array.isArray(parsed) ? parsed.filter((rule) => typeof rule === 'string') : [];
    const trial = withAutoRules(policy, rules);
    if (group.length < times || !group.every((call) => isAuto(trial, call))) return [];
    return rules.map((rule) => ({ rule, calls: group.length, ids: group.map(({ id }) => id) }));
  });
  const suggestions = unique(found).slice(0, MAX_SUGGESTIONS);
  return {
    suggestions,
    patch: patchOf(
      policy.layers[0].file,
      options.policyText,
      suggestions.map(({ rule }) => rule),
    ),
  };
}

/** Merges calls about different files of one folder into one rule for the folder. */
function folders(
  groups: Map<string, RecordedCall[]>,
  times: number,
): readonly (readonly [string, readonly RecordedCall[]])[] {
  const byFolder = new Map<string, string[]>();
  for (const [key, group] of groups) {
    const found = /^\["(\w+)\(((?:[\w@.-]+\/)+)[\w@.-]+(\.\w+)\)"\]$/.exec(key);
    if (found === null || group.length >= times || !(found[1] ?? '').startsWith('fs_')) continue;
    const rule = JSON.stringify([`${found[1]}(${found[2]}*${found[3]})`]);
    byFolder.set(rule, [...(byFolder.get(rule) ?? []), key]);
  }
  return [...byFolder].flatMap(([rule, keys]) => {
    if (keys.length < MIN_SIBLINGS) return [];
    const calls = keys.flatMap((key) => groups.get(key) ?? []);
    for (const key of keys) groups.delete(key);
    return [[rule, calls] as const];
  });
}

function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const byRule = Map.groupBy(suggestions, ({ rule }) => rule);
  const found = [...byRule].map(([rule, all]) => {
    const ids = [...new Set(all.flatMap((each) => each.ids))];
    return { rule, ids, calls: ids.length };
  });
  return found.toSorted((left, right) => right.calls - left.calls);
}

/**
 * A unified diff that adds `rules` to the block list `auto:`, or adds such a list at the end of the file. Comments that name the rules if
 * the policy would not load with it: the list is written in another way, or a test of the policy expects another verdict.
 */
function patchOf(file: string, text: string, rules: readonly string[]): string {
  if (rules.length === 0) return '';
  const lines = text.replace(/\n$/, '').split('\n');
  const auto = lines.findIndex((line) => /^auto:\s*(?:#.*)?$/.test(line));
  const flow = lines.findIndex((line) => /^auto:\s*[[&*!]/.test(line));
  if (auto === -1 && flow !== -1)
    return `# Write "auto:" on line ${flow + 1} as a list with one rule a line, then add:\n${rules.map((rule) => `#   - ${JSON.stringify(rule)}\n`).join('')}`;
  const indent = auto === -1 ? '  ' : (/^(\s*)- /.exec(lines[auto + 1] ?? '')?.[1] ?? '  ');
  const items = rules.map((rule) => `+${indent}- ${JSON.stringify(rule)}`);
  const position = auto === -1 ? lines.length : auto + 1;
  const added = auto === -1 ? ['+auto:', ...items] : items;
  const loaded = loadPolicy(
    lines.toSpliced(position, 0, ...added.map((line) => line.slice(1))).join('\n'),
    { file },
  );
  if (!loaded.ok) {
    const [problem] = loaded.problems;
    return `# The policy does not load with these rules at the place of the list "auto": ${oneLine(problem?.message ?? '', 300)}\n${items.map((line) => `# ${line.slice(1)}\n`).join('')}`;
  }
  const before = lines.slice(Math.max(0, position - CONTEXT_LINES), position);
  const after = lines.slice(position, position + CONTEXT_LINES);
  const start = position - before.length + 1;
  const size = before.length + after.length;
  const head = [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${start},${size} +${start},${size + added.length} @@`,
  ];
  return `${[...head, ...before.map((line) => ` ${line}`), ...added, ...after.map((line) => ` ${line}`)].join('\n')}\n`;
}
