import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { mergedPath, START_DESCRIPTOR, STATUS_DESCRIPTOR, upperPath } from './bubblewrap-args.ts';

/**
 * What this process learns of a sandboxed command by ways that the command cannot reach: whether it was started, from the supervisor
 * inside before it starts anything; how it ended, from bubblewrap outside; what it tried on the network, from the kernel's
 * counters; and what it wrote into its layers, by a descriptor that outlives them. This file does I/O.
 */
export interface Supervision {
  /** Takes the sockets of the started process. Its command is not started before. */
  attach(sockets: ReadonlyMap<number, Duplex>): void;
  /** Whether the supervisor said that it starts the command. */
  started(): boolean;
  /** Ends all that runs in the sandbox at once: with process 1 of its namespace the kernel ends the others. */
  kill(): void;
  /** Whether the command sent something to the network although it has none. */
  triedNetwork(): boolean;
  /** What the command wrote over an overlaid folder, and what it saw there, both held open; `null` where that was not laid. */
  overlay(name: string): OverlayPaths | null;
  close(): void;
}

/** Paths by which an overlaid folder can be read after its command has ended. */
export interface OverlayPaths {
  readonly upper: string;
  readonly merged: string;
}

const MAX_STATUS_CHARS = 4_096;
const MAX_COUNTER_BYTES = 16_384;
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** `layers`: the names of the overlaid folders, and the overlayRoot where they lie as the first bubblewrap sees it. */
export function supervision(layers: {
  readonly overlayRoot: string;
  readonly names: readonly string[];
}): Supervision {
  let status = '';
  let started = false;
  let isAllowed = false;
  const held = new Map<string, number>();
  const counters: number[] = [];
  const close = (): void => {
    for (const descriptor of [...counters.splice(0), ...held.values()]) closeSync(descriptor);
    held.clear();
  };
  const hold = (path: string, root: string): void => {
    held.set(path, openSync(`${root}${path}`, FOLDER));
  };
  const childPid = (): string | undefined => /"child-pid":\s*(\d+)[\s,}]/.exec(status)?.[1];
  // The supervisor is still being made: what is held is there as soon as it has an id, and it waits for the word.
  const allow = (start: Duplex): void => {
    const pid = childPid();
    if (isAllowed || pid === undefined) return;
    isAllowed = true;
    try {
      for (const name of ['snmp', 'snmp6']) {
        const descriptor = openIfThere(`/proc/${pid}/net/${name}`);
        if (descriptor !== null) counters.push(descriptor);
      }
      const root = layers.names.length === 0 ? '' : `/proc/${parentOf(pid)}/root`;
      for (const name of layers.names) {
        hold(upperPath(layers.overlayRoot, name), root);
        hold(mergedPath(layers.overlayRoot, name), root);
      }
    } catch {
      // Without the word to start, the supervisor ends by itself.
      start.destroy();
      return;
    }
    start.end('\n');
  };
  return {
    attach: (sockets) => {
      const [told, start] = [sockets.get(STATUS_DESCRIPTOR), sockets.get(START_DESCRIPTOR)];
      if (told === undefined || start === undefined) return;
      for (const socket of [told, start]) socket.on('error', () => undefined);
      told.on('data', (chunk: Buffer) => {
        if (status.length < MAX_STATUS_CHARS) status += chunk.toString('latin1');
        allow(start);
      });
      start.on('data', () => {
        started = true;
      });
    },
    started: () => started,
    kill: () => {
      const pid = childPid();
      if (pid !== undefined && !status.includes('"exit-code"')) killInit(pid);
    },
    triedNetwork: () => counters.some((descriptor) => hasNetworkAttempts(textOf(descriptor))),
    overlay: (name) => {
      const upper = held.get(upperPath(layers.overlayRoot, name));
      const merged = held.get(mergedPath(layers.overlayRoot, name));
      if (upper === undefined || merged === undefined) return null;
      return { upper: `/proc/self/fd/${upper}`, merged: `/proc/self/fd/${merged}` };
    },
    close,
  };
}

/** The process that started process 1 of the sandbox: it is where the layers are mounted. */
function parentOf(pid: string): string {
  const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (parent === undefined) throw new Error(`process ${pid} is gone`);
  return parent;
}

/** Ends process 1 of a namespace below this one, and no other that got the id of one that has ended. */
function killInit(pid: string): void {
  try {
    const about = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (/^NSpid:\s*\d+\s(?:\d+\s)*1$/m.test(about)) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/** The whole of a file of the kernel's that was opened before; it tells of now. */
function textOf(descriptor: number): string {
  const bytes = Buffer.alloc(MAX_COUNTER_BYTES);
  try {
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  }
}

/** Packets that had no way to go; and questions to a name server on the loopback, where none is. */
const ATTEMPT_COUNTERS: readonly (readonly [group: string, counter: string])[] = [
  ['Ip', 'OutNoRoutes'],
  ['Udp', 'NoPorts'],
];

/** By `/proc/net/snmp` (a line of names and a line of numbers a group) and `/proc/net/snmp6` (a line a counter). */
function hasNetworkAttempts(text: string): boolean {
  if (/^(?:Ip6OutNoRoutes|Udp6NoPorts)\s+[1-9]/m.test(text)) return true;
  return ATTEMPT_COUNTERS.some(([group, counter]) => {
    const [names = '', numbers = ''] = text
      .split('\n')
      .filter((line) => line.startsWith(`${group}: `));
    const overlayRoot = names.split(' ').indexOf(counter);
    return overlayRoot > 0 && Number(numbers.split(' ')[overlayRoot]) > 0;
  });
}
