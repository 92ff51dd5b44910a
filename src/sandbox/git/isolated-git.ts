/**
 * Git of the action's own, started so that nothing of the checkout can lead it: it sees the folders that its caller names
 * and the system's programs, and no network, no other process, and none of the action's environment. Where bubblewrap
 * cannot start, the same command runs without it: then what keeps it safe is that it is only ever given folders that the
 * action itself has made, whose git configuration is the action's own. What it puts out is bytes that nobody vouches for.
 * This file does I/O.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { CountersignError } from '../../common/index.ts';
import { findProgram } from '../exec/run-process.ts';
import { runTrusted, type TrustedResult } from '../exec/trusted-program.ts';

/** A folder or file that git sees, under the very path that it has outside. Give no path that the run can replace. */
export interface GitMount {
  readonly path: string;
  readonly access: 'read' | 'write';
}

export interface IsolatedGit {
  /** The program of bubblewrap (`findGitBox`); `null`: git runs without it. */
  readonly bubblewrap: string | null;
  /** Arguments for git. Names of the run go in by `stdin`, never here. */
  readonly args: readonly string[];
  /** In this order; one may lie inside an earlier one. Without a bubblewrap they are not enforced. */
  readonly mounts: readonly GitMount[];
  /** A work tree among `mounts` to work in; absent: nowhere in particular. */
  readonly cwd?: string;
  /** Besides `PINNED`, such as `GIT_DIR`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Absent: a minute. */
  readonly timeoutMs?: number;
  /** More output than this ends it; absent: 64 MiB. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
}

const GIT_TIMEOUT_MS = 60_000;
const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_WORDS_CHARS = 2_000;
const PROBE_TIMEOUT_MS = 10_000;
const MAX_PROBE_BYTES = 10_000;

/** Where the action looks for git and bubblewrap: no folder that a job can put on PATH. */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** The whole environment of the action's git, before the caller's own. */
const FIXED_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: SYSTEM_PATH,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_ADVICE: '0',
};

/** Nothing is started beside git: no hook, no monitor, no pager, no upkeep in the background. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.commitGraph=false',
  'core.multiPackIndex=false',
  'maintenance.auto=false',
  'gc.auto=0',
].flatMap((pair) => ['-c', pair]);

/** Runs git without judging its exit code. Never throws. */
export async function runGit(options: IsolatedGit): Promise<TrustedResult> {
  const { bubblewrap, mounts, cwd = '/', env, stdin, signal } = options;
  const git: [string, ...string[]] = ['git', '--no-pager', ...SETTINGS, ...options.args];
  return await runTrusted({
    argv: bubblewrap === null ? git : [bubblewrap, ...bubblewrapArgs(mounts, cwd), '--', ...git],
    cwd: bubblewrap === null ? cwd : '/',
    // bubblewrap hands its own environment on.
    env: { ...FIXED_ENVIRONMENT, ...env },
    timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? MAX_GIT_OUTPUT_BYTES,
    ...(signal === undefined ? {} : { signal }),
    ...(stdin === undefined ? {} : { stdin }),
  });
}

/** Runs git and gives its output; throws `worktree-refused` with git's own words where it fails. */
export async function mustRunGit(options: IsolatedGit): Promise<Buffer> {
  const result = await runGit(options);
  if (result.exitCode === 0) return result.stdout;
  throw gitError(options.args, result);
}

export function gitError(args: readonly string[], result: TrustedResult): CountersignError {
  const { problem, exitCode } = result;
  const words = result.stderr
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS_CHARS);
  const how = problem === null ? `ended with ${exitCode}` : problem;
  const fix = problem === 'not-started' ? { fix: 'Install git and put it into /usr/bin.' } : {};
  const verb = args.find((word) => !word.startsWith('-')) ?? '';
  return new CountersignError('worktree-refused', `git ${verb} ${how}: ${words}`, fix);
}

/**
 * The program of bubblewrap where it can start git here; `null` where it is not installed, user namespaces are refused, or
 * git lies outside of the system's folders. An answer of `null` may change once a hosted runner was told to allow them.
 */
export async function findBubblewrapForGit(path: string = SYSTEM_PATH): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const bubblewrap = findProgram('bwrap', { env: { PATH: path }, cwd: '/' });
  if (bubblewrap === null) return null;
  const tried = await runGit({
    bubblewrap,
    args: ['--version'],
    mounts: [],
    timeoutMs: PROBE_TIMEOUT_MS,
    maxOutputBytes: MAX_PROBE_BYTES,
  });
  return tried.exitCode === 0 ? bubblewrap : null;
}

/** The folders of programs beside `/usr`: on most systems links into it. */
const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

function bubblewrapArgs(mounts: readonly GitMount[], cwd: string): readonly string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/usr',
    '/usr',
    ...SYSTEM_FOLDERS.flatMap((path) => systemFolder(path)),
    '--dev-bind',
    '/dev/null',
    '/dev/null',
    // Git draws the names of temporary files from it.
    '--dev-bind',
    '/dev/urandom',
    '/dev/urandom',
    '--tmpfs',
    '/tmp',
    ...mounts.flatMap(({ path, access }) => [
      access === 'read' ? '--ro-bind' : '--bind',
      path,
      path,
    ]),
    '--chdir',
    cwd,
  ];
}

function systemFolder(path: string): readonly string[] {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about?.isSymbolicLink() === true) return ['--symlink', readlinkSync(path), path];
  return about?.isDirectory() === true ? ['--ro-bind', path, path] : [];
}
