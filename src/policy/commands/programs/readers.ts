import { runnerOf } from '../specs/index.ts';
import { type Reader, READERS_BY_NAME } from '../specs/readers.ts';
import type { Words } from '../analysis.ts';
import type { ExpandedWord, ExpandedWords, Invocation, Scope } from '../walk/context.ts';
import { literalWord } from '../walk/context.ts';
import { notePathWord } from '../walk/findings.ts';
import { behindOptions } from '../words/behind-options.ts';
import { isFile, resolvePlaces } from '../words/paths.ts';
import { withoutVersion } from '../words/program-names.ts';
import { matchesName } from '../../rules/wildcard.ts';
import { readPlaces } from './printed-names.ts';
import { markBelow, noteSecretsBelow } from './read-program.ts';
import { valuesMatching } from './runner-options.ts';
import { isPossiblePath } from '../../model/path-limits.ts';
import { operandOf } from './writers.ts';

/** A source of another machine or of a container: `s3://b/x`, `web:/x`. */
const ELSEWHERE = /^[\w.@/-]+:/;
/** The words with which a program only says what it is. */
const SAYS_WHAT_IT_IS = /^(?:--?(?:version|help)|-[hV]|version|help)$/;

/** Notes the files and folders that a program reads by its words, with all that is below the folders. */
export function noteReader(invocation: Invocation): void {
  const { name, args, scope } = invocation;
  if (args.length === 1 && SAYS_WHAT_IT_IS.test(args[0]?.text ?? '')) return;
  for (const reader of readersOf(name)) {
    const start = startOf(reader, args);
    if (start === null) continue;
    const read = readBy(reader, args.slice(start), invocation);
    for (const word of read)
      if (word.text !== null || word.glob !== undefined) notePathWord(word, 'read', scope);
    if (reader.filesOnly !== true) noteBelow(reader, scope);
  }
}

/** Notes what is below the folders that are read. What has nothing in it is a file, is not there or is no path at all. */
function noteBelow({ names: only }: Reader, scope: Scope): void {
  const { pathResolver } = scope.walker;
  const places = readPlaces(scope).filter((place) => pathResolver.list?.(place)?.length !== 0);
  const isRead = (path: string): boolean =>
    only?.some((name) => matchesName(path.slice(path.lastIndexOf('/') + 1), name)) ?? true;
  noteSecretsBelow(places, isRead, scope);
  markBelow(places, 'all', scope, only === undefined ? undefined : { only });
}

/** Whether a table says of a program with these words what they name. */
export function isReader(name: string, args: Words): boolean {
  return readersOf(name).some((reader) => startOf(reader, args) !== null);
}

function readersOf(name: string) {
  return READERS_BY_NAME.get(name) ?? READERS_BY_NAME.get(withoutVersion(name)) ?? [];
}

/** Where the words of a reading subcommand start; `null` if there is none. */
function startOf(
  { paths, alone }: Reader & { readonly paths: readonly (readonly string[])[] },
  args: Words,
): number | null {
  const first = behindOptions(args, new Set([0]));
  const starts = paths.flatMap((path) => {
    let places: ReadonlySet<number> = new Set([0]);
    for (const part of path) {
      const found = [...behindOptions(args, places)].filter((index) => args[index]?.text === part);
      places = new Set(found.map((index) => index + 1));
    }
    return [...places];
  });
  if (alone === true && [...first].some((index) => /^[^\w-]|^$/.test(args[index]?.text ?? '')))
    starts.push(0);
  return starts.length === 0 ? null : Math.min(...starts);
}

/** The words that name what is read. */
function readBy(
  { pattern, switches, copies, here, notHere, files, texts }: Reader,
  args: ExpandedWords,
  { name, scope }: Invocation,
): ExpandedWords {
  const writes = runnerOf(name)?.writes;
  const written = new Set(writes === undefined ? [] : valuesMatching(args, writes));
  const words = (files === undefined ? args : valuesMatching(args, files)).filter(
    (arg, index) =>
      !written.has(arg) && arg.text !== '-' && !isText(arg, args[index - 1], { texts, scope }),
  );
  const operands = words.filter(({ text }) => text === null || /^[^-]/.test(text));
  const surely = operands.filter((arg) => {
    const before = args[args.indexOf(arg) - 1]?.text ?? '';
    return arg.text !== null && !mayTakeValue(before, switches);
  });
  const hasPattern = args.some(({ text }) => pattern?.test(text ?? '') === true);
  const patterns = pattern === undefined || hasPattern ? 0 : 1;
  const isElsewhere = args.some(({ text }) => notHere?.test(text ?? '') === true);
  const isHere =
    !isElsewhere && (here === 'always' || (here === 'unnamed' && surely.length <= patterns));
  const [first, second] = operands;
  const isDownload =
    copies === 'one' &&
    first === args[0] &&
    ELSEWHERE.test(first?.text ?? '') &&
    second === args[1];
  const last = isDownload ? second : operands.at(-1);
  const left = new Set([
    patterns === 1 && first === surely[0] ? first : undefined,
    copies === undefined ? undefined : last,
  ]);
  const read = words.filter((arg) => !left.has(arg)).flatMap((arg) => namedBy(arg, scope));
  return isHere ? [...read, literalWord('.')] : read;
}

/** Whether a word is text, as its own option or the one before it says. A file that exists is read all the same. */
function isText(
  { text }: ExpandedWord,
  before: ExpandedWord | undefined,
  { texts, scope }: { readonly texts: RegExp | undefined; readonly scope: Scope },
): boolean {
  if (texts === undefined || text === null) return false;
  if (texts.test(text)) return true;
  const option = before?.text ?? '';
  if (option.includes('=') || !texts.test(option)) return false;
  const { state, walker } = scope;
  const places = resolvePlaces(text, state, walker.pathResolver);
  return places?.some((place) => isFile(place, walker.pathResolver)) !== true;
}

/** Whether an option may take the next word. */
function mayTakeValue(option: string, switches?: RegExp): boolean {
  if (!option.startsWith('-') || option === '--' || option.includes('=')) return false;
  return switches?.test(option) !== true;
}

/** What a word names: itself, or the value of an option. One that is known only at run time may name any folder of the workspace. */
function namedBy(arg: ExpandedWord, { walker }: Invocation['scope']): ExpandedWords {
  if (arg.text === null && arg.glob === undefined)
    return [literalWord(walker.pathResolver.root, arg.source)];
  return operandOf(arg)
    .map(asFile)
    .filter(({ text }) => text === null || isPossiblePath(text));
}

/** The file that a URL names, and any other word as it is. */
function asFile(word: ExpandedWord): ExpandedWord {
  const path = /^file:\/\/(.*)$/s.exec(word.text ?? '')?.[1];
  return path === undefined ? word : literalWord(path, word.source);
}
