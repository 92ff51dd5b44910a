import { goOptions, type Table, words } from './table.ts';

/**
 * Programs that rules name because they run the checkout's code (`npm test *`), and what in their words makes them run
 * something else instead. No rule covers such a word that it does not spell out. Each list of words is one text.
 */
export interface Runner {
  /** The only harmless options before `--`. Absent: all but `escapeHatches`. */
  readonly only?: string;
  /** Options that load or run something else, or write elsewhere; long ones also as `--name=value` and abbreviated. */
  readonly escapeHatches?: string;
  /** The escape hatch that starts the program of a module, whose words follow: `python -m pip install x`. */
  readonly startsModule?: string;
  /** Where its first word is no option, that is a script, and all words behind it are the script's. */
  readonly scriptFirst?: true;
  /** Subcommands that start a program: behind its name, directly after the subcommand, all words are that program's. */
  readonly passesOn?: string;
  /** Options that choose a package of the workspace: a rule must spell out the option, and may leave its value open. */
  readonly choosesPackage?: string;
  /** Harmless options that begin like one of `escapeHatches`. */
  readonly harmless?: string;
  /** One of `escapeHatches`, a short option, that does no harm with such a value. */
  readonly harmlessValues?: readonly [option: string, value: RegExp];
  /** `NAME=value` among the words sets a variable of the program. */
  readonly variables?: true;
  /** Words that run or load something else, or write elsewhere, wherever they stand. */
  readonly words?: RegExp;
  /** Subcommands of this kind: one of the first two words that are not options, since an option's value may come before. */
  readonly subcommands?: string;
  /** It takes its subcommands shortened, as far as they are no others: `gem pus`. */
  readonly shortened?: true;
  /** A word `@FILE` names a file of options. */
  readonly responseFiles?: true;
  /** Options that name a file which is written, and one which is read: their value is a group, or the next word. */
  readonly writes?: RegExp;
  readonly reads?: RegExp;
  /** The value of an option that names a file which is read may be `NAME=FILE`. */
  readonly readsNamed?: true;
  /** A value `@FILE` is read. */
  readonly readsAt?: true;
  /** Words after `--` are options of a program that it starts, and count as its own. */
  readonly afterDashes?: true;
  /** Its short options are not combined: `-DskipTests` is `-D`, not `-s` as well. */
  readonly unclustered?: true;
  /**
   * Options that are escape hatches before its subcommand only: `docker -c`, but not `docker run -c`. Its `reads` and `writes` are about
   * options there, too.
   */
  readonly leading?: string;
  /** Options before its subcommand whose value is the next word. */
  readonly values?: string;
  /** What is known of its subcommands by name. */
  readonly below?: Table<Runner>;
  /** Subcommands that run a program whose words come after the operand: `docker run IMAGE grep -v x`. */
  readonly inside?: {
    readonly subcommands: string;
    /** Their options with a value in the next word, and those without. Any other option hides where the operand is. */
    readonly values: string;
    readonly switches: RegExp;
  };
  /** Its first operand, or each, is a file or folder of code that it runs, unless `below` knows the first. */
  readonly runsFiles?: 'first' | 'all';
  /** What it does with its input: runs the commands in it, or runs it as its script if no operand names one. Absent: it is data. */
  readonly runsInput?: 'commands' | 'script';
}

/** Programs that run whatever their words say, where a launcher names one. */
export const RUNS_ITS_WORDS =
  /^(?:.*\/)?(?:(?:ba|da|z|k|fi|c|tc|a)?sh|pwsh|powershell|nu|elvish|xonsh|env|xargs|sudo|doas|su|find|curl|wget|ssh|scp|nc|awk|timeout|nohup|busybox|watch|script)$/;

const QUIET =
  '-s --silent -q --quiet -d -dd --verbose --no-color --color --if-present --frozen-lockfile --immutable --ignore-scripts --no-audit ' +
  '--no-fund --offline --prefer-offline --no-progress --no --no-install';
const CONFIGURED =
  '-c --config --root --rootDir --dir --require -r --import --loader --plugin --plugins';

/** Folders of code that a subcommand runs or builds. */
const PACKAGES = { runsFiles: 'all' } as const;

/**
 * Subcommands of package managers that start any program, fetch one, or change what a script is. npm takes them shortened: these are the
 * ones that npm 11 knows as no other command.
 */
const STARTS_PROGRAMS =
  'exec exe x dlx explore explor explo config confi conf con c plugin set set-script create creat crea cre cr init ini innit inni inn';

/** Options with a value stand with it in one word: behind `--omit exec`, npm and yarn see different subcommands. */
const PACKAGE_MANAGER = {
  only:
    `${QUIET} ` +
    '--help --version -D -E --save-dev --save-prod --save-optional --save-exact --save --no-save --dev --exact --production ' +
    '--prod --legacy-peer-deps --package-lock-only --dry-run --json --omit=dev --omit=optional --omit=peer --include=dev --include=optional ' +
    '--audit-level=low --audit-level=moderate --audit-level=high --audit-level=critical --no-git-tag-version',
  choosesPackage: '-w --workspace -F --filter',
  runsInput: 'script',
  subcommands: STARTS_PROGRAMS,
} as const;

const WITH_WORKSPACES = {
  ...PACKAGE_MANAGER,
  // All packages of the workspace.
  only: `${PACKAGE_MANAGER.only} -r --recursive -A --all --topological --workspaces`,
  // A subcommand for packages of the workspace comes before another: `yarn workspace a exec`.
  below: {
    'workspace, workspaces, recursive, multi, m': { subcommands: STARTS_PROGRAMS },
    // What it writes can be a script.
    'pkg, pk': { subcommands: 'set delete fix' },
  },
} as const;

const WITH_SUBCOMMANDS = {
  runsInput: 'script',
  runsFiles: 'first',
  harmless: '--test --watch',
  escapeHatches:
    '-r --require --import --loader --experimental-loader -e --eval -p --print --env-file ' +
    '--env-file-if-exists --experimental-default-config-file --experimental-config-file ' +
    '--test-reporter --test-reporter-destination --test-global-setup -C --conditions --inspect ' +
    '--inspect-brk --cpu-prof-dir --report-dir --snapshot-blob --build-snapshot --run ' +
    '--openssl-config --import-map --config --cert --icu-data-dir --diagnostic-dir --redirect-warnings --trace-event-file-pattern ' +
    '--watch-path --preload --logfile --cpu-prof-name --heap-prof-dir --heap-prof-name ' +
    '--localstorage-file --report-filename --experimental-sea-config --tls-keylog ' +
    '--redirect-code-traces-to',
} as const;

const NODE = {
  ...WITH_SUBCOMMANDS,
  scriptFirst: true,
  // Its one subcommand takes options of node and commands of a debugger.
  words: /^inspect$/,
} as const;

/** By their manuals: code and modules by option; without a script the input is one. */
const INTERPRETER = {
  runsInput: 'script',
  runsFiles: 'first',
  scriptFirst: true,
  escapeHatches: '-c -m -e -E -r -i -I -x -X -d -W -C -M -S -n -p -t --check-hash-based-pycs',
} as const;

/** How many letters an abbreviation of a long option has at least. */
const SHORTEST_ABBREVIATION = 4;

/**
 * Options that name a file, for `writes` and `reads`: long ones, which may be abbreviated but to none of `others`, and letters
 * with the value attached or in the next word.
 */
function fileOptions(
  names: string,
  { letters, others = '' }: { readonly letters?: string; readonly others?: string } = {},
): RegExp {
  const abbreviated = words(names).map((name) => {
    const start = name.slice(0, SHORTEST_ABBREVIATION);
    const rest = name.slice(SHORTEST_ABBREVIATION).split('');
    return start + rest.reduceRight((end, letter) => `(?:${letter}${end})?`, '');
  });
  const long = `--(?!(?:${others.replaceAll(' ', '|')})(?:=|$))(?:${abbreviated.join('|')})(?:=(.+))?`;
  return new RegExp(letters === undefined ? `^${long}$` : `^(?:${long}|${letters}(.*))$`, 's');
}

export const RUNNERS: Table<Runner> = {
  // npm 11 config documentation: node-options, script-shell, prefix, userconfig and more change what a script is; any option may be
  // abbreviated
  'npm, yarn': WITH_WORKSPACES,
  // pnpm exec: options behind the program are passed to it
  pnpm: {
    ...WITH_WORKSPACES,
    passesOn: 'exec',
    below: { ...WITH_WORKSPACES.below, exec: { words: RUNS_ITS_WORDS } },
  },
  // bun 1.2: preloads, configuration and evaluated code by option
  'bun, bunx': PACKAGE_MANAGER,
  // node(1) 24: preloads and evaluated code; without a script the input is one
  'node, nodejs': NODE,
  // Their first word may be a subcommand: `tsx watch --import x a.ts`.
  'tsx, ts-node': WITH_SUBCOMMANDS,
  // deno 2: preloads, evaluated code, and modules from elsewhere; without a script the input is one
  deno: {
    ...WITH_SUBCOMMANDS,
    subcommands: 'eval repl upgrade compile',
    words: /^(?:https?|npm|jsr|data|blob):/,
    below: { 'run, serve': { runsFiles: 'first' }, 'test, bench': PACKAGES, task: {} },
  },
  // php(1) 8.3: code, settings and a server by option; without a script the input is one
  php: {
    runsInput: 'script',
    runsFiles: 'first',
    scriptFirst: true,
    escapeHatches: '-r -d -c -a -B -R -E -F -z -S -n -t',
  },
  'python, pypy, py': { ...INTERPRETER, startsModule: '-m' },
  'ruby, perl': INTERPRETER,
  // Their manuals: code and modules by option; without a script the input is one
  'lua, luajit, Rscript, R, julia, groovy, scala, elixir, iex, erl, ghci, runghc, irb, tclsh, guile, racket, osascript':
    {
      runsInput: 'script',
      runsFiles: 'first',
      escapeHatches: '-e -E -l -L -r -S --eval --load --require -eval -pa -pz --cookie --print -p',
    },
  // make(1) 4.3
  'make, gmake': {
    escapeHatches:
      '-f --file --makefile -C --directory -I --include-dir -E --eval -e --environment-overrides -o -W ' +
      '--load',
    variables: true,
    afterDashes: true,
  },
  // cargo 1.80: configuration may name runners, linkers and wrappers
  cargo: {
    escapeHatches:
      '--config --manifest-path -Z -C --target-dir --artifact-dir --out-dir --registry --index --git --lockfile-path --lockfile',
    // A target by its name. A file describes one of its own, with a linker.
    harmlessValues: ['--target', /^=?[a-z0-9_]+(?:-[a-z0-9_]+){1,3}$/],
    // What follows `--` of `rustc` are options of the compiler, such as its linker.
    subcommands: 'rustc rustdoc',
  },
  // go 1.22: tools and runners by option
  go: {
    unclustered: true,
    escapeHatches: goOptions(
      'exec toolexec overlay modfile C vettool ldflags gcflags asmflags compiler gccgoflags o pkgdir outputdir coverprofile w ' +
        'blockprofile mutexprofile pgo cpuprofile memprofile trace work',
    ),
    harmlessValues: ['-o', /^=?\/dev\/null$/],
    below: {
      'build, generate, test, vet': PACKAGES,
      'install, run': { ...PACKAGES, words: /@/ },
    },
    words: /^[^=]*=\//,
    ...PACKAGES,
  },
  // tox 4, nox 2024: other configuration, and commands by option
  'tox, nox': {
    unclustered: true,
    escapeHatches:
      '-c --conf --root --workdir --work-dir -x --override --result-json -f --noxfile --envdir --runner -p --plugin',
    harmless: '-parallel --parallel --parallel-live',
    subcommands: 'exec devenv',
  },
  // pytest 8: plugins and configuration by option
  pytest: {
    harmless: '--cov',
    // A plugin that is not loaded.
    harmlessValues: ['-p', /^no:/],
    // pytest 8.2 takes words from @FILE.
    responseFiles: true,
    runsFiles: 'all',
    escapeHatches:
      '-p -c --config-file --rootdir --confcutdir -o --override-ini --pyargs --import-mode --basetemp ' +
      '--junitxml --junit-xml --log-file --pdbcls --debug --cov-config --pastebin',
    // pytest-cov: a format whose report has a place of its own.
    words: /^(?:--cov-report=)?(?:xml|html|json|lcov|annotate|markdown(?:-append)?):/,
  },
  // rsync(1) 3.2: remote shells, configuration, lists of files and places of its own files by option
  rsync: {
    escapeHatches:
      '-e --rsh --rsync-path -M --remote-option --files-from --daemon --config --dparam --log-file --log-file-format ' +
      '--partial-dir --backup-dir --write-batch --only-write-batch --read-batch --password-file -f --filter -F ' +
      '--early-input --copy-devices --write-devices',
    // Another machine: `host:folder`, `host::module`.
    words: /^(?:[^-:/=][^:/=]*:|rsync:\/\/)/,
  },
  // split(1), coreutils 9.1: --filter is shell source
  split: { escapeHatches: '--filter' },
  // zip(1) 3.0: -TT names the program that tests, -@ takes names from stdin
  zip: { escapeHatches: '-TT --unzip-command -@ --names-stdin' },
  // curl(1) 8.5: -K takes options from a file
  curl: {
    escapeHatches:
      '-K --config --engine --libcurl --proto-redir --unix-socket --abstract-unix-socket',
    writes: fileOptions(
      'output output-dir dump-header cookie-jar trace trace-ascii stderr etag-save hsts alt-svc ssl-sessions',
      { letters: '-[a-zA-Z0-9#]*?[oDc]', others: 'cookie' },
    ),
    reads: fileOptions(
      'upload-file netrc-file cookie cert key cacert etag-compare proxy-key proxy-cert proxy-cacert crlfile',
      { letters: '-[a-zA-Z0-9#]*?[TbE]', others: 'netrc' },
    ),
    readsAt: true,
  },
  // wget(1) 1.21: -e is a line of its configuration, -i takes addresses from a file
  wget: {
    escapeHatches: '-e --execute --config --use-askpass -i --input-file --input-metalink',
    writes: fileOptions(
      'output-document directory-prefix output-file append-output save-cookies warc-file hsts-file rejected-log',
      { letters: '-[a-zA-Z0-9]*?[OPoa]' },
    ),
    reads: fileOptions('post-file body-file load-cookies certificate private-key ca-certificate'),
  },
  // Their documentation: configuration, setup files and reporters are code
  'vitest, jest, mocha, ava, tap, c8, nyc': {
    harmless: '--coverage --project --test',
    // A reporter of its own loads nothing, and writes nothing without a file for it.
    harmlessValues: [
      '--reporter',
      /^=?(?:default|verbose|dot|tap|tap-flat|basic|tree|spec|list|min)$/,
    ],
    words: /^--coverage\.reporter=.*\//,
    escapeHatches:
      `${CONFIGURED} ` +
      '--globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --environment --env ' +
      '--testEnvironment --runner --testRunner --reporter --reporters --resolver --transform ' +
      '--outputFile --coverage.reportsDirectory --coverage.provider ' +
      '--coverage.customProviderModule --typecheck.checker --workspace --poolOptions --diff ' +
      '--browser.provider --browser --sequence.sequencer --json --outputJson --benchmark.outputJson --snapshotEnvironment --attachmentsDir ' +
      '--cache.dir --mergeReports --moduleLoader --watchPlugins --haste --prettierPath --testSequencer --testResultsProcessor --roots ' +
      '--moduleNameMapper --dependencyExtractor --snapshotSerializers --globals --execArgv --node-option -n --file --spec --extension --ui --coverageDirectory ' +
      '--cacheDirectory --projects --preset --snapshotResolver --filter',
  },
  // Their documentation: configuration, plugins, formats and outputs; tsc takes options from @FILE, in upper case too
  'eslint, prettier, biome, oxlint, stylelint, tsc, tsgo': {
    responseFiles: true,
    escapeHatches:
      `${CONFIGURED} ` +
      '--rulesdir --resolve-plugins-relative-to --parser --format -f -o --output-file --fix ' +
      '--fix-dry-run --fix-type --fix-suggestions --fix-dangerously --apply-unsafe ' +
      '--suppressions-location --suppress-all --suppress-rule --prune-suppressions --write -w ' +
      '--apply --init --cache-location --cache-file --config-path --outDir --outFile ' +
      '--declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile -p --project -b ' +
      '--build --plugin-search-dir --stdin-filepath --ignore-path --inspect-config',
  },
};
