import { shellQuoted } from '../../common/index.ts';
import type { CommandAnalysis } from '../commands/analysis.ts';
import { builtinRuleFor } from '../evaluate/builtin-guards.ts';
import { analyse, evaluateAnalysed } from '../evaluate/evaluate.ts';
import { withOwnLayer } from '../layers/combine.ts';
import { BARE_RULE, compileRule } from '../rules/compile.ts';
import { coveredWords } from '../rules/word-pattern.ts';
import type { Policy } from '../model/policy.ts';
import type { Facts, Situation } from '../model/facts.ts';
import { escapeGlob } from '../rules/glob.ts';

/** A call that needs more rules than these is better approved than allowed. */
const MAX_RULES = 10;

/**
 * The `auto` rules to propose for a call, for whoever shows one: each covers one part of the call and no more than rules
 * can name (exact words, exact paths, exact hosts). They are tried: with them the call is `auto`, and without any one of
 * them it is not. Empty if the call is `auto` already, and if no such rules exist. Pure, like `evaluate`.
 */
export function suggestedRules(
  policy: Policy,
  facts: Facts,
  situation: Situation,
): readonly string[] {
  const call = { facts, situation, analysis: analyse(facts, situation) };
  const isAuto = (rules: readonly string[]): boolean =>
    evaluateAnalysed(withAutoRules(policy, rules), call).verdict === 'auto';
  const rules = narrowestRules(facts, call.analysis);
  if (rules.length === 0 || rules.length > MAX_RULES || !isAuto(rules)) return [];
  return rules.reduce<readonly string[]>((left, rule) => {
    const others = left.filter((other) => other !== rule);
    return isAuto(others) ? others : left;
  }, rules);
}

/**
 * The narrowest rules that would cover a call, one for each part of it. Empty if no rule can: something is known only at
 * run time, or only the tool's name would cover it, which opens every other call of the tool as well.
 */
export function narrowestRules(facts: Facts, analysis: CommandAnalysis | null): readonly string[] {
  if (facts.command !== undefined)
    return analysis === null ? [] : commandRules(facts.tool, analysis);
  const paths = facts.paths ?? [];
  const hosts = facts.hosts ?? [];
  // The tools of the web name their host in the call. The host of any other tool is the same in each of its calls.
  const isNamed = paths.length > 0 || facts.category === 'web';
  if (!isNamed || hosts.includes('*')) return [];
  const rules = [
    ...paths.map(({ path }) => `${facts.tool}(${escapeGlob(path)})`),
    ...hosts.map((host) => `${facts.tool}(${host})`),
  ];
  return [...new Set(rules)];
}

function commandRules(tool: string, analysis: CommandAnalysis): readonly string[] {
  const unknown = analysis.problem !== null || analysis.unknown.length > 0;
  if (unknown || analysis.commands.some((command) => command.unknown.length > 0)) return [];
  const rules: string[] = [];
  for (const command of analysis.commands) {
    const words = coveredWords(command).map(({ text }) => text);
    if (words.includes(null)) return [];
    const exact = words.flatMap((word) => (word === null ? [] : [quoteWord(word)]));
    if (command.words.length > 0)
      for (const folder of command.runsLocalCode === true ? (command.folders ?? ['.']) : ['.']) {
        const first = folder === '.' ? [] : ['cd', quoteWord(folder), '&&'];
        rules.push(`${tool}(${[...first, ...exact].join(' ')})`);
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

/** Whether a built-in rule asks about reading the path unless a rule names it. A rule for `/` would open every path. */
function isGuarded(path: string): boolean {
  if (/^[/~]\/?$/.test(path)) return false;
  const view = { path, outside: /^[/~]/.test(path) };
  return builtinRuleFor(view, { access: 'read', byCommand: true })?.level === 'ask';
}

/** A word as a pattern that matches it alone. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return shellQuoted(word);
}

/** The policy with these additional `auto` rules in its own layer, to try them out. */
export function withAutoRules(policy: Policy, rules: readonly string[]): Policy {
  const added = rules.flatMap((text) => {
    const compiled = compileRule({ ...BARE_RULE, text });
    return compiled.ok ? [compiled.rule] : [];
  });
  const [own] = policy.layers;
  return withOwnLayer(policy, { ...own, rules: [...own.rules, ...added] });
}
