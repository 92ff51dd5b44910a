import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  commandStart,
  endLeftoverProcesses,
  MARKER_NAME,
} from '../../../../src/sandbox/exec/processes/leftover-processes.ts';

const left: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of left.splice(0)) child.kill('SIGKILL');
});

/** A process of another group that carries the mark; resolves when it runs. */
async function leave(mark: string): Promise<ReturnType<typeof spawn>> {
  const child = spawn('/bin/sh', ['-c', 'echo up; exec sleep 60'], {
    detached: true,
    env: { PATH: '/usr/bin:/bin', [MARKER_NAME]: mark },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  left.push(child);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

describe.skipIf(process.platform !== 'linux')('what a command left behind', () => {
  test('is found by its marker among the processes that are new since it began, and ended', async () => {
    const begun = commandStart();
    const child = await leave('mine');
    expect(endLeftoverProcesses('other', begun)).toBe(0);
    expect(endLeftoverProcesses('mine', begun)).toBeGreaterThan(0);
    await once(child, 'exit');
    expect(endLeftoverProcesses('mine', begun)).toBe(0);
  });

  test('is found under the id of an earlier process after a long command', async () => {
    const child = await leave('mine');
    const { atMs, pids } = commandStart();
    expect(endLeftoverProcesses('mine', { atMs, pids })).toBe(0);
    expect(endLeftoverProcesses('mine', { atMs: atMs - 3_600_000, pids })).toBeGreaterThan(0);
    await once(child, 'exit');
  });
});
