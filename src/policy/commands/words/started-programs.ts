import type { Word, Words } from '../analysis.ts';
import { isDescribed, isReadByTable, runnerOf } from '../specs/index.ts';
import { LISTED_SUBCOMMANDS, type Subcommands, SUBCOMMANDS_BY_NAME } from '../specs/subcommands.ts';
import { byName, wordSet } from '../specs/table.ts';
import { FOREIGN_SHELLS, STARTED_SOURCES } from '../specs/wrappers.ts';
import { behindOptions } from './behind-options.ts';
import { baseName, programOf, withoutVersion } from './program-names.ts';
import { startedProgram } from './starter-options.ts';

/** A word of a program's own before the program that it starts, such as an environment's name. */
const ANY_WORD = '*';
/** Any number of words of a program's own. */
const ANY_WORDS = '**';

/** Programs that start another one on another machine. */
const REMOTE_SHELLS = wordSet('ssh');

export function isRemoteShell(name: string): boolean {
  return REMOTE_SHELLS.has(name);
}

/** How to find what programs start: behind words of their own, or behind any of their first words. */
interface Starters {
  readonly paths: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly anywhere: ReadonlySet<string>;
  /** Whether a word that yarn and bun may take as a script counts as a program, whatever its name. */
  readonly scripts?: true;
}

const HERE: Starters = {
  paths: pathsOf(({ starts, alsoStarts }) => starts ?? alsoStarts),
  anywhere: new Set([...FOREIGN_SHELLS].filter((name) => !REMOTE_SHELLS.has(name))),
};
const BY_NAME: Starters = {
  paths: pathsOf(({ mayStart }) => mayStart),
  anywhere: new Set(),
  scripts: true,
};
const ELSEWHERE: Starters = {
  paths: pathsOf(({ startsElsewhere }) => startsElsewhere),
  anywhere: REMOTE_SHELLS,
};
/** Programs that start another one behind words of their own, of any number. Where one stands first, it is unwrapped before. */
const STARTED_WRAPPERS = wordSet(
  'env timeout nice nohup time stdbuf setsid ionice sudo doas command exec xargs',
);
/** With more words that may be the program, it is not known. */
const MAX_NAMED = 64;
/** How many words behind a wrapper may be the program. */
const MAX_WRAPPER_WORDS = 16;

/**
 * The commands that a program starts which only starts others, from their names on: `git push` of `uv run -q git push`. Where
 * a word may be an option's value as well as the program, both are given. At most one for each word.
 */
export function directlyStarted<W extends Word>(words: readonly W[]): readonly (readonly W[])[] {
  // What is known to be an option or its value is no program.
  const own = new Set(startedProgram(words)?.options.flat());
  return startedAt(words, 0, HERE)
    .filter((start) => !own.has(start))
    .map((start) => words.slice(start));
}

/** The same of a program that starts them in a container or on another machine. */
export function startedElsewhere<W extends Word>(words: readonly W[]): readonly (readonly W[])[] {
  return startedAt(words, 0, ELSEWHERE).map((start) => words.slice(start));
}

/** All commands that a program starts on this machine, with those that they start, and so on. */
export function startedHere(words: Words): readonly Words[] {
  return allStarted(words, [HERE]).map((start) => words.slice(start));
}

/** All of these with the commands that they start, and so on. */
export function startedPrograms(words: Words): readonly Words[] {
  return allStarted(words, [HERE, ELSEWHERE]).map((start) => words.slice(start));
}

/** The same for rules that deny or ask, which are about a program that is only named, too: `prisma` of `yarn prisma`. */
export function namedPrograms(words: Words): readonly Words[] {
  const places = allStarted(words, [HERE, BY_NAME, ELSEWHERE]).filter(
    (place) => words[place]?.text?.startsWith('-') !== true,
  );
  if (places.length > MAX_NAMED) return [[{ text: null, source: '' }]];
  return places.map((start) => words.slice(start));
}

/** Where words name a program that is the same without the one that starts it. */
export function programPlaces(words: Words): readonly number[] {
  const known = SUBCOMMANDS_BY_NAME.get(withoutVersion(programOf(words)));
  if (known?.addsNothing !== true) return [];
  return [HERE, BY_NAME].flatMap((starters) => startedAt(words, 0, starters));
}

function allStarted(words: Words, all: readonly Starters[]): readonly number[] {
  const starts = new Set([0]);
  // A set visits what is added to it meanwhile.
  for (const start of starts)
    for (const starters of all)
      for (const inner of startedAt(words, start, starters)) starts.add(inner);
  starts.delete(0);
  return [...starts];
}

/** Whether a package manager takes the word as one of its own subcommands, and not as a script or program. */
export function isSubcommandOf(name: string, text: string): boolean {
  return LISTED_SUBCOMMANDS.get(name)?.has(text) ?? false;
}

/** Where a program may be named that the one at `start` starts. */
function startedAt(
  words: Words,
  start: number,
  { paths, anywhere, scripts }: Starters,
): readonly number[] {
  const name = baseName(words[start]?.text ?? '');
  const from = start + 1;
  if (anywhere.has(name) || (start > 0 && STARTED_WRAPPERS.has(name)))
    return [...words.slice(from, from + MAX_WRAPPER_WORDS).keys()].map((index) => from + index);
  const isShortened = runnerOf(name)?.shortened === true;
  return (paths.get(name) ?? paths.get(withoutVersion(name)) ?? []).flatMap((path) => {
    let places: ReadonlySet<number> = new Set([from]);
    for (const part of path) {
      if (part === ANY_WORDS) {
        places = new Set([...words.keys()].slice(from));
        continue;
      }
      const found = [...behindOptions(words, places)].filter((index) =>
        isPart(part, words[index], isShortened),
      );
      places = new Set(found.map((index) => index + 1));
    }
    return [...behindOptions(words, places)].filter(
      (index) =>
        index < words.length &&
        !(scripts === true
          ? isOwn(name, path, words[index])
          : isScriptOrSubcommand(name, path, words[index])),
    );
  });
}

/** Programs that yarn and bun find in the packages of the workspace, if no script has the name. */
const PACKAGE_PROGRAMS = new Set([
  ...byName(STARTED_SOURCES).keys(),
  ...wordSet(
    'cross-env cross-env-shell env-cmd dotenv dotenvx onchange nx lerna semantic-release release-it np',
  ),
]);

function isScriptOrSubcommand(
  name: string,
  path: readonly string[],
  word: Word | undefined,
): boolean {
  if (path.length > 0 && !(name === 'yarn' && path[0] === 'run')) return false;
  if (name === 'yarn' || name === 'bun') return !PACKAGE_PROGRAMS.has(word?.text ?? '');
  return isOwn(name, path, word);
}

function isOwn(name: string, path: readonly string[], word: Word | undefined): boolean {
  return path.length === 0 && isSubcommandOf(name, word?.text ?? '');
}

/** Whether a table says which of its words name the program that a program starts. */
export function isStarter({ words }: { readonly words: Words }): boolean {
  const { starts, startsElsewhere } = SUBCOMMANDS_BY_NAME.get(programOf(words)) ?? {};
  return starts !== undefined || startsElsewhere !== undefined;
}

/**
 * Whether a program starts another one here that no table describes, and that starts none itself. If a word may be the name of
 * one that a table describes, that is the program.
 */
export function startsUnknown({ words }: { readonly words: Words }): boolean {
  const last = allStarted(words, [HERE]).filter(
    (start) => startedAt(words, start, HERE).length === 0,
  );
  return (
    last.length > 0 &&
    last.every((start) => {
      const started = { words: words.slice(start), classes: [] };
      return (
        !isReadByTable(words[start]?.text ?? '') && !isDescribed(started) && !isStarter(started)
      );
    })
  );
}

/** The words of each way in which a program starts another one, for the programs that do. */
function pathsOf(waysOf: (known: Subcommands) => readonly string[] | undefined): Starters['paths'] {
  return new Map(
    [...SUBCOMMANDS_BY_NAME].flatMap(([name, known]) => {
      const ways = waysOf(known);
      return ways === undefined
        ? []
        : [[name, ways.map((way) => way.split(' ').filter(Boolean))] as const];
    }),
  );
}

function isPart(part: string, word: Word | undefined, isShortened: boolean): boolean {
  if (word === undefined) return false;
  const { text } = word;
  if (part === ANY_WORD || text === part) return true;
  return isShortened && text !== null && text !== '' && part.startsWith(text);
}
