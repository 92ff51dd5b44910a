import { byName, readByName, type Table, words } from './table.ts';

/** Options of one place, each list in one text. `values`: the value is the next word, or stands behind `=`. */
export interface PlacedOptions {
  readonly switches?: string;
  readonly values?: string;
}

/**
 * Options before the program that is started. With them it is the same program of the same project, and no more is fetched than without:
 * what the project's lock file lists, or less. An `auto` rule may leave them out.
 */
interface StarterOptions {
  /** The subcommands that start a program. */
  readonly subcommands: string;
  readonly before?: PlacedOptions;
  readonly behind?: PlacedOptions;
  /** Options before the subcommand that choose packages of the workspace. No rule may leave them out. */
  readonly packages?: PlacedOptions;
}

/** How a program runs scripts of package.json. */
interface Scripts {
  /** Behind this subcommand. */
  readonly by: string;
  /** By these subcommands, which have the names of their scripts. */
  readonly named?: string;
  /** By the name of a script alone, unless a subcommand has that name. */
  readonly alone?: true;
}

/** What is known of the subcommands of a program. What they load or write elsewhere is in `RUNNERS`, and their intents in `intents/`. */
export interface Subcommands {
  /**
   * The words after which it names the program that it starts, each way in one text: `*` is any word, such as the name of an environment,
   * `**` any number of words, and an empty text is none.
   */
  readonly starts?: readonly string[];
  /** The same for an interpreter, by the program's name or that of its module. What else it runs is its own code. */
  readonly alsoStarts?: readonly string[];
  /**
   * The same where a script may have the name, or the program is not known by it (`go run HOST/x/tool@v1`): only rules that deny or
   * ask are about it.
   */
  readonly mayStart?: readonly string[];
  /** The same in a container. Rules about words and hosts see the program; the files that its words name are the container's. */
  readonly startsElsewhere?: readonly string[];
  /**
   * It starts what the project or the machine has installed, and adds nothing to it: neither variables (`op run`, `cross-env`) nor an
   * environment that is named (`conda run -n x`), nor tasks of its own (`hatch run test`).
   */
  readonly addsNothing?: true;
  /** The programs that it starts are those of packages that package.json lists. */
  readonly ofPackages?: true;
  /** Subcommands that start a program of the workspace, and fetch it only if it is missing. */
  readonly fetchesMissing?: string;
  readonly options?: StarterOptions;
  readonly scripts?: Scripts;
  /** The words before a subcommand that it runs in other packages, or not only in this one. */
  readonly inPackages?: readonly string[];
  /** Options whose value is shell source, also of these subcommands only. Elsewhere they belong to the program that is started. */
  readonly sourceOptions?: { readonly options: string; readonly subcommands?: string };
  /** Its subcommands with several names, each group in one text. A name can have two words. */
  readonly same?: readonly string[];
  /** Its other subcommands. Absent: not known. */
  readonly own?: string;
}

const PRINTS = '-q --quiet -v --verbose';

const OF_PACKAGES = { addsNothing: true, ofPackages: true } as const;
const LIFECYCLE = 'test start stop restart';
/** How package managers start a program, also for packages of the workspace. */
const EXEC = (
  'exec, x, dlx, workspace * exec, workspace * dlx, workspaces foreach exec, ' +
  'recursive exec, multi exec, m exec'
).split(', ');
const RUN = { starts: ['run'] };
const EXEC_ONLY = { starts: ['exec'] };
const WITH_ENVIRONMENT = { starts: ['exec', 'exec *'] };

/** Verbs of docker that are also behind the name of what they are about. */
const CONTAINER_VERBS =
  'attach commit cp create diff exec export kill logs pause port rename restart run start stats stop top unpause update wait';
const IMAGE_VERBS = 'history import load push save tag';

/**
 * Package managers, launchers, environments and containers, by the manual of each. Of the options, what is not here needs more: another
 * interpreter or toolchain is fetched if it is missing (`uv run --python`, `cargo +nightly`), as is what `--with` names, and the packages
 * of another environment without a lock file (`hatch -e`). Another folder or variables are other code (`--directory`, `--env-file`).
 */
const SUBCOMMANDS: Table<Subcommands> = {
  // `lib/utils/cmd-list.js` of npm 11; npm-exec(1) 11: without these options it fetches what is missing
  npm: {
    ...OF_PACKAGES,
    starts: EXEC,
    fetchesMissing: 'exec x',
    options: {
      subcommands: 'exec x',
      before: { switches: '-s --silent --offline --no-color' },
      behind: { switches: '-s --silent --offline --no --no-install' },
      packages: {
        switches: '-ws --workspaces --include-workspace-root',
        values: '-w --workspace --prefix',
      },
    },
    scripts: { by: 'run', named: LIFECYCLE },
    sourceOptions: { options: '-c --call', subcommands: 'exec x' },
    same: [
      'install, add, i, in, ins, inst, insta, instal, isnt, isnta, isntal, isntall',
      'uninstall, unlink, remove, rm, r, un',
      'update, u, up, upgrade, udpate',
      'ci, clean-install, ic, install-clean, isntall-clean',
      'install-ci-test, clean-install-test, cit, sit',
      'install-test, it',
      'run, run-script, rum, urn',
      'test, tst, t',
      'exec, x',
      'init, create, innit',
      'link, ln',
      'rebuild, rb',
      'config, c',
      'owner, author',
      'view, info, show, v',
      'version, verison',
      'dist-tag, dist-tags',
      'dedupe, ddp',
      'adduser, add-user',
      'search, find, s, se',
      'ls, list',
      'll, la',
      'docs, home',
      'bugs, issues',
      'explain, why',
      'help, hlep',
      'org, ogr',
    ],
    own:
      'access approve-scripts audit cache completion deny-scripts deprecate diff doctor edit explore find-dupes fund get help-search ' +
      'install-scripts login logout outdated pack ping pkg prefix profile prune publish query repo restart root sbom set shrinkwrap ' +
      'stage star stars start stop team token trust undeprecate unpublish unstar whoami',
  },
  // pnpm 10 runs what is no subcommand as a script, or else as a program. Some are npm's, which it passes on. `-c` of exec makes shell
  // source of its words.
  pnpm: {
    ...OF_PACKAGES,
    starts: [...EXEC, ''],
    fetchesMissing: 'exec',
    options: {
      subcommands: 'exec',
      before: { switches: '-s --silent --offline --no-color' },
      packages: {
        switches: '-r --recursive -w --workspace-root --parallel --stream --no-bail',
        values: '-F --filter -C --dir',
      },
    },
    scripts: { by: 'run', named: LIFECYCLE, alone: true },
    inPackages: ['recursive', 'multi', 'm'],
    same: [
      'install, i',
      'remove, rm, uninstall, un, uni',
      'update, up, upgrade',
      'run, run-script',
      'test, tst, t',
      'rebuild, rb',
      'link, ln',
      'list, ls',
      'config, c',
    ],
    own:
      'a add access adduser approve-builds audit bin bugs cache cat-file cat-index ci completion create dedupe deploy deprecate dist-tag ' +
      'dlx docs doctor edit env exec explore fetch find-hash get help ignored-builds import info init install-test it la licenses ll login ' +
      'logout m multi outdated owner pack patch patch-commit patch-remove ping pkg prefix profile prune publish recursive repo restart ' +
      'root s search se self-update server set set-script setup show star stars start stop store team token unlink unpublish unstar v ' +
      'version versions view whoami why x',
  },
  // yarn 1.22 and 4. Any other word is a script or else a program, but for `node`.
  yarn: {
    ...OF_PACKAGES,
    starts: [...EXEC, 'run', ''],
    mayStart: ['', 'workspace *', 'workspaces foreach'].flatMap((path) => [path, `${path} run`]),
    fetchesMissing: 'exec',
    options: { subcommands: 'exec', before: { switches: '-s --silent --offline' } },
    scripts: { by: 'run', alone: true },
    inPackages: ['workspace *', 'workspaces foreach', 'workspaces'],
    own:
      'add audit autoclean bin cache check config constraints create dedupe dlx exec explain explore generate-lock-entry global help ' +
      'import info init install licenses link list login logout npm outdated owner pack patch patch-commit plugin policies prune ' +
      'publish rebuild remove run search set stage tag team unlink unplug unpublish up upgrade upgrade-interactive version versions ' +
      'why workspace workspaces',
  },
  // bun 1.2. Any other word is a script, a file or else a program.
  bun: {
    ...OF_PACKAGES,
    starts: [...EXEC, 'run', ''],
    mayStart: ['run', ''],
    fetchesMissing: 'x',
    scripts: { by: 'run', alone: true },
    same: ['install, i', 'add, a', 'remove, rm', 'create, c'],
    own:
      'audit build exec help info init link list outdated patch patch-commit pm publish repl run test uninstall unlink update upgrade ' +
      'why x',
  },
  'npx, bunx, pnpx': { ...OF_PACKAGES, mayStart: [''] },
  deno: { ...OF_PACKAGES, mayStart: ['run', 'x'], scripts: { by: 'task' } },
  // corepack 0.34. Any other word is a package manager, before which it has no options.
  corepack: {
    starts: [''],
    addsNothing: true,
    fetchesMissing: 'npm pnpm yarn',
    options: { subcommands: 'npm pnpm yarn' },
    own: 'cache disable enable hydrate install pack prepare up use',
  },
  lerna: { ...EXEC_ONLY, addsNothing: true, scripts: { by: 'run' } },
  // turbo 2. Any other word is a script.
  turbo: {
    scripts: { by: 'run', alone: true },
    own:
      'bin boundaries completion config daemon devtools docs gen generate help info link login logout ls prune query run scan telemetry ' +
      'unlink watch',
  },
  // uv 0.9
  uv: {
    starts: ['run', 'tool run'],
    addsNothing: true,
    fetchesMissing: 'run',
    options: {
      subcommands: 'run',
      before: { switches: `${PRINTS} -vv -qq --no-progress --offline`, values: '--color' },
      behind: {
        switches:
          `${PRINTS} -vv -qq --no-progress --offline --frozen --locked --no-sync --inexact --exact --no-editable --all-extras ` +
          '--all-groups --all-packages --dev --no-dev --only-dev --no-default-groups --no-python-downloads',
        values: '--group --no-group --only-group --extra --no-extra --package --color',
      },
    },
  },
  'uvx, dnx': { mayStart: [''], addsNothing: true },
  pipx: { mayStart: ['run'], addsNothing: true },
  // Poetry 2: options behind `run` are the program's
  poetry: {
    ...RUN,
    addsNothing: true,
    options: {
      subcommands: 'run',
      before: { switches: `${PRINTS} -vv -vvv -n --no-interaction --ansi --no-ansi` },
    },
  },
  // PDM 2.22
  pdm: {
    ...RUN,
    options: {
      subcommands: 'run',
      before: { switches: `${PRINTS} -n --non-interactive` },
      behind: { switches: PRINTS },
    },
  },
  // Hatch 1.14
  hatch: {
    starts: ['run', 'env run'],
    options: { subcommands: 'run', before: { switches: PRINTS } },
    same: ['run, env run'],
  },
  // Pipenv 2024
  pipenv: { ...RUN, options: { subcommands: 'run', before: { switches: PRINTS } } },
  // Rye 0.44
  rye: { ...RUN, options: { subcommands: 'run', behind: { switches: PRINTS } } },
  // pixi 0.40: its lock file has every environment
  pixi: {
    ...RUN,
    options: {
      subcommands: 'run',
      behind: { switches: `${PRINTS} --frozen --locked --no-progress`, values: '-e --environment' },
    },
  },
  'conda, mamba, micromamba': RUN,
  // bundle-exec(1) 2.5
  'bundle, bundler': {
    ...EXEC_ONLY,
    addsNothing: true,
    options: {
      subcommands: 'exec',
      before: { switches: '--verbose --no-color' },
      behind: { switches: '--keep-file-descriptors' },
    },
  },
  'tox, nx, composer, gem': { ...EXEC_ONLY, addsNothing: true },
  go: { mayStart: ['run', 'tool'], addsNothing: true },
  dotnet: { starts: ['tool run', 'tool exec'], addsNothing: true },
  cargo: {
    same: ['build, b', 'check, c', 'run, r', 'test, t', 'doc, d', 'remove, rm'],
  },
  rustup: { starts: ['run *'] },
  'asdf, rbenv, pyenv, nodenv, goenv, jenv, opam, stack, cabal': {
    ...EXEC_ONLY,
    addsNothing: true,
  },
  'mise, rtx': {
    starts: ['exec', 'exec *', 'exec * *', 'x', 'x *', 'x * *'],
    addsNothing: true,
    sourceOptions: { options: '-c --command', subcommands: 'exec x' },
  },
  nix: {
    starts: ['develop ** -c', 'develop ** --command', 'shell ** -c', 'shell ** --command'],
    addsNothing: true,
  },
  'nix-shell': { sourceOptions: { options: '--run --command' } },
  'volta, doppler, op, infisical, dotenvx, devbox': RUN,
  dotenv: { starts: ['run', ''] },
  'nvm, direnv, aws-vault, chamber': WITH_ENVIRONMENT,
  'cross-env, cross-env-shell, env-cmd': { starts: ['', '*', '* *'] },
  'xvfb-run, dbus-run-session, flatpak-spawn, ccache, sccache, caffeinate, tini, dumb-init, docker-init, catatonit, watchexec':
    { starts: [''] },
  onchange: { starts: ['**'] },
  nodemon: { starts: ['--exec', '-x'] },
  'python, pypy, py': { alsoStarts: ['-m'], addsNothing: true },
  coverage: { alsoStarts: ['run -m'], addsNothing: true },
  'ruby, perl': { alsoStarts: ['-S'], addsNothing: true },
  'docker, podman, nerdctl': {
    startsElsewhere: [
      ...['run *', 'exec *', 'create *'].flatMap((path) => [path, `container ${path}`]),
      'compose run *',
      'compose exec *',
    ],
    same: [
      ...words(CONTAINER_VERBS).map((verb) => `${verb}, container ${verb}`),
      ...words(IMAGE_VERBS).map((verb) => `${verb}, image ${verb}`),
      'rm, container rm, container remove',
      'ps, container ls, container ps, container list',
      'pull, image pull',
      'build, image build, builder build, buildx build, buildx b',
      'rmi, image rm, image remove',
      'images, image ls, image list',
      'inspect, container inspect, image inspect',
    ],
  },
  'docker-compose, podman-compose': { startsElsewhere: ['run *', 'exec *'] },
  'kubectl, oc': {
    startsElsewhere: ['run *', 'exec *', 'debug *', 'rsh *', 'create job *', 'create cronjob *'],
  },
  'lxc, incus, multipass, crictl': { startsElsewhere: ['exec *'] },
  'singularity, apptainer': { startsElsewhere: ['exec *', 'run *'] },
  buildah: { startsElsewhere: ['run *'] },
  helm: { same: ['uninstall, delete, del, un', 'dependency, dep', 'list, ls'] },
  gh: {
    same: [
      ...['pr', 'issue', 'release', 'repo', 'gist'].map((noun) => `${noun} create, ${noun} new`),
      ...['secret', 'variable'].map((noun) => `${noun} delete, ${noun} remove`),
      'codespace, cs',
      'extension, extensions, ext',
    ],
  },
  terragrunt: { inPackages: ['run-all', 'run'] },
};

/** What is known of the subcommands of each program. */
export const SUBCOMMANDS_BY_NAME = byName(SUBCOMMANDS);

/** The subcommands with several names, each as all of them. */
export const SAME_SUBCOMMANDS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  [...SUBCOMMANDS_BY_NAME].flatMap(([name, { same }]) =>
    same === undefined ? [] : [[name, same.map((group) => group.split(', '))] as const],
  ),
);

/** All subcommands that are listed, under each of their names. */
export const LISTED_SUBCOMMANDS = readByName(
  SUBCOMMANDS,
  ({ own, same = [] }): ReadonlySet<string> =>
    new Set([...words(own), ...same.flatMap((group) => group.split(', '))]),
);

/** The names of a subcommand, itself among them. */
export function namesOfSubcommand(program: string, name: string): readonly string[] {
  return SAME_SUBCOMMANDS.get(program)?.find((group) => group.includes(name)) ?? [name];
}
