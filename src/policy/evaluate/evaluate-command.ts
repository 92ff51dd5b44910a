import { truncateMiddle } from '../../common/index.ts';
import { isInTables } from '../commands/index.ts';
import type { CommandAnalysis, CommandPath, SimpleCommand } from '../commands/analysis.ts';
import type { CallPart } from '../rules/compile.ts';
import {
  evaluatePart,
  ruleVerdict,
  pickRule,
  stricter,
  builtinVerdict,
  type RuleSet,
} from './decision.ts';
import type { CommandVerdict, Facts, PathResolver, Verdict } from '../model/facts.ts';
import { evaluateCommandPath } from './evaluate-path.ts';

/**
 * More than this many simple commands are judged all the same, but not all of them are shown: those that would run by
 * themselves are left out first, and how many is said.
 */
const MAX_SHOWN_COMMANDS = 100;
const MAX_SHOWN_WORDS = 60;
const MAX_SHOWN_CHARS = 2_000;
/** Words of an unknown program that may be the name of another one. */
const MAX_LOOKED_WORDS = 40;

/**
 * A call with a command: each simple command of the tree gets its own verdict, and so does what it reads, writes and
 * reaches; the strictest wins. What could not be parsed or told is never `auto`.
 */
export function evaluateCommand(
  set: RuleSet,
  facts: Facts,
  options: { analysis: CommandAnalysis; pathResolver: PathResolver; contained?: boolean },
): Verdict {
  if (options.contained === true) return evaluateContainedCommand(set, facts, options);
  const { analysis, pathResolver } = options;
  const verdicts: Verdict[] = [];
  const judged: EvaluatedCommand[] = [];
  const names = analysis.commands.some((command) => command.words.length > 0);
  for (const command of analysis.commands) {
    const verdict = evaluateSimple(set, facts, { command, pathResolver, alone: !names });
    verdicts.push(verdict);
    judged.push({ command, verdict });
  }
  if (analysis.commands.length === 0) verdicts.push(evaluatePart(set, facts, { of: 'call' }));
  if (analysis.problem !== null)
    verdicts.push(
      evaluatePart(set, facts, { of: 'call' }),
      builtinVerdict(
        'requireApproval',
        `It asks because it cannot be evaluated: ${analysis.problem}.`,
      ),
    );
  for (const reason of analysis.unknown)
    verdicts.push(builtinVerdict('requireApproval', `It asks because ${reason}.`));
  const cwd =
    facts.cwd === undefined
      ? null
      : evaluateCommandPath(set, { path: facts.cwd, access: 'read' }, { pathResolver });
  if (cwd !== null) verdicts.push(cwd);
  return { ...verdicts.reduce(stricter), ...shownCommands(judged) };
}

interface EvaluatedCommand {
  readonly command: SimpleCommand;
  readonly verdict: Verdict;
}

/** The verdicts that are shown, in the order of the command; of too many, those that do not run by themselves go first. */
function shownCommands(
  all: readonly EvaluatedCommand[],
): Pick<Verdict, 'commands' | 'commandsLeftOut'> {
  const told = (some: readonly EvaluatedCommand[]): readonly CommandVerdict[] =>
    some.map(({ command, verdict }) => commandVerdict(command, verdict));
  if (all.length <= MAX_SHOWN_COMMANDS) return { commands: told(all) };
  const asking = all.filter(({ verdict }) => verdict.verdict !== 'auto');
  const others = all.filter(({ verdict }) => verdict.verdict === 'auto');
  const room = Math.max(0, MAX_SHOWN_COMMANDS - asking.length);
  const chosen = new Set([...asking.slice(0, MAX_SHOWN_COMMANDS), ...others.slice(0, room)]);
  return {
    commands: told(all.filter((one) => chosen.has(one))),
    commandsLeftOut: {
      asking: Math.max(0, asking.length - MAX_SHOWN_COMMANDS),
      others: Math.max(0, others.length - room),
    },
  };
}

/** Stands for whatever a source may run that could not be parsed, or is known only at run time. */
const ANY_COMMAND: SimpleCommand = {
  words: [{ text: null, source: '' }],
  via: [],
  classes: ['@contained'],
  intents: [],
  escapeHatches: [],
  paths: [],
  hosts: [],
  unknown: [],
};

/**
 * The same where the sandbox keeps whatever the command does from having an effect: what cannot be told of it is no reason to ask.
 * What its words name still falls under the rules, and what may run unseen under those that could be about it. Rules about intents
 * are not: none of what they name can happen without a network, with nothing kept.
 */
function evaluateContainedCommand(
  set: RuleSet,
  facts: Facts,
  {
    analysis,
    pathResolver,
  }: { readonly analysis: CommandAnalysis; readonly pathResolver: PathResolver },
): Verdict {
  const verdicts: Verdict[] = [];
  const judged: EvaluatedCommand[] = [];
  for (const command of analysis.commands) {
    const verdict = evaluateContainedSimple(set, facts, { command, pathResolver, alone: false });
    verdicts.push(verdict);
    judged.push({ command, verdict });
  }
  const isUnseen =
    analysis.problem !== null ||
    analysis.unknown.length > 0 ||
    analysis.commands.some(
      ({ unknown, escapeHatches }) => unknown.length > 0 || escapeHatches.length > 0,
    );
  if (isUnseen || analysis.commands.length === 0)
    verdicts.push(evaluatePart(set, facts, { of: 'command', command: ANY_COMMAND }));
  if (facts.cwd !== undefined)
    verdicts.push(...containedPath(set, { path: facts.cwd, access: 'read' }, pathResolver));
  return { ...verdicts.reduce(stricter), ...shownCommands(judged) };
}

function evaluateContainedSimple(
  set: RuleSet,
  facts: Facts,
  { command, pathResolver }: Simple,
): Verdict {
  const unit: CallPart = {
    of: 'command',
    command: { ...command, classes: [...command.classes, '@contained'], escapeHatches: [] },
  };
  const verdicts = [evaluatePart(set, facts, unit), ...withinWords(set, facts, command)];
  for (const path of command.paths) verdicts.push(...containedPath(set, path, pathResolver));
  return verdicts.reduce(stricter);
}

/**
 * A program that no table knows may start what stands behind it (`valgrind x`): where a rule holds that back, a person decides. What
 * a program of the tables starts is known, and is judged by itself.
 */
function withinWords(set: RuleSet, facts: Facts, command: SimpleCommand): readonly Verdict[] {
  const program = command.words[0]?.text ?? null;
  if (program === null || command.classes.includes('@readonly') || isInTables(program)) return [];
  const last = Math.min(command.words.length, MAX_LOOKED_WORDS);
  for (let index = 1; index < last; index += 1) {
    const name = command.words[index]?.text ?? '-';
    if (name.startsWith('-')) continue;
    const words = command.words.slice(index);
    const verdict = evaluatePart(set, facts, { of: 'command', command: { ...ANY_COMMAND, words } });
    if (verdict.verdict === 'auto') continue;
    const because = `It asks because it names "${truncateMiddle(name, 100)}", which it may start: ${verdict.because}`;
    return [builtinVerdict('requireApproval', because)];
  }
  return [];
}

/** What rules and built-in rules say of a path that the command names; not what it may find on its way. */
function containedPath(
  set: RuleSet,
  path: CommandPath,
  pathResolver: PathResolver,
): readonly Verdict[] {
  const { below: _, ...named } = path;
  const seen = { ...pathResolver, list: () => [] };
  const verdict = evaluateCommandPath(set, named, { pathResolver: seen, contained: true });
  return verdict === null ? [] : [verdict];
}

interface Simple {
  readonly command: SimpleCommand;
  readonly pathResolver: PathResolver;
  /** No command of the source has a name: this one's own verdict is that of the call. */
  readonly alone: boolean;
}

function evaluateSimple(
  set: RuleSet,
  facts: Facts,
  { command, pathResolver, alone }: Simple,
): Verdict {
  const verdicts: Verdict[] = [commandOwnVerdict(set, facts, command, alone)];
  for (const reason of command.unknown)
    verdicts.push(builtinVerdict('requireApproval', `It asks because ${reason}.`));
  for (const path of command.paths) {
    const verdict = evaluateCommandPath(set, path, { pathResolver });
    if (verdict !== null) verdicts.push(verdict);
  }
  for (const host of command.hosts) {
    // A host that a command names falls under the gates for network tools; that it may be reached is the command's rule.
    const network: Facts = { tool: 'web_fetch', kind: 'network' };
    const picked = pickRule(set.rules, network, { of: 'host', host });
    if (picked !== null) verdicts.push(ruleVerdict(picked, set));
  }
  return verdicts.reduce(stricter);
}

function commandOwnVerdict(
  set: RuleSet,
  facts: Facts,
  command: SimpleCommand,
  alone: boolean,
): Verdict {
  if (command.words.length > 0) {
    const verdict = evaluatePart(set, facts, { of: 'command', command });
    return command.escapeHatches.length > 0 && verdict.verdict === 'requireApproval'
      ? withHatches(verdict, command)
      : verdict;
  }
  const unit: CallPart = {
    of: 'command',
    command: { ...command, classes: [...command.classes, '@readonly'] },
  };
  const verdict = evaluatePart(set, facts, unit);
  if (alone || verdict.verdict === 'deny') return verdict;
  return {
    verdict: 'auto',
    rule: null,
    list: 'auto',
    line: null,
    because: 'It starts no program.',
  };
}

function withHatches(verdict: Verdict, command: SimpleCommand): Verdict {
  const what = command.escapeHatches.map((hatch) => hatch.description).join('; ');
  return {
    ...verdict,
    because: `${verdict.because} No auto rule spells out what it does beyond reading: ${what}.`,
  };
}

function commandVerdict(command: SimpleCommand, verdict: Verdict): CommandVerdict {
  return {
    words: shownWords(command.words.map((word) => word.text ?? word.source)),
    verdict: verdict.verdict,
    rule: verdict.rule,
    line: verdict.line,
    because: verdict.because,
  };
}

/** The words of a command; of too many the first and the last, and between them how many are not shown. */
function shownWords(words: readonly string[]): readonly string[] {
  const half = MAX_SHOWN_WORDS / 2;
  const left = words.length - MAX_SHOWN_WORDS;
  const some =
    left <= 0 ? words : [...words.slice(0, half), `[… ${left} words …]`, ...words.slice(-half)];
  return some.map((word) => truncateMiddle(word, MAX_SHOWN_CHARS));
}
