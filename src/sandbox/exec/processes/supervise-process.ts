import { errnoOf, errorText } from '../../../common/index.ts';
import type { WatchedProcess } from '../sandbox-backend.ts';
import { openOutputPipes, outputOf } from './output-pipes.ts';
import { KILL_GRACE_MS, killGroup, MAX_TIMER_MS } from './process-group.ts';
import { type SpawnOptions, spawnProcess, type SpawnedProcess } from './spawn-process.ts';

/** How long output is still read after the main process has exited and its group was killed. */
const DRAIN_MS = 250;

export interface SuperviseOptions extends Omit<SpawnOptions, 'stdin' | 'stdout' | 'stderr'> {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Monitors the running process; `end` kills its whole group. Returns a function that stops the monitoring. */
  readonly watch?: (process: WatchedProcess, end: () => void) => (() => void) | undefined;
  /** Called after the main process has exited, before the remaining output is read, to end leftover processes. */
  readonly onExit?: (() => void) | undefined;
  readonly onChunk: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: 'exited' | 'timed-out' | 'cancelled';
  /** Why it could not be started. */
  readonly failure: string | null;
}

/**
 * Starts a process and ensures that it and its process group end. On time-out and abort the group gets SIGTERM, then
 * SIGKILL. When the main process exits, the rest of its group is killed, so that a background child with open pipes does
 * not delay the run. The caller refuses arguments with NUL. This file starts processes.
 */
export async function supervise(options: SuperviseOptions): Promise<ProcessEnd> {
  const { onChunk } = options;
  const pipes = await openOutputPipes();
  const started = spawnOrReason({
    ...options,
    stdin: 'ignore',
    stdout: pipes?.stdout.writeEnd ?? 'pipe',
    stderr: pipes?.stderr.writeEnd ?? 'pipe',
  });
  const outputs =
    pipes === null ? null : ([outputOf(pipes.stdout), outputOf(pipes.stderr)] as const);
  if (typeof started === 'string') {
    for (const output of outputs ?? []) output.destroy();
    return { exitCode: null, signal: null, ended: 'exited', failure: started };
  }
  const { child } = started;
  const [stdout, stderr] = outputs ?? [started.stdout, started.stderr];
  stdout.on('data', (chunk: Buffer) => onChunk('stdout', chunk));
  stderr.on('data', (chunk: Buffer) => onChunk('stderr', chunk));
  const closed = allEnded([stdout, stderr]);
  const exited = new Promise<Pick<ProcessEnd, 'exitCode' | 'signal' | 'failure'>>((done) => {
    child.once('exit', (exitCode, signal) => done({ exitCode, signal, failure: null }));
    child.once('error', ({ message }) => done({ exitCode: null, signal: null, failure: message }));
  });
  const { pid } = child;
  const send = (signal: NodeJS.Signals): void => {
    if (pid !== undefined) killGroup(pid, signal);
  };
  const kill = (): void => send('SIGKILL');
  let ended: ProcessEnd['ended'] = 'exited';
  let late: NodeJS.Timeout | undefined;
  const end = (why: ProcessEnd['ended']): void => {
    if (ended === 'exited') ended = why;
    send('SIGTERM');
    late ??= setTimeout(kill, KILL_GRACE_MS);
  };
  const onAbort = (): void => end('cancelled');
  const timer = setTimeout(() => end('timed-out'), Math.min(options.timeoutMs, MAX_TIMER_MS));
  options.signal.addEventListener('abort', onAbort, { once: true });
  // It may have been aborted while the pipes were opened.
  if (options.signal.aborted) onAbort();
  const { sockets } = started;
  const unwatch = pid === undefined ? undefined : options.watch?.({ pid, sockets }, kill);
  try {
    // The end is decided here: the time-out may fire while the remaining output is read.
    const exit = { ...(await exited), ended };
    kill();
    options.onExit?.();
    if (exit.failure === null) await drained(closed);
    return exit;
  } finally {
    clearTimeout(timer);
    unwatch?.();
    clearTimeout(late);
    options.signal.removeEventListener('abort', onAbort);
    stdout.destroy();
    stderr.destroy();
    for (const socket of sockets.values()) socket.destroy();
  }
}

/** The started process, or why it could not be started. */
function spawnOrReason(what: SpawnOptions): SpawnedProcess | string {
  try {
    return spawnProcess(what);
  } catch (error) {
    return errnoOf(error) === 'E2BIG'
      ? 'an argument is longer than the system allows; write the script to a file and run the file'
      : errorText(error);
  }
}

/** Resolves after every stream has ended. Call it at the start, since a stream may end before the process. */
async function allEnded(streams: readonly NodeJS.ReadableStream[]): Promise<void> {
  const ends = streams.map(
    async (stream) => new Promise((done) => void stream.once('close', done).once('end', done)),
  );
  await Promise.all(ends);
}

/** Waits for `closed`, but not for another process that keeps the pipe open. */
async function drained(closed: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((done) => {
    // If this process was blocked, pending output is read before the timer counts.
    timer = setTimeout(() => setImmediate(() => setImmediate(done)), DRAIN_MS);
  });
  await Promise.race([closed, late]);
  clearTimeout(timer);
}
