import { knownWord, type SimpleCommand, type Word, type Words } from '../commands/analysis.ts';
import { compileGlob, escapeGlob, type PathGlob } from './glob.ts';
import { withoutDots } from '../commands/words/paths.ts';
import { renamedPushes } from '../commands/words/pushed-refs.ts';
import { packageName, withoutVersion } from '../commands/words/program-names.ts';
import { withoutStarterOptions } from '../commands/words/starter-options.ts';
import { matchesParts } from './wildcard.ts';

/** One word of a pattern: its literal parts, which any characters may separate. */
export interface PatternWord {
  readonly parts: readonly string[];
}

/** A parsed command rule: `git log *` is two words and a rest. */
export interface WordPattern {
  readonly words: readonly PatternWord[];
  /** The last word is a bare `*`: any words may follow, or none. */
  readonly rest: boolean;
  /** `cd packages/* && …`: the folders that the command runs in. `null`: the rule names none. */
  readonly folder: PathGlob | null;
}

/** `maybe`: a word that is only known at run time could make it match. */
export type Match = 'yes' | 'maybe' | 'no';

/** The likeliest of several; `match` is not asked once one is certain. */
export function likeliest<Item>(items: Iterable<Item>, match: (item: Item) => Match): Match {
  let result: Match = 'no';
  for (const item of items) {
    const found = match(item);
    if (found === 'yes') return 'yes';
    if (found === 'maybe') result = 'maybe';
  }
  return result;
}

/** The least likely of several that must all match. */
export function unlikeliest(matches: readonly Match[]): Match {
  if (matches.includes('no')) return 'no';
  return matches.includes('maybe') ? 'maybe' : 'yes';
}

const IN_FOLDER = /^cd\s+(?:'([^']+)'|"([^"]+)"|([^\s'"]+))\s+&&\s+(.+)$/s;

/**
 * Parses a command pattern. White space separates words; quotes and `\` make their contents literal, a star included.
 * `cd FOLDER && ` before the words names the folders, as a glob, that the command runs in. `null` if a quote is not
 * closed or there are no words.
 */
export function parseWordPattern(source: string): WordPattern | null {
  const [, single, double, bare, rest] = IN_FOLDER.exec(source) ?? [];
  const quoted = single ?? double;
  const folder = quoted === undefined ? bare : escapeGlob(quoted);
  const words = parseWords(rest ?? source);
  return words && { ...words, folder: folder === undefined ? null : compileGlob(folder) };
}

/** The words of a command pattern, without the folder that it names. */
export function withoutFolder(source: string): string {
  return IN_FOLDER.exec(source)?.[4] ?? source;
}

/** A quoted text, a character behind `\\`, or a plain one. */
const PIECE = /'[^']*'|"(?:\\.|[^"\\])*"|\\(?:.|$)|[^\s'"\\]/gs;
const WORD = new RegExp(`(?:${PIECE.source})+`, 'gs');

function parseWords(source: string): Pick<WordPattern, 'words' | 'rest'> | null {
  const written = source.match(WORD) ?? [];
  const unclosed = source.replace(WORD, '').trim();
  if (written.length === 0 || unclosed !== '') return null;
  const rest = written.at(-1) === '*';
  return { words: (rest ? written.slice(0, -1) : written).map(patternWord), rest };
}

function patternWord(written: string): PatternWord {
  const parts = [''];
  for (const [piece] of written.matchAll(PIECE)) {
    if (piece === '*') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${literalText(piece)}`);
  }
  return { parts };
}

function literalText(piece: string): string {
  if (piece.startsWith("'")) return piece.slice(1, -1);
  return (piece.startsWith('"') ? piece.slice(1, -1) : piece).replaceAll(/\\(.)/gs, '$1');
}

/** The words of a pattern without a wildcard, and its options without their values: `--workspace=` of `--workspace=*`. */
function literalWords(pattern: WordPattern): readonly string[] {
  return pattern.words.flatMap(({ parts: [start = '', ...others] }) => [
    ...(others.length === 0 ? [start] : []),
    ...(/^-[^=]*=/.exec(start) ?? []),
  ]);
}

/** Whether the pattern matches exactly these words, all of which are known. */
export function matchesWords(pattern: WordPattern, words: readonly string[]): boolean {
  const { length } = pattern.words;
  if (pattern.rest ? words.length < length : words.length !== length) return false;
  // The rest can be long, and nothing in it is compared.
  return matchWords(pattern, words.slice(0, length).map(knownWord)) === 'yes';
}

/**
 * Whether the pattern matches exactly these words. As in a rule that forbids or asks, with `gate` the final `*` also matches
 * words that are known only at run time, and a path matches in every spelling.
 */
export function matchWords(
  pattern: WordPattern,
  words: Words,
  options: { readonly gate?: boolean } = {},
): Match {
  if (
    words.length > pattern.words.length &&
    !pattern.rest &&
    !words.some((word) => word.text === null)
  )
    return 'no';
  let result: Match = 'yes';
  for (const [index, expected] of pattern.words.entries()) {
    const word = words[index];
    // An unquoted expansion may become several words, so a line that is too short could still fit.
    if (word === undefined) return words.some((each) => each.text === null) ? 'maybe' : 'no';
    const match =
      options.gate === true ? matchNamed(expected, word, index) : matchWord(expected, word);
    if (match === 'no')
      return words.slice(0, index).some((each) => each.text === null) ? 'maybe' : 'no';
    if (match === 'maybe') result = 'maybe';
  }
  if (words.length > pattern.words.length && !pattern.rest) return 'maybe';
  if (options.gate === true) return result;
  const uncertain = words.slice(pattern.words.length).some((word) => !isHarmlessRest(word));
  return uncertain && result === 'yes' ? 'maybe' : result;
}

/** The text of a word without a wildcard; empty for another one. */
export function literalOf(word: PatternWord | undefined): string {
  return word?.parts.length === 1 ? (word.parts[0] ?? '') : '';
}

/** Whether one word of a pattern matches a word of a command. */
export function matchWord(expected: PatternWord, word: Word): Match {
  if (word.text !== null) return matchesParts(word.text, expected.parts) ? 'yes' : 'no';
  if (word.isOperand === true && expected.parts[0]?.startsWith('-') === true) return 'no';
  if (word.home !== undefined && matchesParts(word.home, expected.parts)) return 'yes';
  const start = expected.parts[0] ?? '';
  if (word.numbered !== undefined) return mayBeNumbered(word.numbered, expected) ? 'maybe' : 'no';
  const prefix = word.glob?.prefix;
  if (prefix === undefined) return 'maybe';
  const possible = prefix.startsWith(start) || start.startsWith(prefix);
  return possible ? 'maybe' : 'no';
}

/** Whether a text with a number behind it could be the word of a pattern. */
function mayBeNumbered(prefix: string, { parts: [start = '', ...others] }: PatternWord): boolean {
  if (others.length > 0 && prefix.startsWith(start)) return true;
  return start.startsWith(prefix) && /^-?\d*$/.test(start.slice(prefix.length));
}

/**
 * The same if a path matches in every spelling: `./a`, `a` and `b/../a` are one file, as is `a` in a folder to the path from the
 * workspace root. A program without a slash is no path.
 */
export function matchNamed(expected: PatternWord, word: Word, position: number): Match {
  const own = matchWord(expected, word);
  if (own === 'yes' || word.text === null) return own;
  const parts = pathParts(expected);
  const isPath = position > 0 || word.text.includes('/');
  const places = [
    ...(word.places ?? (isPath ? [word.text] : [])),
    ...(position === 0 ? (word.copyOf ?? []) : []),
  ];
  if (places.some((place) => matchesParts(place, parts))) return 'yes';
  const mayBeCopy =
    position === 0 && word.copyOfMore === true && expected.parts.some((part) => part.includes('/'));
  return mayBeCopy ? 'maybe' : own;
}

/** Each word of a rule is compared with many commands. */
const PATH_PARTS = new WeakMap<PatternWord, readonly string[]>();

/** The parts of a word that names a path, from the workspace root: `./a//b/` is `a/b`. */
function pathParts(word: PatternWord): readonly string[] {
  const known = PATH_PARTS.get(word) ?? partsFromRoot(word);
  PATH_PARTS.set(word, known);
  return known;
}

function partsFromRoot({ parts }: PatternWord): readonly string[] {
  const [start = '', ...others] = parts;
  if (start.startsWith('-') || start.includes('://')) return parts;
  const plain = start.replaceAll(/(?<=\/)\.?\/|^(?:\.\/+)+(?=.)/g, '');
  return others.length === 0 ? [plain.replace(/(?<=.)\/+$/, '')] : [plain, ...others];
}

/**
 * What the final `*` may match in an `auto` rule: a known word, one that is known but for a number, or file names that cannot begin with `-` (a file named
 * `-delete` in the checkout must not become an option).
 */
function isHarmlessRest(word: Word): boolean {
  if (word.text !== null || word.numbered !== undefined) return true;
  const prefix = word.glob?.prefix ?? '';
  return prefix.length > 0 && !prefix.startsWith('-');
}

const SPELLED_INTENTS: readonly string[] = ['@force-push', '@history-rewrite', '@recursive-delete'];

/**
 * Whether an `auto` rule with this pattern covers the command. Every word must certainly match. Some words must be spelled out
 * in the rule: every word of an escape hatch, the options that make it a force push, a history rewrite or a recursive delete,
 * and the program that raises privilege.
 */
export function coversCommand(pattern: WordPattern, command: SimpleCommand): boolean {
  if (pattern.folder !== null && goesToFolder(pattern.folder, command)) return true;
  if (!coversFolders(pattern, command)) return false;
  const covered = coveredWords(command);
  const spelled = new Set(literalWords(pattern));
  const isMatch = (words: Words): boolean =>
    [words, withoutStarterOptions(words, spelled)]
      .flatMap(spellingsOf)
      .some((each) => matchWords(pattern, each) === 'yes');
  if (![covered, ...meantWords(covered)].every(isMatch)) return false;
  if (!coversPushes(pattern, covered)) return false;
  if (
    command.escapeHatches.some(
      ({ words: opening }) => opening.length === 0 || opening.some((word) => !spelled.has(word)),
    )
  )
    return false;
  if (!command.intents.some((intent) => SPELLED_INTENTS.includes(intent))) return true;
  return command.words.every(
    ({ text }) => text === null || !/^[-+:]/.test(text) || spelled.has(text),
  );
}

/** The words, and with the program of a folder in its other spelling: `bin/x` is `./bin/x`. */
function spellingsOf(words: Words): readonly Words[] {
  const text = words[0]?.text ?? '';
  const [, bare] = /^\.\/([^./].*\/.*)$/s.exec(text) ?? [];
  const other = bare ?? (/^[^./][^/]*\//.test(text) ? `./${text}` : undefined);
  return other === undefined ? [words] : [words, words.with(0, knownWord(other))];
}

/**
 * What a wildcard in a word could hide: a path that leaves a folder again (`scripts/../x` is no `scripts/*`). An `auto` rule must
 * match these words, too.
 */
function meantWords(words: Words): readonly Words[] {
  const plain = words.map((word) =>
    word.text !== null && /\/\.\.(?:\/|$)/.test(word.text)
      ? knownWord(withoutDots(word.text))
      : word,
  );
  return plain.some((word, index) => word !== words[index]) ? [plain] : [];
}

/** Whether the rule covers where `git push` puts each ref: `agent/x:main` is no `agent/*`. A word with a colon says it itself. */
function coversPushes(pattern: WordPattern, words: Words): boolean {
  // What the final `*` matches may be any ref.
  return renamedPushes(words.slice(0, pattern.words.length)).every(
    ({ place, named }) =>
      pattern.words[place]?.parts.some((part) => part.includes(':')) === true ||
      named.some((each) => matchWords(pattern, each) === 'yes'),
  );
}

/**
 * The words that an `auto` rule must match: those of the command, behind its wrappers if one of these gives other rights, or behind the
 * one that fetches what it runs (`npx tsc`).
 */
export function coveredWords({ via, words, intents, escapeHatches }: SimpleCommand): Word[] {
  const fetches = (wrapper: string): boolean =>
    escapeHatches.some((hatch) => hatch.words.length === 1 && hatch.words[0] === wrapper);
  const from = intents.includes('@privilege') ? 0 : via.findIndex(fetches);
  return [...(from === -1 ? [] : via.slice(from).map(knownWord)), ...words];
}

/**
 * Whether an `auto` rule with this pattern covers the command in every folder that it may run in. A rule without a
 * folder is about the root if the words mean code of the folder. A rule for every command is about every folder.
 */
function coversFolders(pattern: WordPattern, command: SimpleCommand): boolean {
  const { folder } = pattern;
  if (folder === null) return pattern.words.length === 0 || !runsCodeElsewhere(command);
  const { folders = ['.'] } = command;
  return folders !== null && folders.every((path) => isIn(folder, path));
}

/** Whether the command is the `cd` of `cd FOLDER && …`: a rule for the whole covers it, too. */
function goesToFolder(folder: PathGlob, { words, paths, unknown }: SimpleCommand): boolean {
  const isCd = words.length === 2 && words[0]?.text === 'cd' && words[1]?.text !== null;
  return (
    isCd &&
    unknown.length === 0 &&
    paths.length > 0 &&
    paths.every((fact) => isIn(folder, fact.path))
  );
}

/** A folder outside of the workspace is only covered by a glob that begins outside. */
function isIn(folder: PathGlob, path: string): boolean {
  return folder.matches(path, false) && (!path.startsWith('/') || folder.source.startsWith('/'));
}

/** Whether the words may mean code of another folder than the workspace root. */
export function runsCodeElsewhere({ folders, runsLocalCode }: SimpleCommand): boolean {
  if (runsLocalCode !== true || folders === undefined) return false;
  return folders === null || folders.some((folder) => folder !== '.');
}

/** A file of a package. */
const IN_PACKAGES = /(?:^|\/)node_modules\/((?!\.).+\/.+)$/s;

/**
 * The names under which a rule that forbids or asks may know a program: `/usr/bin/pip3`, `pip3`, `pip`; `pnpm` of `npx pnpm@9`; `prisma`
 * of `npm:prisma@5` and `node_modules/prisma/cli.js`; `goose` of `go run github.com/x/goose/v3@latest`.
 */
export function namesOf(program: string | null): readonly string[] {
  if (program === null) return [];
  const plain = packageName(program);
  const parts = plain.split('/');
  // Of a module of Go, the last part can be the major version.
  const base = (/^v\d+$/.test(parts.at(-1) ?? '') ? parts.at(-2) : undefined) ?? parts.at(-1) ?? '';
  const last = program.split('/').at(-1) ?? '';
  const path = program.startsWith('npm:') ? plain : IN_PACKAGES.exec(program)?.[1];
  const inPackage = path?.replace(/^([^@/][^/@]*|@[^/]+\/[^/@]+).*$/s, '$1');
  return [
    ...new Set([
      program,
      last,
      withoutVersion(last),
      plain,
      base,
      ...(inPackage === undefined ? [] : [inPackage]),
    ]),
  ];
}
