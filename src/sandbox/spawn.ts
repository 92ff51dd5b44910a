import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';

export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Complete: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Opened for reading and handed over as descriptors from 3 on. */
  readonly files: readonly string[];
  readonly stdin: 'ignore' | 'pipe';
  readonly stderr: 'ignore' | 'pipe';
}

/** A started process and its streams; one that is not piped is a stream in which nothing happens. */
export interface Started {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Starts a process that leads a group of its own. It never throws for the program's sake: `child` emits `error`. */
export function start({ program, args, cwd, env, files, stdin, stderr }: Start): Started {
  const descriptors: number[] = [];
  try {
    for (const file of files) descriptors.push(openSync(file, 'r'));
    const child = spawn(program, [...args], {
      cwd,
      env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: [stdin, 'pipe', stderr, ...descriptors],
    });
    return {
      child,
      stdin: child.stdin ?? new PassThrough(),
      stdout: child.stdout ?? new PassThrough().end(),
      stderr: child.stderr ?? new PassThrough().end(),
    };
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}
