import { type ExpandedWord, literalWord, type Invocation } from '../walk/context.ts';
import { RUNNERS_BY_NAME } from '../specs/index.ts';
import type { Runner } from '../specs/runners.ts';
import { noteEscapeHatch, notePath, notePathWord, noteUnknown } from '../walk/findings.ts';

const ASSIGNMENT = /^[A-Za-z_][\w.]*[:+?!]?=/;
/** A shorter abbreviation is ambiguous, and counts as an escape hatch if any such option begins with it. */
const SHORTEST_EXACT = 3;

/**
 * Notes what makes a program that runs code of the checkout run or load something else. Words after `--` belong to the
 * script.
 */
export function noteRunner(invocation: Invocation): void {
  const runner = RUNNERS_BY_NAME.get(invocation.name);
  if (runner === undefined) return;
  const { scope, args } = invocation;
  noteOptionFiles(args, runner.writes, (value) => notePathWord(value, 'write', scope));
  noteOptionFiles(args, runner.reads, (value) => notePathWord(value, 'read', scope));
  if (runner.readsAt === true)
    for (const arg of args) {
      const file = /^(?:-\w+)?(?:[\w.-]*=)?[@<]([^;]+)/.exec(arg.text ?? '')?.[1];
      if (file !== undefined && file !== '-') notePath(file, 'read', scope);
    }
  const end = invocation.args.findIndex((arg) => arg.text === '--');
  const own = end === -1 ? invocation.args : invocation.args.slice(0, end);
  noteOptions({ ...runner, name: invocation.name }, own, invocation);
  noteWords({ ...runner, name: invocation.name }, own, invocation);
}

/** How many words may name a subcommand: the value of an option may stand before it. */
const SUBCOMMAND_WORDS = 2;

/** Notes the words of a runner, and its subcommands, that run something else. */
function noteWords(
  known: RunnerOptions & { readonly name: string },
  words: readonly ExpandedWord[],
  { scope }: Pick<Invocation, 'scope'>,
): void {
  const operands = words.filter((word) => word.text?.startsWith('-') !== true);
  for (const word of known.words === undefined ? [] : words) {
    if (word.text === null)
      noteUnknown(scope, `\`${word.source}\` may make ${known.name} run something else`);
    else if (known.words?.test(word.text) === true)
      noteEscapeHatch(`${known.name} ${word.text} changes what is run or loaded`, [word], scope);
  }
  for (const reason of inputReasons(known.name, scope.findings.inputTexts))
    noteUnknown(scope, reason);
  for (const word of operands.slice(0, SUBCOMMAND_WORDS))
    if (word.text !== null && known.subcommands?.includes(word.text) === true)
      noteEscapeHatch(`${known.name} ${word.text} changes what is run or loaded`, [word], scope);
}

/** Why a program that is given these texts as its input may run something else; empty if it does not. */
export function inputReasons(name: string, inputTexts: readonly string[]): readonly string[] {
  const known = RUNNERS_BY_NAME.get(name);
  return inputTexts.some((text) => known?.words?.test(text) === true)
    ? [`its input may make ${name} run something else`]
    : [];
}

/** Calls `note` with the value of each option that `option` matches: its first group that is not empty, or the next word. */
export function noteOptionFiles(
  args: readonly ExpandedWord[],
  option: RegExp | undefined,
  note: (value: ExpandedWord) => void,
): void {
  if (option === undefined) return;
  for (const [index, arg] of args.entries()) {
    const found = option.exec(arg.text ?? '');
    if (found === null) continue;
    const attached = found.slice(1).find((value) => value !== undefined && value !== '');
    const value = attached === undefined ? args[index + 1] : literalWord(attached, arg.source);
    if (value !== undefined && value.text !== '-') note(value);
  }
}

type RunnerOptions = Omit<Runner, 'source'>;

/** Notes each word that is an escape hatch of the program. */
export function noteOptions(
  known: RunnerOptions & { readonly name: string },
  words: readonly ExpandedWord[],
  { scope }: Pick<Invocation, 'scope'>,
): void {
  for (const [index, arg] of words.entries()) {
    if (arg.text === null) {
      if (!arg.prefix.startsWith('-') && arg.prefix !== '') continue;
      noteUnknown(scope, `\`${arg.source}\` may be an option of ${known.name}`);
    } else if (isEscapeHatch(known, arg.text)) {
      const what = `${known.name} ${arg.text} changes what is run or loaded`;
      noteEscapeHatch(what, withValue(arg, words[index + 1]), scope);
    }
  }
}

function isEscapeHatch(runner: RunnerOptions, text: string): boolean {
  if (runner.variables === true && ASSIGNMENT.test(text)) return true;
  if (runner.responseFiles === true && text.startsWith('@')) return true;
  if (!text.startsWith('-') || text === '-') return false;
  const name = text.split('=')[0] ?? text;
  if (runner.only !== undefined) return !runner.only.includes(text);
  if (runner.harmless?.includes(name) === true) return false;
  return (runner.escapeHatches ?? []).some((escapeHatch) => spells(name, escapeHatch));
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
function withValue(arg: ExpandedWord, next: ExpandedWord | undefined): readonly ExpandedWord[] {
  const standsAlone = arg.text?.includes('=') === true || next === undefined;
  return standsAlone || next.text?.startsWith('-') === true ? [arg] : [arg, next];
}
