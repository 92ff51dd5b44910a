import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTempFolder } from '../../../common/index.ts';
import { runSystemProgram } from '../trusted-program.ts';

/**
 * Pipes for the two outputs of a command. Node gives its children sockets instead, which no program can open by name:
 * `echo x > /dev/stderr` would fail. This file does I/O.
 */
interface OutputPipes {
  readonly stdout: OutputPipe;
  readonly stderr: OutputPipe;
}

interface OutputPipe {
  readonly output: Readable;
  /** The descriptor that the command writes to. The caller closes it after the start. */
  readonly writeEnd: number;
}

interface Pipe {
  readonly readEnd: number;
  readonly writeEnd: number;
}

const TIMEOUT_MS = 5_000;
/** Node has no call for a pipe, and to start a program for each command would take longer than most of them. */
const MADE_AT_ONCE = 32;
/** Pipes that no command has had yet. No child inherits them. */
const unused: Pipe[] = [];

/** Opens both; `null` if this system has no named pipes, or no place for one. */
export async function openOutputPipes(): Promise<OutputPipes | null> {
  if (unused.length < 2) unused.push(...(await makePipes()));
  const [stdout, stderr] = unused.splice(-2);
  return stdout === undefined || stderr === undefined
    ? null
    : { stdout: outputOf(stdout), stderr: outputOf(stderr) };
}

/** Named pipes that have lost their names once both ends are open. */
async function makePipes(): Promise<readonly Pipe[]> {
  let folder: string | null = null;
  try {
    const inside = createTempFolder();
    folder = inside;
    const paths = Array.from({ length: MADE_AT_ONCE }, (_, number) => join(inside, String(number)));
    const { exitCode } = await runSystemProgram(['mkfifo', '-m', '600', ...paths], TIMEOUT_MS);
    return exitCode === 0 ? paths.map(openPipe) : [];
  } catch {
    return [];
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** The reading end first: without one, opening the writing end would wait. */
function openPipe(path: string): Pipe {
  return {
    readEnd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    writeEnd: openSync(path, constants.O_WRONLY),
  };
}

function outputOf({ readEnd, writeEnd }: Pipe): OutputPipe {
  return { output: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
}

/** Closes the ends that only the command needs, so that its end ends the output. */
export function closeWriteEnds(pipes: OutputPipes | null): void {
  if (pipes === null) return;
  for (const { writeEnd } of [pipes.stdout, pipes.stderr]) closeSync(writeEnd);
}
