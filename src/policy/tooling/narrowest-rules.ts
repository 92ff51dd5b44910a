import type { CommandAnalysis } from '../commands/analysis.ts';
import { builtinRuleFor } from '../evaluate/builtin-guards.ts';
import { compileRule } from '../rules/compile.ts';
import type { Policy } from '../model/policy.ts';
import type { Facts } from '../model/facts.ts';
import { escapeGlob } from '../rules/glob.ts';

/**
 * The narrowest rules that would cover a call, one for each part of it: exact words, exact paths, exact hosts. Empty if
 * no rule can, because something is known only at run time. Built-in rules still apply.
 */
export function narrowestRules(facts: Facts, analysis: CommandAnalysis | null): readonly string[] {
  if (facts.command !== undefined)
    return analysis === null ? [] : commandRules(facts.tool, analysis);
  const paths = (facts.paths ?? []).map(({ path }) => `${facts.tool}(${escapeGlob(path)})`);
  const hosts = (facts.hosts ?? []).map((host) => `${facts.tool}(${host})`);
  const rules = [...new Set([...paths, ...hosts])];
  return rules.length === 0 ? [facts.tool] : rules;
}

function commandRules(tool: string, analysis: CommandAnalysis): readonly string[] {
  const unknown = analysis.problem !== null || analysis.unknown.length > 0;
  if (unknown || analysis.commands.some((command) => command.unknown.length > 0)) return [];
  const rules: string[] = [];
  for (const command of analysis.commands) {
    const words = command.words.map(({ text }) => text);
    if (words.includes(null)) return [];
    const exact = words.flatMap((word) => (word === null ? [] : [quoteWord(word)]));
    const privileged = command.intents.includes('@privilege') ? command.via.map(quoteWord) : [];
    if (exact.length > 0)
      for (const folder of command.runsLocalCode === true ? (command.folders ?? ['.']) : ['.']) {
        const first = folder === '.' ? [] : ['cd', quoteWord(folder), '&&'];
        rules.push(`${tool}(${[...first, ...privileged, ...exact].join(' ')})`);
      }
    for (const path of command.paths) {
      if (path.access === 'read' && path.below === undefined && isGuarded(path.path))
        rules.push(`fs_read(${escapeGlob(path.path)})`);
      const isWrite = path.access === 'write' && path.from !== 'argument';
      if (isWrite && !path.path.startsWith('/dev/'))
        rules.push(`fs_write(${escapeGlob(path.path)})`);
    }
  }
  // A rule for a command in a folder covers the `cd` before it.
  return [...new Set(rules)].filter(
    (rule) => !rules.some((other) => other.startsWith(`${rule.slice(0, -1)} && `)),
  );
}

/** Whether a built-in rule asks about reading the path unless a rule names it. */
function isGuarded(path: string): boolean {
  const view = { path, outside: /^[/~]/.test(path) };
  return builtinRuleFor(view, { access: 'read', byCommand: true })?.level === 'ask';
}

/** The maximum of rules to minimize: each trial evaluates the call. */
const MAX_TRIED_RULES = 40;

/** The rules without which the call would not pass. */
export function neededRules(
  rules: readonly string[],
  passes: (rules: readonly string[]) => boolean,
): readonly string[] {
  if (rules.length > MAX_TRIED_RULES) return rules;
  return rules.reduce<readonly string[]>((left, rule) => {
    const others = left.filter((other) => other !== rule);
    return passes(others) ? others : left;
  }, rules);
}

/** A word as a pattern that matches it alone. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The policy with these additional `auto` rules, to try them out. */
export function withAutoRules(policy: Policy, rules: readonly string[]): Policy {
  const added = rules.flatMap((text) => {
    const compiled = compileRule({
      list: 'auto',
      text,
      except: [],
      reason: null,
      line: null,
      column: null,
    });
    return compiled.ok ? [compiled.rule] : [];
  });
  return { ...policy, rules: [...policy.rules, ...added] };
}
