import type { Table } from './table.ts';

/** A form of a tool that is harmless: its first words, its options (see `compileFlags`), and whether operands may follow. */
export interface ToolForm {
  readonly words: string;
  readonly flags?: string;
  readonly operands?: 'text';
  readonly host?: string;
  /** Files and folders of the checkout by which it runs something of the checkout all the same. */
  readonly unless?: readonly string[];
}

const NPM_LIST =
  '-a -l -p -g --all --long --json --parseable --depth= --omit= --include= --link --package-lock-only';
const GH = '--json= -q= --jq= -t= --template= --version';
const LIST = `${GH} -L= --limit= -s= --state= -l= --label= -A= --author= -a= --assignee= -S= --search=`;

/** What gh reads from GitHub. */
const GITHUB_READS: readonly ToolForm[] = [
  { words: 'pr list', flags: `${LIST} -B= --base= -H= --head= -d --draft` },
  { words: 'pr view', flags: `${GH} -c --comments`, operands: 'text' },
  { words: 'pr diff', flags: '--color= --name-only --patch', operands: 'text' },
  { words: 'pr checks', flags: `${GH} --required`, operands: 'text' },
  { words: 'pr status', flags: GH },
  { words: 'issue list', flags: `${LIST} -m= --milestone= --mention=` },
  { words: 'issue view', flags: `${GH} -c --comments`, operands: 'text' },
  { words: 'issue status', flags: GH },
  {
    words: 'run list',
    flags: `${GH} -L= --limit= -b= --branch= -w= --workflow= -s= --status= -e= --event= -u= --user= -c= --commit=`,
  },
  {
    words: 'run view',
    flags: `${GH} -v --verbose --log --log-failed --exit-status -j= --job= -a= --attempt=`,
    operands: 'text',
  },
  { words: 'workflow list', flags: `${GH} -a --all -L= --limit=` },
  {
    words: 'release list',
    flags: `${GH} -L= --limit= --exclude-drafts --exclude-pre-releases`,
  },
  { words: 'release view', flags: GH, operands: 'text' },
  { words: 'label list', flags: `${GH} -L= --limit= -S= --search=` },
  { words: 'repo view', flags: `${GH} -b= --branch=` },
];

const version = (...forms: string[]): ToolForm[] => forms.map((words) => ({ words }));
/** The version of a tool that runs something of the checkout before it prints that, if one of these is there. */
const versionUnless = (...unless: string[]): ToolForm[] => [{ words: '--version', unless }];
/** rustup runs under these names, and takes the path of a toolchain from them. */
const RUST = ['rust-toolchain', 'rust-toolchain.toml'];

/** Of which only the version is known to be harmless. */
const PRINT_VERSION =
  'ar, as, aws, autoconf, automake, bats, bzip2, c++, cabal, ccache, clang-format, clang-tidy, clang++, cobc, ctags, curl, dart, dpkg, ' +
  'esbuild, gfortran, ghc, git-lfs, gofmt, golangci-lint, hadolint, helm, isort, javadoc, ld, lua, luac, markdownlint, meson, mysql, nasm, ninja, ocaml, ' +
  'pandoc, patchelf, pkg-config, pre-commit, protoc, psql, pylint, pyright, R, redis-cli, rsync, scala, Rscript, shellcheck, shfmt, sqlite3, stylelint, ' +
  'swift, tree-sitter, tsx, wget, xz, yamllint, zig, zstd';

/** Tools of which only a few whole forms are harmless; what else they do runs the checkout's code or the network. */
export const TOOLS: Table<readonly ToolForm[]> = {
  // node(1) 24
  'node, nodejs': version('--version', '-v', '--help', '-h'),
  // python(1) 3.13, pip 25
  'python, python3, pip, pip3': version('--version', '-V'),
  // Their manuals.
  'ruby, php, javac, gem, composer': version('--version'),
  perl: version('--version', '-v'),
  java: version('--version', '-version'),
  'deno, bun, gcc, g++, cc, clang, cmake, gradle, docker, kubectl, terraform, uv':
    version('--version'),
  // Their manuals: none reads a file of the checkout before it prints its version
  [PRINT_VERSION]: version('--version'),
  // npm 11 documentation; .npmrc may name programs, which only scripts and installs run
  npm: [
    ...version('--version', '-v', 'root', 'prefix', 'run'),
    { words: 'ls', flags: NPM_LIST, operands: 'text' },
    { words: 'list', flags: NPM_LIST, operands: 'text' },
    { words: 'explain', flags: '--json', operands: 'text' },
    { words: 'why', flags: '--json', operands: 'text' },
    { words: 'pkg get', flags: '--json', operands: 'text' },
  ],
  // pnpm 10 documentation; `packageManager` may make it fetch another version, so only its version
  pnpm: version('--version', '-v'),
  // yarn 4: `yarnPath` in .yarnrc.yml runs a program at every start
  yarn: [],
  // tsc 5: other forms may write by tsconfig.json
  tsc: version('--version', '-v', '--help', '-h'),
  // Other forms load configuration, which is code
  'eslint, vitest, prettier, mocha, oxlint, biome': version('--version', '--help'),
  // Each starts the one in node_modules, if there is one
  'jest, turbo, nx': versionUnless('node_modules'),
  // Other forms load configuration
  'ruff, mypy, black': version('--version'),
  // pytest 8 loads conftest.py, also of its folders `test*`, and plugins before it prints its version
  pytest: [],
  // tox 4 loads a plugin of the checkout, flake8 7 those that its configuration names, Poetry 2 those of the project, and ansible 2 starts
  // the `cowpath` of its configuration
  tox: versionUnless('toxfile.py', '☣.py'),
  flake8: versionUnless('.flake8', 'setup.cfg', 'tox.ini'),
  poetry: versionUnless('.poetry'),
  ansible: versionUnless('ansible.cfg'),
  // .NET 10 runs the SDK that global.json names, and Bundler 2 the bundler that Gemfile.lock names, in the folder of its configuration
  dotnet: versionUnless('global.json'),
  bundle: versionUnless('.bundle'),
  // Maven 3.8: .mvn/jvm.config contains options of the virtual machine, agents among them
  mvn: [{ words: '--version', unless: ['.mvn'] }],
  // cargo 1.80: other forms may run build.rs or rustc wrappers; rustup 1.28
  cargo: version('--version', '-V', '--list').map((form) => ({ ...form, unless: RUST })),
  // rustup 1.28
  'rustc, rustup': [{ words: '--version', unless: RUST }],
  // go 1.22: other forms may run toolchains or cgo
  go: [...version('version', 'help'), { words: 'env', operands: 'text' }],
  // make(1) 4.3: even -n runs recipes with + or $(MAKE) and $(shell …)
  'make, gmake': version('--version', '-v'),
  // gh manual 2.60; without --repo and --web
  gh: [
    ...version('--version', 'version'),
    ...GITHUB_READS.map((form) => ({ ...form, host: 'api.github.com' })),
  ],
};
