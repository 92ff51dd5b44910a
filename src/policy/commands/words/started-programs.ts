import type { Word, Words } from '../analysis.ts';
import { isDescribed, isReadByTable, runnerOf } from '../specs/index.ts';
import { byName, readByName, type Table, wordSet } from '../specs/table.ts';
import { FOREIGN_SHELLS, STARTED_SOURCES } from '../specs/wrappers.ts';
import { behindOptions } from './behind-options.ts';
import { baseName, programOf, withoutVersion } from './program-names.ts';
import { startedProgram } from './starter-options.ts';

/** A word of a program's own before the program that it starts, such as an environment's name. */
const ANY_WORD = '*';
/** Any number of words of a program's own. */
const ANY_WORDS = '**';

/** The subcommands of package managers, also for packages of the workspace. */
const PACKAGE_MANAGER = (
  'exec, x, dlx, workspace * exec, workspace * dlx, workspaces foreach exec, ' +
  'recursive exec, multi exec, m exec'
).split(', ');

/** The words behind a program's name after which it names the program that it starts, by the manual of each. */
const STARTERS: Table<readonly string[]> = {
  uv: ['run', 'tool run'],
  'poetry, pdm, pipenv, rye, pixi, conda, mamba, micromamba': ['run'],
  hatch: ['run', 'env run'],
  'bundle, bundler': ['exec'],
  'tox, lerna, nx, composer, gem': ['exec'],
  npm: PACKAGE_MANAGER,
  yarn: [...PACKAGE_MANAGER, 'run', ''],
  pnpm: [...PACKAGE_MANAGER, ''],
  bun: [...PACKAGE_MANAGER, 'run', ''],
  'corepack, xvfb-run, dbus-run-session, flatpak-spawn, ccache, sccache, caffeinate, tini, dumb-init, docker-init, catatonit, watchexec':
    [''],
  onchange: ['**'],
  nodemon: ['--exec', '-x'],
  'cross-env, cross-env-shell, env-cmd': ['', '*', '* *'],
  dotnet: ['tool run', 'tool exec'],
  'volta, doppler, op, infisical, dotenvx, devbox': ['run'],
  dotenv: ['run', ''],
  'asdf, rbenv, pyenv, nodenv, goenv, jenv, opam, stack, cabal': ['exec'],
  rustup: ['run *'],
  'nvm, direnv, aws-vault, chamber': ['exec', 'exec *'],
  nix: ['develop ** -c', 'develop ** --command', 'shell ** -c', 'shell ** --command'],
  'mise, rtx': ['exec', 'exec *', 'exec * *', 'x', 'x *', 'x * *'],
};
/** The same for interpreters that start a program by its name or that of its module. What else they run is their own code. */
const INTERPRETERS: Table<readonly string[]> = {
  'python, pypy, py': ['-m'],
  coverage: ['run -m'],
  'ruby, perl': ['-S'],
};
/**
 * The same for programs that name what they start in words of their own (`go run HOST/x/tool@v1`), or take a script by the same words.
 * Rules that deny or ask are about the program; what it does is not known by its name.
 */
const NAMED: Table<readonly string[]> = {
  'npx, bunx, pnpx, uvx, dnx': [''],
  pipx: ['run'],
  go: ['run', 'tool'],
  deno: ['run', 'x'],
  yarn: ['', 'workspace *', 'workspaces foreach'].flatMap((path) => [path, `${path} run`]),
  bun: ['run', ''],
};
/**
 * The same for programs in a container. Rules about words and hosts see them; the files that their words name are the
 * container's.
 */
const CONTAINERS: Table<readonly string[]> = {
  'docker, podman, nerdctl': [
    ...['run *', 'exec *', 'create *'].flatMap((path) => [path, `container ${path}`]),
    'compose run *',
    'compose exec *',
  ],
  'docker-compose, podman-compose': ['run *', 'exec *'],
  'kubectl, oc': ['run *', 'exec *', 'debug *', 'rsh *', 'create job *', 'create cronjob *'],
  'lxc, incus, multipass, crictl': ['exec *'],
  'singularity, apptainer': ['exec *', 'run *'],
  buildah: ['run *'],
};
/** The subcommands of package managers. */
const OWN_SUBCOMMANDS = byName({
  // pnpm runs what is none of these as a script, or else as a program. Some are npm's, which it passes on.
  pnpm: wordSet(
    'a add access adduser approve-builds audit bin bugs c cache cat-file cat-index ci completion config create dedupe deploy ' +
      'deprecate dist-tag dlx docs doctor edit env exec explore fetch find-hash get help i ignored-builds import info init install ' +
      'install-test it la licenses link list ll ln login logout ls m multi outdated owner pack patch patch-commit patch-remove ping ' +
      'pkg prefix profile prune publish rb rebuild recursive remove repo restart rm root run run-script s search se self-update ' +
      'server set set-script setup show star stars start stop store t team test token tst un uninstall unlink unpublish unstar up ' +
      'update upgrade v version versions view whoami why x',
  ),
  // corepack 0.34. Any other word is a package manager.
  corepack: wordSet('cache disable enable hydrate install pack prepare up use'),
  // yarn 1.22 and 4. Any other word is a script or else a program, but for `node`.
  yarn: wordSet(
    'add audit autoclean bin cache check config constraints create dedupe dlx exec explain explore generate-lock-entry global help ' +
      'import info init install licenses link list login logout npm outdated owner pack patch patch-commit plugin policies prune ' +
      'publish rebuild remove run search set stage tag team unlink unplug unpublish up upgrade upgrade-interactive version versions ' +
      'why workspace workspaces',
  ),
  // bun 1.2. Any other word is a script, a file or else a program.
  bun: wordSet(
    'a add audit build c create exec help i info init install link list outdated patch patch-commit pm publish remove repl rm run ' +
      'test uninstall unlink update upgrade why x',
  ),
});
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
  paths: readByName({ ...STARTERS, ...INTERPRETERS }, partsOf),
  anywhere: new Set([...FOREIGN_SHELLS].filter((name) => !REMOTE_SHELLS.has(name))),
};
const OWN_STARTERS = byName(STARTERS);
const BY_NAME: Starters = { paths: readByName(NAMED, partsOf), anywhere: new Set(), scripts: true };
const ELSEWHERE: Starters = { paths: readByName(CONTAINERS, partsOf), anywhere: REMOTE_SHELLS };
/** Programs that start another one behind words of their own, of any number. Where one stands first, it is unwrapped before. */
const WRAPPERS = wordSet(
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

/**
 * Programs that start what the project or the machine has installed, and add nothing to it: neither variables (`op run`, `cross-env`)
 * nor an environment that is named (`conda run -n x`), nor tasks of their own (`hatch run test`).
 */
const ADDS_NOTHING = wordSet(
  'npm npx pnpm pnpx yarn bun bunx deno corepack lerna nx uv uvx poetry pipx python pypy py coverage tox bundle bundler gem ruby perl ' +
    'composer go dotnet dnx mise rtx asdf rbenv pyenv nodenv goenv jenv opam stack cabal nix',
);

/** Where words name a program that is the same without the one that starts it. */
export function programPlaces(words: Words): readonly number[] {
  if (!ADDS_NOTHING.has(withoutVersion(programOf(words)))) return [];
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
  return OWN_SUBCOMMANDS.get(name)?.has(text) ?? false;
}

/** Where a program may be named that the one at `start` starts. */
function startedAt(
  words: Words,
  start: number,
  { paths, anywhere, scripts }: Starters,
): readonly number[] {
  const name = baseName(words[start]?.text ?? '');
  const from = start + 1;
  if (anywhere.has(name) || (start > 0 && WRAPPERS.has(name)))
    return [...words.slice(from, from + MAX_WRAPPER_WORDS).keys()].map((index) => from + index);
  const isShortened = runnerOf(name)?.shortened === true;
  return (paths.get(name) ?? paths.get(withoutVersion(name)) ?? []).flatMap((path) => {
    let places: ReadonlySet<number> = new Set([from]);
    for (const part of path) {
      if (part === ANY_WORDS) {
        places = new Set([...words.keys()].slice(from));
        continue;
      }
      const found = [...behindOptions(words, places)].filter((at) =>
        isPart(part, words[at], isShortened),
      );
      places = new Set(found.map((at) => at + 1));
    }
    return [...behindOptions(words, places)].filter(
      (at) =>
        at < words.length &&
        !(scripts === true
          ? isOwn(name, path, words[at])
          : isScriptOrSubcommand(name, path, words[at])),
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
  return isOwn(name, path, word);
}

function isOwn(name: string, path: readonly string[], word: Word | undefined): boolean {
  return path.length === 0 && isSubcommandOf(name, word?.text ?? '');
}

/** Whether a table says which of its words name the program that a program starts. */
export function isStarter({ words }: { readonly words: Words }): boolean {
  const name = programOf(words);
  return OWN_STARTERS.has(name) || ELSEWHERE.paths.has(name);
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

function partsOf(paths: readonly string[]): readonly (readonly string[])[] {
  return paths.map((path) => path.split(' ').filter(Boolean));
}

function isPart(part: string, word: Word | undefined, isShortened: boolean): boolean {
  if (word === undefined) return false;
  const { text } = word;
  if (part === ANY_WORD || text === part) return true;
  return isShortened && text !== null && text !== '' && part.startsWith(text);
}
