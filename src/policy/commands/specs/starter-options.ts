import type { Table } from './table.ts';

/** Options of one place, each list in one text. `values`: the value is the next word, or stands behind `=`. */
export interface PlacedOptions {
  readonly switches?: string;
  readonly values?: string;
}

/**
 * Options of a program that only starts others, before the program that it starts. With them it starts the same program of the
 * same project, and fetches no more than without: what the project's lock file lists, or less. An `auto` rule may leave them out.
 */
interface StarterOptions {
  /** The subcommands that start a program. */
  readonly subcommands: string;
  readonly before?: PlacedOptions;
  readonly behind?: PlacedOptions;
  /** Options before the subcommand that choose packages of the workspace. No rule may leave them out. */
  readonly packages?: PlacedOptions;
}

const PRINTS = '-q --quiet -v --verbose';

/**
 * What is not here needs more: another interpreter or toolchain is fetched if it is missing (`uv run --python`, `cargo +nightly`),
 * as is what `--with` names, and the packages of another environment without a lock file (`hatch -e`). Another folder or
 * variables are other code (`--directory`, `--env-file`).
 */
export const STARTER_OPTIONS: Table<StarterOptions> = {
  // uv 0.9
  uv: {
    subcommands: 'run',
    before: { switches: `${PRINTS} -vv -qq --no-progress --offline`, values: '--color' },
    behind: {
      switches:
        `${PRINTS} -vv -qq --no-progress --offline --frozen --locked --no-sync --inexact --exact --no-editable --all-extras ` +
        '--all-groups --all-packages --dev --no-dev --only-dev --no-default-groups --no-python-downloads',
      values: '--group --no-group --only-group --extra --no-extra --package --color',
    },
  },
  // Poetry 2: options behind `run` are the program's
  poetry: {
    subcommands: 'run',
    before: { switches: `${PRINTS} -vv -vvv -n --no-interaction --ansi --no-ansi` },
  },
  // PDM 2.22
  pdm: {
    subcommands: 'run',
    before: { switches: `${PRINTS} -n --non-interactive` },
    behind: { switches: PRINTS },
  },
  // Hatch 1.14, Pipenv 2024
  'hatch, pipenv': { subcommands: 'run', before: { switches: PRINTS } },
  // Rye 0.44
  rye: { subcommands: 'run', behind: { switches: PRINTS } },
  // pixi 0.40: its lock file has every environment
  pixi: {
    subcommands: 'run',
    behind: { switches: `${PRINTS} --frozen --locked --no-progress`, values: '-e --environment' },
  },
  // bundle-exec(1) 2.5
  'bundle, bundler': {
    subcommands: 'exec',
    before: { switches: '--verbose --no-color' },
    behind: { switches: '--keep-file-descriptors' },
  },
  // npm-exec(1) 11: without these it fetches what is missing
  npm: {
    subcommands: 'exec x',
    before: { switches: '-s --silent --offline --no-color' },
    behind: { switches: '-s --silent --offline --no --no-install' },
    packages: {
      switches: '-ws --workspaces --include-workspace-root',
      values: '-w --workspace --prefix',
    },
  },
  // pnpm 10: `-c` of exec makes shell source of its words
  pnpm: {
    subcommands: 'exec',
    before: { switches: '-s --silent --offline --no-color' },
    packages: {
      switches: '-r --recursive -w --workspace-root --parallel --stream --no-bail',
      values: '-F --filter -C --dir',
    },
  },
  // yarn 1.22
  yarn: { subcommands: 'exec', before: { switches: '-s --silent --offline' } },
  // corepack 0.34 has no options before the package manager
  corepack: { subcommands: 'npm pnpm yarn' },
};
