import { readdirSync, readFileSync } from 'node:fs';

/**
 * Without a sandbox a command may leave its process group (`setsid`) and live on. Each call therefore carries a mark in
 * its environment, which children inherit, and whatever carries it afterwards is ended. A process that clears its
 * environment gets away: only the sandbox holds those. This file does I/O.
 */
export const MARK_NAME = 'COUNTERSIGN_CALL';
/** A process may start another between the look and the kill, so it is looked again, this often. */
const ROUNDS = 5;

/** Kills every process that carries the mark; returns how many it found. On systems without `/proc` it finds none. */
export function endSurvivors(mark: string): number {
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const alive = marked(`${MARK_NAME}=${mark}`);
    if (alive.length === 0) break;
    found += alive.length;
    for (const pid of alive) kill(pid);
  }
  return found;
}

function marked(entry: string): number[] {
  return processIds().filter((pid) => pid !== process.pid && environmentOf(pid).includes(entry));
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
