import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * What all processes of one command take together, which no limit of a single process holds: their number (the kernel does
 * not count root's) and their memory. Looked at a few times a second, from outside, without any right of its own; between two
 * looks a command can go beyond. This file does I/O.
 */
export interface TreeLimits {
  /** Each thread counts, as it does for the kernel. */
  readonly processes: number;
  /** Processes that belong to the sandbox and not to the command. Absent: none. */
  readonly ownProcesses?: number;
  readonly memoryBytes: number;
}

const LOOK_MS = 250;

/** Looks after `pid` and all below it, and calls `end` once, with the reason, where they take too much. Gives what stops it. */
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
/** Where so many wait for a processor, one look would last for seconds. */
const MANY_WAITING = 64;

/** How many processes of this machine would run now if there was a processor for each. */
function runnableProcesses(): number {
  return Number(/ (\d+)\/\d+ /u.exec(readOr('/proc/loadavg'))?.[1] ?? 0);
}

/**
 * Looks before others get the processor again, where the system lets this process. Nothing is started in between that could
 * inherit it.
 */
function withPriority<T>(look: () => T): T {
  const { PRIORITY_HIGHEST } = constants.priority;
  const before = getPriority();
  // Where sessions share the processor and not processes, each session has a priority of its own.
  const session = /nice (-?\d+)/u.exec(readOr(AUTOGROUP))?.[1];
  try {
    setPriority(PRIORITY_HIGHEST);
    if (session !== undefined) writeFileSync(AUTOGROUP, String(PRIORITY_HIGHEST));
  } catch {
    // Only root may.
  }
  try {
    return look();
  } finally {
    try {
      setPriority(before);
      if (session !== undefined) writeFileSync(AUTOGROUP, session);
    } catch {
      // It was not changed.
    }
  }
}

function exceededLimit(pid: number, limits: TreeLimits): string | null {
  const pids = [pid];
  let bytes = 0;
  let threads = -(limits.ownProcesses ?? 0);
  // The list grows while it is walked: each process adds those that it started.
  for (const one of pids) {
    const own = threadsOf(one);
    threads += own.length;
    if (threads > limits.processes) return `it ran more than ${limits.processes} processes at once`;
    bytes += privateBytes(one);
    if (bytes > limits.memoryBytes)
      return `its processes took more than ${Math.round(limits.memoryBytes / 1024 ** 2)} MiB of memory together`;
    pids.push(...own.flatMap((thread) => childrenOf(one, thread)));
  }
  return null;
}

/** Memory that it shares neither with another process nor with a file. */
function privateBytes(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+)/mu.exec(readOr(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** Each thread of a process tells the children that it started. */
function childrenOf(pid: number, thread: string): number[] {
  return readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
