import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTempFolder, orNull } from '../../common/index.ts';
import { type CommandProfile, PROGRAM_PROFILE } from '../../policy/index.ts';
import { isolationScript, type ProbeContext, readingProfileScript } from './probe-script.ts';
import type { CommandRunner } from '../ports.ts';
import { namesOrEmpty } from '../files/regular-file.ts';

/**
 * The isolation probes run in the sandbox before the first call of each run and attempt what must fail. Their results are
 * recorded in the audit trail. Effects that are visible outside (a file, a connection, a process) are checked outside.
 * This file does I/O.
 */
export interface Probe {
  readonly probe: string;
  /** Whether the probe passed: the attempt failed, as it must. */
  readonly held: boolean;
  readonly detail: string;
}

/** Probes that may fail: they limit harm, but are not needed for isolation. */
const ADVISORY_PROBES: readonly string[] = [
  'process-limit',
  'memory-limit',
  'system-calls',
  'network-hosts',
  'leftovers',
];

/** Fails if a command can inspect its supervisor. The command could then only fake its own end. */
export const SUPERVISOR_PROBE = 'reading-supervisor';

/**
 * Whether the sandbox is usable although this probe failed. If a probe of the reading profile fails, no command runs
 * without approval because of that profile.
 */
function isAdvisory(probe: string): boolean {
  return ADVISORY_PROBES.includes(probe) || probe.startsWith('reading-');
}

const SCRIPT_TIMEOUT_MS = 20_000;
const SCRIPT_OUTPUT_BYTES = 1_000_000;

const SECRET_NAME = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY$|APIKEY/iu;
const MIN_SECRET_CHARS = 8;
const PROCESS_CHECKS = 20;
const PROCESS_CHECK_PAUSE_MS = 50;

/** Runs the probe script like a command of the run. If it does not run to its end, the only result is a failed `start`. */
export async function probeIsolation(
  runner: Pick<CommandRunner, 'run'>,
  context: ProbeContext,
): Promise<Probe[]> {
  const outside = createTempFolder();
  using cleanUp = new DisposableStack();
  cleanUp.defer(() => rmSync(outside, { recursive: true, force: true }));
  const marker = randomBytes(12).toString('hex');
  const secret = `secret-${marker}`;
  const secretFile = join(outside, 'secret');
  writeFileSync(secretFile, secret, { mode: 0o600 });
  await using listener = await listen();
  const { output, probes } = await runScript(runner, {
    shell: isolationScript(context, { secretFile, marker, port: listener.port }),
    profile: PROGRAM_PROFILE,
    started: { probe: 'start', held: true, detail: 'a command ran in the sandbox' },
  });
  if (output === null) return probes;
  const isKept = readFileSync(secretFile, 'utf8') === secret;
  const isUnread = !output.includes(secret);
  const isHidden = !showsSecret(context, output);
  probes.push(
    probeResult('write-outside', isKept, 'a file outside of the workspace was overwritten'),
    probeResult('read-outside', isUnread, 'a file outside of the workspace was read'),
    probeResult('network', listener.connections() === 0, 'a connection to this machine was made'),
    probeResult('environment', isHidden, "a secret of the parent's environment was read"),
  );
  if (context.sandbox !== 'bubblewrap') return probes;
  const isEnded = await isGone(marker);
  return [
    ...probes,
    probeResult('survivors', isEnded, 'a background process outlived its command'),
  ];
}

interface ReadingProbeContext {
  readonly root: string;
  readonly home: string;
  /** A file in the root that this profile hides; `null` if there is none. */
  readonly hiddenFile: string | null;
  readonly hasOverlay: boolean;
}

const READING: CommandProfile = { name: 'contained', write: [], show: [], network: false };

/** Attempts in a command of the reading profile what must fail. Visible effects are checked from outside. */
export async function probeReadingProfile(
  runner: Pick<CommandRunner, 'run'>,
  context: ReadingProbeContext,
): Promise<Probe[]> {
  const marker = `.countersign-probe-${randomBytes(12).toString('hex')}`;
  const [inRoot, inHome] = [join(context.root, marker), join(context.home, marker)];
  using cleanUp = new DisposableStack();
  cleanUp.defer(() => {
    for (const file of [inRoot, inHome]) rmSync(file, { force: true });
  });
  await using listener = await listen();
  const how = context.hasOverlay
    ? 'writes go to an overlay that is discarded'
    : 'the workspace is read-only';
  const { output, probes } = await runScript(runner, {
    shell: readingProfileScript(context, { marker, port: listener.port }),
    profile: READING,
    started: { probe: 'reading-start', held: true, detail: how },
  });
  if (output === null) return probes;
  const isUnreached = listener.connections() === 0;
  return [
    ...probes,
    probeResult('reading-write', !existsSync(inRoot), 'a file of the workspace was written'),
    probeResult('reading-home', !existsSync(inHome), 'a file of the home was kept'),
    probeResult('reading-network', isUnreached, 'a connection to this machine was made'),
  ];
}

/** The output is `null` if the script did not run to its end. The only probe is then `started`, which failed. */
async function runScript(
  runner: Pick<CommandRunner, 'run'>,
  {
    shell,
    profile,
    started,
  }: { readonly shell: string; readonly profile: CommandProfile; readonly started: Probe },
): Promise<{ readonly output: string | null; readonly probes: Probe[] }> {
  const signal = new AbortController().signal;
  const limits = { timeoutMs: SCRIPT_TIMEOUT_MS, maxOutputBytes: SCRIPT_OUTPUT_BYTES };
  const { output, ended } = await runner.run({ shell }, { cwd: '.', signal, ...limits, profile });
  const probes = parseProbes(output);
  if (probes.delete('end')) return { output, probes: [started, ...probes.values()] };
  const detail = `no command runs in the sandbox: ${output.trim().slice(0, 500) || ended}`;
  return { output: null, probes: [{ ...started, held: false, detail }] };
}

/** Parses the lines of the script. A probe with several attempts passes if all of them pass. */
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

function showsSecret({ parentEnv }: ProbeContext, output: string): boolean {
  return Object.entries(parentEnv).some(
    ([name, value]) =>
      value !== undefined &&
      SECRET_NAME.test(name) &&
      value.length >= MIN_SECRET_CHARS &&
      output.includes(value),
  );
}

/** Waits a moment, because the kernel may still be removing the namespace after the command's exit. */
async function isGone(marker: string): Promise<boolean> {
  for (let tries = 0; tries < PROCESS_CHECKS; tries += 1) {
    if (!isAlive(marker)) return true;
    await sleep(PROCESS_CHECK_PAUSE_MS);
  }
  return !isAlive(marker);
}

function isAlive(marker: string): boolean {
  const pids = namesOrEmpty('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.some((pid) => {
    const line = orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    return line?.startsWith(`probe-${marker}`) === true;
  });
}

/** Counts the connections to a port of this machine's loopback. */
async function listen() {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    [Symbol.asyncDispose]: async () => new Promise<void>((done) => void server.close(() => done())),
  };
}

export interface ProbedRunner {
  readonly runner: CommandRunner;
  /** Each isolation probe and whether it passed, for the audit trail. */
  readonly probes: readonly Probe[];
}

/** A backend that was started and probed. `runner` is `null` if a required probe failed. */
export type BackendAttempt =
  | ProbedRunner
  | (Pick<ProbedRunner, 'probes'> & { readonly runner: null });

/** The attempt of a backend that this machine does not have. */
export function unavailable(detail: string): BackendAttempt {
  return { runner: null, probes: [{ probe: 'sandbox', held: false, detail }] };
}

export function describeFailed(probes: readonly Probe[]): string {
  const failed = probes.filter(({ held }) => !held);
  return failed.map(({ probe, detail }) => `${probe}: ${detail}`).join('; ');
}

export function isSandboxUsable(probes: readonly Probe[]): boolean {
  return probes.every((probe) => probe.held || isAdvisory(probe.probe));
}
