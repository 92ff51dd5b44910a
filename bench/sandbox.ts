// What the sandbox of one command costs: `true` contained, as a program, and in a bubblewrap of the same mounts with nothing
// around it (no layer, no supervisor), in turn, so that what else the machine does meets all of them alike.
// node bench/sandbox.ts [rounds]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountArgs } from '../src/sandbox/linux/bubblewrap/args.ts';
import { kernelMounts, systemMounts } from '../src/sandbox/linux/mounts/system-mounts.ts';
import type { CommandProfile, ProfileName } from '../src/policy/index.ts';
import { createCommandRunner, openWorkspace } from '../src/sandbox/index.ts';
import { runProcess } from '../src/sandbox/exec/processes/run-process.ts';

const ROUNDS = Number(process.argv[2] ?? 40);
const WARM_UP_ROUNDS = 5;
/** What a contained command may take above a plain bubblewrap, in the median. */
const TARGET_MS = 8;
const TIMEOUT_MS = 30_000;
const NAMESPACES =
  '--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --disable-userns ' +
  '--hostname sandbox --new-session --die-with-parent --cap-drop ALL';
const LIMITS = 'ulimit -c 0; ulimit -p 4096; ulimit -n 16384; ulimit -d 8388608; exec "$@" 2>&1';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')));
writeFileSync(join(root, 'README.md'), '# A project\n');
writeFileSync(join(root, '.env'), 'TOKEN=none\n');
spawnSync('git', ['init', '-q'], { cwd: root });
const { runner } = await createCommandRunner({
  workspace: await openWorkspace(root),
  mode: 'required',
  network: [],
  environment: process.env,
  isHidden: (path) => path === '.env',
});
const BASELINE = baseline();
const took = new Map<string, number[]>();
try {
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    keep('plain bubblewrap', round, await plain());
    for (const name of ['program', 'contained'] as const) keep(name, round, await product(name));
  }
} finally {
  await runner.close();
  rmSync(root, { recursive: true, force: true });
}
for (const [name, times] of took)
  console.log(
    `${name}: median ${median(times).toFixed(1)} ms, least ${Math.min(...times).toFixed(1)} ms`,
  );
const above = median(took.get('contained') ?? []) - median(took.get('plain bubblewrap') ?? []);
console.log(
  `${above <= TARGET_MS ? 'met    ' : 'NOT MET'} a contained command above a plain bubblewrap, median: ${above.toFixed(1)} ms (at most ${TARGET_MS})`,
);

function keep(name: string, round: number, milliseconds: number): void {
  if (round >= 0) took.set(name, [...(took.get(name) ?? []), milliseconds]);
}

/** The same look at the machine as a command of the product gets, the workspace writable, and a shell that sets limits. */
async function plain(): Promise<number> {
  const result = await runProcess({
    argv: ['bwrap', ...BASELINE],
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: TIMEOUT_MS,
    signal: new AbortController().signal,
    maxOutputBytes: TIMEOUT_MS,
  });
  if (result.exitCode !== 0) throw new Error(`plain bubblewrap failed: ${result.output}`);
  return result.durationMs;
}

function baseline(): string[] {
  const emptyFile = join(root, 'empty');
  writeFileSync(emptyFile, '');
  const childEnv = { PATH: process.env['PATH'] ?? '' };
  const mounts = [
    ...systemMounts({ parentEnv: process.env, childEnv, workspace: root, emptyFile }),
    ...kernelMounts(emptyFile),
  ];
  const own = ['--bind', root, root, '--chdir', root, '--', '/bin/sh', '-c', LIMITS, 'sh'];
  return [
    ...NAMESPACES.split(' '),
    ...mounts.flatMap((mount) => mountArgs({ sizedTmpfs: true }, mount)),
    ...own,
    'bash',
    '--norc',
    '--noprofile',
    '-c',
    'true',
  ];
}

async function product(name: ProfileName): Promise<number> {
  const profile: CommandProfile = { name, write: [], show: [], network: false };
  const result = await runner.run(
    { shell: 'true' },
    {
      cwd: '.',
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
      maxOutputBytes: TIMEOUT_MS,
      profile,
    },
  );
  if (result.exitCode !== 0) throw new Error(`${name} failed: ${result.output}`);
  return result.durationMs;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
