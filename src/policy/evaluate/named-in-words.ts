// What the words and the input of a command name, for programs of which no table says what they do with it.
import type { SimpleCommand, Words } from '../commands/analysis.ts';
import { knownWord } from '../commands/analysis.ts';
import { isReadByTable, runnerOf } from '../commands/specs/index.ts';
import { isReader } from '../commands/programs/readers.ts';
import { ownWords } from '../commands/programs/runner-options.ts';
import { CHECKS_SOURCE } from '../commands/specs/readers.ts';
import { withoutDots } from '../commands/words/paths.ts';
import type { Facts, Verdict } from '../model/facts.ts';
import {
  asksBecause,
  decidingVerdict,
  type Evaluation,
  hasGates,
  ruleOf,
  type RuleSet,
} from './decision.ts';
import { gatesAbout, gatesBelowFolder } from './evaluate-path.ts';

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
  const texts = [...command.words.slice(1), ...lines].flatMap(({ text }) => text ?? []);
  const names = new Set(
    texts
      .flatMap((text) => (text.match(/[\w./+~-]+/g) ?? []).flatMap(withAttached))
      .filter(mayBePath),
  );
  if ((names.size > MAX_LOOKED_NAMES || lines.length > MAX_LOOKED_LINES) && hasGates(set))
    return [
      asksBecause(
        `it names more than ${MAX_LOOKED_NAMES} things, too many to compare with the rules`,
      ),
    ];
  for (const name of new Set([...names, ...namedFiles(command.words)])) {
    const verdicts = [
      ...placesNamed(name, command).flatMap((place) => gatesAbout(evaluation, place)),
      ...gatesOfHosts(set, name),
    ];
    if (verdicts.length > 0) return verdicts;
  }
  return [];
}

/**
 * The rules for reading that are gates about something below a folder which the words of a command name with a slash or dots. What runs
 * or builds code reads what that says; so does a program of the checkout. A container gets the folder.
 */
export function gatesInFolders(evaluation: Evaluation, command: SimpleCommand): readonly Verdict[] {
  const { words, folders = ['.'] } = command;
  const [program, ...args] = words;
  const name = program?.text ?? '';
  const runner = runnerOf(name);
  const isOfCheckout = /^[^/]+\//.test(name) && !name.split('/').includes('..');
  if (isOfCheckout || isReadByTable(name) || CHECKS_SOURCE.has(name)) return [];
  if (runner === undefined && isReader(name, args)) return [];
  if (runner !== undefined && runner.inside === undefined) return [];
  const texts = (runner === undefined ? args : ownWords(runner, args)).map(
    ({ text }) => text ?? '',
  );
  const places = texts
    .flatMap((text) =>
      runner === undefined ? text.split(/[=:,]/).flatMap(withAttached) : mounted(text),
    )
    .filter((text) => /^(?:\.{1,2}$|[^\s'"]*\/[^\s'"]*$)/.test(text))
    .flatMap((text) =>
      text.startsWith('/') ? [text] : (folders ?? []).map((folder) => `${folder}/${text}`),
    );
  // Of more names than are compared, `gatesOfNames` asks.
  for (const place of [...new Set(places.map(withoutDots))].slice(0, MAX_LOOKED_NAMES)) {
    const verdicts = gatesBelowFolder(evaluation, place);
    if (verdicts.length > 0) return verdicts;
  }
  return [];
}

/** What a word that mounts or adds a folder names: not where the container has it, as in `.:/x`, and no place in the container. */
function mounted(text: string): readonly string[] {
  if (!/[:=]/.test(text)) return [];
  return text.split(/[=,]/).map((part) => part.replace(/^-v|:.*$/gs, ''));
}

/** The file names that wildcards become, and the paths in a home folder. */
function namedFiles(words: Words): readonly string[] {
  return words.flatMap(({ glob, home = [] }) => (glob?.names ?? []).concat(home));
}

/**
 * What a name is if it is a path: from the workspace root, and from the folders that the command runs in. A name without a slash or a
 * dot is more likely a subcommand or the letters of an option.
 */
function placesNamed(name: string, { folders }: SimpleCommand): readonly string[] {
  if (!folders || !/^[^/~-].*[./]|^\./s.test(name)) return [name];
  return [name, ...folders.map((folder) => withoutDots(`${folder}/${name}`))];
}

/** How many letters before a value may be options: `-ovalue`, `-xzfvalue`. */
const MAX_LETTERS = 8;

/** A name, and of an option what may be a value attached to its letters. */
function withAttached(name: string): readonly string[] {
  const letters = /^-([A-Za-z]*)/.exec(name)?.[1]?.length ?? 0;
  const ends = Array.from({ length: Math.min(letters, MAX_LETTERS) }, (_, index) => index + 2);
  return [name, ...ends.map((end) => name.slice(end))].filter((each) => each !== '');
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
