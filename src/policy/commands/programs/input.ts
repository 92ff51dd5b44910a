import type { EscapeHatch, SimpleCommand, Words } from '../analysis.ts';
import { runnerOf } from '../specs/index.ts';
import { isShell } from '../specs/wrappers.ts';
import { programOf } from '../words/program-names.ts';
import { startedPrograms } from '../words/started-programs.ts';
import { readShellWords } from './shell-words.ts';

/** What a command is given as its input. */
interface GivenInput {
  /** Its texts, as far as the evaluation can read them. */
  readonly texts: readonly string[];
  /** There is more, which no evaluation can read: a file, or what a program prints. */
  readonly unread: boolean;
}

function joined(inputs: readonly GivenInput[]): GivenInput {
  return {
    texts: inputs.flatMap(({ texts }) => texts),
    unread: inputs.some(({ unread }) => unread),
  };
}

/** The input that redirections give to the commands that they are for. */
export function redirectedInput(commands: readonly SimpleCommand[]): GivenInput {
  return joined(commands.map(ownInput));
}

function ownInput({ inputTexts = [], hasUnreadInput }: SimpleCommand): GivenInput {
  return { texts: inputTexts, unread: hasUnreadInput === true };
}

/** Other names of the standard input. */
const STDIN = /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/[^/]+\/fd\/\d+)$/;

/**
 * Why a program that is given this input may run something else. `args` are its words, `null` for one that is known only at
 * run time. Both lists are empty for a program whose input is data.
 */
export function inputFindings(
  name: string,
  args: readonly (string | null)[],
  { texts, unread }: GivenInput,
): { readonly unknown: readonly string[]; readonly escapeHatches: readonly EscapeHatch[] } {
  const runner = runnerOf(name);
  const shell = texts.length > 0 || unread ? startedShell([name, ...args]) : undefined;
  if (shell !== undefined) return { unknown: [], escapeHatches: [inputHatch(shell, [])] };
  const unknown = texts.some((text) => runner?.words?.test(text) === true)
    ? [`its input may make ${name} run something else`]
    : [];
  if (runner?.runsInput === undefined) return { unknown, escapeHatches: [] };
  if (runner.runsInput === 'commands')
    return { unknown, escapeHatches: unread ? [inputHatch(name, [])] : [] };
  // `deno run -`: the subcommand is no script.
  const script = args.find(
    (arg) => arg !== 'run' && (arg?.startsWith('-') !== true || STDIN.test(arg)),
  );
  const isData = script !== undefined && (script === null || !STDIN.test(script));
  if (isData || (texts.length === 0 && !unread)) return { unknown, escapeHatches: [] };
  return { unknown, escapeHatches: [inputHatch(name, script === undefined ? [] : [script])] };
}

/** The shell that a program starts without a script: `docker exec -i web sh`. */
function startedShell(texts: readonly (string | null)[]): string | undefined {
  const words = texts.map((text) => ({ text, source: text ?? '' }));
  const started = startedPrograms(words).find(
    (form) => isShell(programOf(form)) && readsInput(form.slice(1)),
  );
  return started?.[0]?.text ?? undefined;
}

function readsInput(args: Words): boolean {
  if (args.some(({ text }) => /^-[a-z]*s$/.test(text ?? ''))) return true;
  const { isSource, script } = readShellWords(args);
  return !isSource && (script === undefined || STDIN.test(script.text ?? ''));
}

function inputHatch(name: string, words: readonly string[]): EscapeHatch {
  return { description: `${name} runs its input`, words };
}

/** Gives the commands from `start` on this input, beside what they have: it may be the source of an interpreter. */
export function giveInput(commands: SimpleCommand[], start: number, input: GivenInput): void {
  if (input.texts.length === 0 && !input.unread) return;
  for (const [offset, command] of commands.slice(start).entries())
    commands[start + offset] = withInput(command, input);
}

function withInput(command: SimpleCommand, input: GivenInput): SimpleCommand {
  const [program, ...args] = command.words.map(({ text }) => text);
  const isHarmless = command.classes.includes('@readonly');
  const { unknown, escapeHatches } = inputFindings(isHarmless ? '' : (program ?? ''), args, input);
  return {
    ...command,
    inputTexts: [...new Set([...input.texts, ...(command.inputTexts ?? [])])],
    ...(input.unread ? { hasUnreadInput: true } : {}),
    unknown: [...new Set([...command.unknown, ...unknown])],
    escapeHatches: [...command.escapeHatches, ...escapeHatches],
  };
}

/** What commands print for the next one in a pipeline, as far as it is known before they run. */
export function printedInput(commands: readonly SimpleCommand[]): GivenInput {
  return joined(commands.map(printedBy));
}

/** Programs that print what they are given as it is. */
const PASSES = /^(?:cat|tee \/dev\/stderr)$/;

function printedBy(command: SimpleCommand): GivenInput {
  const { words, via } = command;
  const { texts, unread } = ownInput(command);
  if (words.length === 0) return { texts, unread };
  const [program, ...args] = words.map(({ text }) => text);
  const written = words.slice(1).map(({ text, source }) => text ?? source);
  if (program === 'echo' || program === 'printf') {
    const isKnown =
      via.length === 0 &&
      args.every((arg) => arg !== null) &&
      (program === 'printf' ? isPlainFormat(args) : !args.some((arg) => /^-\w*e/.test(arg ?? '')));
    return { texts: [...texts, written.join(' ')], unread: !isKnown };
  }
  const passes =
    words.every(({ text }) => text !== null) && PASSES.test([program, ...args].join(' '));
  return { texts, unread: !passes || unread };
}

/** Whether `printf` prints one text of its words as it is, but for an end of line. */
function isPlainFormat([format = '', ...texts]: readonly (string | null)[]): boolean {
  if (format === null) return false;
  if (/^%s(?:\\n)?$/.test(format)) return texts.length === 1;
  return texts.length === 0 && !/[%\\]/.test(format.replace(/\\n$/, ''));
}
