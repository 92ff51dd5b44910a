import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createTempFolder, errorText, oneLine, sha256 } from '../../../common/index.ts';
import { findProgramIn } from '../../exec/processes/run-process.ts';
import { runTrusted, SYSTEM_PATH } from '../../exec/trusted-program.ts';
import type { Probe } from '../../probes/isolation-probes.ts';
import { findBubblewrapOnPath, inspectBubblewrap } from './find.ts';
import { isHostedRunner, restrictsUserNamespaces } from '../user-namespaces.ts';

/**
 * Installs bubblewrap on a GitHub-hosted runner that has none, from the package sources of its image. The package is
 * downloaded (`apt-get download` checks it against the signed index) and unpacked by the job's user in a private folder,
 * without the triggers of an installation, which take minutes. Only copying the program to a folder that no command of the
 * run can write needs root. It reads nothing of the checkout and passes on no variable of the job. This file does I/O.
 */
const TIME_LIMIT_MS = 15_000;
const MAX_OUTPUT_BYTES = 1_000_000;
const MAX_REASON_CHARS = 300;
const CONNECT_SECONDS = 5;
const PACKAGE = /^bubblewrap_[\w.+~%-]+\.deb$/u;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
const SET_ID = 0o6000;

const APT_OPTIONS = [
  '-q',
  '-o',
  'Acquire::Languages=none',
  ...['http', 'https'].flatMap((scheme) => [
    '-o',
    `Acquire::${scheme}::Timeout=${CONNECT_SECONDS}`,
  ]),
];

/** Where and how bubblewrap is installed. */
export interface InstallTarget {
  /** The folders of the programs that install it. */
  readonly path: string;
  /** The installed program. Not below `/opt`, which everybody can write on a hosted runner. */
  readonly program: string;
  /** The user who must own it and every folder above it. */
  readonly owner: number;
  /** Whether this process can write there without `sudo`. */
  readonly isOwner: boolean;
  readonly timeLimitMs: number;
  /** The file that says whether user namespaces are restricted. */
  readonly restriction?: string;
}

const SYSTEM: InstallTarget = {
  path: SYSTEM_PATH,
  program: '/var/lib/countersign/bwrap',
  owner: 0,
  isOwner: process.getuid?.() === 0,
  timeLimitMs: TIME_LIMIT_MS,
};

export interface InstallRequest {
  /** The input `sandbox-install`. */
  readonly mode: 'auto' | 'never';
  /** The environment of this process. Only its PATH and what the runner says of itself are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The checkout: a program inside of it does not count. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

/** The result. `program` is `null` if bubblewrap was not installed; the probe says why. */
export interface BubblewrapInstallation {
  readonly program: string | null;
  /** For the audit trail, beside the isolation checks. */
  readonly probe: Probe;
}

/**
 * Installs bubblewrap if this machine has none that can be used; `null` if there is nothing to install. Ends within the time
 * limit, and never throws: without bubblewrap the run continues as on any machine without a sandbox.
 */
export async function installBubblewrap(
  { mode, environment, workspace, signal }: InstallRequest,
  target: InstallTarget = SYSTEM,
): Promise<BubblewrapInstallation | null> {
  if (process.platform !== 'linux') return null;
  const present = findBubblewrapOnPath(environment['PATH'], workspace);
  const isPresent = present !== null && typeof (await inspectBubblewrap(present)) !== 'string';
  if (isPresent && !(await isRestricted(present, target))) return null;
  if (mode === 'never' || !isHostedRunner(environment)) {
    if (isPresent) return null;
    return notInstalled(
      mode === 'never'
        ? 'the input sandbox-install is never'
        : 'the action changes only GitHub-hosted runners; install bubblewrap on this machine',
    );
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(target.timeLimitMs)]);
  const ended = once(limit, 'abort').then(() =>
    notInstalled(
      signal.aborted
        ? 'the step ended'
        : `it took longer than ${target.timeLimitMs / 1000} s and was ended`,
    ),
  );
  // This process cannot end a program of root, so it does not wait for it beyond the limit.
  return await Promise.race([installOrReuse(target, limit), ended]);
}

/** Whether AppArmor keeps this bubblewrap from the nested user namespaces that a sandbox needs. */
async function isRestricted(program: string, target: InstallTarget): Promise<boolean> {
  if (!restrictsUserNamespaces(target.restriction)) return false;
  const start = [program, '--unshare-user', '--ro-bind', '/', '/'] as const;
  const nested = await runTrusted({
    argv: [...start, ...start, '/bin/true'],
    cwd: '/',
    env: { PATH: target.path },
    timeoutMs: target.timeLimitMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  return nested.exitCode !== 0;
}

async function installOrReuse(
  target: InstallTarget,
  signal: AbortSignal,
): Promise<BubblewrapInstallation> {
  try {
    const present = await describeInstalled(target).catch(() => null);
    if (present !== null) return installed(target, `an earlier step installed ${present}`);
    await install(target, signal);
    const fresh = await describeInstalled(target);
    return installed(target, `the package sources of this machine's image provided ${fresh}`);
  } catch (error) {
    return notInstalled(errorText(error));
  }
}

function installed({ program }: InstallTarget, detail: string): BubblewrapInstallation {
  return { program, probe: { probe: 'install', held: true, detail } };
}

function notInstalled(because: string): BubblewrapInstallation {
  const detail = `bubblewrap was not installed: ${oneLine(because, MAX_REASON_CHARS)}`;
  return { program: null, probe: { probe: 'install', held: false, detail } };
}

/** The installed program as the audit trail names it. Throws if it cannot be used. */
async function describeInstalled(target: InstallTarget): Promise<string> {
  const { program } = target;
  refuseUnsafe(target);
  const features = await inspectBubblewrap(program);
  if (typeof features === 'string') throw new Error(features);
  return `${program} (SHA-256 ${sha256(readFileSync(program))})`;
}

/** Throws if somebody other than the owner could replace the program. */
function refuseUnsafe({ program, owner }: InstallTarget): void {
  for (let path = program; ; path = dirname(path)) {
    const about = lstatSync(path, { throwIfNoEntry: false });
    if (about === undefined) throw new Error(`${path} does not exist`);
    const isKind = path === program ? about.isFile() : about.isDirectory();
    const isOwned = about.uid === owner || about.uid === 0;
    // In a sticky folder nobody can replace what belongs to somebody else.
    const isShared =
      (about.mode & WRITABLE_BY_OTHERS) !== 0 && (path === program || (about.mode & STICKY) === 0);
    const isSetId = path === program && (about.mode & SET_ID) !== 0;
    if (!isKind || !isOwned || isShared || isSetId)
      throw new Error(`other users of this machine can change ${path}`);
    if (path === dirname(path)) return;
  }
}

/** Runs one program of the system to its end. Throws with its error output if it fails. */
type RunStep = (argv: readonly [string, ...string[]]) => Promise<void>;

async function install(target: InstallTarget, signal: AbortSignal): Promise<void> {
  const needed = [...(target.isOwner ? [] : ['sudo']), 'apt-get', 'dpkg-deb'];
  const missing = needed.find((name) => findProgramIn(target.path, name) === null);
  if (missing !== undefined) throw new Error(`this machine has no ${missing}`);
  const folder = createTempFolder();
  const run = stepRunner(target, { folder, signal });
  const runAsOwner: RunStep = target.isOwner
    ? run
    : async (argv) => await run(['sudo', '-n', ...argv]);
  try {
    await runAsOwner(['true']);
    await download(folder, run);
    const file = readdirSync(folder).find((name) => PACKAGE.test(name));
    if (file === undefined) throw new Error('apt-get download left no package');
    const unpacked = join(folder, 'unpacked');
    await run(['dpkg-deb', '-x', join(folder, file), unpacked]);
    await putInPlace(join(unpacked, 'usr', 'bin', 'bwrap'), target, runAsOwner);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads the package into the folder, with a fresh index if the machine's is missing or out of date. */
async function download(folder: string, run: RunStep): Promise<void> {
  try {
    await run(['apt-get', ...APT_OPTIONS, 'download', 'bubblewrap']);
  } catch {
    const [lists, cache] = [join(folder, 'lists'), join(folder, 'cache')];
    mkdirSync(join(lists, 'partial'), { recursive: true });
    mkdirSync(join(cache, 'archives', 'partial'), { recursive: true });
    const own = [...APT_OPTIONS, '-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`];
    await run(['apt-get', ...own, 'update']);
    await run(['apt-get', ...own, 'download', 'bubblewrap']);
  }
}

/** Copies the program beside its place and renames it there, so that another step sees the whole program or none. */
async function putInPlace(
  from: string,
  { program }: InstallTarget,
  runAsOwner: RunStep,
): Promise<void> {
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error('the package contains no bwrap');
  const name = `.${basename(program)}-${randomBytes(8).toString('hex')}`;
  const copy = join(dirname(program), name);
  await runAsOwner(['install', '-D', '-m', '0755', from, copy]);
  await runAsOwner(['mv', '-T', copy, program]);
}

function stepRunner(
  target: InstallTarget,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): RunStep {
  return async ([name, ...args]) => {
    signal.throwIfAborted();
    const { exitCode, problem, stderr } = await runTrusted({
      argv: [findProgramIn(target.path, name) ?? name, ...args],
      cwd: folder,
      env: {
        PATH: target.path,
        LC_ALL: 'C',
        HOME: '/',
        TMPDIR: folder,
        DEBIAN_FRONTEND: 'noninteractive',
      },
      timeoutMs: target.timeLimitMs,
      signal,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    });
    if (exitCode === 0) return;
    const words = stderr.toString('utf8').trim();
    throw new Error(`${name} failed (${problem ?? exitCode}): ${words}`);
  };
}
