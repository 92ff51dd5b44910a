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

const TIMEOUT_MS = 5_000;

/** Opens both; `null` if this system has no named pipes, or no place for one. */
export async function openOutputPipes(): Promise<OutputPipes | null> {
  let folder: string | null = null;
  try {
    folder = createTempFolder();
    const [out, err] = [join(folder, 'out'), join(folder, 'err')] as const;
    const { exitCode } = await runSystemProgram(['mkfifo', '-m', '600', out, err], TIMEOUT_MS);
    return exitCode === 0 ? { stdout: openPipe(out), stderr: openPipe(err) } : null;
  } catch {
    return null;
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** The reading end first: without one, opening the writing end would wait. */
function openPipe(path: string): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return {
    output: new Socket({ fd: readEnd, readable: true, writable: false }),
    writeEnd: openSync(path, constants.O_WRONLY),
  };
}

/** Closes the ends that only the command needs, so that its end ends the output. */
export function closeWriteEnds(pipes: OutputPipes | null): void {
  if (pipes === null) return;
  for (const { writeEnd } of [pipes.stdout, pipes.stderr]) closeSync(writeEnd);
}
