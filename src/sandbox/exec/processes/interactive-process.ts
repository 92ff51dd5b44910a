import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxedCommand } from '../sandbox-backend.ts';
import { KILL_GRACE_MS, killGroup } from './process-group.ts';
import type { InteractiveProcess, InteractiveOptions } from '../../ports.ts';
import { type SpawnOptions, spawnProcess } from './spawn-process.ts';

const CHANNEL_DESCRIPTOR = 3;
/** How long output is still read after the process has exited. */
const DRAIN_MS = 3_000;
/** The most bytes that are buffered for a program that does not read its input. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Starts an interactive program: it reads messages from standard input and writes them to standard output. It leads its own
 * process group, which is ended as a whole. This file does I/O.
 */
export function startInteractive(
  request: Pick<SpawnOptions, 'argv' | 'cwd' | 'env' | 'descriptors'>,
  options: InteractiveOptions & {
    readonly watch: SandboxedCommand['watch'] | undefined;
    /** Called once after the program has ended. `close` of the returned process rejects if it fails. */
    readonly cleanUp: () => Promise<void>;
  },
): InteractiveProcess {
  const { child, stdin, stdout, stderr, sockets } = spawnProcess({
    ...request,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: options.onErrorOutput === undefined ? 'ignore' : 'pipe',
  });
  const closed = Promise.all(
    [stdout, stderr].map((stream) => new Promise<void>((done) => void stream.once('close', done))),
  );
  // The pipes may still hold the last output.
  const exited = exitReason(child).then(async (because) => {
    await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
    return because;
  });
  const kill = (): void => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  const unwatch =
    child.pid === undefined ? undefined : options.watch?.({ pid: child.pid, sockets }, kill);
  const endAndCleanUp = async (): Promise<void> => {
    const because = await exited;
    unwatch?.();
    kill();
    for (const socket of sockets.values()) socket.destroy();
    const cleaning = options.cleanUp();
    // The caller learns of the end at once, even if the cleanup takes time.
    void cleaning.catch(() => undefined);
    options.onEnd(because);
    await cleaning;
  };
  const cleanedUp = endAndCleanUp();
  // If the program ends by itself, nobody awaits the cleanup: the end of the run removes what is left.
  void cleanedUp.catch(() => undefined);
  stdin.on('error', () => undefined);
  stdout.on('error', () => undefined);
  stdout.on('data', (chunk: Buffer) => options.onOutput(chunk));
  stderr.on('error', () => undefined);
  stderr.on('data', (chunk: Buffer) => options.onErrorOutput?.(chunk));
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
      try {
        await cleanedUp;
      } finally {
        clearTimeout(late);
        stdout.destroy();
        stderr.destroy();
      }
    },
  };
}

async function exitReason(child: ChildProcess): Promise<string> {
  return await new Promise((done) => {
    child.once('error', (error) => done(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => done(`it ended with ${signal ?? `exit code ${code}`}`));
  });
}
