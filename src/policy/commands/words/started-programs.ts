import type { Word, Words } from '../analysis.ts';
import { byName, readByName, type Table, wordSet } from '../specs/table.ts';
import { FOREIGN_SHELLS, STARTED_SOURCES } from '../specs/wrappers.ts';
import { behindOptions } from './behind-options.ts';
import { baseName, programOf, withoutVersion } from './program-names.ts';

/** A word of a program's own before the program that it starts, such as an environment's name. */
const ANY_WORD = '*';
/** Any number of words of a program's own. */
const ANY_WORDS = '**';

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
  'bundle, bundler': ['exec', 'exe', 'ex', 'e'],
  'tox, lerna, nx': ['exec'],
  npm: PACKAGE_MANAGER,
  yarn: [...PACKAGE_MANAGER, 'run', ''],
  pnpm: [...PACKAGE_MANAGER, ''],
  bun: [...PACKAGE_MANAGER, 'run', ''],
  'corepack, xvfb-run, dbus-run-session, flatpak-spawn, ccache, sccache, caffeinate, tini, dumb-init, docker-init, catatonit, watchexec':
    [''],
  onchange: [ANY_WORDS],
  nodemon: ['--exec', '-x'],
  'cross-env, cross-env-shell, env-cmd': ['', ANY_WORD, `${ANY_WORD} ${ANY_WORD}`],
  dotnet: ['tool run'],
  'volta, doppler, op, infisical, dotenvx, devbox': ['run'],
  dotenv: ['run', ''],
  'asdf, rbenv, pyenv, nodenv, goenv, jenv, opam, stack, cabal': ['exec'],
  rustup: [`run ${ANY_WORD}`],
  'nvm, direnv, aws-vault, chamber': ['exec', `exec ${ANY_WORD}`],
  nix: ['develop', 'shell'].flatMap((path) => [
    `${path} ${ANY_WORDS} -c`,
    `${path} ${ANY_WORDS} --command`,
  ]),
  'mise, rtx': ['exec', 'x'].flatMap((path) => [
    path,
    `${path} ${ANY_WORD}`,
    `${path} ${ANY_WORD} ${ANY_WORD}`,
  ]),
};
/** The same for interpreters that start a program by the name of its module. What else they run is their own code. */
const INTERPRETERS: Table<readonly string[]> = { 'python, pypy, py': ['-m'] };
/**
 * The same for programs in a container. Rules about words and hosts see them; the files that their words name are the
 * container's.
 */
const CONTAINERS: Table<readonly string[]> = {
  'docker, podman, nerdctl': [
    ...['run', 'exec', 'create'].flatMap((path) => [path, `container ${path}`]),
    ...['run', 'exec'].map((path) => `compose ${path}`),
  ].map((path) => `${path} ${ANY_WORD}`),
  'docker-compose, podman-compose': [`run ${ANY_WORD}`, `exec ${ANY_WORD}`],
  'kubectl, oc': ['run', 'exec', 'debug', 'rsh', 'create job', 'create cronjob'].map(
    (path) => `${path} ${ANY_WORD}`,
  ),
  'lxc, incus, multipass, crictl': [`exec ${ANY_WORD}`],
  'singularity, apptainer': ['exec', 'run'].map((path) => `${path} ${ANY_WORD}`),
  buildah: [`run ${ANY_WORD}`],
};
/** pnpm runs what is none of these as a script, or else as a program. Some are npm's, which it passes on. */
const PNPM_SUBCOMMANDS = wordSet(
  'a add access adduser approve-builds audit bin bugs c cache cat-file cat-index ci completion config create dedupe deploy ' +
    'deprecate dist-tag dlx docs doctor edit env exec explore fetch find-hash get help i ignored-builds import info init install ' +
    'install-test it la licenses link list ll ln login logout ls m multi outdated owner pack patch patch-commit patch-remove ping ' +
    'pkg prefix profile prune publish rb rebuild recursive remove repo restart rm root run run-script s search se self-update ' +
    'server set set-script setup show star stars start stop store t team test token tst un uninstall unlink unpublish unstar up ' +
    'update upgrade v version versions view whoami why x',
);
/** The subcommands of corepack 0.34. Any other word is a package manager. */
const COREPACK_SUBCOMMANDS = wordSet('cache disable enable hydrate install pack prepare up use');
/** Programs that start another one on another machine. */
const REMOTE_SHELLS = wordSet('ssh');

export function isRemoteShell(name: string): boolean {
  return REMOTE_SHELLS.has(name);
}

/** How to find what programs start: behind words of their own, or behind any of their first words. */
interface Starters {
  readonly paths: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly anywhere: ReadonlySet<string>;
}

const HERE: Starters = {
  paths: readByName({ ...STARTERS, ...INTERPRETERS }, partsOf),
  anywhere: new Set([...FOREIGN_SHELLS].filter((name) => !REMOTE_SHELLS.has(name))),
};
const OWN_STARTERS = byName(STARTERS);
const ELSEWHERE: Starters = { paths: readByName(CONTAINERS, partsOf), anywhere: REMOTE_SHELLS };
/** Programs that start another one behind words of their own, of any number. Where one stands first, it is unwrapped before. */
const WRAPPERS = wordSet(
  'env timeout nice nohup time stdbuf setsid ionice sudo doas command exec xargs',
);
/** How many words behind a wrapper may be the program. */
const MAX_WRAPPER_WORDS = 16;

/**
 * The commands that a program starts which only starts others, from their names on: `git push` of `uv run -q git push`. Where
 * a word may be an option's value as well as the program, both are given. At most one for each word.
 */
export function directlyStarted<W extends Word>(words: readonly W[]): readonly (readonly W[])[] {
  return startedAt(words, 0, HERE).map((start) => words.slice(start));
}

/** The same of a program that starts them in a container or on another machine. */
export function startedElsewhere<W extends Word>(words: readonly W[]): readonly (readonly W[])[] {
  return startedAt(words, 0, ELSEWHERE).map((start) => words.slice(start));
}

/** All of these with the commands that they start, and so on. */
export function startedPrograms(words: Words): readonly Words[] {
  const starts = new Set([0]);
  // A set visits what is added to it meanwhile.
  for (const start of starts)
    for (const starters of [HERE, ELSEWHERE])
      for (const inner of startedAt(words, start, starters)) starts.add(inner);
  starts.delete(0);
  return [...starts].map((start) => words.slice(start));
}

/** Where a program may be named that the one at `start` starts. */
function startedAt(words: Words, start: number, { paths, anywhere }: Starters): readonly number[] {
  const name = baseName(words[start]?.text ?? '');
  const from = start + 1;
  if (anywhere.has(name) || (start > 0 && WRAPPERS.has(name)))
    return [...words.slice(from, from + MAX_WRAPPER_WORDS).keys()].map((index) => from + index);
  return (paths.get(name) ?? paths.get(withoutVersion(name)) ?? []).flatMap((path) => {
    let places: ReadonlySet<number> = new Set([from]);
    for (const part of path) {
      if (part === ANY_WORDS) {
        places = new Set([...words.keys()].slice(from));
        continue;
      }
      const found = [...behindOptions(words, places)].filter((at) => isPart(part, words[at]));
      places = new Set(found.map((at) => at + 1));
    }
    return [...behindOptions(words, places)].filter(
      (at) => at < words.length && !isScriptOrSubcommand(name, path, words[at]),
    );
  });
}

/** Programs that yarn and bun find in the packages of the workspace, if no script has the name. */
const PACKAGE_PROGRAMS = new Set([
  ...byName(STARTED_SOURCES).keys(),
  ...wordSet('cross-env cross-env-shell env-cmd dotenv dotenvx onchange nx lerna'),
]);

function isScriptOrSubcommand(
  name: string,
  path: readonly string[],
  word: Word | undefined,
): boolean {
  if (path.length > 0 && !(name === 'yarn' && path[0] === 'run')) return false;
  if (name === 'yarn' || name === 'bun') return !PACKAGE_PROGRAMS.has(word?.text ?? '');
  const own = { pnpm: PNPM_SUBCOMMANDS, corepack: COREPACK_SUBCOMMANDS };
  return (name === 'pnpm' || name === 'corepack') && own[name].has(word?.text ?? '');
}

/** Whether a table says which of its words name the program that a program starts. */
export function isStarter({ words }: { readonly words: Words }): boolean {
  const name = programOf(words);
  return OWN_STARTERS.has(name) || ELSEWHERE.paths.has(name);
}

function partsOf(paths: readonly string[]): readonly (readonly string[])[] {
  return paths.map((path) => path.split(' ').filter(Boolean));
}

function isPart(part: string, word: Word | undefined): boolean {
  return word !== undefined && (part === ANY_WORD || word.text === part);
}
