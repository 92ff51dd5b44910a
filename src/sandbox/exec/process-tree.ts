import { readdirSync, readFileSync } from 'node:fs';

/**
 * What all processes of one command take together, which no limit of a single process holds: their number (the kernel does
 * not count root's) and their memory. Looked at a few times a second, from outside, without any right of its own; between two
 * looks a command can go beyond. This file does I/O.
 */
export interface TreeLimits {
  readonly processes: number;
  readonly memoryBytes: number;
}

const LOOK_MS = 250;

/** Looks after `pid` and all below it, and calls `end` once, with the reason, where they take too much. Gives what stops it. */
export function watchTree(
  pid: number,
  limits: TreeLimits,
  end: (because: string) => void,
): () => void {
  const timer = setInterval(() => {
    const because = tooMuch(pid, limits);
    if (because === null) return;
    clearInterval(timer);
    end(because);
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function tooMuch(pid: number, limits: TreeLimits): string | null {
  const pids = [pid];
  let bytes = 0;
  // The list grows while it is walked: each process adds those that it started.
  for (const one of pids) {
    if (pids.length > limits.processes)
      return `it ran more than ${limits.processes} processes at once`;
    bytes += privateBytes(one);
    if (bytes > limits.memoryBytes)
      return `its processes took more than ${Math.round(limits.memoryBytes / 1024 ** 2)} MiB of memory together`;
    pids.push(...childrenOf(one));
  }
  return null;
}

/** Memory that it shares neither with another process nor with a file. */
function privateBytes(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+)/mu.exec(readOr(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** Each thread of a process tells the children that it started. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
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
