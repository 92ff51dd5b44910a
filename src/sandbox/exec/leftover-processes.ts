import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { memoize } from '../../common/index.ts';

/**
 * Without a sandbox a command may leave its process group (`setsid`) and live on. Each call therefore carries a mark in
 * its environment, which children inherit, and whatever carries it afterwards is ended. A process that clears its
 * environment gets away: only the sandbox holds those. This file does I/O.
 */
export const MARKER_NAME = 'COUNTERSIGN_CALL';
/** A process may start another between the look and the kill, so it is looked again, this often. */
const ROUNDS = 5;

/** So few new ids are asked for one by one, without a look at what else runs on the machine. */
const MAX_ASKED_IDS = 64;

/** In this time no system gives out all of its process ids, so that those of new processes follow those of old ones. */
const MAX_ORDERED_MS = 1_000;

/** A moment before a command began, by which what it started is told from what was there. */
export interface CommandStart {
  readonly atMs: number;
  /** The last process id that the system had given out; `null` where it does not tell. */
  readonly pid: number | null;
}

export function commandStart(): CommandStart {
  return { atMs: performance.now(), pid: lastPid() };
}

/**
 * Kills every process since `begun` that carries the mark; returns how many it found. Reading the environment of each
 * process of a machine takes milliseconds, so after a short command only those with new ids are looked at. On systems
 * without `/proc` it finds none.
 */
export function endLeftoverProcesses(mark: string, begun: CommandStart): number {
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const alive = withMarker(`${MARKER_NAME}=${mark}`, newSince(begun));
    if (alive.length === 0) break;
    found += alive.length;
    for (const pid of alive) kill(pid);
  }
  return found;
}

/** The processes that may have begun since then. */
function newSince({ atMs, pid: before }: CommandStart): readonly number[] {
  const last = lastPid();
  const isOrdered = performance.now() - atMs < MAX_ORDERED_MS;
  if (before === null || last === null || !isOrdered) return processIds();
  // Ids are given out in a ring.
  if (last < before) return processIds().filter((pid) => pid > before || pid <= last);
  if (last - before > MAX_ASKED_IDS) {
    return processIds().filter((pid) => pid > before && pid <= last);
  }
  return Array.from({ length: last - before }, (_, index) => before + 1 + index).filter(isThere);
}

function isThere(pid: number): boolean {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined;
}

/** Whether `/proc` shows this process under its own id, and so knows the same ids. */
const isOwnProc = memoize(() => {
  try {
    return readlinkSync('/proc/self') === String(process.pid);
  } catch {
    return false;
  }
});

/** From `/proc/loadavg`, whose last word it is. */
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
