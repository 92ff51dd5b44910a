import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { errnoOf, errorText, MAX_TIMER_MS, orNull } from '../../../common/index.ts';
import { BoundedOutput, WholeCharacters } from './bounded-output.ts';
import type { CommandLine, CommandResult } from '../../ports.ts';
import type { WatchedProcess } from '../sandbox-backend.ts';
import { openOutputPipes, outputOf } from './output-pipes.ts';
import { KILL_GRACE_MS, killGroup } from './process-group.ts';
import { type SpawnOptions, spawnProcess, type SpawnedProcess } from './spawn-process.ts';

/**
 * Runs commands of the model. Independent of any sandbox: it starts exactly what it gets. This file does I/O. It never
 * reads the parent's environment, and no child gets it.
 */

/** How long output is still read after the main process has exited and its group was killed. */
const DRAIN_MS = 250;

interface ProcessOptions extends Omit<SpawnOptions, 'stdin' | 'stdout' | 'stderr'> {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Monitors the running process; `end` kills its whole group. Returns a function that stops the monitoring. */
  readonly watch?: (process: WatchedProcess, end: () => void) => (() => void) | undefined;
  /** Called after the main process has exited, before the remaining output is read, to end leftover processes. */
  readonly onExit?: (() => void) | undefined;
  /** The maximum of kept output, half from its start and half from its end. */
  readonly maxOutputBytes: number;
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Keeps standard error apart from the output; absent: both are one. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

/** Starts a command line: a shell source by bash without start-up files. */
export function argvOf(line: CommandLine): readonly [string, ...string[]] {
  return 'argv' in line ? line.argv : ['bash', '--norc', '--noprofile', '-c', line.shell];
}

/** The file of `program` for a child with this environment and folder; `null` if it is not found. */
export function findProgram(
  program: string,
  where: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): string | null {
  if (program.includes('\0') || program === '') return null;
  if (program.includes('/')) return isProgram(resolve(where.cwd, program)) ? program : null;
  // A relative folder on PATH would let the checkout choose the program.
  const folders = (where.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, program)).find((file) => isProgram(file)) ?? null;
}

/** The same in these folders alone. */
export function findProgramIn(path: string, program: string): string | null {
  return findProgram(program, { env: { PATH: path }, cwd: '/' });
}

function isProgram(file: string): boolean {
  const stats = orNull(() => statSync(file, { throwIfNoEntry: false }));
  return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0);
}

/**
 * Runs one command to its end. Never throws: a command that cannot be started ends `not-started`. When it exits, the
 * rest of its process group is killed.
 */
export async function runProcess(options: ProcessOptions): Promise<CommandResult> {
  const started = performance.now();
  const start = findStart(options);
  if ('problem' in start) return notStarted(start.problem, started, options);
  if (options.signal.aborted) {
    return {
      ...notStarted('The command was cancelled before it began.', started, options),
      ended: 'cancelled',
    };
  }
  const { onOutput, onStderr } = options;
  const output = new BoundedOutput(options.maxOutputBytes);
  const whole = new WholeCharacters();
  const addOutput = (bytes: Buffer): void => {
    output.add(bytes);
    if (bytes.length > 0) onOutput?.(bytes.toString());
  };
  const end = await supervise({ ...options, ...start }, (stream, chunk) => {
    if (stream === 'stderr' && onStderr !== undefined) onStderr(chunk.toString());
    else addOutput(whole.next(stream, chunk));
    release(chunk);
  });
  addOutput(whole.end());
  if (end.failure !== null) return notStarted(end.failure, started, options);
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    output: output.text(),
    outputBytes: output.bytes,
    truncated: output.truncated,
    durationMs: performance.now() - started,
    ended: end.ended,
  };
}

/** Frees the memory of a chunk at once: otherwise a gigabyte of chunks waits for garbage collection. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The file to start, or why it cannot be started. */
function findStart({
  argv: [program, ...args],
  cwd,
  env,
}: ProcessOptions): { readonly file: string } | { readonly problem: string } {
  if (args.some((arg) => arg.includes('\0')))
    return { problem: 'An argument contains a NUL character, which no program accepts.' };
  if (!isFolder(cwd)) return { problem: `The folder ${cwd} does not exist.` };
  const file = findProgram(program, { env, cwd });
  return file === null ? { problem: notFoundText(program) } : { file };
}

/** The message for a missing program, wherever that is noticed. */
export function notFoundText(program: string): string {
  return `The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`;
}

/** Whether a path leads to a folder; false for one that cannot be read. */
export function isFolder(path: string): boolean {
  return orNull(() => statSync(path).isDirectory()) ?? false;
}

function notStarted(reason: string, started: number, options: ProcessOptions): CommandResult {
  options.onOutput?.(reason);
  return { ...notStartedResult(reason), durationMs: performance.now() - started };
}

export function notStartedResult(reason: string): CommandResult {
  return {
    exitCode: null,
    signal: null,
    output: reason,
    outputBytes: 0,
    truncated: false,
    durationMs: 0,
    ended: 'not-started',
  };
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
 * not delay the run. The caller refuses arguments with NUL.
 */
async function supervise(
  options: ProcessOptions,
  onChunk: (stream: 'stdout' | 'stderr', chunk: Buffer) => void,
): Promise<ProcessEnd> {
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
