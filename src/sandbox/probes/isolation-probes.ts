import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandProfile } from '../../policy/index.ts';
import { isolationScript, type ProbeContext, readingProfileScript } from './probe-script.ts';
import type { CommandResult, CommandRunner } from '../ports.ts';

/**
 * The canary: it is run inside the sandbox before the first call of each run is judged, and tries what must not work. The
 * results are in the trail by then. What can be seen from outside (the file, the connection, the process) is judged outside.
 * This file does I/O.
 */
export interface Probe {
  readonly probe: string;
  /** Whether the wall stood. */
  readonly held: boolean;
  readonly detail: string;
}

/** Probes that a sandbox may fail and still be one: they limit harm, they are no wall. */
const ADVISORY_PROBES: readonly string[] = [
  'process-limit',
  'memory-limit',
  'system-calls',
  'network-hosts',
  'leftovers',
];

/** Whether a command can touch what supervises it. It could only lie about its own end. */
export const SUPERVISOR_PROBE = 'reading-supervisor';

/** Whether a run's sandbox stands although this probe failed. Without those of the reading profile no command runs because of it. */
function isAdvisory(probe: string): boolean {
  return ADVISORY_PROBES.includes(probe) || probe.startsWith('reading-');
}

const SCRIPT_TIMEOUT_MS = 20_000;
const SCRIPT_OUTPUT_BYTES = 1_000_000;

const SECRET_NAME = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY$|APIKEY/iu;
const MIN_SECRET_CHARS = 8;
const PROCESS_CHECKS = 20;
const PROCESS_CHECK_PAUSE_MS = 50;

/** Runs the canary the way the run's commands will be, and judges it. One that does not run to its end held nothing. */
export async function probeIsolation(
  runner: Pick<CommandRunner, 'run'>,
  context: ProbeContext,
): Promise<Probe[]> {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-canary-')));
  const marker = randomBytes(12).toString('hex');
  const secretFile = join(outside, 'secret');
  writeFileSync(secretFile, `secret-${marker}`, { mode: 0o600 });
  const door = await listen();
  try {
    const shell = isolationScript(context, { secretFile, marker, port: door.port });
    const result = await runner.run(
      { shell },
      {
        cwd: '.',
        timeoutMs: SCRIPT_TIMEOUT_MS,
        signal: new AbortController().signal,
        maxOutputBytes: SCRIPT_OUTPUT_BYTES,
      },
    );
    const probes = parseProbes(result.output);
    if (!probes.delete('end')) return [failedScript(result)];
    return [
      { probe: 'start', held: true, detail: 'a command ran in the sandbox' },
      ...probes.values(),
      probeResult(
        'write-outside',
        readFileSync(secretFile, 'utf8') === `secret-${marker}`,
        'a file outside of the workspace was overwritten',
      ),
      probeResult(
        'read-outside',
        !result.output.includes(`secret-${marker}`),
        'a file outside of the workspace was read',
      ),
      probeResult('network', door.connections() === 0, 'a connection to this machine was made'),
      probeResult(
        'environment',
        !showsSecret(context, result.output),
        "a secret of the parent's environment was read",
      ),
      ...(context.sandbox === 'bubblewrap'
        ? [
            probeResult(
              'survivors',
              await isGone(marker),
              'a background process outlived its command',
            ),
          ]
        : []),
    ];
  } finally {
    await door.close();
    rmSync(outside, { recursive: true, force: true });
  }
}

/** Where the profile of commands that only read is tried. */
export interface ReadingProbeContext {
  readonly root: string;
  readonly home: string;
  /** A file of the root that this profile hides; `null` where there is none. */
  readonly hiddenFile: string | null;
  /** Whether a layer takes what is written. */
  readonly hasOverlay: boolean;
}

const READING: CommandProfile = { name: 'contained', write: [], show: [], network: false };

/** Tries, in a command of a reading profile, what it must not do. What could have an effect is judged from outside. */
export async function probeReadingProfile(
  runner: Pick<CommandRunner, 'run'>,
  context: ReadingProbeContext,
): Promise<Probe[]> {
  const marker = `.countersign-probe-${randomBytes(12).toString('hex')}`;
  const door = await listen();
  try {
    const result = await runner.run(
      { shell: readingProfileScript(context, { marker, port: door.port }) },
      {
        cwd: '.',
        timeoutMs: SCRIPT_TIMEOUT_MS,
        signal: new AbortController().signal,
        maxOutputBytes: SCRIPT_OUTPUT_BYTES,
        profile: READING,
      },
    );
    const probes = parseProbes(result.output);
    if (!probes.delete('end')) return [{ ...failedScript(result), probe: 'reading-start' }];
    const how = context.hasOverlay
      ? 'what is written goes into a layer that is discarded'
      : 'the workspace is read-only';
    const written = existsSync(join(context.root, marker));
    return [
      { probe: 'reading-start', held: true, detail: how },
      ...probes.values(),
      probeResult('reading-write', !written, 'a file of the workspace was written'),
      probeResult(
        'reading-home',
        !existsSync(join(context.home, marker)),
        'a file of the home was kept',
      ),
      probeResult(
        'reading-network',
        door.connections() === 0,
        'a connection to this machine was made',
      ),
    ];
  } finally {
    await door.close();
    for (const folder of [context.root, context.home])
      rmSync(join(folder, marker), { force: true });
  }
}

/** What the canary told, by wall. One that was tried several times held where it held each time. */
function parseProbes(output: string): Map<string, Probe> {
  const probes = new Map<string, Probe>();
  for (const [, probe = '', how, detail = ''] of output.matchAll(
    /^probe:([\w-]+):(held|open):(.*)$/gmu,
  )) {
    if (probes.get(probe)?.held !== false)
      probes.set(probe, { probe, held: how === 'held', detail });
  }
  return probes;
}

function probeResult(probe: string, held: boolean, otherwise: string): Probe {
  return { probe, held, detail: held ? 'tried, and it did not work' : otherwise };
}

function failedScript(result: CommandResult): Probe {
  const said = result.output.trim().slice(0, 500);
  return {
    probe: 'start',
    held: false,
    detail: `no command runs in the sandbox: ${said || result.ended}`,
  };
}

function showsSecret({ parentEnv }: ProbeContext, output: string): boolean {
  return Object.entries(parentEnv).some(
    ([name, value]) =>
      value !== undefined &&
      SECRET_NAME.test(name) &&
      value.length >= MIN_SECRET_CHARS &&
      output.includes(value),
  );
}

/** The namespace may still be on its way out when the sandbox has told its exit code; it gets a moment. */
async function isGone(marker: string): Promise<boolean> {
  for (let tries = 0; tries < PROCESS_CHECKS; tries += 1) {
    if (!isAlive(marker)) return true;
    await sleep(PROCESS_CHECK_PAUSE_MS);
  }
  return !isAlive(marker);
}

function isAlive(marker: string): boolean {
  if (!existsSync('/proc/self/cmdline')) return false;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .some((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(`canary-${marker}`);
      } catch {
        return false;
      }
    });
}

interface LoopbackListener {
  readonly port: number;
  connections(): number;
  close(): Promise<void>;
}

async function listen(): Promise<LoopbackListener> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    close: async () => new Promise((done) => void server.close(() => done())),
  };
}

/** A backend that was started and probed. `runner` is `null` if a required probe failed. */
export interface BackendAttempt {
  readonly runner: CommandRunner | null;
  readonly probes: readonly Probe[];
}

/** The attempt of a backend that this machine does not have. */
export function unavailable(detail: string): BackendAttempt {
  return { runner: null, probes: [{ probe: 'sandbox', held: false, detail }] };
}

export function isSandboxUsable(probes: readonly Probe[]): boolean {
  return probes.every((probe) => probe.held || isAdvisory(probe.probe));
}
