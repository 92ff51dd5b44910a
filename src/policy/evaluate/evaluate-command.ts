import { truncateMiddle } from '../../common/index.ts';
import { isReadByTable } from '../commands/index.ts';
import type { CommandAnalysis, CommandPath, SimpleCommand, Word } from '../commands/analysis.ts';
import type { CallPart } from '../rules/compile.ts';
import { runsCodeElsewhere } from '../rules/word-pattern.ts';
import {
  evaluatePart,
  decidingVerdict,
  stricter,
  builtinVerdict,
  type RuleSet,
} from './decision.ts';
import type { CommandVerdict, Facts, PathResolver, Verdict } from '../model/facts.ts';
import { evaluateCommandPath, gatesAbout, gatesOfWriting } from './evaluate-path.ts';

/**
 * All simple commands are evaluated, but at most this many are shown. Those that run without approval are left out
 * first.
 */
const MAX_SHOWN_COMMANDS = 100;
const MAX_SHOWN_WORDS = 60;
const MAX_SHOWN_CHARS = 2_000;
const NETWORK: Facts = { tool: 'web_fetch', kind: 'network' };
/** Words of an unknown program that may be the name of another one. */
const MAX_LOOKED_WORDS = 40;
/** Names in the words of one command that rules are compared with. */
const MAX_LOOKED_NAMES = 400;
/** Lines of here documents whose names may be commands. */
const MAX_LOOKED_LINES = 200;

/**
 * Evaluates a call with a command: each simple command gets its own verdict, and so does what it reads, writes and
 * reaches. The strictest one wins. What is not understood is never `auto`.
 */
export function evaluateCommand(
  set: RuleSet,
  facts: Facts,
  options: { analysis: CommandAnalysis; pathResolver: PathResolver; contained?: boolean },
): Verdict {
  if (options.contained === true) return evaluateContainedCommand(set, facts, options);
  const { analysis, pathResolver } = options;
  const evaluated: EvaluatedCommand[] = [];
  const hasProgram = analysis.commands.some((command) => command.words.length > 0);
  for (const command of analysis.commands) {
    const verdict = evaluateSimple(set, facts, { command, pathResolver, alone: !hasProgram });
    evaluated.push({ command, verdict });
  }
  // Of equally strict verdicts the first counts: that of a program says more than that of a loop around it.
  const verdicts = [
    ...evaluated.filter(({ command }) => command.words.length > 0),
    ...evaluated.filter(({ command }) => command.words.length === 0),
  ].map(({ verdict }) => verdict);
  if (analysis.commands.length === 0) verdicts.push(evaluatePart(set, facts, { type: 'call' }));
  if (analysis.problem !== null) verdicts.push(evaluatePart(set, facts, { type: 'call' }));
  const reasons = set.defers === true ? [] : reasonsToAsk(analysis);
  for (const reason of reasons) verdicts.push(builtinVerdict('requireApproval', reason));
  const cwd =
    facts.cwd === undefined
      ? null
      : evaluateCommandPath(set, { path: facts.cwd, access: 'read' }, { pathResolver });
  if (cwd !== null) verdicts.push(cwd);
  const strictest = verdicts.reduce(stricter);
  // That no rule matches is less than why none could.
  const more = strictest.list === 'mode' && strictest.verdict === 'requireApproval' ? reasons : [];
  const because = [strictest.because, ...more].join(' ');
  return { ...strictest, because, ...shownCommands(evaluated) };
}

/** Why the source as a whole is never `auto`. */
function reasonsToAsk({ problem, unknown }: CommandAnalysis): readonly string[] {
  return [
    ...(problem === null ? [] : [`It asks because it cannot be evaluated: ${problem}.`]),
    ...unknown.map((reason) => `It asks because ${reason}.`),
  ];
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
  const asking = all.filter(({ verdict }) => verdict.verdict !== 'auto');
  const others = all.filter(({ verdict }) => verdict.verdict === 'auto');
  const room = Math.max(0, MAX_SHOWN_COMMANDS - asking.length);
  const chosen = new Set([...asking.slice(0, MAX_SHOWN_COMMANDS), ...others.slice(0, room)]);
  return {
    commands: toShown(all.filter((one) => chosen.has(one))),
    commandsLeftOut: {
      asking: Math.max(0, asking.length - MAX_SHOWN_COMMANDS),
      others: Math.max(0, others.length - room),
    },
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
function evaluateContainedCommand(
  set: RuleSet,
  facts: Facts,
  {
    analysis,
    pathResolver,
  }: { readonly analysis: CommandAnalysis; readonly pathResolver: PathResolver },
): Verdict {
  const verdicts: Verdict[] = [];
  const evaluated: EvaluatedCommand[] = [];
  for (const command of analysis.commands) {
    const verdict = evaluateContainedSimple(set, facts, { command, pathResolver });
    verdicts.push(verdict);
    evaluated.push({ command, verdict });
  }
  const isUnseen =
    analysis.problem !== null ||
    analysis.unknown.length > 0 ||
    analysis.commands.some(
      ({ unknown, escapeHatches }) => unknown.length > 0 || escapeHatches.length > 0,
    );
  if (isUnseen || analysis.commands.length === 0)
    verdicts.push(evaluatePart(set, facts, { type: 'command', command: ANY_COMMAND }));
  if (facts.cwd !== undefined)
    verdicts.push(...containedPath(set, { path: facts.cwd, access: 'read' }, pathResolver));
  return { ...verdicts.reduce(stricter), ...shownCommands(evaluated) };
}

function evaluateContainedSimple(
  set: RuleSet,
  facts: Facts,
  { command, pathResolver }: Omit<Simple, 'alone'>,
): Verdict {
  const part: CallPart = {
    type: 'command',
    command: { ...command, classes: [...command.classes, '@contained'], escapeHatches: [] },
  };
  const verdicts = [evaluatePart(set, facts, part), ...withinWords(set, facts, command)];
  for (const path of command.paths) verdicts.push(...containedPath(set, path, pathResolver));
  return verdicts.reduce(stricter);
}

/**
 * A program that is not known to only read may start what stands behind it (`valgrind x`, `vim -c "!x"`): where a rule
 * holds that back, the sandbox lets nothing run. What a program of the tables starts is known, and is evaluated by itself.
 */
function withinWords(set: RuleSet, facts: Facts, command: SimpleCommand): readonly Verdict[] {
  const program = command.words[0]?.text ?? null;
  if (program === null || command.classes.includes('@readonly') || isReadByTable(program))
    return [];
  const within = [
    command.words,
    ...givenLines(command).map((line) => [...command.words.slice(0, 1), line]),
  ];
  for (const words of within.flatMap((some) => namedWithin({ ...command, words: some }))) {
    const spelled = { ...ANY_COMMAND, words };
    const verdict = evaluatePart(set, facts, { type: 'command', command: spelled });
    if (verdict.verdict !== 'auto') return [verdict];
  }
  return [];
}

/** Whether no table knows the program, and nothing but `mode` lets it run. */
function isUnknownProgram({ words, classes }: SimpleCommand, own: Verdict | undefined): boolean {
  const program = words[0]?.text ?? null;
  return (
    program !== null &&
    own?.list === 'mode' &&
    own.verdict === 'auto' &&
    classes.length === 0 &&
    !isReadByTable(program)
  );
}

/**
 * An escape hatch runs, reads or writes what its words say in a grammar of their own (`awk 'BEGIN { system("x") }'`,
 * `sed 'w FILE'`, `tar -C FOLDER`). If a rule holds back a program or a path that they name, a person is asked.
 */
function gatesInEscapeHatches(
  set: RuleSet,
  facts: Facts,
  { command, pathResolver }: Omit<Simple, 'alone'>,
): readonly Verdict[] {
  const [program = { text: '', source: '' }] = command.words;
  const spelled = command.escapeHatches
    .flatMap(({ words }) => words)
    .map((text): Word => ({ text, source: text }));
  const lines = givenLines(command);
  const within = [
    ...namedWithin({ ...command, words: [program, ...spelled] }),
    ...lines
      .slice(0, MAX_LOOKED_LINES)
      .flatMap((line) => namedWithin({ ...command, words: [program, line] })),
  ];
  for (const words of within) {
    const part: CallPart = { type: 'command', command: { ...ANY_COMMAND, words } };
    const verdict = evaluatePart(set, facts, part);
    if (verdict.verdict !== 'auto' && verdict.rule !== null)
      return [
        builtinVerdict(
          'requireApproval',
          `It asks because it may run what the rule "${verdict.rule}" is about.`,
        ),
      ];
  }
  const names = new Set(
    [...command.words.slice(1), ...lines].flatMap(({ text }) => text?.match(/[\w./@+~-]+/g) ?? []),
  );
  if (
    (names.size > MAX_LOOKED_NAMES || lines.length > MAX_LOOKED_LINES) &&
    set.rules.some((rule) => rule.list !== 'auto')
  )
    return [
      builtinVerdict(
        'requireApproval',
        `It asks because it names more than ${MAX_LOOKED_NAMES} things, too many to compare with the rules.`,
      ),
    ];
  for (const name of names) {
    const verdicts = gatesAbout(set, name, pathResolver);
    if (verdicts.length > 0) return verdicts;
  }
  return [];
}

/** The lines that here documents and here strings give a program: source, if it is an interpreter. */
function givenLines({ given = [] }: SimpleCommand): readonly Word[] {
  return given
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line, source: line }));
}

/** The commands that words may spell: from each word on, and from each name within a word on. */
function namedWithin({ words }: SimpleCommand): readonly (readonly Word[])[] {
  const last = Math.min(words.length, MAX_LOOKED_WORDS);
  return words.slice(1, last).flatMap(({ text }, index) => {
    if (text === null) return [];
    const names = (text.match(/[\w./@+-]+/g) ?? []).slice(0, MAX_LOOKED_WORDS);
    const inside = names.length > 1 || names[0] !== text ? names : [];
    const spelled = inside.map((_, from) =>
      inside.slice(from).map((name): Word => ({ text: name, source: name })),
    );
    return [...(text.startsWith('-') ? [] : [words.slice(index + 1)]), ...spelled];
  });
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
  /** No command of the source starts a program: the verdict of this one is that of the call. */
  readonly alone: boolean;
}

function evaluateSimple(
  set: RuleSet,
  facts: Facts,
  { command, pathResolver, alone }: Simple,
): Verdict {
  const verdicts: Verdict[] = [commandOwnVerdict(set, facts, command, alone)];
  for (const reason of set.defers === true ? [] : command.unknown)
    verdicts.push(builtinVerdict('requireApproval', `It asks because ${reason}.`));
  for (const path of command.paths) {
    const verdict = evaluateCommandPath(set, path, { pathResolver });
    if (verdict !== null) verdicts.push(verdict);
  }
  if (command.escapeHatches.length > 0 || isUnknownProgram(command, verdicts[0]))
    verdicts.push(...gatesInEscapeHatches(set, facts, { command, pathResolver }));
  if (command.writesUnnamed === true) verdicts.push(...gatesOfWriting(set));
  for (const host of command.hosts) {
    // Gates for network tools apply to a host that a command names. The rule for the command decides whether it may
    // be reached.
    const verdict = decidingVerdict(set, NETWORK, { type: 'host', host });
    if (verdict !== null) verdicts.push(verdict);
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
    const verdict = evaluateInFolders(set, facts, command);
    return verdict.verdict === 'requireApproval' ? withReasons(verdict, command) : verdict;
  }
  const part: CallPart = {
    type: 'command',
    command: { ...command, classes: [...command.classes, '@readonly'] },
  };
  const verdict = evaluatePart(set, facts, part);
  if (alone || verdict.verdict === 'deny') return verdict;
  return {
    verdict: 'auto',
    rule: null,
    list: 'auto',
    line: null,
    because: 'It starts no program.',
  };
}

/** The strictest verdict for the command in each folder that it may run in, so that each may have a rule of its own. */
function evaluateInFolders(set: RuleSet, facts: Facts, command: SimpleCommand): Verdict {
  const { folders } = command;
  if (folders === undefined || folders === null || folders.length < 2)
    return evaluatePart(set, facts, { type: 'command', command });
  return folders
    .map((folder) => ({ ...command, folders: [folder] }))
    .map((inFolder) => evaluatePart(set, facts, { type: 'command', command: inFolder }))
    .reduce(stricter);
}

/** Says what a rule for a class would have covered, but for this. */
function withReasons(verdict: Verdict, command: SimpleCommand): Verdict {
  const { escapeHatches, unknown, folders } = command;
  const beyond = escapeHatches.map(({ description }) => description).join('; ');
  const reasons = [
    ...(beyond === '' ? [] : [`No auto rule spells out what it does beyond reading: ${beyond}.`]),
    ...(runsCodeElsewhere(command) && folders
      ? [`It runs code of "${folders.join('" or "')}"; only a rule with that folder covers it.`]
      : []),
    ...(unknown.length === 0 ? [] : [`It is not known to only read: ${unknown.join('; ')}.`]),
  ];
  return { ...verdict, because: [verdict.because, ...reasons].join(' ') };
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

/** The words of a command. If there are too many: the first and the last, and how many are left out. */
function shownWords(words: readonly string[]): readonly string[] {
  const half = MAX_SHOWN_WORDS / 2;
  const left = words.length - MAX_SHOWN_WORDS;
  const some =
    left <= 0 ? words : [...words.slice(0, half), `[… ${left} words …]`, ...words.slice(-half)];
  return some.map((word) => truncateMiddle(word, MAX_SHOWN_CHARS));
}
