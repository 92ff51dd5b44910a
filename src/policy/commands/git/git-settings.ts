/** Settings that keep git from running programs, whatever a repository's own configuration says. */
export const NEUTRAL_SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.hooksPath', '/dev/null'],
  ['core.attributesFile', '/dev/null'],
  ['log.showSignature', 'false'],
  ['gpg.program', '/bin/false'],
  ['gpg.ssh.program', '/bin/false'],
  ['gpg.x509.program', '/bin/false'],
  ['protocol.ext.allow', 'never'],
  ['diff.submodule', 'short'],
  ['safe.bareRepository', 'explicit'],
];

/**
 * Variables to give to every command, so that a git inside a shell source is as harmless as one started by its words.
 * What only the command line can switch off (`diff.external`, `textconv`) is for `gitConfigRuns` to find; see
 * `gitConfigReason`. All other `GIT_*` variables are to be dropped.
 */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = Object.freeze({
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_CONFIG_COUNT: String(NEUTRAL_SETTINGS.length),
  ...Object.fromEntries(
    NEUTRAL_SETTINGS.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
});

/**
 * Settings of a repository that run no program and read no further file, by the start of their name. Everything
 * else counts as if it ran one: `filter.*`, `merge.*.driver`, `diff.external`, `diff.*.textconv`, `include.*`, promisor remotes.
 */
const HARMLESS_SETTINGS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|hidedotfiles|longpaths|protecthfs|protectntfs|fsmonitor|pager|hookspath|editor|sparsecheckout|sparsecheckoutcone)|remote\.[^=]*\.(?:url|pushurl|fetch|push|tagopt|prune|mirror)|branch\.[^=]*\.(?:remote|merge|rebase|pushremote|description|gk-[\w-]+|vscode-merge-base)|user\.[a-z]+|author\.[a-z]+|committer\.[a-z]+|http\.[^=]*\.?extraheader|gc\.[a-z]+|maintenance\.[a-z]+|init\.[a-z]+|pull\.[a-z]+|push\.[a-z]+|fetch\.[a-z]+|rebase\.[a-z]+|advice\.[a-z]+|color\.[a-z.]+|column\.[a-z]+|commit\.gpgsign|tag\.gpgsign|log\.[a-z]+|status\.[a-z]+|index\.[a-z]+|pack\.[a-z]+|receive\.[a-z]+|transfer\.[a-z]+|rerere\.[a-z]+|alias\.[^=]*|submodule\.[^=]*\.(?:url|active)|submodule\.active|extensions\.(?:objectformat|refstorage|worktreeconfig)|gpg\.program|safe\.directory|credential\.usehttppath|lfs\.[a-z]+)$/i;

/**
 * Settings that are harmless in the configuration of a repository only: the environment replaces them, which it does not with those of
 * `-c`, or no command that only reads uses the program or the address that they name.
 */
const NAMING_SETTINGS =
  /^(?:core\.(?:fsmonitor|pager|hookspath|editor)|gpg\.|alias\.|init\.templatedir|gc\.recentobjectshook|remote\.|branch\.|submodule\.|lfs\.|fetch\.bundleuri)/i;

/** Whether a setting of this name starts nothing and names no file and no address that git reads, whatever its value is. */
export function isDataSetting(name: string): boolean {
  return HARMLESS_SETTINGS.test(name) && !NAMING_SETTINGS.test(name);
}

/**
 * Why a repository's own configuration would run a program while git only reads, or `null`. `names` are the names of
 * every setting in it, as `git config --local --includes --name-only --list` prints them. For `PathResolver.gitConfigRuns`.
 */
export function gitConfigReason(names: readonly string[]): string | null {
  const name = names.find((each) => each.trim() !== '' && !HARMLESS_SETTINGS.test(each.trim()));
  return name === undefined ? null : `the repository's configuration sets \`${name.trim()}\``;
}
