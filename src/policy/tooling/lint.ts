import { namesOnlyRunTools } from '../model/builtin-tools.ts';
import { isSecretsLike } from '../evaluate/builtin-guards.ts';
import type { CompiledRule } from '../rules/compile.ts';
import { covers } from '../rules/covers.ts';
import { knownWord } from '../commands/analysis.ts';
import { intentsOfWords } from '../commands/index.ts';
import {
  broadAuto,
  deadExceptions,
  deadRule,
  exactGate,
  mayRunCheckout,
  outsideExceptions,
  outsideRule,
  usualPort,
} from './lint-rules.ts';
import { allRules, type PolicyLayer, ruleProblems } from '../model/policy.ts';
import type { PolicyProblem, Problem, RuleProblem } from '../model/problems.ts';
import { serverFindings } from './lint-servers.ts';
import { suggestTool } from '../load/unknown-tools.ts';

/** Comparing every rule with every other is quadratic; beyond this many rules only the first are compared. */
const MAX_COMPARED_RULES = 200;
const MAX_WARNINGS = 200;

/**
 * The lints of a valid policy: rules that can never decide, rules in the dialect of another tool, `auto` rules that are
 * broader than they seem, and names that no tool has (only with `knownTools`).
 */
export function lintPolicy(
  layer: PolicyLayer,
  options: { readonly knownTools?: readonly string[] },
): readonly PolicyProblem[] {
  const compared = layer.rules.slice(0, MAX_COMPARED_RULES);
  const found = [
    ...ruleProblems(layer, allRules(layer), ruleFindings),
    ...unknownNames(layer, options),
    ...listedRunTools(layer),
    ...ruleProblems(layer, compared, (rule) => [shadowOf(rule, compared)]),
    ...modeFindings(layer),
    ...networkFindings(layer),
    ...sandboxFindings(layer),
    ...serverFindings(layer),
  ];
  return found.slice(0, MAX_WARNINGS);
}

function ruleFindings(rule: CompiledRule): readonly (RuleProblem | null)[] {
  const isAuto = rule.list === 'auto';
  return [
    deadRule(rule),
    outsideRule(rule),
    ...(isAuto ? [] : deadExceptions(rule)),
    ...outsideExceptions(rule),
    exactGate(rule),
    ruleOfRunTool(rule),
    ...(isAuto ? [broadAuto(rule), usualPort(rule)] : []),
  ];
}

/**
 * Names that no tool has, in `auto` rules. Everywhere else they are errors (`unknownToolProblems`). Finds
 * none without `knownTools`, nor if the layer has modules of its own: the names of their tools are known once they are loaded.
 */
export function unknownNames(
  layer: PolicyLayer,
  { knownTools }: { readonly knownTools?: readonly string[] | undefined },
): readonly PolicyProblem[] {
  if (knownTools === undefined || layer.own.modules.length > 0) return [];
  return ruleProblems(layer, allRules(layer), (rule) =>
    rule.list === 'auto' ? [unknownTool(rule, knownTools)] : [],
  );
}

function unknownTool(rule: CompiledRule, knownTools: readonly string[]): Problem | null {
  const { selector } = rule.parsed;
  if (selector.by !== 'tool') return null;
  const fix = suggestTool(selector.name, knownTools);
  const message = `No tool is called "${selector.name}": the rule "${rule.text}" can never match.`;
  return fix === null ? null : { message, fix };
}

const RUN_TOOL = {
  message: "has no effect: finish and the to-do list are the run's own, and they always run.",
  fix: 'Remove it. A hook can still refuse a call.',
};

function ruleOfRunTool({ text, parsed: { selector } }: CompiledRule): Problem | null {
  if (selector.by !== 'tool' || !namesOnlyRunTools(selector.name)) return null;
  return { ...RUN_TOOL, message: `The rule "${text}" ${RUN_TOOL.message}` };
}

/**
 * Rules that deny or ask and can never match, and such exceptions of rules that let calls run. What they should gate would run, so the
 * policy does not load.
 */
export function deadGates(layer: PolicyLayer): readonly PolicyProblem[] {
  return ruleProblems(layer, allRules(layer), (rule) =>
    rule.list === 'auto' ? deadExceptions(rule) : [deadRule(rule)],
  );
}

/** The run's own tools in the lists and limits that gate others. In `tools.enabled` they do no harm. */
function listedRunTools({
  file,
  tools,
  settings,
  keyPosition,
}: PolicyLayer): readonly PolicyProblem[] {
  const named = [
    ...tools.disabled.map((name, index) => [name, 'tools.disabled', index] as const),
    ...Object.keys(settings.limits ?? {}).map((name) => [name, 'limits', name] as const),
  ];
  return named.flatMap(([name, key, part]) => {
    const message = `"${name}" in ${key} ${RUN_TOOL.message}`;
    const place = keyPosition(`${key}.${part}`);
    return namesOnlyRunTools(name) ? [{ ...RUN_TOOL, file, ...place, message }] : [];
  });
}

function shadowOf(rule: CompiledRule, rules: readonly CompiledRule[]): Problem | null {
  for (const other of rules) {
    if (other === rule) continue;
    const isCovered = covers(other, rule);
    if (!isCovered && !hasItsIntent(other, rule)) continue;
    const name = `"${other.text}" (${other.list}, line ${other.line})`;
    const never = `can never decide${isCovered ? '' : ' a command with that intent'}`;
    if (other.list === 'deny' && rule.list !== 'deny') {
      return {
        message: `The rule "${rule.text}" ${never}: ${name} always wins.`,
        fix: 'Remove it, or give the deny rule an exception.',
      };
    }
    const asks = other.list === 'requireApproval' && rule.list === 'auto';
    if (asks && other.hasSpecifier === rule.hasSpecifier) {
      return {
        message: `The rule "${rule.text}" ${never}: ${name} beats it on the same level.`,
        fix: 'Narrow the rule that asks, or remove this one.',
      };
    }
    const earlier = other.text !== rule.text || (other.line ?? 0) < (rule.line ?? 0);
    const same =
      other.list === rule.list &&
      rule.reason === null &&
      rule.approval === undefined &&
      !opensMore(rule, other) &&
      (other.hasSpecifier || !rule.hasSpecifier || rule.list === 'deny');
    if (same && earlier && !(covers(rule, other) && (other.line ?? 0) > (rule.line ?? 0))) {
      return {
        message: `The rule "${rule.text}" adds nothing: ${name} covers it.`,
        fix: 'Remove one of them.',
      };
    }
  }
  return null;
}

/** Whether a rule of `auto` opens by its words what built-in rules ask about, and another one does not. */
function opensMore(rule: CompiledRule, other: CompiledRule): boolean {
  return rule.list === 'auto' && namesGuarded(rule) && !namesGuarded(other);
}

/** Whether a rule names files that usually contain secrets, or places outside of the workspace. */
function namesGuarded({ glob }: CompiledRule): boolean {
  return glob !== null && (isSecretsLike(glob.plain) || glob.source.startsWith('/'));
}

/** Further words to try: none, one that no program knows, and one that installs or publishes nothing where programs know it (`yarn test`). */
const FURTHER_WORDS = [[], ['x'], ['test']].map((words) => words.map(knownWord));

/** Whether the words of an `auto` rule have the intent of a rule that denies or asks, with further words and without. */
function hasItsIntent(gate: CompiledRule, { list, pattern, parsed }: CompiledRule): boolean {
  const { specifier, selector } = gate.parsed;
  if (gate.list === 'auto' || list !== 'auto' || pattern === null || gate.except.length > 0)
    return false;
  if (selector.by !== 'tool' || JSON.stringify(selector) !== JSON.stringify(parsed.selector))
    return false;
  const words = pattern.words.map(({ parts }) => knownWord(parts.join('x')));
  return FURTHER_WORDS.every((further) =>
    intentsOfWords([...words, ...further]).some((intent) => intent === specifier),
  );
}

function modeFindings(layer: PolicyLayer): readonly PolicyProblem[] {
  if (layer.mode !== 'auto') return [];
  const { file, modeLine: line } = layer;
  const message =
    '"mode: auto" lets every call run that no rule names, commands and network included.';
  const fix = 'Write "mode: ask" and list what may run.';
  return [{ file, line: line ?? 1, column: 1, message, fix }];
}

/** Without a sandbox, a command that runs code of the checkout does whatever the agent has written there. */
function sandboxFindings(layer: PolicyLayer): readonly PolicyProblem[] {
  if (layer.settings['sandbox.mode'] !== 'off') return [];
  const rule = layer.rules.find(mayRunCheckout);
  if (rule === undefined) return [];
  const place = layer.keyPosition('sandbox');
  const message = `With "sandbox: off", nothing limits the code of the checkout that the auto rule "${rule.text}" may run, and the agent can change that code.`;
  const fix = 'Remove "sandbox: off", or let the rule ask.';
  return [{ file: layer.file, ...place, message, fix }];
}

/** Public hosts for everybody: a command can send what it reads to anyone there. */
function networkFindings(layer: PolicyLayer): readonly PolicyProblem[] {
  return (layer.settings['sandbox.network'] ?? []).flatMap((entry, index) => {
    if (!/^\*(?:\.[^.:]+)?(?::|$)/.test(entry.trim())) return [];
    const place = layer.keyPosition(`sandbox.network.${index}`);
    const message = `sandbox.network lists "${entry}": a command can send what it reads to anybody there.`;
    const fix = 'List the hosts that are needed, such as registry.npmjs.org.';
    return [{ file: layer.file, ...place, message, fix }];
  });
}
