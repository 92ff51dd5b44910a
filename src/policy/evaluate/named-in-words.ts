// What the words and the input of a command name, for programs of which no table says what they do with it.
import { percentDecoded } from '../../common/index.ts';
import type { SimpleCommand, Word, Words } from '../commands/analysis.ts';
import { knownWord } from '../commands/analysis.ts';
import { isReadByTable, runnerOf } from '../commands/specs/index.ts';
import { isReader } from '../commands/programs/readers.ts';
import { ownWords } from '../commands/programs/runner-options.ts';
import { CHECKS_SOURCE } from '../commands/specs/readers.ts';
import { startedHere } from '../commands/words/started-programs.ts';
import { expandBraces } from '../commands/words/braces.ts';
import { withoutDots } from '../commands/words/paths.ts';
import { writtenBelowFolders } from '../commands/words/folder-writes.ts';
import type { Facts, PathResolver, Verdict } from '../model/facts.ts';
import {
  asksBecause,
  decidingVerdict,
  type Evaluation,
  hasGates,
  ruleOf,
  type RuleSet,
} from './decision.ts';
import { isShellPattern } from '../rules/overlap.ts';
import {
  gatesAbout,
  gatesAboutRead,
  gatesBelowFolder,
  gatesOfPattern,
  gatesOfReading,
} from './evaluate-path.ts';

export const NETWORK: Facts = { tool: 'web_fetch', kind: 'network' };
/** Names in the words of one command that rules are compared with. */
const MAX_LOOKED_NAMES = 400;
/** Lines of here documents whose names may be commands. */
export const MAX_LOOKED_LINES = 200;

/** The rules about paths and hosts that hold back one which the words or the input of a command name. */
export function gatesOfNames(
  evaluation: Evaluation,
  command: SimpleCommand,
  mayBePath: (name: string) => boolean = () => true,
): readonly Verdict[] {
  const { set } = evaluation;
  const lines = inputLines(command);
  const texts = [...command.words.slice(1), ...lines].flatMap((word) => [
    ...textsOf(word),
    ...numbersOf(word, set),
  ]);
  const names = new Set(
    texts
      .flatMap(spelledIn)
      .flatMap((text) => text.match(/[\w./+~-]+/g) ?? [])
      .flatMap((name) => (name.includes('+') ? [name, ...name.split('+')] : [name]))
      .flatMap(withAttached)
      .filter(mayBePath),
  );
  if ((names.size > MAX_LOOKED_NAMES || lines.length > MAX_LOOKED_LINES) && hasGates(set))
    return [
      asksBecause(
        `it names more than ${MAX_LOOKED_NAMES} things, too many to compare with the rules`,
      ),
    ];
  const written = writtenBelowFolders(command.words);
  for (const name of new Set([...names, ...namedFiles(command.words)])) {
    const verdicts = [
      ...placesNamed(name, command, evaluation.pathResolver).flatMap((place) =>
        gatesAbout(evaluation, place, written),
      ),
      ...gatesOfHosts(set, name),
    ];
    if (verdicts.length > 0) return verdicts;
  }
  return [];
}

/**
 * The rules for reading that are gates about something below a folder which the words of a command name with a slash or dots, or about a
 * file that a pattern with a slash may name.
 */
export function gatesInFolders(evaluation: Evaluation, command: SimpleCommand): readonly Verdict[] {
  const texts = [...new Set(foldersNamed(command.words))].filter((text) => IS_PLACE.test(text));
  const places = texts.flatMap((text) => placesBehind(text, command, evaluation.pathResolver));
  // Of more names than are compared, `gatesOfNames` asks.
  for (const place of [...new Set(places.map(withoutDots))].slice(0, MAX_LOOKED_NAMES)) {
    const verdicts = [
      ...gatesBelowFolder(evaluation, place),
      ...(isShellPattern(place) ? gatesOfPattern(evaluation, place) : []),
    ];
    if (verdicts.length > 0) return verdicts;
  }
  return [];
}

/** What is a place rather than a word, where the words of a program are not known to be paths. */
const IS_PLACE = /^(?:\.{1,2}$|~$|[^\s'"]*\/[^\s'"]*$)/;

/** What may be a folder in the words of a command, of which no table says what it does, or of one that it starts. */
function foldersNamed(words: Words): readonly string[] {
  const started = startedHere(words);
  const own = foldersOf(words) ?? [];
  const inside = started.map(foldersOf);
  // If a word may be the name of a program that a table describes, that is what is started.
  return inside.includes(null) ? own : [...own, ...inside.flatMap((each) => each ?? [])];
}

/**
 * The same of a program by its own name; `null` if a table knows it. What runs or builds code reads what that says; so does a program
 * of the checkout. A container gets the folder.
 */
function foldersOf([program, ...args]: Words): readonly string[] | null {
  const name = program?.text ?? '';
  const runner = runnerOf(name);
  const isOfCheckout = /^[^/]+\//.test(name) && !name.split('/').includes('..');
  if (isOfCheckout || isReadByTable(name) || CHECKS_SOURCE.has(name)) return null;
  if (runner !== undefined)
    return runner.inside === undefined
      ? null
      : ownWords(runner, args).flatMap(({ text }) => mounted(text ?? ''));
  if (isReader(name, args)) return null;
  return [
    ...args.flatMap(textsOf).flatMap(spelledIn).flatMap(partsOf).flatMap(withAttached),
    ...namedFiles(args).map((file) => (IS_PLACE.test(file) ? file : `./${file}`)),
  ];
}

/**
 * What may be names in a word: JSON, a call or a list has quotes and brackets around them, which may also be those of a pattern. Text
 * with blanks is no list of names.
 */
function partsOf(text: string): readonly string[] {
  const parts = text.split(/\s/.test(text) ? /[=:,]/ : PARTS);
  const patterns = text
    .split(/[=:;"'`<>]/)
    .map((part) => part.replaceAll(/[@!+?*]\([^()]*\)/g, '*'))
    .filter(isShellPattern);
  return [...parts, ...patterns];
}

/** Between the names of a word. What follows a closing bracket continues a name: `repos/{owner}/{repo}`. */
const PARTS = /[=:,;@+"'`<>|({[]|[)}\]][\w./*$-]*/;

/** The text of a word. Behind one that ends in some number, none may be printed. */
function textsOf({ text, numbered }: Word): readonly string[] {
  if (text !== null) return [text];
  return numbered === undefined ? [] : [numbered, `${numbered}1`];
}

/** A word that ends in some number, perhaps with a minus, with each number that a rule for paths names. */
function numbersOf({ numbered }: Word, { rules }: RuleSet): readonly string[] {
  if (numbered === undefined) return [];
  const named = rules.flatMap(({ glob }) => glob?.source.match(/[\d?]+/g) ?? []);
  return [...new Set(named)].flatMap((number) =>
    ['', '-'].map((sign) => numbered + sign + number.replaceAll('?', '1')),
  );
}

/** A word, what it says if it is a URL, and what it becomes for a program that expands braces. */
function spelledIn(text: string): readonly string[] {
  const decoded = text.includes('%') ? [text, percentDecoded(text)] : [text];
  return decoded.flatMap((each) => [
    each,
    each.replaceAll(FILE_URL, ''),
    // Programs of Windows, and some others, take a backslash for a slash.
    ...(each.includes('\\') ? [each.replaceAll('\\', '/')] : []),
    ...(each.includes('{') ? (expandBraces(each) ?? [each.replaceAll(/\{[^{}]*\}/g, '*')]) : []),
  ]);
}

/** The address of a file, also with a path that is not absolute: `--body fileb://a`. */
const FILE_URL = /fileb?:\/\//gi;

/** What a word that mounts or adds a folder names: not where the container has it, as in `.:/x`, and no place in the container. */
function mounted(text: string): readonly string[] {
  if (!/[:=]/.test(text)) return [];
  return text.split(/[=,]/).map((part) => part.replace(/^-v|:.*$/gs, ''));
}

/** The file names that wildcards become, and the paths in a home folder. */
function namedFiles(words: Words): readonly string[] {
  return words.flatMap(({ glob, home = [] }) => (glob?.names ?? []).concat(home));
}

/** The folder of a process, and what is the root folder for it. */
const OF_PROCESS = /^\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?(cwd|root)(?=\/|$)/;

/**
 * What a name is if it is a path: from the workspace root, and from the folders that the command runs in. A name without a slash or a
 * dot is more likely a subcommand or the letters of an option.
 */
function placesNamed(
  name: string,
  command: SimpleCommand,
  pathResolver: PathResolver,
): readonly string[] {
  const isPlace = /^(?:\/|~[^/]*\/)/.test(name);
  const isBelow = command.folders !== undefined && /^[^/~-].*[./]|^\./s.test(name);
  return [name, ...(isPlace || isBelow ? placesBehind(name, command, pathResolver) : [])];
}

/**
 * The places that a path means: from each folder that the command runs in, and through the folder of a process. A home folder
 * can be any folder above the workspace: which one is known only at run time.
 */
function placesBehind(
  path: string,
  { folders = ['.'] }: SimpleCommand,
  { root }: PathResolver,
): readonly string[] {
  const [through = '', kind] = OF_PROCESS.exec(path) ?? [];
  const rest = path.slice(through.length);
  if (kind === 'root') return [rest === '' ? '/' : rest];
  if (kind === 'cwd' || !/^[/~]/.test(path))
    return (folders ?? []).map((folder) => withoutDots(`${folder}/${rest}`));
  if (path.startsWith('/')) return [path];
  const parts = root.split('/');
  return parts.map((_, index) =>
    withoutDots(`${parts.slice(0, index + 1).join('/')}/${path.replace(/^~[^/]*/, '')}`),
  );
}

/** How many letters before a value may be options: `-ovalue`, `-xzfvalue`. */
const MAX_LETTERS = 8;

/** A name, and of an option what may be a value attached to its letters. */
function withAttached(name: string): readonly string[] {
  const letters = /^-([A-Za-z]*)/.exec(name)?.[1]?.length ?? 0;
  const ends = Array.from({ length: Math.min(letters, MAX_LETTERS) }, (_, index) => index + 2);
  return [name, ...ends.map((end) => name.slice(end))].filter((each) => each !== '');
}

/** The rules for reading that are gates about what words known only at run time may name. */
export function gatesOfGivenNames(
  evaluation: Evaluation,
  { givenNames }: SimpleCommand,
): readonly Verdict[] {
  if (givenNames === undefined) return [];
  const [reason] = givenNames.unknown;
  const anywhere = reason === undefined ? [] : gatesOfReading(evaluation.set, reason);
  return [...anywhere, ...givenNames.paths.flatMap((path) => gatesAboutRead(evaluation, path))];
}

/** The rules about certain hosts that are gates about one in a name: `evil.example/x`. */
function gatesOfHosts(set: RuleSet, name: string): readonly Verdict[] {
  return name
    .split('/')
    .filter((part) => part.includes('.'))
    .flatMap((host) => {
      const verdict = decidingVerdict(set, NETWORK, { type: 'host', host });
      const rule = verdict === null ? undefined : ruleOf(set, verdict);
      return rule === undefined || rule.list === 'auto' || (rule.parsed.specifier ?? '*') === '*'
        ? []
        : [asksBecause(`it may reach "${host}", which the rule "${rule.text}" is about`)];
    });
}

/** The lines that here documents and here strings give a program: source, if it is an interpreter. */
export function inputLines({ inputTexts = [] }: SimpleCommand): Words {
  return inputTexts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '')
    .map(knownWord);
}
