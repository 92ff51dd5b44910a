import { byName, wordSet } from '../specs/table.ts';

/**
 * Variables by name: which may be given to a command or exported, which a source may set, and which a command may
 * print. These are lists of what is allowed; everything else asks.
 */

/**
 * May be given to a program: they change the form of the output, but neither what runs nor which words are options (as
 * `POSIXLY_CORRECT` does).
 */
const HARMLESS_ENVIRONMENT = wordSet(
  'CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC ' +
    'LC_TIME TZ TERM COLUMNS LINES',
);

/**
 * The same with these values only: no pager, no questions, what a program prints of its own errors, limits of memory and threads, and
 * the environment that test runners and local servers set themselves. None names a file, a module or a program.
 */
const HARMLESS_VALUES = byName({
  'PAGER, GIT_PAGER, MANPAGER': /^cat$/,
  'GIT_TERMINAL_PROMPT, CGO_ENABLED, CARGO_INCREMENTAL, DO_NOT_TRACK, NEXT_TELEMETRY_DISABLED, TURBO_TELEMETRY_DISABLED':
    /^[01]$/,
  DEBIAN_FRONTEND: /^noninteractive$/,
  'PYTHONUNBUFFERED, PYTHONDONTWRITEBYTECODE': /^\d$/,
  PYTHONHASHSEED: /^(?:\d+|random)$/,
  RUST_BACKTRACE: /^(?:[01]|full|short)$/,
  RUST_LOG: /^[\w:=,-]*$/,
  RUST_TEST_THREADS: /^\d+$/,
  CARGO_TERM_COLOR: /^(?:always|auto|never)$/,
  'GOOS, GOARCH': /^[a-z0-9]+$/,
  TF_IN_AUTOMATION: /^\w*$/,
  NODE_ENV: /^(?:test|development)$/,
  'RAILS_ENV, RACK_ENV, MIX_ENV': /^test$/,
  APP_ENV: /^test(?:ing)?$/,
  XDEBUG_MODE: /^(?:coverage|off)$/,
  'DOTNET_NOLOGO, DOTNET_CLI_TELEMETRY_OPTOUT': /^(?:1|true)$/,
  NODE_OPTIONS: /^--max-old-space-size=\d+$/,
});

/**
 * Commands get no secret in their environment: it is made of a fixed list of names. Whoever asks for a secret by its name
 * is asked about all the same.
 */
const SECRET_NAME = /TOKEN|SECRET|PASS|KEY|CRED|AUTH|PRIVATE|COOKIE/i;

/** Bash itself sets these, to texts that can contain wildcards, such as the words of an earlier command. */
const SET_BY_BASH =
  /^(?:BASH(?!_VERSION$|PID$).*|COMP_.*|COPROC.*|DIRSTACK|FUNCNAME|IFS|MAPFILE|OPTARG|PS\d|READLINE_.*|REPLY)$/;

/**
 * Uppercase names that the shell acts on, or that are in the environment of commands (`childEnvironment`): setting one
 * gives it to programs. A test compares them with the environment.
 */
const TAKEN_UPPERCASE = [
  // bash(1) 5.3, and what dash reads
  /^(?:BASH|COMP|GLOB|HIST|LC_|LD_|DYLD_|LANG|MAIL|PROMPT_|READLINE_|TERM|SHELL|POSIXLY|AUTO_|FUNC|HOST)/,
  /^(?:PATH|FPATH|CDPATH|HOME|IFS|ENV|OPT(?:ARG|IND|ERR)|PS\d|SHLVL|TMOUT|TIMEFORMAT|FIGNORE|FCEDIT|EXECIGNORE|INPUTRC)$/,
  /^(?:IGNOREEOF|MACHTYPE|OSTYPE|DIRSTACK|E?UID|PPID|GROUPS|PIPESTATUS|S?RANDOM|SECONDS|EPOCH.*|LINENO|LINES|COLUMNS)$/,
  /^(?:CHILD_MAX|COPROC.*|MAPFILE|PWD|OLDPWD|TMPDIR|EMACS|ARGV0)$/,
  // the environment of commands, and what belongs to the runner or to programs that it may name
  /^(?:CI|NO_COLOR|FORCE_COLOR|PAGER|USER|LOGNAME|TZ.*|MANPAGER|EDITOR|VISUAL)$/,
  /^(?:DEBIAN|XDG|CARGO|COREPACK|GO|GRADLE|JAVA|MAVEN|NUGET|PIP|UV|YARN|DOTNET|RUST|RUSTUP|PYENV|PYTHON|NVM|NODE|NPM|ANDROID|GIT|SSH|SSL|RUNNER|AGENT|GITHUB|ACTIONS|INPUT)(?:_|PATH|ROOT)/,
  /^GO(?:MOD|FLAGS|BIN|OS|ARCH|ENV|WORK|TOOL)|PROXY$|HOME$|CACHE$/,
];
/** Lowercase names that programs or bash itself read. */
const TAKEN_LOWERCASE = wordSet(
  'http_proxy https_proxy ftp_proxy all_proxy no_proxy histchars auto_resume rsync_proxy',
);

/** Without `/` a locale or terminal cannot be a file of the checkout. */
const HARMLESS_VALUE = /^[\w.@,:+-]*$/;
const ZONE = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/;

export function isHarmlessEnvironment(name: string, value: string | null): boolean {
  if (value === null) return false;
  if (!HARMLESS_ENVIRONMENT.has(name)) return HARMLESS_VALUES.get(name)?.test(value) === true;
  return name === 'TZ' ? value === '' || ZONE.test(value) : HARMLESS_VALUE.test(value);
}

export function isHarmlessEnvironmentName(name: string): boolean {
  return HARMLESS_ENVIRONMENT.has(name);
}

/** Whether a variable of the environment may be printed. */
export function isPublicVariable(name: string): boolean {
  return !SECRET_NAME.test(name);
}

/** Whether a variable that the source does not set contains no wildcard. */
export function isPlainVariable(name: string): boolean {
  return !SET_BY_BASH.test(name);
}

/** Whether setting `name` in a source can only matter to that source. */
export function isOwnVariable(name: string): boolean {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return !TAKEN_LOWERCASE.has(name) && !name.startsWith('npm_');
  if (name === 'REPLY') return true;
  return /^[A-Z][A-Z0-9_]*$/.test(name) && !TAKEN_UPPERCASE.some((taken) => taken.test(name));
}

/** Variables by which the loader or a shell runs other code: nobody needs them in a command. */
export function isHijacking(name: string): boolean {
  return /^(?:LD_|DYLD_|BASH_ENV$|ENV$|BASH_FUNC|PROMPT_COMMAND$|PS4$|SHELLOPTS$|BASHOPTS$)/.test(
    name,
  );
}
