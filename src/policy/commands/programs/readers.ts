import { runnerOf } from '../specs/index.ts';
import { type Reader, READERS_BY_NAME } from '../specs/readers.ts';
import type { ExpandedWord, ExpandedWords, Invocation } from '../walk/context.ts';
import { literalWord } from '../walk/context.ts';
import { behindOptions } from '../words/behind-options.ts';
import { withoutVersion } from '../words/program-names.ts';
import { valuesMatching } from './runner-options.ts';
import { isPossiblePath } from '../../model/path-limits.ts';
import { notePacked, operandOf } from './writers.ts';

/** Options of the programs that search for a pattern which have no value in any of them. */
const SEARCH_SWITCHES = /^-[cEFHhilLnPqRrsSuUvwaz]+$/;
/** The words with which a program only says what it is. */
const SAYS_WHAT_IT_IS = /^(?:--?(?:version|help)|-[hV]|version|help)$/;

/** Notes the files and folders that a program reads by its words, with all that is below the folders. */
export function noteReader(invocation: Invocation): void {
  const { name, args, scope } = invocation;
  const readers = READERS_BY_NAME.get(name) ?? READERS_BY_NAME.get(withoutVersion(name)) ?? [];
  if (args.length === 1 && SAYS_WHAT_IT_IS.test(args[0]?.text ?? '')) return;
  for (const reader of readers) {
    const start = startOf(reader, args);
    if (start !== null) notePacked(readBy(reader, args.slice(start), invocation), scope);
  }
}

/** Where the words of a reading subcommand start; `null` if there is none. */
function startOf(
  { paths, alone }: Reader & { readonly paths: readonly (readonly string[])[] },
  args: ExpandedWords,
): number | null {
  const first = behindOptions(args, new Set([0]));
  const starts = paths.flatMap((path) => {
    let places: ReadonlySet<number> = new Set([0]);
    for (const part of path) {
      const found = [...behindOptions(args, places)].filter((at) => args[at]?.text === part);
      places = new Set(found.map((at) => at + 1));
    }
    return [...places];
  });
  if (alone === true && [...first].some((at) => /^[^\w-]|^$/.test(args[at]?.text ?? '')))
    starts.push(0);
  return starts.length === 0 ? null : Math.min(...starts);
}

/** The words that name what is read. */
function readBy(
  { pattern, target, here }: Reader,
  args: ExpandedWords,
  { name, scope }: Invocation,
): ExpandedWords {
  const writes = runnerOf(name)?.writes;
  const written = new Set(writes === undefined ? [] : valuesMatching(args, writes));
  const words = args.filter((arg) => !written.has(arg) && arg.text !== '-');
  const operands = words.filter(({ text }) => text === null || /^[^-]/.test(text));
  const surely = operands.filter((arg) => {
    const before = args[args.indexOf(arg) - 1]?.text ?? '';
    return arg.text !== null && !mayTakeValue(before, pattern !== undefined);
  });
  const hasPattern = args.some(({ text }) => pattern?.test(text ?? '') === true);
  const patterns = pattern === undefined || hasPattern ? 0 : 1;
  const isHere = here === 'always' || (here === 'unnamed' && surely.length <= patterns);
  const [first] = operands;
  const left = new Set([
    patterns === 1 && first === surely[0] ? first : undefined,
    target === true ? operands.at(-1) : undefined,
  ]);
  const read = words.filter((arg) => !left.has(arg)).flatMap((arg) => namedBy(arg, scope));
  return isHere ? [...read, literalWord('.')] : read;
}

/** Whether an option may take the next word. */
function mayTakeValue(option: string, isSearch: boolean): boolean {
  if (!option.startsWith('-') || option === '--' || option.includes('=')) return false;
  return !(isSearch && SEARCH_SWITCHES.test(option));
}

/** What a word names: itself, or the value of an option. One that is known only at run time may name any folder of the workspace. */
function namedBy(arg: ExpandedWord, { walker }: Invocation['scope']): ExpandedWords {
  if (arg.text === null && arg.glob === undefined)
    return [literalWord(walker.pathResolver.root, arg.source)];
  return operandOf(arg).filter(({ text }) => text === null || isPossiblePath(text));
}
