import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { memoize } from '../../../common/index.ts';

/**
 * Without a sandbox, a command's process may leave its process group (`setsid`) and continue to run. Each command therefore
 * has a marker in its environment, which children inherit, and processes with the marker are ended after the command. A
 * process that clears its environment escapes this; only the sandbox ends it. This file does I/O.
 */
export const MARKER_NAME = 'COUNTERSIGN_CALL';
/** A process may start another one before it is killed, so the search is repeated this many times. */
const ROUNDS = 5;

/** Up to this many new process ids are checked one by one, without listing all processes. */
const MAX_ASKED_IDS = 64;

/** Within this time no system uses all of its process ids, so new processes have higher ids than old ones. */
const MAX_ORDERED_MS = 1_000;

/** The time and the last process id before a command started. Later ids belong to newer processes. */
interface CommandStart {
  readonly atMs: number;
  /** The last process id that the system assigned; `null` if unknown. */
  readonly pid: number | null;
}

export function commandStart(): CommandStart {
  return { atMs: performance.now(), pid: lastPid() };
}

/**
 * Kills each process with the marker that was started after `start`; returns their number. Reading the environment of each
 * process of a machine takes milliseconds, so after a short command only new process ids are read. On systems
 * without `/proc` it finds none.
 */
export function endLeftoverProcesses(marker: string, start: CommandStart): number {
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const alive = withMarker(`${MARKER_NAME}=${marker}`, newSince(start));
    if (alive.length === 0) break;
    found += alive.length;
    for (const pid of alive) kill(pid);
  }
  return found;
}

/** The processes that may have started since then. */
function newSince({ atMs, pid: before }: CommandStart): readonly number[] {
  const last = lastPid();
  const isOrdered = performance.now() - atMs < MAX_ORDERED_MS;
  if (before === null || last === null || !isOrdered) return processIds();
  // Process ids wrap around.
  if (last < before) return processIds().filter((pid) => pid > before || pid <= last);
  if (last - before > MAX_ASKED_IDS) {
    return processIds().filter((pid) => pid > before && pid <= last);
  }
  return Array.from({ length: last - before }, (_, index) => before + 1 + index).filter(isThere);
}

function isThere(pid: number): boolean {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined;
}

/** Whether `/proc` belongs to this process's pid namespace. */
const isOwnProc = memoize(() => {
  try {
    return readlinkSync('/proc/self') === String(process.pid);
  } catch {
    return false;
  }
});

/** The last field of `/proc/loadavg`. */
function lastPid(): number | null {
  if (!isOwnProc()) return null;
  try {
    const last = Number(readFileSync('/proc/loadavg', 'utf8').trim().split(' ').at(-1));
    return Number.isInteger(last) && last > 0 ? last : null;
  } catch {
    return null;
  }
}

function withMarker(entry: string, candidates: readonly number[]): number[] {
  return candidates.filter((pid) => pid !== process.pid && environmentOf(pid).includes(entry));
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
