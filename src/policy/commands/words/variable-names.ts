/**
 * Variables by name: which may be given to a command or exported, which a source may set, and which a command may
 * print. These are lists of what is allowed; everything else asks.
 */

/**
 * May be given to a program: they change the form of the output, but neither what runs nor which words are options (as
 * `POSIXLY_CORRECT` does).
 */
const HARMLESS_ENVIRONMENT = new Set(
  (
    'CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC ' +
    'LC_TIME TZ TERM COLUMNS LINES'
  ).split(' '),
);

/** May be printed: the environment of the runner has no secret under these names. */
const PUBLIC_ENVIRONMENT = new Set(
  (
    'HOME PWD OLDPWD USER LOGNAME SHELL PATH TMPDIR HOSTNAME RANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME ' +
    'BASH_VERSION BASHPID UID EUID PPID SHLVL MACHTYPE OSTYPE HOSTTYPE PIPESTATUS NODE_ENV'
  ).split(' '),
);

/** Uppercase names that people use for their own variables; other uppercase ones may mean something to a program. */
const OWN_UPPERCASE = new Set(
  (
    'FILE FILES DIR DIRS NAME NAMES COUNT OUT OUTPUT RESULT RESULTS PATTERN QUERY SRC ROOT BRANCH COMMIT SHA REPLY ' +
    'VERSION LINE TOTAL MSG TARGET REF PKG ITEM WORD NUM'
  ).split(' '),
);
/** Lowercase names that programs or bash itself read. */
const TAKEN_LOWERCASE = new Set(
  'http_proxy https_proxy ftp_proxy all_proxy no_proxy histchars auto_resume rsync_proxy'.split(
    ' ',
  ),
);

/** Without `/` a locale or terminal cannot be a file of the checkout. */
const HARMLESS_VALUE = /^[\w.@,:+-]*$/;
const ZONE = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/;

export function isHarmlessEnvironment(name: string, value: string | null): boolean {
  if (!HARMLESS_ENVIRONMENT.has(name) || value === null) return false;
  return name === 'TZ' ? value === '' || ZONE.test(value) : HARMLESS_VALUE.test(value);
}

export function isHarmlessEnvironmentName(name: string): boolean {
  return HARMLESS_ENVIRONMENT.has(name);
}

export function isPublicVariable(name: string): boolean {
  return PUBLIC_ENVIRONMENT.has(name) || HARMLESS_ENVIRONMENT.has(name);
}

/** Whether setting `name` in a source can only matter to that source. */
export function isOwnVariable(name: string): boolean {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return !TAKEN_LOWERCASE.has(name);
  return /^[A-Z]$/.test(name) || OWN_UPPERCASE.has(name);
}

/** Variables by which the loader or a shell runs other code: nobody needs them in a command. */
export function isHijacking(name: string): boolean {
  return /^(?:LD_|DYLD_|BASH_ENV$|ENV$|BASH_FUNC|PROMPT_COMMAND$|PS4$|SHELLOPTS$|BASHOPTS$)/.test(
    name,
  );
}
