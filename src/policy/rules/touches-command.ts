import { distinctBy } from '../../common/index.ts';
import { knownWord, type SimpleCommand, type Word, type Words } from '../commands/analysis.ts';
import { behindOptions } from '../commands/words/behind-options.ts';
import { otherSpellings } from '../commands/words/other-spellings.ts';
import { packageForms } from '../commands/words/package-scripts.ts';
import { programOf } from '../commands/words/program-names.ts';
import { pushedRefs } from '../commands/words/pushed-refs.ts';
import { ranScripts, withModuleApart } from '../commands/words/ran-scripts.ts';
import { namedPrograms } from '../commands/words/started-programs.ts';
import { runnerOf } from '../commands/specs/index.ts';
import { byName, readByName, wordSet } from '../commands/specs/table.ts';
import { BASH_SHELLS, POSIX_SHELLS } from '../commands/specs/wrappers.ts';
import { equalPatterns } from './equal-patterns.ts';
import {
  likeliest,
  literalOf,
  type Match,
  matchNamed,
  matchWord,
  matchWords,
  namesOf,
  type PatternWord,
  unlikeliest,
  type WordPattern,
} from './word-pattern.ts';

/** Programs each of whose words is a task of its own, that of a package manager behind its subcommand. */
const TASK_RUNNERS = wordSet(
  'make gmake bmake remake just ninja samu rake gradle gradlew mvn mvnw ant task go-task invoke inv doit mage gulp grunt ' +
    'turbo run-s run-p npm-run-all rails mix fastlane artisan console',
);
/** Programs that take the names of their commands shortened, each part between colons. */
const SYMFONY = /^(?:artisan|console)$/;
/** Task runners whose first word alone is a task: `mix`, unless `do` may stand there. */
const ONE_TASK = /^(?:artisan|console|mix)$/;
/** Programs whose options are words with one hyphen or two, and no letters in a cluster. */
const WORD_OPTIONS = wordSet(
  'go terraform tofu packer vault consul nomad java javac find gcc g++ clang clang++ cc openssl ffmpeg',
);
/** Options with several names, each group in one string. A name that means something else to another subcommand counts, too. */
const OPTION_NAMES = readByName<readonly string[], readonly (readonly string[])[]>(
  {
    rm: ['-r -R --recursive', '-f --force'],
    'chmod, chown, chgrp, cp': ['-R -r --recursive', '-f --force'],
    git: ['-f --force', '-n --no-verify', '-d --delete', '-a --all'],
    'docker, podman': ['-v --volume', '-e --env', '-d --detach', '-u --user'],
    curl: [
      '-X --request',
      '-o --output',
      '-O --remote-name',
      '-d --data',
      '-T --upload-file',
      '-k --insecure',
    ],
    'npm, pnpm': ['-g --global', '-f --force', '-D --save-dev'],
    sed: ['-i --in-place'],
    node: ['-e --eval -p --print', '-r --require'],
    psql: ['-c --command', '-f --file'],
    'mysql, mariadb': ['-e --execute'],
  },
  (groups) => groups.map((group) => group.split(' ')),
);
/** Subcommands of git that do what another one does. */
const GIT_SUBCOMMANDS = byName({
  'send-pack, http-push': 'push',
  'fetch-pack, http-fetch': 'fetch',
  stage: 'add',
});
/** One quoted text that begins like no option: `"fix $x"`. `"x$@"` can become several words. */
const IN_QUOTES = /^"[A-Za-z0-9./:_][^"@]*"$/;
/** An option that may be shortened to this many characters: `--r` of `--recursive`. */
const SHORTEST_OPTION = 3;

/**
 * Whether a `deny` or `requireApproval` rule with this pattern is about the command: under its own name, its name without a folder
 * or a version (`/bin/rm` is `rm`, `pip3` is `pip`), or under any of its wrappers. Options between its words hide nothing, nor
 * does a program that only starts another: a rule about `npm publish` is about `npm --tag next publish` and `uv run npm publish`,
 * too. Nor do another name of the subcommand, other tasks before it, or another place or spelling of the options at its end. It is
 * about what the command starts from a text as well.
 */
export function touchesCommand(pattern: WordPattern, command: SimpleCommand): Match {
  return likeliest([command, ...(command.started ?? [])], (each) => touchesWords(pattern, each));
}

function touchesWords(pattern: WordPattern, command: SimpleCommand): Match {
  const inFolder = touchesFolders(pattern, command);
  if (inFolder === 'no') return 'no';
  const meant = equalPatterns(pattern);
  const match = likeliest(formsOf(command), (form) =>
    likeliest(meant, (each) => touchesForm(each, form)),
  );
  return match === 'yes' ? inFolder : match;
}

type Forms = readonly Words[];

/** Each rule compares the same ones. */
const FORMS = new WeakMap<SimpleCommand, Forms>();

/** The words of a command in every form under which a rule that denies or asks may know it. */
export function formsOf(command: SimpleCommand): Forms {
  const known = FORMS.get(command);
  if (known !== undefined) return known;
  const { words, via, spelledOut } = command;
  const wrapped = via.slice(-1).map((wrapper) => [knownWord(wrapper), ...words]);
  const forms = [
    ...[words, ...[words, ...wrapped].flatMap(startedWords)]
      .flatMap((form) => [form, ...ranScripts(form)])
      .flatMap(withBaseName),
    ...via.map((_, index) => [...via.slice(index).map(knownWord), ...words]),
    ...via.slice(0, -1).map((wrapper) => [knownWord(wrapper), ...words]),
    ...via
      .filter((wrapper) => BASH_SHELLS.has(wrapper) || POSIX_SHELLS.has(wrapper))
      .map((wrapper) => [knownWord(wrapper), knownWord('-c'), ...words]),
    ...(spelledOut === undefined ? [] : [spelledOut]),
  ];
  const all = withoutRepeated(forms)
    .flatMap((form) => [form, ...sameOfGit(form)])
    .flatMap((form) => [form, ...pushedRefs(form), ...otherSpellings(form)]);
  const different = withoutRepeated(
    withoutRepeated(all).flatMap((form) => [form, ...packageForms(form)]),
  );
  FORMS.set(command, different);
  return different;
}

/** The forms, each once: their words have the same texts, and name the same files. */
function withoutRepeated(forms: Forms): Forms {
  return distinctBy(forms, JSON.stringify);
}

/** The words of the programs that are started, also by a module whose name is attached to its option: `python -mpytest`. */
function startedWords(words: Words): Forms {
  const started = namedPrograms(words);
  const apart = [words, ...started].flatMap((form) => {
    const other = withModuleApart(form);
    return other === form ? [] : [other, ...namedPrograms(other)];
  });
  return [...started, ...apart];
}

/** `git send-pack` as `git push`. */
function sameOfGit(words: Words): Forms {
  const [program, subcommand] = words;
  const other = GIT_SUBCOMMANDS.get(subcommand?.text ?? '');
  return program?.text === 'git' && other !== undefined ? [words.with(1, knownWord(other))] : [];
}

function touchesForm(pattern: WordPattern, form: Words): Match {
  const [expected] = pattern.words;
  const [program] = form;
  // No option stands before the program.
  if (expected !== undefined && program !== undefined && matchNamed(expected, program, 0) === 'no')
    return 'no';
  const exact = matchWords(pattern, form, { gate: true });
  if (exact !== 'no') return exact;
  return likeliest([matchBehindOptions, matchShortened, matchTask, matchOptionsAnywhere], (match) =>
    match(pattern, form),
  );
}

/** Whether a command may run in a folder that a `deny` or `requireApproval` rule names. */
function touchesFolders({ folder }: WordPattern, { folders = ['.'] }: SimpleCommand): Match {
  if (folder === null) return 'yes';
  if (folders === null) return 'maybe';
  return folders.some((path) => folder.matches(path, true)) ? 'yes' : 'no';
}

/** The words, and the same without the folder of the program and without its version. */
function withBaseName(words: Words): readonly Words[] {
  const [first, ...others] = words;
  const names = namesOf(first?.text ?? null).filter((name) => name !== first?.text);
  return [words, ...names.map((name) => [knownWord(name), ...others])];
}

interface Reached {
  readonly match: Match;
  /** Where the words of the command continue. */
  readonly ends: ReadonlySet<number>;
}

/** How far the words of a pattern go once options before them are left out, each alone or with the word behind it. */
function reach(expected: readonly PatternWord[], words: Words): Reached {
  let match: Match = 'yes';
  let ends: ReadonlySet<number> = new Set([0]);
  for (const [index, one] of expected.entries()) {
    const matched = [...(index === 0 ? ends : behindOptions(words, ends))].flatMap((end) => {
      const word = words[end];
      const found = word === undefined ? 'no' : matchNamed(one, word, end);
      return found === 'no' ? [] : [{ found, end: end + 1 }];
    });
    if (matched.length === 0) return { match: 'no', ends: new Set() };
    if (matched.every(({ found }) => found === 'maybe')) match = 'maybe';
    ends = new Set(matched.map(({ end }) => end));
  }
  return { match, ends };
}

/** Whether the pattern matches once options before its words are left out. */
function matchBehindOptions(pattern: WordPattern, words: Words): Match {
  const { match, ends } = reach(pattern.words, words);
  return pattern.rest || ends.has(words.length) ? match : 'no';
}

/** Whether a subcommand may be short for that of the pattern: `gem pus x`. Another one may have the same letters, so it asks. */
function matchShortened(pattern: WordPattern, words: Words): Match {
  const subcommand = literalOf(pattern.words[1]);
  if (subcommand === '' || runnerOf(programOf(words))?.shortened !== true) return 'no';
  const isShort = [...behindOptions(words, new Set([1]))].some((place) => {
    const text = words[place]?.text ?? '';
    if (text === '' || !subcommand.startsWith(text)) return false;
    const spelled = words.with(place, knownWord(subcommand));
    return [matchBehindOptions, matchOptionsAnywhere].some(
      (match) => match(pattern, spelled) !== 'no',
    );
  });
  return isShort ? 'maybe' : 'no';
}

/** Whether the pattern is about a task that stands behind other ones, or behind a variable: `make V=1 test deploy`. */
function matchTask(pattern: WordPattern, words: Words): Match {
  const name = programOf(words);
  if (!TASK_RUNNERS.has(name)) return 'no';
  const first = behindOptions(words, new Set([1]));
  const isFirst = [...first].every((place) => (words[place]?.text ?? 'do') !== 'do');
  const isAlone = ONE_TASK.test(name) && (name !== 'mix' || isFirst);
  const hasRun = pattern.words[1]?.parts.join('*') === 'run';
  return likeliest(hasRun ? [2, 1] : [1], (from) => {
    const task = pattern.words[from];
    if (task === undefined) return 'no';
    const opening = words.slice(0, 1).concat(from === 2 ? [knownWord('run')] : []);
    return likeliest(words.slice(from).entries(), ([index, word]) => {
      if (isAlone && !first.has(from + index)) return 'no';
      const named = namedTask(task, word, name);
      if (matchNamed(task, named, from + index) === 'no') return 'no';
      const form = [...opening, named, ...words.slice(from + index + 1)];
      return matchWords(pattern, form, { gate: true });
    });
  });
}

/**
 * The task that a word names: without its package of turbo (`web#deploy`), its project of gradle (`:lib:publish`), or the comma behind
 * one of mix (`do test, hex.publish`). One that may be shortened (`pTML` of gradle, `d:s:d` of Symfony) is known only at run time.
 */
function namedTask(task: PatternWord, word: Word, program: string): Word {
  const { text } = word;
  if (program === 'turbo' && text?.includes('#') === true)
    return knownWord(text.slice(text.indexOf('#') + 1));
  if (program === 'mix' && text?.endsWith(',') === true) return knownWord(text.slice(0, -1));
  if (SYMFONY.test(program) && text !== null && isShortFor(text, literalOf(task)))
    return { text: null, source: text };
  if (text === null || !/^gradlew?$/.test(program) || text.startsWith('-')) return word;
  const own = text.slice(text.lastIndexOf(':') + 1);
  const full = literalOf(task);
  const humps = own.match(/[A-Z]?[a-z0-9]+|[A-Z]/g) ?? [];
  const isShort =
    humps.join('') === own && new RegExp(`^${humps.join('[a-z0-9]*')}[a-z0-9]*$`).test(full);
  return isShort && own !== full && own !== '' ? { text: null, source: text } : knownWord(own);
}

/** Whether each part of a name may be short for that of the other. */
function isShortFor(short: string, full: string): boolean {
  const parts = full.split(':');
  const own = short.split(':');
  return (
    short !== full &&
    own.length === parts.length &&
    own.every((part, index) => part !== '' && parts[index]?.startsWith(part))
  );
}

/**
 * Whether the command has the options with which the pattern ends, wherever they stand behind its program and in whatever
 * order: `rm -rf *` is about `rm x -r -f`. An option that may be a shortened one, or a letter of a cluster that may be a value,
 * is one that could make it match.
 */
function matchOptionsAnywhere({ words: expected, rest }: WordPattern, words: Words): Match {
  const plain = expected.findLastIndex(({ parts: [start = ''] }) => !/^-./.test(start)) + 1;
  const options = expected.slice(plain);
  if (!rest || plain === 0 || options.length === 0) return 'no';
  const { match } = reach(expected.slice(0, plain), words);
  if (match === 'no') return 'no';
  const others = words.slice(1);
  const program = programOf(words);
  return unlikeliest([match, ...options.map((option) => matchOption(option, others, program))]);
}

function matchOption(option: PatternWord, words: Words, program: string): Match {
  const hasClusters = !WORD_OPTIONS.has(program);
  const one = likeliest(words, (word) => matchOptionWord(option, word, hasClusters));
  const [text = '', ...wildcards] = option.parts;
  if (one === 'yes' || !hasClusters || wildcards.length > 0) return one;
  const isShort = /^-[A-Za-z0-9]+$/.test(text);
  const letters = isShort ? text.slice(1).split('') : [];
  if (isShort && isSameCluster(letters, words)) return 'yes';
  const parts = isShort ? letters.map((letter) => `-${letter}`) : [text];
  const names = OPTION_NAMES.get(program) ?? [];
  const found = parts.map((part) =>
    likeliest(names.find((group) => group.includes(part)) ?? [part], (each) =>
      matchLetter(each, words),
    ),
  );
  return likeliest([one, unlikeliest(found)], (match) => match);
}

/** Whether an option of this name is there; a letter of a cluster may be the value of another one. */
function matchLetter(name: string, words: Words): Match {
  const option = { parts: [name] };
  const one = likeliest(words, (word) => matchOptionWord(option, word, true));
  if (one === 'yes' || name.startsWith('--')) return one;
  return clustersOf(words).some((each) => each.includes(name.slice(1))) ? 'maybe' : one;
}

/** Whether one word is the option: itself, with a value behind `=`, or shortened. */
function matchOptionWord(option: PatternWord, word: Word, hasClusters: boolean): Match {
  if (word.text === null && IN_QUOTES.test(word.source)) return 'no';
  const own = matchWord(option, word);
  const { text } = word;
  if (own !== 'no' || text === null || !text.startsWith('-')) return own;
  const [name = ''] = text.split('=');
  const spellings = hasClusters
    ? [name]
    : [name, name.replace(/^--?/, '-'), name.replace(/^--?/, '--')];
  if (spellings.some((each) => matchWord(option, knownWord(each)) === 'yes')) return 'yes';
  const isShortened =
    name.length >= SHORTEST_OPTION && name.startsWith('--') && option.parts[0]?.startsWith(name);
  return isShortened === true ? 'maybe' : 'no';
}

function isSameCluster(letters: readonly string[], words: Words): boolean {
  const same = setOf(letters);
  return clustersOf(words).some((each) => setOf(each.split('')) === same);
}

function setOf(letters: readonly string[]): string {
  return [...new Set(letters)].toSorted().join('');
}

/** The letters of each word that can be a cluster of options. */
function clustersOf(words: Words): readonly string[] {
  return words.flatMap(({ text }) => /^-([^-].*)$/s.exec(text ?? '')?.[1] ?? []);
}
