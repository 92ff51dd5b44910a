import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { type Duplex, PassThrough, type Readable, type Writable } from 'node:stream';
import { orNull } from '../../../common/index.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/** A descriptor that a child gets beside its three streams: a file opened for reading, a socket to this process, or nothing. */
export type Descriptor = { readonly file: string } | 'socket' | 'none';

export interface SpawnOptions {
  readonly argv: readonly [string, ...string[]];
  /** The resolved path of its program; absent: it is searched on the PATH of `env`. */
  readonly file?: string;
  /** Absolute. */
  readonly cwd: string;
  /** Complete: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  /** From descriptor 3 on. Absent: none. */
  readonly descriptors?: readonly Descriptor[];
  readonly stdin: 'ignore' | 'pipe';
  /** A descriptor of this process, or a socket. */
  readonly stdout: 'pipe' | number;
  readonly stderr: 'ignore' | 'pipe' | number;
}

/** A started process and its streams; a stream that is not piped stays empty. */
export interface SpawnedProcess {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** This process's ends of the sockets among `descriptors`, by their number in the child. */
  readonly sockets: ReadonlyMap<number, Duplex>;
}

const FIRST_DESCRIPTOR = 3;

/**
 * Starts a process that leads its own process group. `child` emits `error` for a program that cannot be executed; what
 * the system call refuses (`E2BIG`: an argument is too long) is thrown.
 */
export function spawnProcess(what: SpawnOptions): SpawnedProcess {
  const { argv, cwd, env, descriptors = [], stdin, stdout, stderr } = what;
  const [program, ...args] = argv;
  const opened: number[] = [];
  const open = (path: string): number => {
    const descriptor = openSync(path, 'r');
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const streams = [stdin, stdout, stderr, ...descriptors.map((one) => stdioOf(one, open))];
    inherited ??= inheritableDescriptors();
    const nothing = inherited.length === 0 ? 0 : open('/dev/null');
    const child = spawn(what.file ?? program, args, {
      argv0: program,
      cwd,
      env,
      detached: true,
      stdio: [...streams, ...replacements(inherited, { from: streams.length, with: nothing })],
    });
    return {
      child,
      stdin: child.stdin ?? new PassThrough(),
      stdout: child.stdout ?? new PassThrough().end(),
      stderr: child.stderr ?? new PassThrough().end(),
      sockets: socketsOf(child, descriptors),
    };
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function stdioOf(
  descriptor: Descriptor,
  open: (path: string) => number,
): number | 'pipe' | 'ignore' {
  if (descriptor === 'socket') return 'pipe';
  return descriptor === 'none' ? 'ignore' : open(descriptor.file);
}

function socketsOf(child: ChildProcess, descriptors: readonly Descriptor[]): Map<number, Duplex> {
  const sockets = new Map<number, Duplex>();
  for (const [index, descriptor] of descriptors.entries()) {
    const socket = child.stdio[FIRST_DESCRIPTOR + index];
    if (descriptor === 'socket' && socket instanceof Socket)
      sockets.set(FIRST_DESCRIPTOR + index, socket);
  }
  return sockets;
}

let inherited: readonly number[] | undefined;
const MAX_DESCRIPTOR = 65_536;
const CLOSED_ON_EXEC = 0o2000000;

/**
 * Descriptors that this process inherited and would pass to its children. Node closes only the first ones before it
 * starts a program. Empty without `/proc`.
 */
function inheritableDescriptors(): readonly number[] {
  return namesOrEmpty('/proc/self/fd')
    .map(Number)
    .filter(
      (descriptor) => descriptor > 2 && descriptor <= MAX_DESCRIPTOR && isInheritable(descriptor),
    )
    .sort((a, b) => a - b);
}

function isInheritable(descriptor: number): boolean {
  const about = orNull(() => readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'));
  // It was the folder that was being read.
  if (about === null) return false;
  const flags = Number.parseInt(/^flags:\s*([0-7]+)/mu.exec(about)?.[1] ?? '', 8);
  return (flags & CLOSED_ON_EXEC) === 0;
}

/** The descriptors after the program's own streams: `with` replaces each descriptor that was left open. */
function replacements(
  left: readonly number[],
  options: { readonly from: number; readonly with: number },
): (number | 'ignore')[] {
  const last = left.at(-1) ?? 0;
  const places = Math.max(0, last + 1 - options.from);
  return Array.from({ length: places }, (_, index) =>
    left.includes(index + options.from) ? options.with : 'ignore',
  );
}
