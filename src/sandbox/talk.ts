import { type ChildProcess, spawn } from 'node:child_process';
import { KILL_GRACE_MS, killGroup } from './kill-group.ts';
import type { TalkingProcess, TalkOptions } from './ports.ts';

/** Bytes that may wait to be read by a program that does not read. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Starts a program that is talked to over its standard input and output. It leads a process group of its own, which is
 * ended whole. What it says on standard error is dropped. This file does I/O.
 */
export function startTalking(
  start: {
    readonly argv: readonly [string, ...string[]];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
  },
  options: TalkOptions & { readonly onGone?: () => void },
): TalkingProcess {
  const [program, ...args] = start.argv;
  const child = spawn(program, args, {
    cwd: start.cwd,
    env: start.env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = goneOf(child);
  void gone.then((because) => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    options.onGone?.();
    options.onEnd(because);
    return undefined;
  });
  child.stdin.on('error', () => undefined);
  child.stdout.on('error', () => undefined);
  child.stdout.on('data', (chunk: Buffer) => options.onOutput(chunk));
  return {
    write: (text) => {
      if (child.stdin.writableLength > MAX_WAITING_BYTES || !child.stdin.writable) return false;
      child.stdin.write(text);
      return true;
    },
    close: async () => {
      child.stdin.end();
      if (child.pid !== undefined) killGroup(child.pid, 'SIGTERM');
      const late = setTimeout(() => {
        if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
      }, KILL_GRACE_MS);
      await gone;
      clearTimeout(late);
      child.stdout.destroy();
    },
  };
}

async function goneOf(child: ChildProcess): Promise<string> {
  return await new Promise((done) => {
    child.once('error', (error) => done(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => done(`it ended with ${signal ?? `exit code ${code}`}`));
  });
}
