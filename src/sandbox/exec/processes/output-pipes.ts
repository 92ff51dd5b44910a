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
interface Pipe {
  readonly readEnd: number;
  /** The descriptor that the command writes to. `outputOf` closes it after the start. */
  readonly writeEnd: number;
}

const TIMEOUT_MS = 5_000;
/** Node has no call for a pipe, and to start a program for each command would take longer than most of them. */
const MADE_AT_ONCE = 32;
/** Pipes that no command has had yet. No child inherits them. */
const unused: Pipe[] = [];

/** Opens both; `null` if this system has no named pipes, or no place for one. */
export async function openOutputPipes(): Promise<{
  readonly stdout: Pipe;
  readonly stderr: Pipe;
} | null> {
  if (unused.length < 2) unused.push(...(await makePipes()));
  const [stdout, stderr] = unused.splice(-2);
  return stdout === undefined || stderr === undefined ? null : { stdout, stderr };
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

/** What arrives at the reading end. Closes the other one, so that the command's end ends the output. */
export function outputOf({ readEnd, writeEnd }: Pipe): Readable {
  closeSync(writeEnd);
  return new Socket({ fd: readEnd, readable: true, writable: false });
}
