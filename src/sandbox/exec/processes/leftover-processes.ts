import { readFileSync } from 'node:fs';
import { orNull } from '../../../common/index.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/**
 * Without a sandbox, a command's process may leave its process group (`setsid`) and continue to run. Each command therefore
 * has a marker in its environment, which children inherit, and processes with the marker are ended after the command. A
 * process that clears its environment escapes this; only the sandbox ends it. This file does I/O.
 */
export const MARKER_NAME = 'COUNTERSIGN_CALL';
/** A process may start another one before it is killed, so the search is repeated this many times. */
const ROUNDS = 5;

/** Within this time no system uses all of its process ids, so that of an old process is not that of a new one. */
const MAX_KNOWN_MS = 1_000;

/** The processes before a command starts. Reading the environment of each would take milliseconds after it. */
interface CommandStart {
  readonly atMs: number;
  readonly pids: ReadonlySet<number>;
}

export function commandStart(): CommandStart {
  return { atMs: performance.now(), pids: new Set(processIds()) };
}

/** Kills each process with the marker; returns their number. On systems without `/proc` it finds none. */
export function endLeftoverProcesses(marker: string, { atMs, pids }: CommandStart): number {
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = performance.now() - atMs < MAX_KNOWN_MS ? pids : new Set();
    const alive = processIds().filter(
      (pid) => !known.has(pid) && hasMarker(pid, `${MARKER_NAME}=${marker}`),
    );
    if (alive.length === 0) break;
    found += alive.length;
    // One may have ended by itself.
    for (const pid of alive) orNull(() => process.kill(pid, 'SIGKILL'));
  }
  return found;
}

/** The processes of this machine; none on systems without `/proc`. */
export function processIds(): number[] {
  return namesOrEmpty('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number);
}

function hasMarker(pid: number, entry: string): boolean {
  if (pid === process.pid) return false;
  const environment = orNull(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  return environment?.split('\0').includes(entry) === true;
}
