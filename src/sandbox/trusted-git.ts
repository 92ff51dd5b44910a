import { CountersignError } from '../base/index.ts';
import { runTrusted, type TrustedResult } from './trusted.ts';

/**
 * Git as the parent runs it: with no configuration of the machine or the user, no prompt, no hook, no pager, no monitor.
 * What the repository's own configuration would run is overridden key by key (`neutralArgs`).
 */
const GIT_TIMEOUT_MS = 60_000;
const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Overrides that hold for every command; command-line configuration wins over the repository's. */
const ALWAYS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.attributesFile=/dev/null',
  'core.alternateRefsCommand=',
  'core.untrackedCache=false',
  'credential.helper=',
  'credential.interactive=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'log.showSignature=false',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.http.allow=always',
  'protocol.file.allow=always',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'diff.ignoreSubmodules=all',
  'maintenance.auto=false',
  'gc.auto=0',
  'safe.directory=*',
  'advice.detachedHead=false',
];

/** Values of one driver or filter that name a program. Emptied, and a filter made optional, it runs nothing. */
const PROGRAM_KEYS = new RegExp(
  `^(?:${[
    String.raw`filter\..+\.(?:clean|smudge|process)`,
    String.raw`diff\..+\.(?:command|textconv)`,
    String.raw`merge\..+\.driver`,
    String.raw`credential\..+\.helper`,
    String.raw`remote\..+\.(?:uploadpack|receivepack|vcs|proxy)`,
  ].join('|')})$`,
  'iu',
);

export interface GitOptions {
  readonly cwd: string;
  readonly args: readonly string[];
  /** More configuration for this one process, handed over in its environment and never in its arguments. */
  readonly secretConfig?: readonly { readonly key: string; readonly value: string }[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** More output than this ends it; absent: 64 MiB. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
}

/** The environment of the parent's git: PATH and nothing of the parent's own. */
export function gitEnvironment(path: string): Record<string, string> {
  return {
    PATH: path,
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ADVICE: '0',
  };
}

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** Runs git without judging its exit code. */
export async function tryGit(options: GitOptions): Promise<TrustedResult> {
  const secrets = options.secretConfig ?? [];
  const configured: Record<string, string> = { GIT_CONFIG_COUNT: String(secrets.length) };
  secrets.forEach(({ key, value }, index) => {
    configured[`GIT_CONFIG_KEY_${index}`] = key;
    configured[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return runTrusted({
    argv: ['git', '--no-pager', ...ALWAYS.flatMap((pair) => ['-c', pair]), ...options.args],
    cwd: options.cwd,
    env: { ...gitEnvironment(SYSTEM_PATH), ...configured, ...options.env },
    timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? MAX_GIT_OUTPUT_BYTES,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
  });
}

/** Runs git and gives its output; throws `worktree-refused` with git's own words where it fails. */
export async function git(options: GitOptions): Promise<Buffer> {
  const result = await tryGit(options);
  if (result.exitCode === 0) return result.stdout;
  throw gitFailed(options.args, result);
}

export function gitFailed(args: readonly string[], result: TrustedResult): CountersignError {
  const said = result.stderr.toString('utf8').trim().slice(0, 2_000);
  const how = result.problem === null ? `ended with ${result.exitCode}` : result.problem;
  const fix =
    result.problem === 'not-started' ? { fix: 'Install git and put it on the PATH.' } : {};
  return new CountersignError(
    'worktree-refused',
    `git ${args.find((word) => !word.startsWith('-')) ?? ''} ${how}: ${said}`,
    fix,
  );
}

/** `-c` arguments that empty every key of the repository's configuration which names a program. */
export async function neutralArgs(cwd: string, places: readonly string[]): Promise<string[]> {
  const keys = await configKeys(cwd, places);
  const neutral = keys.filter((key) => PROGRAM_KEYS.test(key));
  const filters = new Set(keys.flatMap((key) => /^(filter\..+)\.[^.]+$/iu.exec(key)?.[1] ?? []));
  return [
    ...neutral.map((key) => `${key}=`),
    ...[...filters].map((name) => `${name}.required=false`),
  ].flatMap((pair) => ['-c', pair]);
}

async function configKeys(cwd: string, places: readonly string[]): Promise<string[]> {
  const listed = await tryGit({
    cwd,
    args: [...places, 'config', '--list', '--name-only', '--includes', '-z'],
  });
  if (listed.exitCode !== 0) throw gitFailed(['config'], listed);
  const keys = listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((key) => key !== '');
  // A name that holds `=` cannot be overridden by `-c name=value`, so such a repository is not touched at all.
  const hostile = keys.find((key) => key.includes('=') && PROGRAM_KEYS.test(key));
  if (hostile === undefined) return [...new Set(keys)];
  throw new CountersignError(
    'worktree-refused',
    `The git configuration key ${JSON.stringify(hostile)} cannot be switched off.`,
    {
      fix: 'Remove it from .git/config.',
    },
  );
}
