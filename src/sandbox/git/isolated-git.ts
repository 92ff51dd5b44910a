/**
 * Runs git for the action itself, isolated from the checkout: it sees only the given folders and the system's programs,
 * and no network, no other process, and nothing of the action's environment. Without bubblewrap the same command runs
 * unsandboxed. It is then safe only because it gets folders that the action created, with the action's own git
 * configuration. Its output is not trusted. This file does I/O.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { CountersignError } from '../../common/index.ts';
import { findProgramIn } from '../exec/processes/run-process.ts';
import { runTrusted, type TrustedResult } from '../exec/trusted-program.ts';

/** A folder or file that git sees at the same path. Do not pass a path that the run can replace. */
export interface GitMount {
  readonly path: string;
  readonly access: 'read' | 'write';
}

export interface IsolatedGit {
  /** The bubblewrap program (`findBubblewrapForGit`); `null`: git runs without it. */
  readonly bubblewrap: string | null;
  /** Arguments for git. Pass names from the run by `stdin`, never here. */
  readonly args: readonly string[];
  /** In this order; one may be inside an earlier one. Not enforced without bubblewrap. */
  readonly mounts: readonly GitMount[];
  /** The working directory, among `mounts`. Absent: `/`. */
  readonly cwd?: string;
  /** Added to `FIXED_ENVIRONMENT`, such as `GIT_DIR`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array | undefined;
  /** Absent: a minute. */
  readonly timeoutMs?: number | undefined;
  /** More output than this ends it; absent: 64 MiB. */
  readonly maxOutputBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const HOW = {
  'not-started': 'could not be started',
  'timed-out': 'took too long and was ended',
  cancelled: 'was cancelled',
  'too-much-output': 'wrote too much',
  killed: 'was killed',
} as const;

const GIT_TIMEOUT_MS = 60_000;
const MAX_GIT_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_WORDS_CHARS = 2_000;
const PROBE_TIMEOUT_MS = 10_000;
const MAX_PROBE_BYTES = 10_000;

/** The folders of git and bubblewrap, independent of the job's PATH. */
const GIT_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** The environment of the action's git, before the caller's variables. */
const FIXED_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: GIT_PATH,
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

/** Git starts no other program (hook, monitor, pager, maintenance), and writes one index and one pack. They override a folder's own. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.commitGraph=false',
  'core.multiPackIndex=false',
  'core.untrackedCache=false',
  // A name that some system takes for `.git` goes into no index, so that no check of git refuses its tree later.
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.splitIndex=false',
  'index.sparse=false',
  'pack.packSizeLimit=0',
  'pack.writeBitmaps=false',
  'maintenance.auto=false',
  'gc.auto=0',
].flatMap((pair) => ['-c', pair]);

/** Runs git and returns its exit code and output. Never throws. */
export async function runGit(options: IsolatedGit): Promise<TrustedResult> {
  const { bubblewrap, mounts, cwd = '/', env, stdin, signal } = options;
  const git: [string, ...string[]] = ['git', '--no-pager', ...SETTINGS, ...options.args];
  return await runTrusted({
    argv: bubblewrap === null ? git : [bubblewrap, ...bubblewrapArgs(mounts, cwd), '--', ...git],
    cwd: bubblewrap === null ? cwd : '/',
    // Bubblewrap passes on its environment.
    env: { ...FIXED_ENVIRONMENT, ...env },
    timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? MAX_GIT_OUTPUT_BYTES,
    signal,
    stdin,
  });
}

/** Runs git and returns its output; throws `worktree-refused` with git's message if it fails. */
export async function mustRunGit(options: IsolatedGit): Promise<Buffer> {
  const result = await runGit(options);
  if (result.exitCode === 0) return result.stdout;
  throw gitError(options.args, result);
}

/** The cause of errors of git itself, in contrast to refusals by a limit. */
class GitFailure extends Error {}

/** Whether git itself failed: it did not start, took too long, or ended with an error. */
export function isGitFailure(error: unknown): boolean {
  return error instanceof CountersignError && error.cause instanceof GitFailure;
}

export function gitError(args: readonly string[], result: TrustedResult): CountersignError {
  const { problem, exitCode } = result;
  const words = result.stderr
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS_CHARS);
  const how = problem === null ? `ended with ${exitCode}` : HOW[problem];
  const fix = problem === 'not-started' ? { fix: 'Install git and put it into /usr/bin.' } : {};
  const verb = args.find((word) => !word.startsWith('-')) ?? '';
  const message = `git ${verb} ${how}${words === '' ? '.' : `: ${words}`}`;
  return new CountersignError('worktree-refused', message, { ...fix, cause: new GitFailure(how) });
}

/**
 * The bubblewrap program if it can start git here; `null` if it is not installed, user namespaces are refused, or git is
 * not in the system's folders. The answer can change once a hosted runner allows user namespaces.
 */
export async function findBubblewrapForGit(path: string = GIT_PATH): Promise<string | null> {
  const bubblewrap = findProgramIn(path, 'bwrap');
  return bubblewrap === null ? null : await bubblewrapForGit(bubblewrap);
}

/** The programs that start git here, and those that are being tried. One that fails is tried again by the next caller. */
const trials = new Map<string, Promise<string | null>>();

/** This bubblewrap program if it can start git here, as `findBubblewrapForGit` says; otherwise `null`. */
export async function bubblewrapForGit(bubblewrap: string): Promise<string | null> {
  const trial = trials.get(bubblewrap) ?? tryBubblewrap(bubblewrap);
  trials.set(bubblewrap, trial);
  const usable = await trial;
  if (usable === null) trials.delete(bubblewrap);
  return usable;
}

async function tryBubblewrap(bubblewrap: string): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const tried = await runGit({
    bubblewrap,
    args: ['--version'],
    mounts: [],
    timeoutMs: PROBE_TIMEOUT_MS,
    maxOutputBytes: MAX_PROBE_BYTES,
  });
  return tried.exitCode === 0 ? bubblewrap : null;
}

/** Program folders besides `/usr`: usually links into it. */
const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

function bubblewrapArgs(mounts: readonly GitMount[], cwd: string): readonly string[] {
  return [
    ['--unshare-all', '--die-with-parent', '--new-session'],
    ['--cap-drop', 'ALL'],
    ['--ro-bind', '/usr', '/usr'],
    ...SYSTEM_FOLDERS.map((path) => systemFolder(path)),
    ['--dev-bind', '/dev/null', '/dev/null'],
    // Git uses it for names of temporary files.
    ['--dev-bind', '/dev/urandom', '/dev/urandom'],
    ['--tmpfs', '/tmp'],
    ...mounts.map(({ path, access }) => [access === 'read' ? '--ro-bind' : '--bind', path, path]),
    ['--chdir', cwd],
  ].flat();
}

function systemFolder(path: string): readonly string[] {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about?.isSymbolicLink() === true) return ['--symlink', readlinkSync(path), path];
  return about?.isDirectory() === true ? ['--ro-bind', path, path] : [];
}
