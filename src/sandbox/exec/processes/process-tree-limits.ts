import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { orNull } from '../../../common/index.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/**
 * Limits the number and the memory of all processes of one command together, which no limit of a single process covers
 * (`ulimit` does not count root's). They are checked several times a second from outside; between two checks a command
 * can exceed them. This file does I/O.
 */
export interface TreeLimits {
  /** Threads count as processes, as in the kernel. */
  readonly processes: number;
  /** Processes that belong to the sandbox and not to the command. Absent: none. */
  readonly ownProcesses?: number;
  readonly memoryBytes: number;
}

const LOOK_MS = 250;

/**
 * Monitors `pid` and its descendants, and calls `end` once, with the reason, if they exceed a limit. Returns a function
 * that stops the monitoring.
 */
export function watchProcessTree(
  pid: number,
  limits: TreeLimits,
  end: (because: string) => void,
): () => void {
  const look = (): string | null => exceededLimit(pid, limits);
  const timer = setInterval(() => {
    const because = runnableProcesses() > MANY_WAITING ? withPriority(look) : look();
    if (because === null) return;
    clearInterval(timer);
    end(because);
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const AUTOGROUP = '/proc/self/autogroup';
/** With this many runnable processes, one check would take seconds. */
const MANY_WAITING = 64;

function runnableProcesses(): number {
  return Number(/ (\d+)\/\d+ /u.exec(readOr('/proc/loadavg'))?.[1] ?? 0);
}

/** Runs a check with the highest priority, if permitted. No process that could inherit it is started meanwhile. */
function withPriority<T>(look: () => T): T {
  const { PRIORITY_HIGHEST } = constants.priority;
  const before = getPriority();
  // With autogroup scheduling, each session has its own priority.
  const session = /nice (-?\d+)/u.exec(readOr(AUTOGROUP))?.[1];
  // Only root may.
  const set = (own: number, ofSession: string): void => {
    orNull(() => {
      setPriority(own);
      if (session !== undefined) writeFileSync(AUTOGROUP, ofSession);
    });
  };
  set(PRIORITY_HIGHEST, String(PRIORITY_HIGHEST));
  try {
    return look();
  } finally {
    set(before, session ?? '');
  }
}

function exceededLimit(pid: number, limits: TreeLimits): string | null {
  const pids = [pid];
  let bytes = 0;
  let threads = -(limits.ownProcesses ?? 0);
  // The list grows during the loop: each process adds its children.
  for (const one of pids) {
    const own = namesOrEmpty(`/proc/${one}/task`);
    threads += own.length;
    if (threads > limits.processes) return `it ran more than ${limits.processes} processes at once`;
    bytes += privateBytes(one);
    if (bytes > limits.memoryBytes)
      return `its processes took more than ${Math.round(limits.memoryBytes / 1024 ** 2)} MiB of memory together`;
    pids.push(...own.flatMap((thread) => childrenOf(one, thread)));
  }
  return null;
}

/** Anonymous memory, which is not shared with a file. */
function privateBytes(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+)/mu.exec(readOr(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** The kernel lists children by the thread that started them. */
function childrenOf(pid: number, thread: string): number[] {
  return readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number);
}

function readOr(file: string): string {
  return orNull(() => readFileSync(file, 'utf8').trim()) ?? '';
}
