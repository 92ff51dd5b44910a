import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxedCommand } from './sandbox-backend.ts';
import { KILL_GRACE_MS, killGroup } from './process-group.ts';
import type { InteractiveProcess, InteractiveOptions } from '../ports.ts';
import { type Descriptor, spawnProcess } from './spawn-process.ts';

/** The descriptor of a program's channel to this process, where it has one. */
export const CHANNEL_DESCRIPTOR = 3;
/** How long output is still read after the process is gone. */
const DRAIN_MS = 250;
/** Bytes that may wait to be read by a program that does not read. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Starts a program that is talked to over its standard input and output. It leads a process group of its own, which is
 * ended whole. What it says on standard error is dropped. This file does I/O.
 */
export function startInteractive(
  what: {
    readonly argv: readonly [string, ...string[]];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    /** From descriptor 3 on. */
    readonly descriptors: readonly Descriptor[];
  },
  options: InteractiveOptions & { readonly onGone: () => void; readonly watch: SandboxedCommand['watch'] },
): InteractiveProcess {
  const [program, ...args] = what.argv;
  const { child, stdin, stdout, sockets } = spawnProcess({
    ...what,
    program,
    args,
    stdin: 'pipe',
    stderr: 'ignore',
  });
  const closed = new Promise<void>((done) => void stdout.once('close', () => done()));
  // What it said last may still lie in the pipe.
  const gone = goneOf(child).then(async (because) => {
    await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
    return because;
  });
  const kill = (): void => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  const unwatch =
    child.pid === undefined ? undefined : options.watch({ pid: child.pid, sockets }, kill);
  void gone.then((because) => {
    unwatch?.();
    kill();
    for (const socket of sockets.values()) socket.destroy();
    options.onGone();
    options.onEnd(because);
    return undefined;
  });
  stdin.on('error', () => undefined);
  stdout.on('error', () => undefined);
  stdout.on('data', (chunk: Buffer) => options.onOutput(chunk));
  return {
    channel: sockets.get(CHANNEL_DESCRIPTOR) ?? null,
    write: (text) => {
      if (stdin.writableLength > MAX_WAITING_BYTES || !stdin.writable) return false;
      stdin.write(text);
      return true;
    },
    close: async () => {
      stdin.end();
      if (child.pid !== undefined) killGroup(child.pid, 'SIGTERM');
      const late = setTimeout(kill, KILL_GRACE_MS);
      await gone;
      clearTimeout(late);
      stdout.destroy();
    },
  };
}

async function goneOf(child: ChildProcess): Promise<string> {
  return await new Promise((done) => {
    child.once('error', (error) => done(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => done(`it ended with ${signal ?? `exit code ${code}`}`));
  });
}
