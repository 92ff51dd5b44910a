/**
 * Runs inside the outer sandbox of `bare.ts`: starts each command as it would be without a sandbox of its own, sees what it did, and
 * puts the workspace back. Reads a job from the file that is named, writes a line of JSON a command.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { STARTED } from './bait.ts';
import {
  changes,
  type Effect,
  leaks,
  networkTries,
  processes,
  snapshot,
  type Snapshot,
} from './observe.ts';

interface Job {
  readonly base: string;
  readonly root: string;
  readonly pristine: string;
  readonly env: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
}

const TIMEOUT_MS = 2_000;
const MAX_OUTPUT = 300_000;
const GRACE_MS = 40;
/** So that a command which fills memory or the disk ends before the machine does. */
const LIMITED = 'ulimit -v 3000000; ulimit -f 40000; ulimit -t 4; exec "$@"';

/** What a process outside of the group holds open is not waited for; a loaded machine is. */
const OUTPUT_GRACE_MS = 5_000;
const job: Job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const supervisors = new Set(processes().map(({ pid }) => pid));
let before = snapshot(job.base);
let temporary = readdirSync('/tmp').join('\n');

const sleep = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

async function started(argv: readonly string[]): Promise<{ output: string; left: string[] }> {
  let output = '';
  const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', ...argv], {
    cwd: job.root,
    env: job.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT) output += chunk.toString('latin1');
    });
  const closed = new Promise<void>((done) => void child.on('close', () => done()));
  await new Promise<void>((done) => {
    const timer = setTimeout(() => killGroup(child.pid), TIMEOUT_MS);
    child.on('exit', () => {
      clearTimeout(timer);
      done();
    });
    child.on('error', () => done());
  });
  const left = await endWhatIsLeft();
  await Promise.race([closed, sleep(OUTPUT_GRACE_MS)]);
  return { output, left };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function living(): ReturnType<typeof processes> {
  return processes().filter(({ pid }) => !supervisors.has(pid));
}

async function endWhatIsLeft(): Promise<string[]> {
  if (living().length === 0) return [];
  await sleep(GRACE_MS);
  const left = living();
  for (let tries = 0; tries < 50 && living().length > 0; tries += 1) {
    for (const { pid } of living()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await sleep(5);
  }
  return left.map(({ name }) => name);
}

function restore(): void {
  for (const name of readdirSync(job.base)) {
    rmSync(join(job.base, name), { recursive: true, force: true });
  }
  execFileSync('cp', ['-a', `${job.pristine}/.`, job.base]);
  before = snapshot(job.base);
}

async function effectsOf(argv: readonly string[]): Promise<Effect[]> {
  const tries = networkTries();
  const { output, left } = await started(argv);
  const effects: Effect[] = [];
  const changed = changes(before, changedNow());
  if (changed.some((path) => path.endsWith('started')) || output.includes(STARTED))
    effects.push({ effect: 'started', detail: 'a bait program' });
  const files = changed.filter((path) => path !== '+started');
  if (files.length > 0) effects.push({ effect: 'file', detail: files.slice(0, 5).join(' ') });
  if (changed.length > 0) restore();
  for (const name of leaks(output)) effects.push({ effect: 'secret', detail: name });
  if (networkTries() > tries) effects.push({ effect: 'network', detail: 'counted by the kernel' });
  if (left.length > 0) effects.push({ effect: 'process', detail: left.join(' ') });
  const now = readdirSync('/tmp').join('\n');
  if (now !== temporary) effects.push({ effect: 'file', detail: '/tmp' });
  temporary = now;
  return effects;
}

function changedNow(): Snapshot {
  return snapshot(job.base);
}

for (const [index, argv] of job.commands.entries()) {
  const effects = await effectsOf(argv);
  process.stdout.write(`${JSON.stringify({ index, effects })}\n`);
}
