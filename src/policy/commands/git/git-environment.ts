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
