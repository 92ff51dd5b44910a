import type { Intent } from '../analysis.ts';
import { LISTED_SUBCOMMANDS, namesOfSubcommand } from '../specs/subcommands.ts';
import { byName } from '../specs/table.ts';
import { type IntentRule, type KnownWords, subcommandPlaces } from './intent-words.ts';

/** Under other names of the subcommand as well; see `packageWords`. */
const PACKAGE_WORDS = byName<Intent>({
  'install, add, ci, install-ci-test, install-test, update, dlx, exec, create, dedupe, rebuild, link, import, fetch, patch, dist-upgrade':
    '@install',
  'publish, unpublish, deprecate, dist-tag, access, owner, token, release, stage': '@publish',
});
/** Options before a subcommand of a package manager that have no value in any of them. */
const PACKAGE_SWITCHES =
  '-r --recursive -s -ws --workspaces --workspace-root --include-workspace-root --if-present --offline --prefer-offline ' +
  '--parallel --stream --sequential --aggregate-output --no-bail --ignore-scripts --legacy-peer-deps --force --bun';

/** Where a subcommand of a package manager may stand: also behind the words that say for which packages, or that it is npm's. */
const PACKAGE_SUBCOMMANDS = {
  switches: PACKAGE_SWITCHES,
  groups: 'global workspaces foreach npm recursive multi m',
  namedGroups: 'workspace',
};

/** A word with fewer letters could be short for many. npm takes its subcommands with two. */
const SHORTEST = 3;
const SHORTEST_OF_NPM = 2;

/** The rule of a package manager for Node. */
export function packageManager(program: string): IntentRule {
  const shortest = program === 'npm' ? SHORTEST_OF_NPM : SHORTEST;
  const intents = packageWords(program);
  // `yarn clean` is a script, and not short for the `clean-install` of npm.
  const shortened = program === 'npm' ? intents : PACKAGE_WORDS;
  const meant = (word: string | null): readonly Intent[] => {
    // npm reads `distTag` as `dist-tag`.
    const name = word?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? null;
    const exact = intents.get(name ?? '');
    if (exact !== undefined) return [exact];
    // `npm un` is `uninstall`, and not short for another.
    if (program === 'npm' && LISTED_SUBCOMMANDS.get(program)?.has(name ?? '') === true) return [];
    const isShort = (full: string): boolean =>
      name === null || (name.length >= shortest && full.startsWith(name));
    return [...shortened].flatMap(([full, intent]) => (isShort(full) ? [intent] : []));
  };
  return (texts) => {
    const found = new Set<Intent>(texts.includes('publish') ? ['@publish'] : []);
    for (const place of subcommandPlaces(texts, PACKAGE_SUBCOMMANDS)) {
      const word = texts[place];
      // Behind `run` stands a script.
      if (word === undefined || /^(?:run|run-script)$/.test(texts[place - 1] ?? '')) continue;
      for (const intent of meant(word)) found.add(intent);
      if (program === 'npm' && fixesAudit(texts.slice(place))) found.add('@install');
    }
    return [...found];
  };
}

/** `npm audit fix`, also with options between: it installs other versions. Its subcommand may be shortened. */
function fixesAudit([subcommand, ...rest]: KnownWords): boolean {
  return (
    subcommand?.startsWith('aud') === true && rest.some((text) => text === null || text === 'fix')
  );
}

/**
 * The intents of subcommands under each of their names. What npm knows as an installation counts for each package manager; another name
 * of npm (`author`) may be a script elsewhere.
 */
function packageWords(program: string): ReadonlyMap<string, Intent> {
  return new Map(
    [...PACKAGE_WORDS].flatMap(([word, intent]) => {
      const programs = intent === '@install' ? ['npm', program] : [program];
      const names = programs.flatMap((each) => namesOfSubcommand(each, word));
      return names.map((name): [string, Intent] => [name, intent]);
    }),
  );
}
