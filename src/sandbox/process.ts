import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { KILL_GRACE_MS, stopper } from './kill-group.ts';
import { BoundedText, StreamText } from './output.ts';
import type { CommandLine, CommandResult } from './ports.ts';
import { start } from './spawn.ts';

/**
 * The one place that starts processes. Nothing here knows a sandbox: what is started is what it was given.
 * This file does I/O; it never reads the environment of the parent, and no child gets it.
 */

/** How long output is still read after the main process is gone and its group was killed. */
const DRAIN_MS = 250;
/** The longest time that a timer of Node can hold. */
const MAX_TIMEOUT_MS = 2_147_483_647;

export interface ProcessOptions {
  readonly line: CommandLine;
  /** Absolute. */
  readonly cwd: string;
  /** Complete: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly maxOutputChars: number;
  readonly onOutput?: (text: string) => void;
  /** Takes standard error apart from the output; absent: both are one. */
  readonly onStderr?: (text: string) => void;
  /** Written to standard input, which is then closed; absent: `/dev/null`. */
  readonly stdin?: string;
  /** Opened for reading and handed over as descriptors from 3 on. */
  readonly files?: readonly string[];
  /** Looks after the process while it runs; `end` kills it and all of its group. Gives what stops looking. */
  readonly watch?: (pid: number, end: () => void) => () => void;
  /** Called when the main process is gone, before its output is settled, to end what it left behind. */
  readonly onExit?: () => void;
}

/** How a command line is started: a shell source by bash that reads no start-up file. */
export function argvOf(line: CommandLine): readonly [string, ...string[]] {
  return 'argv' in line ? line.argv : ['bash', '--norc', '--noprofile', '-c', line.shell];
}

/** The file that `program` names for a child with this environment and folder, or `null` where there is none. */
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

function isProgram(file: string): boolean {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() === true && (process.platform === 'win32' || (stats.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/**
 * Runs one command to its end. Never throws: a command that cannot be started ends `not-started`.
 * The process leads a group of its own. On time-out and cancel the group gets SIGTERM, then SIGKILL after
 * `KILL_GRACE_MS`; when the main process exits, whatever it left in the group is killed, so that a background child
 * that holds the pipes cannot hold up the run.
 */
export async function runProcess(options: ProcessOptions): Promise<CommandResult> {
  const started = performance.now();
  const [program, ...args] = argvOf(options.line);
  const problem = startProblem(options, program, args);
  if (problem !== null) return notStarted(problem, started, options);
  if (options.signal.aborted) {
    return {
      ...notStarted('The command was cancelled before it began.', started, options),
      ended: 'cancelled',
    };
  }
  const kept = new BoundedText(options.maxOutputChars);
  const decoded = new StreamText();
  const emit = (text: string): void => {
    if (text === '') return;
    kept.add(text);
    options.onOutput?.(text);
  };
  const end = await supervise(options, { program, args }, (stream, chunk) => {
    const { onStderr } = options;
    if (stream === 'stderr' && onStderr !== undefined) onStderr(chunk.toString('utf8'));
    else emit(decoded.decode(stream, chunk));
  });
  emit(decoded.end());
  if (end.failure !== null) return notStarted(end.failure, started, options);
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    output: kept.text(),
    outputBytes: decoded.bytes,
    truncated: kept.truncated,
    durationMs: performance.now() - started,
    ended: end.ended,
  };
}

function startProblem(
  options: ProcessOptions,
  program: string,
  args: readonly string[],
): string | null {
  if (args.some((arg) => arg.includes('\0')))
    return 'An argument holds a NUL character, which no program can be given.';
  if (!isFolder(options.cwd)) return `The folder ${options.cwd} does not exist.`;
  if (findProgram(program, options) !== null) return null;
  return `The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function notStarted(reason: string, started: number, options: ProcessOptions): CommandResult {
  options.onOutput?.(reason);
  return {
    exitCode: null,
    signal: null,
    output: reason,
    outputBytes: 0,
    truncated: false,
    durationMs: performance.now() - started,
    ended: 'not-started',
  };
}

interface End {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: CommandResult['ended'];
  readonly failure: string | null;
}

type OnChunk = (stream: string, chunk: Buffer) => void;

/** Starts the process and sees to it that it, and all that it started in its group, ends. */
async function supervise(
  options: ProcessOptions,
  what: { program: string; args: readonly string[] },
  onChunk: OnChunk,
): Promise<End> {
  // Not the library: its promise waits for pipes that a stranger may hold, and the kill has to go to the whole group.
  const { cwd, env, files = [] } = options;
  const stdin = options.stdin === undefined ? 'ignore' : 'pipe';
  const started = start({ ...what, cwd, env, files, stdin, stderr: 'pipe' });
  const { child, stdout, stderr } = started;
  if (options.stdin !== undefined) started.stdin.on('error', () => undefined).end(options.stdin);
  stdout.on('data', (chunk: Buffer) => onChunk('stdout', chunk));
  stderr.on('data', (chunk: Buffer) => onChunk('stderr', chunk));
  const closed = endOf([stdout, stderr]);
  const exited = new Promise<Omit<End, 'ended'>>((done) => {
    child.once('exit', (exitCode, signal) => done({ exitCode, signal, failure: null }));
    child.once('error', (error) => {
      done({
        exitCode: null,
        signal: null,
        failure: `The command could not be started: ${error.message}`,
      });
    });
  });
  let ended: CommandResult['ended'] = 'exited';
  const stop = stopper(child.pid);
  const onAbort = (): void => {
    if (ended === 'exited') ended = 'cancelled';
    stop.terminate();
  };
  const timer = setTimeout(
    () => {
      if (ended === 'exited') ended = 'timed-out';
      stop.terminate();
    },
    Math.min(options.timeoutMs, MAX_TIMEOUT_MS),
  );
  options.signal.addEventListener('abort', onAbort, { once: true });
  const unwatch = child.pid === undefined ? undefined : options.watch?.(child.pid, stop.kill);
  try {
    const exit = await exited;
    stop.kill();
    options.onExit?.();
    await drained(closed);
    return { ...exit, ended };
  } finally {
    clearTimeout(timer);
    unwatch?.();
    stop.settle();
    options.signal.removeEventListener('abort', onAbort);
    stdout.destroy();
    stderr.destroy();
  }
}

/** Resolves once every stream has ended; watched from the start, since a stream may end before the process does. */
async function endOf(streams: readonly NodeJS.ReadableStream[]): Promise<void> {
  const ends = streams.map(
    async (stream) => new Promise((done) => void stream.once('close', done).once('end', done)),
  );
  await Promise.all(ends);
}

/** Waits for `closed`, but not for a stranger who holds the pipe. */
async function drained(closed: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((done) => {
    timer = setTimeout(done, DRAIN_MS);
  });
  await Promise.race([closed, late]);
  clearTimeout(timer);
}

export interface TrustedOptions {
  /** A program of the parent's own (git, rg), never one that the checkout holds. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Complete: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly maxOutputBytes: number;
  readonly stdin?: string | Uint8Array;
}

export interface TrustedResult {
  /** `null` where it did not exit by itself; `problem` says why. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly problem: 'not-started' | 'timed-out' | 'cancelled' | 'too-much-output' | 'killed' | null;
}

/**
 * Runs a program of the parent's own and gives both outputs apart, as bytes. Beyond `maxOutputBytes` of either it is ended
 * and `problem` says so; what was read until then is there. Never throws.
 */
export async function runTrusted(options: TrustedOptions): Promise<TrustedResult> {
  const [program, ...args] = options.argv;
  // Loaded when it is first needed: a run whose commit is known by its files starts no program of its own.
  const { execa } = await import('execa');
  const result = await execa(program, args, {
    cwd: options.cwd,
    env: options.env,
    extendEnv: false,
    preferLocal: false,
    reject: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    windowsHide: true,
    killDescendants: true,
    timeout: Math.min(options.timeoutMs, MAX_TIMEOUT_MS),
    maxBuffer: options.maxOutputBytes,
    forceKillAfterDelay: KILL_GRACE_MS,
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
    ...(options.stdin === undefined ? { stdin: 'ignore' as const } : { input: options.stdin }),
  });
  const problem = result.timedOut
    ? 'timed-out'
    : result.isCanceled
      ? 'cancelled'
      : result.isMaxBuffer
        ? 'too-much-output'
        : result.signal !== undefined
          ? 'killed'
          : result.exitCode === undefined
            ? 'not-started'
            : null;
  return {
    exitCode: result.exitCode ?? null,
    stdout: Buffer.from(result.stdout ?? []),
    stderr: Buffer.from(result.stderr ?? []),
    problem,
  };
}
