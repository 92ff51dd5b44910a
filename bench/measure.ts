/** I/O: runs one agent's process against the loopback API and measures it from outside. */
import { spawn } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import type { ScriptTurn } from '../src/model/index.ts';
import { startAnthropicServer } from '../test/testing/anthropic-server/server.ts';

const RUN_TIMEOUT_MS = 180_000;
const POLL_MS = 10;
const TICK_MS = 10;
const TOLD_CHARS = 2_000;

export interface Program {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What one run cost. Times in ms, memory in MB, amounts in kB. */
export interface Figures {
  /** Process start to the first request at the API. */
  readonly firstMs: number;
  /** Process start to its exit. */
  readonly totalMs: number;
  /** From the end of a reply to the next request, the median of the run's turns. */
  readonly turnMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  /** Peak memory after a tenth of the turns, to see whether it grows with them. */
  readonly earlyPeakMb: number;
  readonly sentKb: number;
  /** Share of the input bytes that a prompt cache serves. */
  readonly cached: number;
}

/** Runs a program whose arguments hold `$URL` for the API's address. Throws where it does not make all of its turns. */
export async function measure(turns: readonly ScriptTurn[], program: Program): Promise<Figures> {
  const server = await startAnthropicServer({ script: { turns: [...turns] }, keepBodies: false });
  const clock = watchServer();
  try {
    const spent = await runChild(
      filled(program, server.url),
      () => server.requests.length >= turns.length / 10,
    );
    const answered = server.requests.filter(({ status }) => status === 200);
    if (answered.length !== turns.length) {
      throw new Error(
        `${program.argv.join(' ')} made ${answered.length} of ${turns.length} turns.\n${spent.output.slice(-TOLD_CHARS)}`,
      );
    }
    const [first = Number.NaN] = clock.arrivals;
    const prompt = answered.reduce((sum, { cache }) => sum + (cache?.promptBytes ?? 0), 0);
    const served = answered.reduce((sum, { cache }) => sum + (cache?.servedBytes ?? 0), 0);
    return {
      firstMs: first - spent.startedMs,
      totalMs: spent.endedMs - spent.startedMs,
      turnMs: median(clock.gaps()),
      cpuMs: spent.cpuMs,
      peakMb: spent.peakMb,
      earlyPeakMb: spent.earlyPeakMb,
      sentKb: answered.reduce((sum, { bytes }) => sum + bytes, 0) / 1e3,
      cached: prompt === 0 ? 0 : served / prompt,
    };
  } finally {
    clock.stop();
    await server.close();
  }
}

function filled(program: Program, url: string): Program {
  const fill = (text: string): string => text.replaceAll('$URL', url);
  const env = Object.entries(program.env).map(([name, value]) => [name, fill(value)]);
  return { ...program, argv: program.argv.map(fill), env: Object.fromEntries(env) };
}

/** When requests arrived and replies were sent, as Node's own HTTP server tells it. */
function watchServer() {
  const arrivals: number[] = [];
  const ends: number[] = [];
  const onArrival = (message: unknown): void => {
    if (isForModel(message)) arrivals.push(performance.now());
  };
  const onEnd = (message: unknown): void => {
    if (isForModel(message)) ends.push(performance.now());
  };
  diagnostics.subscribe('http.server.request.start', onArrival);
  diagnostics.subscribe('http.server.response.finish', onEnd);
  return {
    arrivals,
    gaps: () => arrivals.slice(1).map((time, index) => time - (ends[index] ?? time)),
    stop: () => {
      diagnostics.unsubscribe('http.server.request.start', onArrival);
      diagnostics.unsubscribe('http.server.response.finish', onEnd);
    },
  };
}

/** Other servers of this process are told of, too. */
function isForModel(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('request' in message)) return false;
  const { request } = message;
  return request instanceof IncomingMessage && request.url?.startsWith('/v1/messages') === true;
}

async function runChild(program: Program, isEarly: () => boolean) {
  const [file = '', ...args] = program.argv;
  const { cwd, env } = program;
  const startedMs = performance.now();
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_TIMEOUT_MS,
  });
  let output = '';
  const hear = (text: string): void => {
    output = (output + text).slice(-TOLD_CHARS * 2);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const seen = { peakMb: 0, earlyPeakMb: 0, cpuMs: 0 };
  const look = (): void => {
    const now = child.pid === undefined ? null : lookAt(child.pid);
    if (now === null) return;
    seen.peakMb = now.peakMb;
    seen.cpuMs = now.cpuMs;
    if (seen.earlyPeakMb === 0 && isEarly()) seen.earlyPeakMb = now.peakMb;
  };
  const timer = setInterval(look, POLL_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', () => resolve());
    });
  } finally {
    clearInterval(timer);
    child.kill('SIGKILL');
  }
  return { startedMs, endedMs: performance.now(), output, ...seen };
}

/** Peak memory and processor time (its children's included) of a process that still runs; `null` elsewhere than on Linux. */
function lookAt(pid: number): { readonly peakMb: number; readonly cpuMs: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: utime, stime, cutime and cstime are the 12th to 15th fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return peak === undefined ? null : { peakMb: Number(peak) / 1024, cpuMs: ticks * TICK_MS };
  } catch {
    return null;
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
