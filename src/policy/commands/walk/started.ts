import { shownIntents } from '../analysis.ts';
import { BeyondLimit, MAX_STARTED_COMMANDS } from '../parse/limits.ts';
import { isReadByTable } from '../specs/index.ts';
import { RUNS_ITS_WORDS } from '../specs/runners.ts';
import { SUBCOMMANDS_BY_NAME } from '../specs/subcommands.ts';
import { byName, isListed, words as wordsOf } from '../specs/table.ts';
import { FOREIGN_SHELLS, STARTED_SOURCES } from '../specs/wrappers.ts';
import { programOf } from '../words/program-names.ts';
import { directlyStarted, startedElsewhere } from '../words/started-programs.ts';
import {
  type ExpandedWord,
  type ExpandedWords,
  literalWord,
  type Scope,
  type Walker,
} from './context.ts';
import { noteEscapeHatch, noteHiddenCommand } from './findings.ts';
import type { ShellState } from './shell-state.ts';

const STARTED = byName(STARTED_SOURCES);
/** `npm:build-*` is short for scripts of these names. */
const SCRIPT_NAME = /^(?:npm|pnpm|yarn|bun|node|deno):[\w:*.-]+$/;
/** Filled in by the program: `hyperfine -L name x 'git {name}'`. */
const PLACEHOLDER = /\{[\w@*]+\}/;

/** Options of programs that start containers: a program in place of that of the image, and shell source. */
const ENTRYPOINT = ['--entrypoint'];
const CONTAINER_SOURCES = ['--health-cmd', '--health-startup-cmd'];

/** The values of options: behind `=`, attached to a letter (`-qcSOURCE`), or the next word, which may be missing. */
export function optionValues(
  words: ExpandedWords,
  options: readonly string[],
): readonly (ExpandedWord | undefined)[] {
  const letters = options.flatMap((each) => (each.length === 2 ? [each.charAt(1)] : [])).join('');
  const cluster = letters === '' ? null : new RegExp(`^-[a-z]*?[${letters}](.*)$`, 's');
  return words.flatMap(({ text, source }, index) => {
    if (text === null) return [];
    const long = options.find((each) => text.startsWith(`${each}=`));
    const value = long === undefined ? cluster?.exec(text)?.[1] : text.slice(long.length + 1);
    if (value !== undefined && value !== '') return [literalWord(value, source)];
    return value === '' || options.includes(text) ? [words[index + 1]] : [];
  });
}

/** Walks the shell source in the options of a program, as that of `sh -c`. */
function walkSources(words: ExpandedWords, { walker, state, findings }: Scope): void {
  const name = programOf(words);
  const alias = aliasSource(words);
  if (alias !== null) walker.walkSource(alias, state, [name]);
  const sources = SUBCOMMANDS_BY_NAME.get(name)?.sourceOptions;
  if (sources === undefined) return;
  const dashes = words.findIndex(({ text }) => text === '--');
  const own = dashes === -1 ? words : words.slice(0, dashes);
  const { options, subcommands } = sources;
  if (
    subcommands !== undefined &&
    !own.some(({ text }) => text === null || isListed(subcommands, text))
  )
    return;
  for (const source of optionValues(own, wordsOf(options))) {
    if (typeof source?.text === 'string') walker.walkSource(source.text, state, [name]);
    else findings.unknown.add(`${name} runs what is known only at run time`);
  }
}

/** What `gh alias set NAME TEXT` stands for; `null` for another command. */
function aliasSource(words: ExpandedWords): string | null {
  const texts = words.map(({ text }) => text ?? '');
  const [, first, second, ...rest] = texts;
  if (programOf(words) !== 'gh' || first !== 'alias' || second !== 'set') return null;
  const [, text = ''] = rest.filter((word) => !/^-./.test(word));
  if (text.startsWith('!')) return text.slice(1);
  return rest.some((word) => /^(?:-s|--shell)$/.test(word)) ? text : `gh ${text}`;
}

/** The words of a program that are shell source in whole. */
function startedSources(words: ExpandedWords): readonly (ExpandedWord | undefined)[] {
  const row = STARTED.get(programOf(words));
  if (row === undefined) return [];
  if ('options' in row) return optionValues(words, row.options);
  const dashes = words.findIndex(({ text }) => text === '--');
  return words.slice(1).flatMap((word, index) => {
    const isOwn = dashes === -1 || index < dashes;
    if (isOwn && row.names.includes(words[index]?.text ?? '')) return [];
    if (word.text === null) return word.prefix.startsWith('-') ? [] : [word];
    if (SCRIPT_NAME.test(word.text)) return [];
    if (!word.text.startsWith('-')) return [word];
    const [, option = '', value] = /^(--[^=]*(?==)|-[A-Za-z])=?(.+)$/s.exec(word.text) ?? [];
    return value === undefined || row.names.includes(option) ? [] : [literalWord(value)];
  });
}

/** The commands that a container or another machine runs, by its words and in place of the program of its image. */
function startedInContainer(words: ExpandedWords): readonly ExpandedWords[] {
  const started = startedElsewhere(words);
  const entrypoints = optionValues(words, ENTRYPOINT).flatMap((word) => word ?? []);
  return [
    ...started,
    ...entrypoints.flatMap((program) => [[program], ...started.map((rest) => [program, ...rest])]),
  ];
}

const TOO_MANY = 'it may start too many programs';

/** A program that starts others, and the walk over what it starts. */
interface Starter {
  readonly name: string;
  readonly walker: Walker;
  readonly state: ShellState;
}

/**
 * Walks a command that a program starts, as words. A first word with blanks may be shell source as well, as may the words of some
 * shells together; a rule may deny either.
 */
function walkStarted(words: ExpandedWords, { name, walker, state }: Starter): void {
  walker.countStep(words.length);
  walker.walkWords(words, state);
  const texts = words.map(({ text }) => text);
  const isSource = /\s/.test(texts[0] ?? '') || FOREIGN_SHELLS.has(name);
  if (isSource && texts.some((text) => /\s/.test(text ?? '')) && !texts.includes(null))
    walker.walkSource(texts.join(' '), state, [name]);
}

function walkText(source: ExpandedWord | undefined, { name, walker, state }: Starter): void {
  const text = source?.text ?? null;
  if (text !== null) walker.walkSource(text, state, [name]);
  if (text === null || PLACEHOLDER.test(text))
    walker.unknown.add(`${name} runs what is known only at run time`);
}

/** Of `RUNS_ITS_WORDS`, those that run what they read if no word says what to run. The others run nothing then. */
const RUNS_INPUT = /^(?:.*\/)?(?:[a-z]*sh|powershell|nu|elvish|xonsh|su|script)$/;

/**
 * Notes a shell that is started, itself or behind the `--` of a program, which may run it: a rule for what starts programs covers none that
 * it does not spell out. `pnpm watch` is a script.
 */
export function noteShells(started: ExpandedWords, scope: Scope): void {
  const dashes = started.findIndex(({ text }) => text === '--');
  const behind = dashes === -1 ? [] : started.slice(dashes + 1);
  const runs = started.length > 1 ? RUNS_ITS_WORDS : RUNS_INPUT;
  for (const word of [...started.slice(0, 1), ...behind])
    if (runs.test(word.text ?? ''))
      noteEscapeHatch(`${word.text ?? ''} runs whatever its words say`, [word], scope);
}

/**
 * Notes what a program does that another one only starts, as if that did it: `uv run cat FILE` reads the file. What is
 * unknown about it counts if a table says what the program does, or if a word of it is known only at run time; other programs
 * run under a rule for the one that starts them. Rules that deny or ask are about the words and intents of what a text or a container starts, too.
 */
export function noteStarted(words: ExpandedWords, scope: Scope): void {
  const { walker, findings } = scope;
  walkSources(words, scope);
  const name = programOf(words);
  // A variable that the shell has is not known to have the same value in the environment of another program.
  const variables = new Map<string, never>();
  const here = { name, walker: walker.fork(), state: { ...scope.state, variables } };
  const elsewhere = { name, walker: walker.fork(), state: { ...here.state, folders: null } };
  try {
    for (const started of directlyStarted(words)) {
      noteShells(started, scope);
      walkStarted(started, here);
    }
    for (const source of startedSources(words)) walkText(source, here);
    const contained = startedInContainer(words);
    for (const started of contained) walkStarted(started, elsewhere);
    for (const source of contained.length === 0 ? [] : optionValues(words, CONTAINER_SOURCES))
      walkText(source, elsewhere);
  } catch (error) {
    // The command itself is still evaluated: its words may be denied.
    if (!(error instanceof BeyondLimit)) throw error;
    noteHiddenCommand(scope, TOO_MANY);
  }
  for (const starter of [here, elsewhere]) noteUnread(starter.walker, scope);
  for (const { hosts, unknownHosts = [] } of elsewhere.walker.commands) {
    for (const host of hosts) findings.hosts.add(host);
    for (const word of unknownHosts) findings.unknownHosts.add(word);
  }
  for (const command of here.walker.commands) {
    for (const intent of command.intents) findings.intents.add(intent);
    for (const intent of shownIntents(command)) findings.addIntent(intent);
    for (const host of command.hosts) findings.hosts.add(host);
    for (const word of command.unknownHosts ?? []) findings.unknownHosts.add(word);
    findings.paths.push(...command.paths);
    findings.writesUnnamed ||= command.writesUnnamed === true;
    findings.escapeHatches.push(...command.escapeHatches);
    const { words: own, unknown } = command;
    if (isReadByTable(own[0]?.text ?? '/') || own.some(({ text }) => text === null))
      for (const reason of unknown) findings.unknown.add(reason);
  }
  noteCommands(here, elsewhere, scope);
}

/** Notes the commands of texts and containers, which rules that deny or ask are about. */
function noteCommands(here: Starter, elsewhere: Starter, scope: Scope): void {
  const { walker, findings } = scope;
  const inTexts = here.walker.commands.filter(({ via }) => via.length > walker.via.length);
  const nested = [here, elsewhere].flatMap((each) =>
    each.walker.commands.flatMap(({ started = [] }) => started),
  );
  const all = new Set([...inTexts, ...elsewhere.walker.commands, ...nested]);
  const started = [...all].filter(({ words }) => words.length > 0);
  if (started.length > MAX_STARTED_COMMANDS) noteHiddenCommand(scope, TOO_MANY);
  findings.started.push(...started.slice(0, MAX_STARTED_COMMANDS));
}

/** Notes why commands that are started cannot be known before they run. */
function noteUnread({ commands, unknown }: Walker, scope: Scope): void {
  for (const reason of unknown) noteHiddenCommand(scope, reason);
  for (const { words, unknown: reasons } of commands)
    if (words[0]?.text === null) for (const reason of reasons) noteHiddenCommand(scope, reason);
}
