import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { orNull } from '../../../common/index.ts';
import { BoundedOutput, WholeCharacters } from './bounded-output.ts';
import type { CommandLine, CommandResult } from '../../ports.ts';
import { supervise, type SuperviseOptions } from './supervise-process.ts';

/**
 * Runs commands of the model. Independent of any sandbox: it starts exactly what it gets. This file does I/O. It never
 * reads the parent's environment, and no child gets it.
 */

interface ProcessOptions extends Omit<SuperviseOptions, 'onChunk'> {
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
  const onChunk: SuperviseOptions['onChunk'] = (stream, chunk) => {
    if (stream === 'stderr' && onStderr !== undefined) onStderr(chunk.toString());
    else addOutput(whole.next(stream, chunk));
    release(chunk);
  };
  const end = await supervise({ ...options, ...start, onChunk });
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
