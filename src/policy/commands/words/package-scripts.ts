import { knownWord, type Words } from '../analysis.ts';
import { namesOfSubcommand, SUBCOMMANDS_BY_NAME } from '../specs/subcommands.ts';
import { isListed } from '../specs/table.ts';
import { behindOptions } from './behind-options.ts';
import { packageName, programOf } from './program-names.ts';
import { isSubcommandOf, namedPrograms } from './started-programs.ts';

/**
 * Stand for what runs a script of package.json, and a program of its packages, whichever package manager does. They are no words that a
 * rule writes: a rule for `npm *` is about npm alone.
 */
export const PACKAGE_SCRIPT = 'package.json script';
export const PACKAGE_PROGRAM = 'package program';

const SCRIPT = knownWord(PACKAGE_SCRIPT);
const PROGRAM = knownWord(PACKAGE_PROGRAM);

/** The folder of the programs of packages. */
const PROGRAM_FOLDER = /(?:^|\/)node_modules\/\.bin\/[^/]+$/;
/** With more places where the script may stand, it is not known. */
const MAX_PLACES = 40;

/** Where a package manager names the script of package.json that it runs. */
export function scriptPlaces(words: Words): readonly number[] {
  const name = programOf(words);
  const { scripts } = SUBCOMMANDS_BY_NAME.get(name) ?? {};
  if (scripts === undefined) return [];
  const runs = namesOfSubcommand(name, scripts.by);
  const first = [...behindOptions(words, new Set([1]))].filter((place) => place < words.length);
  const behind = first.flatMap((place) =>
    runs.includes(words[place]?.text ?? '') ? [...behindOptions(words, new Set([place + 1]))] : [],
  );
  const alone = first.filter((place) => {
    const text = words[place]?.text ?? '';
    if (/^$|^-/.test(text) || runs.includes(text)) return false;
    return isListed(scripts.named, text) || (scripts.alone === true && !isSubcommandOf(name, text));
  });
  return [...new Set([...behind, ...alone])].filter((place) => place < words.length);
}

/** The scripts of package.json and the programs of its packages that a command runs, each as that of any package manager. */
export function packageForms(words: Words): readonly Words[] {
  const [first, ...args] = words;
  const name = programOf(words);
  if (PROGRAM_FOLDER.test(first?.text ?? '')) return [[PROGRAM, knownWord(name), ...args]];
  const { scripts, ofPackages } = SUBCOMMANDS_BY_NAME.get(name) ?? {};
  if (scripts === undefined && ofPackages !== true) return [];
  if (behindOptions(words, new Set([1])).size > MAX_PLACES)
    return [SCRIPT, PROGRAM].map((program) => [program, { text: null, source: '' }]);
  const started = ofPackages === true ? namedPrograms(words) : [];
  return [
    ...scriptPlaces(words).map((place) => [SCRIPT, ...words.slice(place)]),
    ...started.map(([program = SCRIPT, ...rest]) => [
      PROGRAM,
      program.text === null ? program : knownWord(packageName(program.text)),
      ...rest,
    ]),
  ];
}
