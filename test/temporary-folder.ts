import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder on disk, for tests whose files may not lie in shared memory: the sandbox mounts a folder of its own there. */
export const ON_DISK = 'COUNTERSIGN_TEST_DISK';
const SHARED_MEMORY = '/dev/shm';
/** Generous: the tests of one run need less than 2 GiB at a time. */
const MIN_FREE_BYTES = 6 * 1024 ** 3;

const outer = process.env['TMPDIR'];
const folders: string[] = [];

/**
 * Gives the tests, and the processes that they start, one folder for what they leave behind, which is removed after the last test.
 * It lies in memory if there is enough: tests make and remove so many files that a disk takes most of their time.
 */
export function setup(): void {
  const disk = newFolder(tmpdir());
  process.env[ON_DISK] = disk;
  process.env['TMPDIR'] = inMemory() ?? disk;
}

export function teardown(): void {
  if (outer === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = outer;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'countersign-'));
  folders.push(folder);
  return folder;
}

/** A folder in memory, or `null` if there is too little of it, or none that programs can be started from. */
function inMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < MIN_FREE_BYTES) return null;
    const folder = newFolder(SHARED_MEMORY);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    execFileSync(program);
    return folder;
  } catch {
    return null;
  }
}
