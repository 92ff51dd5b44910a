/**
 * I/O: temporary folders of this program. The name of each says which process made it, so that a later process can
 * remove what a killed one left.
 */
import { spawnSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { orNull } from './or-null.ts';
import { sha256 } from './json/digest.ts';
import { CountersignError, errnoOf, systemReason } from './errors.ts';
import { memoize } from './async/memoize.ts';

/** `countersign-PID.STARTED-MACHINE.BOOT-XXXXXX`, short because the path of a socket has a limit. */
export const TEMP_FOLDER_NAME =
  /^countersign-(\d{1,10})\.([0-9a-z]+)-([0-9a-f]{6})\.([0-9a-f]{6})-\w{6}$/;
const DIGEST_CHARS = 6;
/** The field of `/proc/PID/stat` with the start of a process, counted after the name in parentheses. */
const START_FIELD = 19;
/** The most folders that one process removes. */
const MAX_REMOVED = 1_000;
/** Others may do nothing in it. */
const OTHERS = 0o077;

/** What distinguishes a process from all others on this machine. */
interface Maker {
  readonly pid: number;
  readonly started: string;
  readonly machine: string;
  readonly boot: string;
}

/**
 * A new folder for this process alone, without links in its path: in the system's folder for temporary files, or beside what
 * replaces something there in the end. Throws `input-invalid` if none can be created, such as on a read-only file system.
 */
export function createTempFolder(folder = tmpdir()): string {
  const { pid, started, machine, boot } = thisProcess();
  try {
    return realpathSync(
      mkdtempSync(join(folder, `countersign-${pid}.${started}-${machine}.${boot}-`)),
    );
  } catch (cause) {
    const [named, fix] =
      folder === tmpdir()
        ? ['temporary folder', 'Set TMPDIR to a folder that can be written.']
        : ['folder', 'Name one that can be written.'];
    throw new CountersignError(
      'input-invalid',
      `The ${named} ${folder} cannot be written (${systemReason(cause)}).`,
      { fix, cause },
    );
  }
}

/**
 * Removes a temporary folder with everything in it, also what programs made read-only, as Go does with the folders of its modules.
 * Nothing that could change the folder may run any more. Throws what the system throws.
 */
export function removeTempFolder(folder: string): void {
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    // It takes names of any bytes and any depth, and follows no link.
    spawnSync('chmod', ['-R', 'u+rwx', folder], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    });
    remove();
  }
}

/**
 * Removes the temporary folders of processes that ended without removing them. Only real folders of this user that nobody
 * else may write, of a process that is certainly over: one of this machine, this user and this kind of name. Never follows
 * a link, and never throws: what cannot be removed stays.
 */
export function removeLeftTempFolders(folder = tmpdir()): void {
  const names = orNull(() => readdirSync(folder)) ?? [];
  const left = names.filter((name) => {
    const [, pid = '', started = '', machine = '', boot = ''] = TEMP_FOLDER_NAME.exec(name) ?? [];
    return pid !== '' && isOver({ pid: Number(pid), started, machine, boot });
  });
  for (const name of left.slice(0, MAX_REMOVED)) {
    const path = join(folder, name);
    if (isOwnFolder(path)) orNull(() => removeTempFolder(path));
  }
}

function isOwnFolder(path: string): boolean {
  const about = orNull(() => lstatSync(path));
  return (
    about?.isDirectory() === true && about.uid === process.getuid?.() && (about.mode & OTHERS) === 0
  );
}

/** Whether a process is certainly over. One that cannot be looked up here, as in another container, may still run. */
function isOver(maker: Maker): boolean {
  const own = thisProcess();
  if (maker.machine !== own.machine) return false;
  if (maker.boot !== own.boot) return true;
  if (!isRunning(maker.pid)) return true;
  // Another process has the same number now.
  const started = startOf(maker.pid);
  return started !== null && started !== maker.started;
}

/** Whether a process has this number. One of another user counts, too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

const thisProcess = memoize(
  (): Maker => ({
    pid: process.pid,
    started: startOf(process.pid) ?? '0',
    machine: short(hostname(), orNull(() => readlinkSync('/proc/self/ns/pid')) ?? ''),
    boot: short(orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? ''),
  }),
);

/** When a process started, in the kernel's ticks; `null` if that is not known. */
function startOf(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const ticks = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD]);
  return Number.isSafeInteger(ticks) ? ticks.toString(36) : null;
}

function short(...parts: readonly string[]): string {
  return sha256(parts.join('\0')).slice(0, DIGEST_CHARS);
}
