import type { Word } from '../analysis.ts';
import { byName, type Table, wordSet } from '../specs/table.ts';
import { behindOptions } from './behind-options.ts';

/** A word of a program's own before the program that it starts, such as an environment's name. */
const ANY_WORD = '*';

/** The subcommands of package managers, also for packages of the workspace. */
const PACKAGE_MANAGER: readonly string[] = [
  'exec',
  'x',
  'dlx',
  `workspace ${ANY_WORD} exec`,
  `workspace ${ANY_WORD} dlx`,
  'workspaces foreach exec',
  'recursive exec',
  'multi exec',
  'm exec',
];

/** The words behind a program's name after which it names the program that it starts, by the manual of each. */
const STARTERS: Table<readonly string[]> = {
  uv: ['run', 'tool run'],
  'poetry, pdm, pipenv, rye, pixi, conda, mamba, micromamba': ['run'],
  hatch: ['run', 'env run'],
  'bundle, bundler, tox, lerna, nx': ['exec'],
  'npm, pnpm, yarn': PACKAGE_MANAGER,
  bun: [...PACKAGE_MANAGER, 'run'],
  'corepack, xvfb-run, dbus-run-session, flatpak-spawn, ccache, sccache, caffeinate': [''],
  'cross-env': ['', ANY_WORD, `${ANY_WORD} ${ANY_WORD}`],
  dotnet: ['tool run'],
  'volta, doppler, op, infisical, dotenv, dotenvx, devbox': ['run'],
  'asdf, rbenv, pyenv, nodenv, goenv, jenv': ['exec'],
  'nvm, direnv, aws-vault, chamber': ['exec', `exec ${ANY_WORD}`],
  nix: ['develop -c', 'develop --command', `develop ${ANY_WORD} -c`, `shell ${ANY_WORD} -c`],
  'mise, rtx': ['exec', 'x'].flatMap((path) => [
    path,
    `${path} ${ANY_WORD}`,
    `${path} ${ANY_WORD} ${ANY_WORD}`,
  ]),
};
const PATHS = byName(STARTERS, (paths) => paths.map((path) => path.split(' ').filter(Boolean)));
/** Programs that start another one behind words of their own, of any number. Where one stands first, it is unwrapped before. */
const WRAPPERS = wordSet(
  'env timeout nice nohup time stdbuf setsid ionice sudo doas command exec xargs',
);
/** How many words behind a wrapper may be the program. */
const MAX_WRAPPER_WORDS = 8;

/**
 * The commands that a program starts which only starts others, from their names on: `git push` of `uv run -q git push`. Where
 * a word may be an option's value as well as the program, both are given. At most one for each word.
 */
export function directlyStarted<W extends Word>(words: readonly W[]): readonly (readonly W[])[] {
  return startedAt(words, 0).map((start) => words.slice(start));
}

/** The same with the commands that these start, and so on. */
export function startedPrograms(words: readonly Word[]): readonly (readonly Word[])[] {
  const starts = new Set([0]);
  // A set visits what is added to it meanwhile.
  for (const start of starts) for (const inner of startedAt(words, start)) starts.add(inner);
  starts.delete(0);
  return [...starts].map((start) => words.slice(start));
}

/** Where a program may be named that the one at `start` starts. */
function startedAt(words: readonly Word[], start: number): readonly number[] {
  const name = words[start]?.text?.split('/').at(-1) ?? '';
  const from = start + 1;
  if (start > 0 && WRAPPERS.has(name))
    return [...words.slice(from, from + MAX_WRAPPER_WORDS).keys()].map((index) => from + index);
  return (PATHS.get(name) ?? []).flatMap((path) => {
    let places: ReadonlySet<number> = new Set([from]);
    for (const part of path) {
      const found = [...behindOptions(words, places)].filter((at) => isPart(part, words[at]));
      places = new Set(found.map((at) => at + 1));
    }
    return [...behindOptions(words, places)].filter((at) => at < words.length);
  });
}

function isPart(part: string, word: Word | undefined): boolean {
  return word !== undefined && (part === ANY_WORD || word.text === part);
}
