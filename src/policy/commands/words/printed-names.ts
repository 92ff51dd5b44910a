// Which programs print names of files, and which of them a later command may be given.
import { type Arg, isDashless, type Outcome, type Scope, unchanged } from '../walk/arg.ts';
import type { Call } from '../walk/call.ts';
import type { Program } from '../specs/program.ts';
import { has, type Matched } from '../programs/options.ts';
import { leadsTo } from './paths.ts';
import { listedFrom, type Reach } from '../walk/state.ts';

/** The folders and files that a command is known to read by now, as absolute paths. */
export function placesRead({ notes, walk }: Scope): readonly string[] {
  const { root } = walk.pathResolver;
  return notes.paths
    .filter((path) => path.access === 'read')
    .map(({ path }) => (path === '.' ? root : path.startsWith('/') ? path : `${root}/${path}`));
}

/** What `echo` prints, as names that a later command may be given: only words that nothing could read otherwise. */
export function printedWords(
  words: readonly Arg[],
  scope: Scope,
  each: 'line' | 'word' = 'word',
): { readonly prints?: Reach } {
  const texts = words.map((word) => word.text ?? '');
  if (
    texts.length === 0 ||
    !texts.every((text) => /^[\w./@%+,-]+$/.test(text) && !text.startsWith('-'))
  )
    return {};
  const places = texts.map((text) => leadsTo(text, scope.state, scope.walk.pathResolver));
  if (places.includes(null)) return {};
  const roots = places.flatMap((place) => place ?? []);
  const known = { dashless: true, ordinary: true, regular: true, clean: false } as const;
  const line = each === 'word' && texts.length > 1 ? { onOneLine: true as const } : {};
  const printed = { ...listedFrom(texts, scope.state), ended: 'newline' as const, ...line };
  return { prints: { roots, ...known, ...printed } };
}

/** What a program prints, where that can only be names of files. */
export function withOutput(call: Call, entry: Program, matched: Matched): Outcome {
  const outcome = unchanged(call.scope.state);
  const { input } = call;
  const counts = matched.options.length === 1 && has(matched, '-l', '-w', '-c', '-m');
  if (call.name === 'wc' && counts && matched.operands.length + matched.strange.length === 0) {
    return { ...outcome, printsNumber: true };
  }
  // Lines of names that end in NUL are none, and the other way round.
  const ended = has(matched, '-z', '--zero-terminated', '--null-data') ? 'nul' : 'newline';
  if (entry.filter === true && input?.ended === ended && isLineFilter(call, matched))
    return { ...outcome, prints: input };
  return outcome;
}

const FILTERS: Readonly<Record<string, { options: RegExp; operands: number }>> = {
  head: { options: /^(?:-n|--lines|-q|-z|--zero-terminated)$/, operands: 0 },
  tail: { options: /^(?:-n|--lines|-q|-z|--zero-terminated)$/, operands: 0 },
  sort: { options: /^(?:-r|-n|-u|-V|-z|-f|-R|--reverse|--unique|--zero-terminated)$/, operands: 0 },
  grep: {
    options:
      /^(?:-v|-i|-E|-F|-G|-P|-w|-x|-e|-z|--invert-match|--ignore-case|--extended-regexp|--fixed-strings)$/,
    operands: 1,
  },
};

/** Whole lines of the input come out, or none. */
function isLineFilter(call: Call, matched: Matched): boolean {
  const rule = FILTERS[call.name === 'egrep' || call.name === 'fgrep' ? 'grep' : call.name];
  if (rule === undefined || matched.strange.length > 0 || matched.doubtful.length > 0) return false;
  const pattern = rule.operands === 1 && !has(matched, '-e') ? 1 : 0;
  return (
    matched.operands.length === pattern &&
    matched.options.every((option) => rule.options.test(option.flag))
  );
}

/** Programs that print no wildcard but one of their own words: numbers, names of the machine, commits and branches. */
const PLAIN_OUTPUT =
  /^(?:seq|date|nproc|uname|arch|whoami|id|hostname|wc|expr|git (?:rev-parse|merge-base|describe|symbolic-ref|branch --show-current|rev-list --count))(?: |$)/;

/** `grep -c PATTERN` of its input or of one file prints a number. */
function countsLines(name: string, [first, pattern, ...files]: readonly Arg[]): boolean {
  const counts = /^[ef]?grep$/.test(name) && /^-[EFPisvwx]*c[EFPisvwx]*$/.test(first?.text ?? '');
  const literal = [pattern, ...files].every((arg) => arg?.single === true && isDashless(arg));
  return counts && literal && files.length < 2;
}

/** What is known of the text of a substitution: the folder that a shell stands in, or that nothing in it is a pattern. */
export function printedText({
  name,
  args,
  scope,
}: Call): Pick<Outcome, 'printsText' | 'printsNumber' | 'printsPlain'> {
  const { folders } = scope.state;
  if (name === 'pwd' && args.length === 0 && folders?.length === 1)
    return { printsText: folders[0] ?? '' };
  if (countsLines(name, args)) return { printsNumber: true };
  const words = args.map(({ text }) => text ?? '*');
  const plain =
    PLAIN_OUTPUT.test([name, ...words].join(' ')) && !words.some((word) => /[*?[\\]/.test(word));
  return plain ? { printsPlain: true } : {};
}

/** Names of files below `operands`, as `find`, `ls` and `git ls-files` print them. */
export function namesBelow(
  operands: readonly Arg[],
  kind: Pick<Reach, 'ordinary' | 'regular' | 'named' | 'visible' | 'ended'>,
  scope: Scope,
): Reach | undefined {
  if (
    scope.notes.unknown.size > 0 ||
    operands.some((operand) => operand.text === null && operand.glob === undefined)
  ) {
    return undefined;
  }
  return {
    roots: placesRead(scope),
    dashless: operands.length > 0 && operands.every(isDashless),
    ...listedFrom(
      operands.map(({ text, glob }) => text ?? glob?.prefix ?? ''),
      scope.state,
    ),
    ended: 'newline',
    ...kind,
    clean: false,
  };
}
