import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { watchTree } from '../../../src/sandbox/exec/process-tree.ts';

const MIB = 1024 ** 2;
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0))
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
});

/** The reason why it was ended; an empty string where it was not, for `waitMs`. */
async function endOf(
  source: string,
  limits: { readonly processes: number; readonly memoryBytes: number },
  waitMs: number,
): Promise<string> {
  const child = spawn('bash', ['-c', source], { detached: true, stdio: 'ignore' });
  started.push(child);
  return await new Promise((done) => {
    const stop = watchTree(child.pid ?? 0, limits, done);
    setTimeout(() => {
      stop();
      done('');
    }, waitMs);
  });
}

describe.runIf(process.platform === 'linux')('all processes of a command', () => {
  const half = `python3 -c "import time; x = b'1' * (60 << 20); time.sleep(60)"`;

  it('are counted together, whoever started them', async () => {
    const because = await endOf(
      'for i in 1 2 3 4; do (sleep 60 & sleep 60) & done; wait',
      { processes: 8, memoryBytes: 1024 * MIB },
      10_000,
    );
    expect(because).toBe('it ran more than 8 processes at once');
  });

  it('share one limit of memory', async () => {
    const because = await endOf(
      `${half} & ${half} & wait`,
      { processes: 100, memoryBytes: 100 * MIB },
      15_000,
    );
    expect(because).toBe('its processes took more than 100 MiB of memory together');
  });

  it('are left alone while they stay below', async () => {
    expect(
      await endOf(`${half} & sleep 60`, { processes: 100, memoryBytes: 400 * MIB }, 2_500),
    ).toBe('');
  });

  it('are seen where a thread started them', async () => {
    const because = await endOf(
      `python3 -c "import subprocess, threading; [threading.Thread(target=subprocess.run, args=(['sleep','60'],)).start() for _ in range(9)]"`,
      { processes: 8, memoryBytes: 1024 * MIB },
      10_000,
    );
    expect(because).toContain('processes at once');
  });

  it('that are gone are no error', async () => {
    expect(await endOf('true', { processes: 8, memoryBytes: MIB * 1024 }, 1_000)).toBe('');
    started.length = 0;
  });
});
