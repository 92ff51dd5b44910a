import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  type Probe,
} from '../../../../src/sandbox/index.ts';
import { highestId } from '../../../../src/sandbox/exec/limits.ts';
import { watchProcessTree } from '../../../../src/sandbox/exec/processes/process-tree-limits.ts';
import { run, tempFolder } from '../../support.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';

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
    const stop = watchProcessTree(child.pid ?? 0, limits, done);
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

const PROCESSES = 100;
const MACHINE = '/proc/sys/kernel/pid_max';
const highest = highestId(PROCESSES, { uid: process.getuid?.(), release: release() });

describe.runIf(BUBBLEWRAP_WORKS)('a command that forks without end', () => {
  let runner: CommandRunner;
  let probes: readonly Probe[];
  let before: string;

  beforeAll(async () => {
    before = readFileSync(MACHINE, 'utf8');
    ({ runner, probes } = await createCommandRunner({
      workspace: await openWorkspace(tempFolder()),
      mode: 'required',
      network: [],
      environment: process.env,
      processes: PROCESSES,
    }));
  });
  afterAll(async () => {
    await runner.close();
  });

  const profile = { name: 'contained' as const, write: [], show: [], network: false };
  const forks = `python3 -c "
import os, time
made = 0
try:
    while made < 5000:
        if os.fork() == 0: time.sleep(60); os._exit(0)
        made += 1
except OSError: pass
print(made, flush=True)
time.sleep(3)
"`;

  it('gets no more processes than its limit allows', async () => {
    const result = await run(runner, forks, { profile });
    expect(result.ended).toBe('exited');
    if (process.getuid?.() === 0) {
      // The kernel lets root have any number; the command is ended by who counts.
      expect(result.output).toContain(`ended the command: it ran more than ${PROCESSES} processes`);
      return;
    }
    expect(Number(result.output)).toBeGreaterThan(PROCESSES / 2);
    expect(Number(result.output)).toBeLessThanOrEqual(PROCESSES);
  });

  it.runIf(highest !== null)('meets a limit of the kernel as root, too', async () => {
    const shown = await run(runner, `cat ${MACHINE}; echo 9999 > ${MACHINE}; cat ${MACHINE}`, {
      profile,
    });
    expect(shown.output.match(/^\d+$/gm)).toEqual([String(highest), String(highest)]);
    expect(readFileSync(MACHINE, 'utf8')).toBe(before);
    expect(probes.find(({ probe }) => probe === 'process-limit')).toEqual({
      probe: 'process-limit',
      held: true,
      detail: `${PROCESSES} at once, counted a few times a second, and never more than ${highest} by the kernel`,
    });
    // Each process has an id of its own, so there are never more processes than ids.
    const ids = await run(
      runner,
      `sh -c 'left=${(highest ?? 0) + 50}; top=0; while [ $left -gt 0 ]; do
        : & wait $!; [ $! -le $top ] || top=$!; left=$((left - 1)); done; echo $top'`,
      { profile },
    );
    const top = Number(ids.output);
    expect(top).toBeGreaterThan(PROCESSES);
    expect(top).toBeLessThan(highest ?? 0);
  });
});

describe('the highest process id of a sandbox', () => {
  it('is set where the kernel has one for a namespace, and counts nobody but root', () => {
    expect(highestId(4096, { uid: 0, release: '6.14.0-1007-azure' })).toBe(4396);
    expect(highestId(4096, { uid: 0, release: '7.0.1' })).toBe(4396);
    // Before, it would be that of the whole machine.
    for (const older of ['6.13.9', '6.8.0-60-generic', '5.15.0', '', 'unknown'])
      expect(highestId(4096, { uid: 0, release: older })).toBeNull();
    expect(highestId(4096, { uid: 1001, release: '6.17.0' })).toBeNull();
    expect(highestId(4096, { uid: undefined, release: '6.17.0' })).toBeNull();
  });
});
