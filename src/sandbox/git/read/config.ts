import { type ConfigValue, configValues } from './config-values.ts';
import { GIT_MODES } from './index-file.ts';

/** What a git configuration would execute, include, or give away. Pure: text in, findings out. */

/** Keys that name a program, or change where git finds the programs that it runs, as `section.key` without the subsection. */
const RUNS = new Set(
  Object.entries({
    browser: 'cmd',
    core: 'alternaterefscommand askpass attributesfile editor fsmonitor gitproxy hookspath pager sshcommand worktree',
    credential: 'helper',
    diff: 'command external textconv',
    difftool: 'cmd',
    extensions: 'partialclone',
    filter: 'clean process smudge',
    gpg: 'program',
    hook: 'command',
    interactive: 'difffilter',
    log: 'showsignature',
    man: 'cmd',
    merge: 'driver',
    mergetool: 'cmd',
    remote: 'promisor receivepack uploadpack vcs',
    sequence: 'editor',
    submodule: 'update',
    trailer: 'cmd command',
    uploadpack: 'packobjectshook',
  }).flatMap(([section, keys]) => keys.split(' ').map((key) => `${section}.${key}`)),
);
/** A configuration with more bytes is not read. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

const OFF = new Set(['false', 'no', 'off', '0', '']);
/** Keys that are harmless when they are switched off. */
const SWITCHES = new Set(['core.fsmonitor', 'log.showsignature', 'remote.promisor']);

/** The name of the first key that would run a program, such as `filter.x.clean`, or `null`. */
export function firstRunningKey(values: readonly ConfigValue[]): string | null {
  for (const { name, section, key, value } of values) {
    const short = `${section}.${key}`;
    const off = SWITCHES.has(short) && value !== null && OFF.has(value.toLowerCase());
    if ((RUNS.has(short) || section === 'pager') && !off) return name;
    if (section === 'alias' && value?.startsWith('!') === true) return name;
  }
  return null;
}

const PARTIAL_CLONE = /\.(?:promisor|partialclone)$/u;

/** What the key of `firstRunningKey` does, as a clause. */
export function runningKeyDoes(name: string): string {
  return PARTIAL_CLONE.test(name)
    ? 'so git fetches what the checkout lacks (actions/checkout sets it with `filter` or `sparse-checkout`)'
    : 'which runs a program';
}

/** Sections of a configuration that include other files. */
export const INCLUDES = /^include(?:if)?$/u;

/** The files that a configuration includes. A conditional include counts as if its condition were met. */
export function includedFiles(values: readonly ConfigValue[]): string[] {
  return values.flatMap(({ section, key, value }) =>
    INCLUDES.test(section) && key === 'path' && value !== null ? [value] : [],
  );
}

/** Keys whose value may be a credential, or which name a file that may hold one. */
const CREDENTIAL_KEYS =
  /^(?:http\..*|credential\..*|include\.path|includeif\..*\.path|remote\..*\.(?:pushurl|proxy)|url\..*|.*(?:pass|password|token|secret))$/isu;
const NOTHING_SHOWN = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n';

/**
 * A configuration without credentials, for commands to read. Removes keys of `http.*`, `credential.*`, `url.*` and
 * `include*`, those named as a password, token or secret, and user information in every URL. A configuration that git would
 * reject becomes empty.
 */
export function shownConfig(text: string): string {
  const values = configValues(text);
  if (values === null) return NOTHING_SHOWN;
  return values
    .filter(({ name }) => !CREDENTIAL_KEYS.test(name))
    .map(({ section, sub, key, value }) =>
      // The name of a subsection may be a URL, too (`lfs.URL.access`).
      configText({
        section,
        sub: sub && withoutUser(sub),
        key,
        value: value && withoutUser(value),
      }),
    )
    .join('');
}

/** The user information of a URL, also of one for a remote helper (`hg::https://…`). A password may contain `@`. */
export const USER_OF_URL = /^((?:[\w+.-]+::)?[\w+.-]+:\/\/)([^/]*)@/u;

/** A URL without user information, which may be a credential. */
export function withoutUser(url: string): string {
  return url.replace(USER_OF_URL, '$1');
}

/** Whether `shownConfig` removes something that could be a credential, or lead to one. */
export function holdsCredentials(text: string): boolean {
  const values = configValues(text);
  if (values === null) return true;
  return values.some(
    ({ name, sub, value }) =>
      CREDENTIAL_KEYS.test(name) || [sub, value].some((part) => USER_OF_URL.test(part ?? '')),
  );
}

/** One value as a section of its own. A subsection's name may contain dots. */
export function configText({ section, sub, key, value }: Omit<ConfigValue, 'name'>): string {
  const subsection = sub === null ? '' : ` "${sub.replace(/["\\]/gu, '\\$&')}"`;
  return `[${section}${subsection}]\n\t${key}${value === null ? '' : ` = ${quotedValue(value)}`}\n`;
}

function quotedValue(value: string): string {
  const escaped = value
    .replace(/["\\]/gu, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\b', '\\b');
  return `"${escaped}"`;
}

const TRUE_OR_FALSE = /^(?:true|false)$/iu;
/** Settings about how files are written to this disk, with the values that are copied. They start no program. */
const DISK_SETTINGS: Readonly<Record<string, RegExp>> = {
  'core.autocrlf': /^(?:true|false|input)$/iu,
  'core.eol': /^(?:lf|crlf|native)$/iu,
  'core.filemode': TRUE_OR_FALSE,
  'core.symlinks': TRUE_OR_FALSE,
  'core.ignorecase': TRUE_OR_FALSE,
  'core.precomposeunicode': TRUE_OR_FALSE,
  'core.longpaths': TRUE_OR_FALSE,
};

/** Whether a disk has links and executable bits. Without them, git takes the mode of a file from its index. */
export interface DiskModes {
  readonly hasLinks: boolean;
  readonly hasExecutables: boolean;
}

/** What a store's configuration says about the disk of the checkout. */
export function diskModes(storeConfig: string): DiskModes {
  const values = configValues(storeConfig) ?? [];
  const isOff = (key: string): boolean =>
    values.findLast(({ name }) => name === key)?.value?.toLowerCase() === 'false';
  return { hasLinks: !isOff('core.symlinks'), hasExecutables: !isOff('core.filemode') };
}

/** The mode of a file or link, where `before` is that of its path in the commit. What the disk does not have stays as it was. */
export function modeOnDisk(
  disk: DiskModes,
  file: { readonly isLink: boolean; readonly isExecutable: boolean },
  before: string | undefined,
): string {
  if (file.isLink || (!disk.hasLinks && before === GIT_MODES.link)) return GIT_MODES.link;
  const isProgram = disk.hasExecutables ? file.isExecutable : before === GIT_MODES.program;
  return isProgram ? GIT_MODES.program : GIT_MODES.text;
}

/** The configuration of the action's own store of a repository, and whether the repository uses SHA-256 ids. */
export function storeSettings(text: string): { readonly isLong: boolean; readonly text: string } {
  const values = configValues(text) ?? [];
  const isLong = values.some(
    ({ name, value }) => name === 'extensions.objectformat' && value?.toLowerCase() === 'sha256',
  );
  const taken = values.flatMap(({ name, key, value }) =>
    value !== null && DISK_SETTINGS[name]?.test(value) === true ? [`\t${key} = ${value}\n`] : [],
  );
  const format = isLong ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  return {
    isLong,
    text: `[core]\n\trepositoryformatversion = ${isLong ? 1 : 0}\n\tbare = true\n${taken.join('')}${format}`,
  };
}
