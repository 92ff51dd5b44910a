import { truncateMiddle } from '../../common/index.ts';
import {
  intentsOfWords,
  isDescribed,
  isReadByTable,
  isStarter,
  runnerOf,
  startedPrograms,
  startsUnknown,
} from '../commands/index.ts';
import {
  type CommandAnalysis,
  type CommandPath,
  type EscapeHatch,
  knownWord,
  shownIntents,
  type SimpleCommand,
  type Word,
  type Words,
} from '../commands/analysis.ts';
import { coversCommand, runsCodeElsewhere } from '../rules/word-pattern.ts';
import {
  evaluatePart,
  decidingVerdict,
  stricter,
  asksBecause,
  hasGates,
  ruleOf,
  unruledAuto,
  type Evaluation,
  type RuleSet,
} from './decision.ts';
import type { CommandVerdict, Verdict } from '../model/facts.ts';
import { evaluateCommandPath, gatesOfWriting } from './evaluate-path.ts';
import {
  gatesInFolders,
  gatesOfGivenNames,
  gatesOfNames,
  inputLines,
  MAX_LOOKED_LINES,
  NETWORK,
} from './named-in-words.ts';

/**
 * All simple commands are evaluated, but at most this many are shown. Those that run without approval are left out
 * first.
 */
const MAX_SHOWN_COMMANDS = 100;
const MAX_SHOWN_WORDS = 60;
const MAX_SHOWN_CHARS = 2_000;
const MAX_SHOWN_WORD_CHARS = 200;
/** Its escape hatches are listed with their values. */
const GIT = /(?:^|\/)git$/;
/** Words of all the commands together that the words of one may begin: some 700 words make as many, each with those behind it. */
const MAX_COMPARED_WORDS = 250_000;

/**
 * Evaluates a call with a command: each simple command gets its own verdict, and so does what it reads, writes and
 * reaches. The strictest one wins. What is not understood is never `auto`.
 */
export function evaluateCommand(evaluation: Evaluation, analysis: CommandAnalysis): Verdict {
  const { set, facts } = evaluation;
  const hasProgram = analysis.commands.some((command) => command.words.length > 0);
  const evaluated = analysis.commands.map((command) => ({
    command,
    verdict: evaluateSimple(evaluation, command, !hasProgram),
  }));
  // Of equally strict verdicts the first counts: that of a program says more than that of a loop around it.
  const verdicts = [
    ...evaluated.filter(({ command }) => command.words.length > 0),
    ...evaluated.filter(({ command }) => command.words.length === 0),
  ].map(({ verdict }) => verdict);
  if (analysis.commands.length === 0 || analysis.problem !== null)
    verdicts.push(evaluatePart(set, facts, { type: 'call' }));
  const reasons = set.defers === true ? [] : reasonsToAsk(analysis);
  verdicts.push(...reasons.map(asksBecause));
  if (facts.cwd !== undefined)
    verdicts.push(...evaluateCommandPath(evaluation, { path: facts.cwd, access: 'read' }));
  const strictest = verdicts.reduce(stricter);
  // Why no rule could match says more than that none matches.
  const more =
    strictest.list === 'mode' && strictest.verdict === 'requireApproval'
      ? reasons.filter((reason) => !strictest.because.includes(reason))
      : [];
  const because = [strictest, ...more.map(asksBecause)].map((each) => each.because).join(' ');
  return { ...strictest, because, ...shownCommands(evaluated) };
}

/** Why the source as a whole is never `auto`. */
function reasonsToAsk({ problem, unknown }: CommandAnalysis): readonly string[] {
  return problem === null ? unknown : [`it cannot be evaluated: ${problem}`, ...unknown];
}

function evaluateWords({ set, facts }: Evaluation, command: SimpleCommand): Verdict {
  return evaluatePart(set, facts, { type: 'command', command });
}

interface EvaluatedCommand {
  readonly command: SimpleCommand;
  readonly verdict: Verdict;
}

/**
 * The verdicts that are shown, in source order. If there are too many, those that run without approval are left out
 * first.
 */
function shownCommands(
  all: readonly EvaluatedCommand[],
): Pick<Verdict, 'commands' | 'commandsLeftOut'> {
  const toShown = (some: readonly EvaluatedCommand[]): readonly CommandVerdict[] =>
    some.map(({ command, verdict }) => commandVerdict(command, verdict));
  if (all.length <= MAX_SHOWN_COMMANDS) return { commands: toShown(all) };
  const isAsking = ({ verdict }: EvaluatedCommand): boolean => verdict.verdict !== 'auto';
  const askingFirst = [...all.filter(isAsking), ...all.filter((one) => !isAsking(one))];
  const chosen = new Set(askingFirst.slice(0, MAX_SHOWN_COMMANDS));
  const left = askingFirst.slice(MAX_SHOWN_COMMANDS);
  const asking = left.filter(isAsking).length;
  return {
    commands: toShown(all.filter((one) => chosen.has(one))),
    commandsLeftOut: { asking, others: left.length - asking },
  };
}

/** Represents whatever a source may run that could not be parsed or is known only at run time. */
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
 * The same if the sandbox keeps the command from having an effect: what is unknown about it is no reason to ask. The
 * rules still apply to what its words name, and to what may run unseen. Rules about intents do not: nothing that they
 * name can happen without a network and with writes discarded.
 */
export function evaluateContainedCommand(
  evaluation: Evaluation,
  { commands, problem, unknown }: CommandAnalysis,
): Verdict {
  const { cwd } = evaluation.facts;
  const evaluated = commands.map((command) => ({
    command,
    verdict: evaluateContainedSimple(evaluation, command),
  }));
  // Of rules that let it run, the one for this class says most.
  const verdicts = evaluated
    .map(({ verdict }) => verdict)
    .toSorted(
      (one, other) =>
        Number(isByContained(evaluation, other)) - Number(isByContained(evaluation, one)),
    );
  const isUnseen =
    problem !== null ||
    unknown.length > 0 ||
    commands.some((command) => command.unknown.length > 0 || command.escapeHatches.length > 0);
  if (isUnseen || commands.length === 0) verdicts.push(evaluateWords(evaluation, ANY_COMMAND));
  if (cwd !== undefined) verdicts.push(...containedPath(evaluation, { path: cwd, access: 'read' }));
  return { ...verdicts.reduce(stricter), ...shownCommands(evaluated) };
}

function isByContained({ set }: Evaluation, verdict: Verdict): boolean {
  return ruleOf(set, verdict)?.parsed.specifier === '@contained';
}

function evaluateContainedSimple(evaluation: Evaluation, command: SimpleCommand): Verdict {
  const classes = [...command.classes, '@contained' as const];
  const shown = withShownIntents(command);
  const own = evaluateWords(evaluation, { ...shown, classes, escapeHatches: [] });
  const verdicts = [own, ...withinWords(evaluation, command)];
  for (const path of command.paths) verdicts.push(...containedPath(evaluation, path));
  return verdicts.reduce(stricter);
}

/** Without the intents that it only may have, and those of what it starts. */
function withShownIntents(command: SimpleCommand): SimpleCommand {
  const { started } = command;
  const intents = shownIntents(command);
  return started === undefined
    ? { ...command, intents }
    : { ...command, intents, started: started.map(withShownIntents) };
}

/**
 * A program that is not known to only read may start what its words name (`valgrind x`, `vim -c "!x"`). If a rule denies
 * that or asks about it, `@contained` does not cover the command. What a program of the tables starts is evaluated by itself.
 */
function withinWords(evaluation: Evaluation, command: SimpleCommand): readonly Verdict[] {
  const [program] = command.words;
  if (program === undefined || program.text === null) return [];
  if (command.classes.includes('@readonly') || isReadByTable(program.text)) return [];
  const lines = inputLines(command).map((line) => [program, line]);
  const commands = comparable(namedWithinEach([command.words, ...lines]));
  if (commands === null) return tooMany(evaluation);
  for (const words of commands) {
    const verdict = evaluateWords(evaluation, { ...ANY_COMMAND, words });
    if (verdict.verdict !== 'auto') return [verdict];
  }
  return [];
}

/** All of the commands that words may spell; `null` if they are too many to compare each with the rules. */
function comparable(commands: Iterable<Words>): readonly Words[] | null {
  const all: Words[] = [];
  let length = 0;
  for (const words of commands) {
    length += words.length;
    if (length > MAX_COMPARED_WORDS) return null;
    all.push(words);
  }
  return all;
}

/** Asks, if a rule could be about one of more commands than are compared. */
function tooMany({ set }: Evaluation): readonly Verdict[] {
  const because = 'its words may begin too many commands to compare each with the rules';
  return hasGates(set) ? [asksBecause(because)] : [];
}

/**
 * Whether no table says what the program does with its words, and nothing that names a program lets it run. A rule for every
 * command means the programs of which tables say what they start.
 */
function isUnknownProgram(set: RuleSet, command: SimpleCommand, own: Verdict): boolean {
  if (own.verdict !== 'auto' || isDescribed(command)) return false;
  if (ruleOf(set, own) === undefined) return own.list === 'mode' || own.list === 'whenUntrusted';
  return isByRuleForAny(set, own) && !isStarter(command);
}

/** Whether a rule for every command lets it run. */
function isByRuleForAny(set: RuleSet, own: Verdict): boolean {
  const rule = own.verdict === 'auto' ? ruleOf(set, own) : undefined;
  return rule !== undefined && (!rule.hasSpecifier || rule.pattern?.words.length === 0);
}

/**
 * A program that no table describes may run its words (`valgrind x`), and an escape hatch runs, reads or writes what its
 * words say in a grammar of their own (`awk 'BEGIN { system("x") }'`, `sed 'w FILE'`, `tar -C FOLDER`). If a rule
 * holds back a program, a path or a host that they name, a person is asked.
 */
function gatesInEscapeHatches(
  evaluation: Evaluation,
  command: SimpleCommand,
  { isUnknown }: { readonly isUnknown: boolean },
): readonly Verdict[] {
  const { set } = evaluation;
  const [program = knownWord('')] = command.words;
  const spelled = command.escapeHatches.flatMap(({ words }) => words).map(knownWord);
  const lines = inputLines(command);
  const within = [
    [program, ...spelled],
    ...lines.slice(0, MAX_LOOKED_LINES).map((line) => [program, line]),
  ];
  function* named(): Generator<Words> {
    yield* namedWithinEach(within);
    yield* isUnknown ? namedWithin(command.words) : namedInWords(command);
  }
  const commands = comparable(named());
  if (commands === null) return [...tooMany(evaluation), ...gatesOfNames(evaluation, command)];
  for (const words of commands) {
    const intents = intentsOfWords(words);
    const verdict = evaluateWords(evaluation, { ...ANY_COMMAND, words, intents });
    const rule = ruleOf(set, verdict);
    if (verdict.verdict !== 'auto' && (rule?.hasSpecifier === true || rule?.list === 'deny'))
      return [asksBecause(`it may run what the rule "${rule.text}" is about`)];
  }
  return gatesOfNames(evaluation, command);
}

function* namedWithinEach(all: readonly Words[]): Generator<Words> {
  for (const words of all) yield* namedWithin(words);
}

/** The commands that words may spell: from each word on, or from what is attached to it as an option's value, and from each name within. */
function* namedWithin(words: Words): Generator<Words> {
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    const name = word.text?.replace(/^-[A-Za-z](?=[^-])/, '') ?? '-';
    if (!name.startsWith('-')) yield [knownWord(name), ...words.slice(index + 1)];
    yield* namedInside(word);
  }
}

/**
 * The commands that the text of a word may spell. Between blanks, a slash may be the end of a pattern as well as of a folder, and
 * a letter before the first name may be an option (`-Ogit push`).
 */
function* namedInside({ text }: Word): Generator<Words> {
  if (text === null) return;
  const parts = /\s/.test(text) ? text.replace(/^-\w/, '').replaceAll('/', ' ') : text;
  for (const each of new Set([text, parts])) {
    const names = (each.match(/[\w./@+-]+/g) ?? []).map(knownWord);
    if (names.length === 1 && names[0]?.text === text) continue;
    for (const from of names.keys()) yield names.slice(from);
  }
}

/**
 * The commands that a program of the tables may be given with an escape hatch: in any word, or behind an option of the hatch,
 * whose value is the next word (`rg --pre PROGRAM`).
 */
function* namedInWords({ words, escapeHatches }: SimpleCommand): Generator<Words> {
  const [program = knownWord(''), ...args] = words;
  if (isReadByTable(program.text ?? '') && !GIT.test(program.text ?? '')) {
    const options = new Set(escapeHatches.flatMap((hatch) => hatch.words));
    for (const [index, { text }] of words.entries())
      if (text?.startsWith('-') === true && options.has(text)) yield words.slice(index + 1);
  }
  for (const word of args) yield* namedInside(word);
}

/** What rules and built-in rules say of a path that the command names; not what it may find on its way. */
function containedPath(evaluation: Evaluation, path: CommandPath): readonly Verdict[] {
  const { below: _, ...named } = path;
  const pathResolver = { ...evaluation.pathResolver, list: () => [] };
  return evaluateCommandPath({ ...evaluation, pathResolver }, named);
}

/** `alone`: no command of the source starts a program, so that the verdict of this one is that of the call. */
function evaluateSimple(evaluation: Evaluation, command: SimpleCommand, alone: boolean): Verdict {
  const { set } = evaluation;
  const own = commandOwnVerdict(evaluation, command, alone);
  const verdicts = [own];
  if (set.defers !== true) verdicts.push(...command.unknown.map(asksBecause));
  for (const path of command.paths) verdicts.push(...evaluateCommandPath(evaluation, path));
  const isUnknown = isUnknownProgram(set, command, own);
  const isForAny = isByRuleForAny(set, own);
  const startsAny = isForAny && startsUnknown(command);
  if (command.escapeHatches.some((hatch) => !onlyStarts(hatch, command)) || isUnknown || startsAny)
    verdicts.push(
      ...gatesInEscapeHatches(evaluation, command, { isUnknown }),
      ...gatesInFolders(evaluation, command),
      ...gatesOfGivenNames(evaluation, command),
    );
  // What such a program does beside starting others, no table says: `npm publish FOLDER`. A word without a slash is more likely a
  // package, a script or a container.
  else if (isForAny && isStarter(command) && startedPrograms(command.words).length === 0)
    verdicts.push(...gatesOfNames(evaluation, command, (name) => name.includes('/')));
  if (command.writesUnnamed === true) verdicts.push(...gatesOfWriting(set));
  for (const host of command.hosts) {
    // Gates for network tools apply to a host that a command names. The rule for the command decides whether it may
    // be reached.
    const verdict = decidingVerdict(set, NETWORK, { type: 'host', host });
    if (verdict !== null) verdicts.push(verdict);
  }
  verdicts.push(...gatesOfUnknownHosts(set, command));
  return verdicts.reduce(stricter);
}

/** The first rule about hosts that is a gate, for a command that names a host which is known only at run time. */
function gatesOfUnknownHosts(
  set: RuleSet,
  { unknownHosts = [] }: SimpleCommand,
): readonly Verdict[] {
  const [word] = unknownHosts;
  const verdict = decidingVerdict(set, NETWORK, { type: 'host', host: '*' });
  const rule = verdict === null ? undefined : ruleOf(set, verdict);
  if (word === undefined || rule === undefined || rule.list === 'auto') return [];
  const because = `the host of \`${word}\` is known only at run time, and the rule "${rule.text}" may be about it`;
  return [asksBecause(because)];
}

/** Whether an escape hatch only starts a program of which tables say what its own are: its words are evaluated by themselves. */
function onlyStarts({ starts, words }: EscapeHatch, command: SimpleCommand): boolean {
  if (starts === true) return true;
  const isWrapper = words.length === 1 && command.via.includes(words[0] ?? '');
  return isWrapper && runnerOf(command.words[0]?.text ?? '') !== undefined;
}

function commandOwnVerdict(
  evaluation: Evaluation,
  command: SimpleCommand,
  alone: boolean,
): Verdict {
  if (command.words.length > 0) {
    const verdict = evaluateInFolders(evaluation, command);
    const reasoned = withPossibleIntent(evaluation, verdict, command);
    return verdict.verdict === 'requireApproval'
      ? withReasons(withExactRule(evaluation, reasoned, command), command)
      : reasoned;
  }
  const classes = [...command.classes, '@readonly' as const];
  const verdict = evaluateWords(evaluation, { ...command, classes });
  return alone || verdict.verdict === 'deny' ? verdict : unruledAuto('It starts no program.');
}

/** The strictest verdict for the command in each folder that it may run in, so that each may have a rule of its own. */
function evaluateInFolders(evaluation: Evaluation, command: SimpleCommand): Verdict {
  const { folders } = command;
  if (folders === undefined || folders === null || folders.length < 2)
    return evaluateWords(evaluation, command);
  return folders
    .map((folder) => evaluateWords(evaluation, { ...command, folders: [folder] }))
    .reduce(stricter);
}

/** Says which words may give the command the intent of the rule that decided, if no known word does. */
function withPossibleIntent(
  { set }: Evaluation,
  verdict: Verdict,
  command: SimpleCommand,
): Verdict {
  const specifier = ruleOf(set, verdict)?.parsed.specifier;
  if (!command.possibleIntents?.some((intent) => intent === specifier)) return verdict;
  const words = wordsAtRunTime(command).join(' ');
  const why = `It may be ${specifier}, because a word is known only when it runs: ${words}. Write the word itself.`;
  return { ...verdict, because: `${verdict.because} ${why}` };
}

/** Names the `auto` rule that would let a command run, if it covered further words. */
function withExactRule(
  { set, facts }: Evaluation,
  verdict: Verdict,
  command: SimpleCommand,
): Verdict {
  if (verdict.list !== 'mode') return verdict;
  const exact = set.rules.find(
    (rule) =>
      rule.list === 'auto' &&
      rule.pattern?.rest === false &&
      rule.except.length === 0 &&
      rule.selects(facts) &&
      coversCommand({ ...rule.pattern, rest: true }, command),
  );
  if (exact === undefined) return verdict;
  const why = `The rule "${exact.text}"${exact.line === null ? '' : ` on line ${exact.line}`} covers no further words: " *" at its end would.`;
  return { ...verdict, because: `${verdict.because} ${why}` };
}

/** The words that are known only at run time, as written. */
function wordsAtRunTime({ words }: SimpleCommand): readonly string[] {
  return words.flatMap(({ text, source }) =>
    text === null ? [truncateMiddle(source, MAX_SHOWN_WORD_CHARS)] : [],
  );
}

/** Says what a rule for a class would have covered, but for this. */
function withReasons(verdict: Verdict, command: SimpleCommand): Verdict {
  const { escapeHatches, unknown, folders, words } = command;
  const atRunTime = wordsAtRunTime({
    ...command,
    words: words.filter((each) => each.glob === undefined),
  });
  const beyond = escapeHatches.map(({ description }) => description).join('; ');
  const reasons = [
    ...(beyond === '' ? [] : [`No auto rule spells out what it does beyond reading: ${beyond}.`]),
    ...(runsCodeElsewhere(command) && folders
      ? [`It runs code of "${folders.join('" or "')}"; only a rule with that folder covers it.`]
      : []),
    ...(unknown.length === 0 ? [] : [`It is not known to only read: ${unknown.join('; ')}.`]),
    ...(atRunTime.length === 0 || unknown.length > 0
      ? []
      : [
          `A rule for its words covers none that is only known when it runs: ${atRunTime.join(' ')}`,
        ]),
  ];
  return { ...verdict, because: [verdict.because, ...reasons].join(' ') };
}

function commandVerdict(
  command: SimpleCommand,
  { verdict, rule, line, because }: Verdict,
): CommandVerdict {
  const words = shownWords(command.words.map((word) => word.text ?? word.source));
  return { words, verdict, rule, line, because };
}

/** The words of a command. If there are too many: the first and the last, and how many are left out. */
function shownWords(words: readonly string[]): readonly string[] {
  const half = MAX_SHOWN_WORDS / 2;
  const left = words.length - MAX_SHOWN_WORDS;
  const some =
    left <= 0 ? words : [...words.slice(0, half), `[… ${left} words …]`, ...words.slice(-half)];
  return some.map((word) => truncateMiddle(word, MAX_SHOWN_CHARS));
}
