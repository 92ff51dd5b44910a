import {
  type ExpandedWord,
  type ExpandedWords,
  literalWord,
  type Invocation,
  withSomeNumber,
} from '../walk/context.ts';
import { runnerOf } from '../specs/index.ts';
import { inputFindings } from './input.ts';
import { noteTransfers } from './transfers.ts';
import { isPossiblePath } from '../../model/path-limits.ts';
import { isStream, isWithin, resolvePlaces } from '../words/paths.ts';
import { startedProgram } from '../words/starter-options.ts';
import { type Runner, RUNS_ITS_WORDS } from '../specs/runners.ts';
import { byName, isListed, words as wordsOf } from '../specs/table.ts';
import { noteEscapeHatch, notePath, notePathWord, noteUnknown } from '../walk/findings.ts';

const ASSIGNMENT = /^[A-Za-z_.][\w.]*[:+?!]?=/;
/** A shorter abbreviation is ambiguous, and counts as an escape hatch if any such option begins with it. */
const SHORTEST_EXACT = 3;

/**
 * Notes what makes a program that runs code of the checkout run or load something else. Words after `--` belong to the
 * script.
 */
export function noteRunner(invocation: Invocation): void {
  const { name, scope, args } = invocation;
  noteInput(invocation);
  const runner = runnerOf(name);
  if (runner === undefined) return;
  if (runner.readsAt === true)
    for (const arg of args) {
      const file = /^(?:-\w+)?(?:[\w.-]*=)?(?:[\w.%-]*@|<|fileb?:\/\/)([^;]+)/.exec(
        arg.text ?? '',
      )?.[1];
      if (file === undefined || file === '-') continue;
      // `curl -F` takes several files, and quotes around each.
      for (const each of new Set([file, ...file.split(',').map(unquoted)]))
        notePath(each, 'read', scope);
    }
  noteTransfers(invocation);
  const started = startedProgram([literalWord(name), ...args]);
  // Options before the subcommand are its own, too.
  const first = started === null ? 0 : started.subcommand - 1;
  const own = ownWords(
    runner,
    args.slice(first),
    started === null ? 1 : started.program - first - 1,
  );
  noteOwnWords({ ...runner, name }, [...args.slice(0, first), ...own], invocation);
}

function unquoted(name: string): string {
  return name.replace(/^"(.*)"$/s, '$1');
}

/**
 * The words that a program takes itself: not those after `--`, nor those of another program that it starts, which stands at `started`
 * behind its subcommand.
 */
export function ownWords<W extends Pick<ExpandedWord, 'text'>>(
  runner: Runner,
  args: readonly W[],
  started = 1,
): readonly W[] {
  const end = runner.afterDashes === true ? -1 : args.findIndex((arg) => arg.text === '--');
  const module = modulePlace(runner, args);
  if (module !== -1 && isName(args[module + 1])) return args.slice(0, module + 2);
  if (runner.scriptFirst === true && isName(args[0])) return args.slice(0, 1);
  if (isListed(runner.passesOn, args[0]?.text ?? ''))
    return passesWordsOn(args.slice(started)) ? args.slice(0, started + 1) : args;
  const own = end === -1 ? args : args.slice(0, end);
  if (runner.inside === undefined) return own;
  const { subcommands, values, switches } = runner.inside;
  let start = firstOperand(own, runner);
  if (own[start]?.text === 'container') start += 1;
  if (!isListed(subcommands, own[start]?.text ?? '')) return own;
  const operand = firstOperand(own.slice(start + 1), { values, switches });
  return own.slice(0, start + operand + 2);
}

/** Whether the words behind a program are all that program's. Not those of a shell, which run whatever they say, also behind the program. */
function passesWordsOn(words: readonly Pick<ExpandedWord, 'text'>[]): boolean {
  return isName(words[0]) && words.every(({ text }) => !RUNS_ITS_WORDS.test(text ?? ''));
}

/** Whether a word is known and no option. */
function isName(word: Pick<ExpandedWord, 'text'> | undefined): boolean {
  return /^[^-]/.test(word?.text ?? '');
}

/** Where the option stands that starts a module; -1 if there is none, or a script or input before it. */
function modulePlace(
  { startsModule }: Runner,
  args: readonly Pick<ExpandedWord, 'text'>[],
): number {
  const place = args.findIndex(({ text }) => text === startsModule || !/^-[^-]/.test(text ?? ''));
  return startsModule !== undefined && args[place]?.text === startsModule ? place : -1;
}

/**
 * The position of the first word that is neither an option nor the value of one; the number of words if there is none, or if an
 * option before it is in neither list.
 */
function firstOperand(
  words: readonly Pick<ExpandedWord, 'text'>[],
  { values, switches = /^-/ }: { readonly values?: string | undefined; readonly switches?: RegExp },
): number {
  for (let position = 0; position < words.length; position += 1) {
    const text = words[position]?.text ?? null;
    if (text === null) return words.length;
    if (!text.startsWith('-') || text === '-') return position;
    if (isListed(values, text)) position += 1;
    else if (!text.startsWith('--') || !text.includes('=')) {
      if (!switches.test(text)) return words.length;
    }
  }
  return words.length;
}

type NamedOptions = Runner & { readonly name: string };

/** Notes the escape hatches among the words of a program, and of its subcommand. */
function noteOwnWords(known: NamedOptions, words: ExpandedWords, invocation: Invocation): void {
  const { scope } = invocation;
  const { name, leading, below = {} } = known;
  const first = firstOperand(words, known);
  const own = leading === undefined ? words : words.slice(0, first);
  noteOptionFiles(own, known.writes, (value) => notePathWord(value, 'write', scope));
  noteOptionFiles(own, known.reads, (value) => {
    const [, file = ''] =
      known.readsNamed === true ? (/^[\w.-]+=(.+)$/.exec(value.text ?? '') ?? []) : [];
    notePathWord(file === '' ? value : literalWord(file), 'read', scope);
  });
  noteOptions(known, words, invocation);
  noteWords(known, words, invocation);
  if (leading !== undefined) noteOptions({ name, escapeHatches: leading }, own, invocation);
  const subcommand = words[first]?.text ?? '';
  const options = byName(below).get(subcommand);
  if (options === undefined) noteFilesRun(known, words, invocation);
  else
    noteOwnWords({ ...options, name: `${name} ${subcommand}` }, words.slice(first + 1), invocation);
}

/** Notes the scripts and tests that are run: those of the checkout are read, any other is an escape hatch. */
function noteFilesRun(
  { name, runsFiles }: NamedOptions,
  words: ExpandedWords,
  { scope }: Invocation,
): void {
  if (runsFiles === undefined) return;
  const { root } = scope.walker.pathResolver;
  const operands = words.filter(({ text }) => text !== null && !text.startsWith('-'));
  for (const word of runsFiles === 'first' ? operands.slice(0, 1) : operands) {
    const text = word.text ?? '';
    if (text === '' || isStream(text)) continue;
    const places = resolvePlaces(text, scope.state, scope.walker.pathResolver);
    // A place that no file system has is code, such as that of `node -e`. The word alone may be longer: node shortens `././a.js`.
    if (!(places ?? [text]).some(isPossiblePath)) continue;
    if (places?.every((place) => isWithin(place, root)) === false)
      noteEscapeHatch(`${name} runs ${text}, outside of the workspace`, [word], scope);
    else notePath(text, 'read', scope);
  }
}

/** Whether a word is an option that chooses a package, by a value in the next word. */
function isPackageOption({ choosesPackage }: Runner, { text }: ExpandedWord): boolean {
  return text !== null && isListed(choosesPackage, text);
}

/** The option that chooses a package, without a value: `-w`, or `--workspace=`; `null` if it is none. */
function packageOption(known: Runner, arg: ExpandedWord): ExpandedWord | null {
  if (isPackageOption(known, arg)) return arg;
  const option = literalWord(arg.text?.split('=')[0] ?? '');
  return isPackageOption(known, option) ? literalWord(`${option.text}=`) : null;
}

/** How many words may name a subcommand: the value of an option may stand before it, unless the options are all known. */
const SUBCOMMAND_WORDS = 2;

/** With fewer letters, a word is an alias of its own or could be many. */
const SHORTEST_SUBCOMMAND = 2;

function mayBeSubcommand({ subcommands, shortened }: Runner, text: string): boolean {
  if (isListed(subcommands, text)) return true;
  const isShort = shortened === true && text.length >= SHORTEST_SUBCOMMAND;
  return isShort && wordsOf(subcommands).some((each) => each.startsWith(text));
}

/** Notes the words of a runner, and its subcommands, that run something else. */
function noteWords(
  known: NamedOptions,
  given: ExpandedWords,
  { scope }: Pick<Invocation, 'scope'>,
): void {
  const words = given.map(withSomeNumber);
  const start = firstOperand(words, known);
  const operands = words
    .slice(start === words.length ? 0 : start)
    .filter((word) => word.text?.startsWith('-') !== true);
  for (const word of known.words === undefined ? [] : words) {
    if (word.text === null)
      noteUnknown(scope, `\`${word.source}\` may make ${known.name} run something else`);
    else if (known.words?.test(word.text) === true)
      noteEscapeHatch(`${known.name} ${word.text} changes what is run or loaded`, [word], scope);
  }
  const packages = words.filter((word) => isPackageOption(known, word));
  const named = known.only === undefined ? SUBCOMMAND_WORDS : 1 + packages.length;
  for (const word of operands.slice(0, named))
    if (word.text !== null && mayBeSubcommand(known, word.text))
      noteEscapeHatch(`${known.name} ${word.text} changes what is run or loaded`, [word], scope);
}

/** Notes what redirections give the program to run. */
function noteInput({ name, args, scope }: Invocation): void {
  const { inputTexts: texts, hasUnreadInput: unread } = scope.findings;
  const words = args.map(({ text }) => text);
  const { unknown, escapeHatches } = inputFindings(name, words, { texts, unread });
  for (const reason of unknown) noteUnknown(scope, reason);
  scope.findings.escapeHatches.push(...escapeHatches);
}

/**
 * The value of each option that `option` matches: its first group that is not empty, or the next word. Of a value that is known only at
 * run time, the whole word.
 */
export function valuesMatching(args: ExpandedWords, option: RegExp): ExpandedWords {
  return args.flatMap((arg, index) => {
    if (arg.text === null) return option.test(arg.prefix) ? [arg] : [];
    const found = option.exec(arg.text);
    const attached = found?.slice(1).find((value) => value !== undefined && value !== '');
    if (attached !== undefined) return [literalWord(attached, arg.source)];
    return found === null ? [] : args.slice(index + 1, index + 2);
  });
}

/** Calls `note` with each value that names a file. */
export function noteOptionFiles(
  args: ExpandedWords,
  option: RegExp | undefined,
  note: (value: ExpandedWord) => void,
): void {
  if (option === undefined) return;
  for (const value of valuesMatching(args, option)) if (value.text !== '-') note(value);
}

/** Notes each word that is an escape hatch of the program. */
export function noteOptions(
  known: Runner & { readonly name: string },
  words: ExpandedWords,
  { scope }: Pick<Invocation, 'scope'>,
): void {
  for (const [index, arg] of words.map(withSomeNumber).entries()) {
    if (arg.text === null) {
      if (!arg.prefix.startsWith('-') && arg.prefix !== '') continue;
      noteUnknown(scope, `\`${arg.source}\` may be an option of ${known.name}`);
    } else if (isEscapeHatch(known, arg.text) && !isHarmlessValue(known, arg, words[index + 1])) {
      const what = `${known.name} ${arg.text} changes what is run or loaded`;
      const option = packageOption(known, arg);
      noteEscapeHatch(what, option === null ? withValue(arg, words[index + 1]) : [option], scope, {
        starts:
          index === modulePlace(known, words) &&
          runnerOf(words[index + 1]?.text ?? '') !== undefined,
      });
    }
  }
}

function isHarmlessValue(
  { harmlessValues }: Runner,
  { text }: ExpandedWord,
  next: ExpandedWord | undefined,
): boolean {
  const [option, value] = harmlessValues ?? [];
  if (option === undefined || value === undefined || text?.startsWith(option) !== true)
    return false;
  return value.test(text === option ? (next?.text ?? '') : text.slice(option.length));
}

function isEscapeHatch(runner: Runner, text: string): boolean {
  if (runner.variables === true && ASSIGNMENT.test(text)) return true;
  if (runner.responseFiles === true && text.startsWith('@')) return true;
  if (!text.startsWith('-') || text === '-') return false;
  const name = text.split('=')[0] ?? text;
  if (runner.only !== undefined) return !isListed(runner.only, text);
  if (isListed(runner.harmless, name)) return false;
  return wordsOf(runner.escapeHatches).some((escapeHatch) =>
    runner.unclustered === true && escapeHatch.length === 2
      ? text.startsWith(escapeHatch)
      : spells(name, escapeHatch),
  );
}

/**
 * Whether `name` spells the option: exactly; for a long one also abbreviated, in another case, with other hyphens, or
 * with a suffix after a dot; for a short one also in a cluster of letters.
 */
function spells(name: string, escapeHatch: string): boolean {
  if (name === escapeHatch) return true;
  if (escapeHatch.startsWith('--')) {
    if (!name.startsWith('--') || name.length < SHORTEST_EXACT) return false;
    const [given, known] = [plain(name), plain(escapeHatch)];
    if (given === known || given.startsWith(`${known}.`)) return true;
    return !known.includes('.') && known.startsWith(given);
  }
  return escapeHatch.length === 2 && /^-[^-]/.test(name) && name.includes(escapeHatch.slice(1));
}

function plain(option: string): string {
  return option.replaceAll(/[-_]/g, '').toLowerCase();
}

/** The option with its value, if that is a word of its own. */
function withValue(arg: ExpandedWord, next: ExpandedWord | undefined): ExpandedWords {
  const standsAlone = arg.text?.includes('=') === true || next === undefined;
  return standsAlone || next.text?.startsWith('-') === true ? [arg] : [arg, next];
}
