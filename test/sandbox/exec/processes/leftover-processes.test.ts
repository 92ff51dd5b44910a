import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  endLeftoverProcesses,
  MARKER_NAME,
  commandStart,
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
  test('is found among the processes that are new since it began, and ended', async () => {
    const begun = commandStart();
    const child = await leave('mine');
    expect(endLeftoverProcesses('other', begun)).toBe(0);
    expect(endLeftoverProcesses('mine', begun)).toBeGreaterThan(0);
    await once(child, 'exit');
    expect(endLeftoverProcesses('mine', begun)).toBe(0);
  });

  test('is found without process ids, after they wrapped around, and after a long command', async () => {
    const { atMs, pid } = commandStart();
    for (const begun of [
      { atMs, pid: null },
      { atMs: performance.now(), pid: 4_194_303 },
      { atMs: atMs - 3_600_000, pid },
    ]) {
      const child = await leave('mine');
      expect(endLeftoverProcesses('mine', begun)).toBeGreaterThan(0);
      await once(child, 'exit');
    }
  });

  test('is not searched among earlier processes', async () => {
    await leave('mine');
    expect(endLeftoverProcesses('mine', commandStart())).toBe(0);
  });
});
