/** A search whose path was checked to be in the workspace. */
export interface Search {
  readonly pattern: string;
  readonly mode: 'content' | 'files' | 'count';
  readonly glob: string | null;
  readonly ignoreCase: boolean;
  readonly context: number;
  /** Relative to the folder that the program runs in: `.` or `./name`. */
  readonly target: string;
  /** Leaves out files that git ignores. False for a path that the call named. */
  readonly respectIgnores: boolean;
}

type Argv = readonly [string, ...string[]];

const MAX_ALTERNATIVES = 64;
/** Settings that the repository's own configuration must not change. */
const GIT_NEUTRAL = [
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.pager=cat',
  'safe.directory=*',
];

/**
 * Arguments for ripgrep. Pattern and glob are values of options, so that a leading `-` does not make them options.
 */
export function ripgrepArguments(program: string, search: Search): Argv {
  return [
    program,
    '--no-config',
    '--no-messages',
    '--no-require-git',
    '--no-follow',
    '--hidden',
    '--color=never',
    '--no-heading',
    '--with-filename',
    '--null',
    '--crlf',
    ...(search.respectIgnores ? [] : ['--no-ignore-parent']),
    ...{
      content: ['--line-number', `--context=${search.context}`],
      files: ['--files-with-matches'],
      count: ['--count'],
    }[search.mode],
    ...(search.ignoreCase ? ['--ignore-case'] : []),
    ...(search.glob === null ? [] : [`--glob=${search.glob}`]),
    '--glob=!.git',
    `--regexp=${search.pattern}`,
    '--',
    search.target,
  ];
}

/**
 * Arguments for `git grep` over files, index or not. `dialect` is PCRE if git was built with it.
 */
export function gitGrepArguments(
  search: Search,
  dialect: '--perl-regexp' | '--extended-regexp',
): Argv {
  return [
    'git',
    ...GIT_NEUTRAL.flatMap((setting) => ['-c', setting]),
    'grep',
    '--no-index',
    ...(search.respectIgnores ? ['--exclude-standard'] : ['--no-exclude-standard']),
    '--no-recurse-submodules',
    '--no-textconv',
    '--no-color',
    '-I',
    dialect,
    ...{
      content: ['--line-number', '--heading', '--break', `--context=${search.context}`],
      files: ['-z', '--files-with-matches'],
      count: ['-z', '--count'],
    }[search.mode],
    ...(search.ignoreCase ? ['--ignore-case'] : []),
    '-e',
    // In text with CRLF `$` is before the carriage return, as for ripgrep with --crlf.
    dialect === '--perl-regexp' ? `(*ANYCRLF)${search.pattern}` : search.pattern,
    '--',
    ...gitPathspecs(search),
  ];
}

function gitPathspecs({ target, glob }: Search): readonly string[] {
  if (target !== '.') return [`:(literal)${target.slice(2)}`];
  if (glob === null) return ['.'];
  const without = glob.startsWith('!');
  const globs = expandBraces(without ? glob.slice(1) : glob).map((one) => {
    const anchored = one.replace(/\/$/, '/**').replace(/^\//, '');
    return one.replace(/\/$/, '').includes('/') ? anchored : `**/${anchored}`;
  });
  if (!without) return globs.map((one) => `:(glob)${one}`);
  return ['.', ...globs.map((one) => `:(exclude,glob)${one}`)];
}

/** `*.{ts,js}` is `*.ts` and `*.js`; git's patterns have no braces. */
export function expandBraces(glob: string): readonly string[] {
  const open = /\{([^{}]*,[^{}]*)\}/.exec(glob);
  if (open === null) return [glob];
  const [whole, inside] = [open[0], open[1] ?? ''];
  const expanded = inside
    .split(',')
    .flatMap((part) =>
      expandBraces(glob.slice(0, open.index) + part + glob.slice(open.index + whole.length)),
    );
  return [...new Set(expanded)].slice(0, MAX_ALTERNATIVES);
}
