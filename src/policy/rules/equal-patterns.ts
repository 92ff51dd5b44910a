import { knownWord, type Word } from '../commands/analysis.ts';
import { SWITCH } from '../commands/words/behind-options.ts';
import { asSubcommand, withoutRun } from '../commands/words/other-spellings.ts';
import {
  PACKAGE_PROGRAM,
  PACKAGE_SCRIPT,
  scriptPlaces,
} from '../commands/words/package-scripts.ts';
import { MODULE, moduleFile, withModuleApart } from '../commands/words/ran-scripts.ts';
import { programPlaces } from '../commands/words/started-programs.ts';
import { runnerOf, runsScripts } from '../commands/specs/index.ts';
import { wordSet } from '../commands/specs/table.ts';
import { literalOf, type PatternWord, type WordPattern } from './word-pattern.ts';

/** Each command is compared with the same ones. */
const EQUAL = new WeakMap<WordPattern, readonly WordPattern[]>();
/** A rule that could mean more is not read in more ways. */
const MAX_PATTERNS = 40;

/**
 * The pattern of a rule that denies or asks, and those for the same program under another name or started in another way: a rule
 * for `npx prisma *` is about `prisma`, whatever starts it. No `auto` rule covers more by this.
 */
export function equalPatterns(pattern: WordPattern): readonly WordPattern[] {
  const known = EQUAL.get(pattern);
  if (known !== undefined) return known;
  const found = new Map([[keyOf(pattern), pattern]]);
  // A map visits what is added to it meanwhile.
  for (const each of found.values()) {
    if (found.size > MAX_PATTERNS) break;
    for (const words of [...otherNames(each), ...started(each)]) {
      const other = { ...pattern, words };
      if (words.length > 0 && !found.has(keyOf(other))) found.set(keyOf(other), other);
    }
  }
  const all = [...found.values()];
  EQUAL.set(pattern, all);
  return all;
}

type PatternWords = readonly PatternWord[];

function keyOf({ words }: WordPattern): string {
  return JSON.stringify(words.map(({ parts }) => parts));
}

/**
 * The pattern under another name of its program: a rule for a program in a folder of programs (`bin/rails`) is about it under its
 * name alone, and one for a script (`node scripts/a.js`) is about it whichever program runs it.
 */
function otherNames({ words: [program, ...others] }: WordPattern): readonly PatternWords[] {
  const name = literalOf(program);
  const alone = /(?:^|\/)\.?bin\/([^/]+)$/.exec(name)?.[1];
  const [second] = others;
  const short = literalOf(second) === 'run' ? withoutRun([program, ...others].map(wordOf)) : [];
  const script = runsScripts(name) ? literalOf(second) : '';
  const isScript = /^[^-].*[./]\w/.test(script);
  const isFile = /^\w[\w-]*$/.test(script) && runnerOf(name)?.subcommands === undefined;
  const own = [program, ...others].map(wordOf);
  const apart = withModuleApart(own);
  return [
    ...[asSubcommand(own), apart === own ? null : apart].flatMap((words) =>
      words === null ? [] : [words.map(patternOf)],
    ),
    // `php artisan` is `./artisan`.
    ...(isFile ? [[{ parts: [`./${script}`] }, ...others.slice(1)]] : []),
    ...(alone === undefined ? [] : [[{ parts: [alone] }, ...others]]),
    ...(isScript ? [others] : []),
    ...(short.length > 0 && program !== undefined ? [[program, ...others.slice(1)]] : []),
  ];
}

/** The programs and scripts that the words of the pattern start. What may be a script of package.json is no program of the machine. */
function started({ words }: WordPattern): readonly PatternWords[] {
  // A word behind a switch is no value of it.
  const places = [...words.keys()].filter((place) => !SWITCH.test(literalOf(words[place])));
  const own = places.map((place) => wordOf(words[place]));
  const from = (place: number): PatternWords => words.slice(places[place] ?? words.length);
  const scripts = scriptPlaces(own);
  const found = programPlaces(own);
  // Behind `--`, the first word is the program.
  const behindDashes = found.filter((place) => own[place - 1]?.text === '--');
  const programs = behindDashes.length > 0 ? behindDashes : found;
  return [
    ...programs
      .filter((place) => !scripts.includes(place))
      .flatMap((place) => asProgram(from(place), MODULE.test(own[place - 1]?.text ?? ''))),
    ...scripts.flatMap((place) => [
      [{ parts: [PACKAGE_SCRIPT] }, ...from(place)],
      ...(programs.includes(place) ? [[{ parts: [PACKAGE_PROGRAM] }, ...from(place)]] : []),
    ]),
  ];
}

/** Modules that install no program of their name, which others have: those of Python's own, and `build`. */
const NO_PROGRAMS = wordSet('build code profile site test trace');

/** The words from the name of a program on; none if that is an option or a wildcard. A module with a folder is a file, too. */
function asProgram(program: PatternWords, isModule: boolean): readonly PatternWords[] {
  const [first, ...others] = program;
  if (!/^[^-]*\w/.test(first?.parts[0] ?? '')) return [];
  if (isModule && NO_PROGRAMS.has(literalOf(first))) return [];
  const file = isModule && literalOf(first).includes('.') ? moduleFile(literalOf(first)) : null;
  return [program, ...(file === null ? [] : [[{ parts: [`./${file}`] }, ...others]])];
}

function patternOf({ text }: Word): PatternWord {
  return { parts: (text ?? '').split('*') };
}

function wordOf(word: PatternWord | undefined): Word {
  return knownWord(word?.parts.join('*') ?? '');
}
