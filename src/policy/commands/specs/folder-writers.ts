import { readByName, type Table } from './table.ts';

/** What a program writes below a folder that its words name. */
interface FolderWriter {
  /** The only subcommands that the row is about. Absent: all. */
  readonly subcommands?: string;
  /** The names of the files that it rewrites. Absent: it rewrites none. */
  readonly names?: string;
  /** With an option of this form, it may write anything. */
  readonly unless?: RegExp;
}

const PYTHON = '*.py *.pyi *.ipynb';
const TERRAFORM =
  '*.tf *.tfvars *.tftest.hcl *.tfmock.hcl *.tfquery.hcl *.tofu *.tofutest.hcl *.tofuvars';

/**
 * Linters, formatters and tools that build or test, where a folder is what they check, format or build. What the code and the configuration
 * of the checkout write is code of the checkout. A program without a row may write everything below a folder.
 */
const FOLDER_WRITERS: Table<readonly FolderWriter[]> = {
  // black 25
  black: [{ names: PYTHON, unless: /^--inc/ }],
  // ruff 0.16, with `fix` in its configuration, too; `format` also rewrites Markdown
  ruff: [{ subcommands: 'check', names: PYTHON, unless: /^(?:-o|--(?:out|ext|conf|cache))/ }],
  // flake8 7, mypy 1.18 with its reports, pylint 4, yamllint 1.37, bandit 1.8, where options may be abbreviated
  'flake8, mypy, pylint, yamllint, bandit': [
    { unless: /^(?:-[a-z]*o|--(?:o|junit|ca|inst|generate|an|cob|ht|li|me|tx|x))/ },
  ],
  // pyright 1.1, basedpyright
  'pyright, basedpyright': [{ unless: /^--(?:create|writeb)/ }],
  // ESLint 9, oxlint 1, markdownlint-cli 0.45, Prettier 3, Biome 2: without these options they only report
  'eslint, oxlint, markdownlint': [
    { unless: /^(?:-[a-z]*[fo]|--(?:fix|out|sup|prune|cache|init))/ },
  ],
  prettier: [{ unless: /^(?:-[a-z]*w|--(?:w|cache))/ }],
  biome: [
    { subcommands: 'check lint format ci', unless: /^--(?:w|fix|apply|unsafe|supp|reporter-file)/ },
  ],
  // RuboCop 1.81, where options may be abbreviated
  rubocop: [{ unless: /^(?:-[a-zA-Z]*[aAxo]|--(?:a|f|sa|o|reg|i|c))/ }],
  // gofmt, goimports 0.38: without -w they print
  'gofmt, goimports': [{ unless: /^--?(?:w|cpu|mem|trace)/ }],
  // go 1.25: packages, and patterns for the names of tests and benchmarks
  go: [{ subcommands: 'build test vet list', unless: /^--?(?:o|outputdir|fix|mod)(?:=.*)?$/ }],
  // gh 2.83: the only files of `api` are read, and its filters and fields are text
  gh: [{ subcommands: 'api', unless: /^--cache/ }],
  // pytest 8.4, Jest 30, Vitest 4: files and folders of tests, beside which snapshots are only rewritten on demand
  pytest: [
    {
      unless:
        /^(?:-o|--(?:base|junit|log|rep|cov-rep|over|root|snapshot-u|inline-snapshot|force-regen|regen))/,
    },
  ],
  'jest, vitest': [
    {
      unless:
        /^(?:-[a-zA-Z]*u|--(?:out|coverage[.D]|cache|rep|dir|root|attach|merge|json|u(?:pdate|=|$)))/,
    },
  ],
  // tsc 5.9: `-p FOLDER` has the configuration that says where it writes
  tsc: [{ unless: /^--?(?:out|decl|ts|gen|inc|init|root)/i }],
  // terraform 1.13, OpenTofu 1.10
  'terraform, tofu': [{ subcommands: 'fmt', names: TERRAFORM }, { subcommands: 'validate' }],
  // docker 28: the folder is sent to the builder
  'docker, podman': [
    { subcommands: 'build', unless: /^(?:-[a-z]*[ov]|--(?:out|iid|meta|cache|volume|log))/ },
  ],
  // pip 25, where options may be abbreviated: the package in the folder is built
  'pip, pip3': [
    { subcommands: 'install', unless: /^(?:-[a-zA-Z]*[td]|--(?:ta|pref|roo|s|rep|lo|ca))/ },
  ],
};

/** By the names of the programs. */
export const FOLDER_WRITERS_BY_NAME = readByName(FOLDER_WRITERS, (writers) =>
  writers.map(({ subcommands, names, unless }) => ({
    subcommands: subcommands?.split(' '),
    names: names?.split(' ') ?? [],
    unless,
  })),
);
