// Which programs print file names, and which of those names a later command may be given.
import {
  type ExpandedWords,
  isDashless,
  type CommandResult,
  withNames,
  type Scope,
  unchangedState,
  type Invocation,
} from '../walk/context.ts';
import type { ProgramSpec } from '../specs/program-spec.ts';
import { hasOption, type MatchedOptions } from './options.ts';
import { MAX_EXPANDED_WORDS } from '../parse/limits.ts';
import { resolvePlaces } from '../words/paths.ts';
import { type KnownText, NUMBER } from '../walk/shell-state.ts';
import { listedIn, type FileNames } from '../walk/file-names.ts';

/** The folders and files that the command reads so far, as absolute paths. */
export function readPlaces({ findings, walker }: Scope): readonly string[] {
  const { root } = walker.pathResolver;
  return findings.paths
    .filter((path) => path.access === 'read')
    .map(({ path }) => (path === '.' ? root : path.startsWith('/') ? path : `${root}/${path}`));
}

/** The file names that `echo` prints; nothing unless every reader understands the words alike. */
export function printedFileNames(
  words: ExpandedWords,
  scope: Scope,
  each: 'line' | 'word' = 'word',
): FileNames | undefined {
  const texts = words.map((word) => word.text ?? '');
  if (
    texts.length === 0 ||
    !texts.every((text) => /^[\w./@%+,-]+$/.test(text) && !text.startsWith('-'))
  )
    return undefined;
  const places = texts.map((text) => resolvePlaces(text, scope.state, scope.walker.pathResolver));
  if (places.includes(null)) return undefined;
  const roots = places.flatMap((place) => place ?? []);
  const known = { dashless: true, ordinary: true, regular: true, clean: false } as const;
  const line = each === 'word' && texts.length > 1 ? { onOneLine: true as const } : {};
  return { roots, ...known, ...listedIn(texts, scope.state), terminator: 'newline', ...line };
}

/** The result of a program that prints a number or filters file names. */
export function withOutput(
  invocation: Invocation,
  spec: ProgramSpec,
  matched: MatchedOptions,
): CommandResult {
  const result = unchangedState(invocation.scope.state);
  const { input } = invocation;
  const counts = matched.options.length === 1 && hasOption(matched, '-l', '-w', '-c', '-m');
  if (
    invocation.name === 'wc' &&
    counts &&
    matched.operands.length + matched.unknown.length === 0
  ) {
    return { ...result, prints: NUMBER };
  }
  // A program that expects newlines cannot read names that end in NUL, and the reverse.
  const terminator = hasOption(matched, '-z', '--zero-terminated', '--null-data')
    ? 'nul'
    : 'newline';
  if (input?.terminator === terminator && isLineFilter(spec, matched))
    return withNames(result, input);
  return result;
}

/** Whether the program prints some lines of its input unchanged. A pattern is no file. */
function isLineFilter({ filter, operands }: ProgramSpec, matched: MatchedOptions): boolean {
  const pattern = operands === 'pattern-read' && !hasOption(matched, '-e') ? 1 : 0;
  return (
    filter !== undefined &&
    matched.unknown.length + matched.uncertain.length === 0 &&
    matched.operands.length === pattern &&
    matched.options.every((option) => filter.test(option.flag))
  );
}

/** Programs whose output contains no wildcard beyond their own words: numbers, machine names, commits and branches. */
const PLAIN_OUTPUT =
  /^(?:seq|date|nproc|uname|arch|whoami|id|hostname|wc|expr|git (?:rev-parse|merge-base|describe|symbolic-ref|branch --show-current|rev-list --count))(?: |$)/;

/** `grep -c PATTERN` of its input or of one file prints a number. */
function countsLines(name: string, [first, pattern, ...files]: ExpandedWords): boolean {
  const counts = /^[ef]?grep$/.test(name) && /^-[EFPisvwx]*c[EFPisvwx]*$/.test(first?.text ?? '');
  const literal = [pattern, ...files].every((arg) => arg?.single === true && isDashless(arg));
  return counts && literal && files.length < 2;
}

/** nproc(1), coreutils 9.1: `nproc --ignore=1` prints a number, too. */
function countsProcessors(name: string, args: ExpandedWords): boolean {
  return name === 'nproc' && args.every(({ text }) => /^--(?:all|ignore=\d+)$/.test(text ?? ''));
}

/** A whole number as `seq` prints it: it keeps the sign of `-0`. */
const IS_INTEGER = /^(?:0|-?[1-9]\d{0,5})$/;

/** The whole numbers that `seq` prints; `null` if they are not known or too many to read each. */
function sequenceOf(args: ExpandedWords): string | null {
  const numbers = args.map(({ text }) => (IS_INTEGER.test(text ?? '') ? Number(text) : NaN));
  const last = numbers.at(-1) ?? NaN;
  const start = numbers.length > 1 ? (numbers[0] ?? NaN) : 1;
  const step = numbers.length > 2 ? (numbers[1] ?? NaN) : 1;
  const count = Math.floor((last - start) / step) + 1;
  if (numbers.length > 3 || numbers.includes(NaN) || !(count >= 1 && count <= MAX_EXPANDED_WORDS))
    return null;
  return Array.from({ length: count }, (_, index) => start + index * step).join('\n');
}

/**
 * What is known about the text of a substitution: the folder of the shell, the numbers of a sequence, a number, or that it contains no wildcard.
 */
export function printedText({ name, args, scope }: Invocation): KnownText | undefined {
  const { folders } = scope.state;
  if (name === 'pwd' && args.length === 0 && folders?.length === 1)
    return { text: folders[0] ?? '' };
  const sequence = name === 'seq' ? sequenceOf(args) : null;
  if (sequence !== null) return { text: sequence };
  if (countsLines(name, args) || countsProcessors(name, args)) return NUMBER;
  const words = args.map(({ text }) => text ?? '*');
  const plain =
    PLAIN_OUTPUT.test([name, ...words].join(' ')) && !words.some((word) => /[*?[\\]/.test(word));
  return plain ? { text: null, plain } : undefined;
}

/** The file names below `operands`, as `find`, `ls` and `git ls-files` print them. */
export function listedFileNames(
  operands: ExpandedWords,
  kind: Pick<FileNames, 'ordinary' | 'regular' | 'patterns' | 'visible' | 'terminator'>,
  scope: Scope,
): FileNames | undefined {
  if (
    scope.findings.unknown.size > 0 ||
    operands.some((operand) => operand.text === null && operand.glob === undefined)
  ) {
    return undefined;
  }
  return {
    roots: readPlaces(scope),
    dashless: operands.length > 0 && operands.every(isDashless),
    ...listedIn(
      operands.map(({ text, glob }) => text ?? glob?.prefix ?? ''),
      scope.state,
    ),
    terminator: 'newline',
    ...kind,
    clean: false,
  };
}
