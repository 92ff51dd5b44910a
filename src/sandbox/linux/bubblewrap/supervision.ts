import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { errorText, orNull } from '../../../common/index.ts';
import { replacedMount } from '../mounts/mount-table.ts';
import { mergedPath, START_DESCRIPTOR, STATUS_DESCRIPTOR, upperPath } from './args.ts';

/**
 * What this process learns about a sandboxed command by channels that the command cannot reach. The supervisor says that the
 * sandbox is complete, before it starts the command; bubblewrap outside says how the command ended; the kernel's counters say
 * whether it used the network; and the overlays have what it wrote. This file does I/O.
 */
interface Supervision {
  /** Attaches the sockets of the started process. The supervisor starts its command after this, in the sandbox that was asked for. */
  attach(sockets: ReadonlyMap<number, Duplex>): void;
  /** `null` if the supervisor confirmed the start of the command; otherwise why not, or `sandboxError`. */
  startProblem(sandboxError: string): string | null;
  /** Ends all processes of the sandbox: the kernel kills a pid namespace with its process 1. */
  kill(): void;
  /** Whether the command tried to use a network that it does not have. */
  triedNetwork(): boolean;
  /** The changes in an overlay and its merged directory, both opened; `null` if it was not mounted. */
  overlay(name: string): OverlayPaths | null;
  close(): void;
}

/** Paths for reading an overlay after its command has ended. */
export interface OverlayPaths {
  readonly upper: string;
  readonly merged: string;
}

const MAX_STATUS_CHARS = 4_096;
const MAX_COUNTER_BYTES = 16_384;
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Supervises one command. `names` are its overlays, mounted below `overlayRoot` by the outer bubblewrap; `pinned` are the
 * paths of the workspace that are mounted over themselves.
 */
export function supervision(overlays: {
  readonly overlayRoot: string;
  readonly names: readonly string[];
  readonly pinned: readonly string[];
}): Supervision {
  let status = '';
  let isComplete = false;
  let isSignalled = false;
  let problem: string | null = null;
  let started = false;
  const openedFolders = new Map<string, number>();
  const counters: number[] = [];
  const close = (): void => {
    for (const descriptor of [...counters.splice(0), ...openedFolders.values()])
      closeSync(descriptor);
    openedFolders.clear();
  };
  const openFolder = (path: string, root: string): void => {
    openedFolders.set(path, openSync(`${root}${path}`, FOLDER));
  };
  const childPid = (): string | undefined => /"child-pid":\s*(\d+)[\s,}]/.exec(status)?.[1];
  // The supervisor waits for the start signal, so the mounts can be checked, and the counters and overlays opened now.
  const sendStartSignal = (start: Duplex): void => {
    const pid = childPid();
    if (isSignalled || !isComplete || pid === undefined) return;
    isSignalled = true;
    try {
      const replaced = replacedMount(
        readFileSync(`/proc/${pid}/mountinfo`, 'utf8'),
        overlays.pinned,
      );
      if (replaced !== null)
        throw new Error(`${replaced} was replaced at the same moment. Run the command again`);
      for (const name of ['snmp', 'snmp6']) {
        const descriptor = orNull(() => openSync(`/proc/${pid}/net/${name}`, 'r'));
        if (descriptor !== null) counters.push(descriptor);
      }
      const root = overlays.names.length === 0 ? '' : `/proc/${parentOf(pid)}/root`;
      for (const name of overlays.names) {
        openFolder(upperPath(overlays.overlayRoot, name), root);
        openFolder(mergedPath(overlays.overlayRoot, name), root);
      }
    } catch (error) {
      problem = errorText(error);
      // Without the start signal, the supervisor exits.
      start.destroy();
      return;
    }
    start.end('\n');
  };
  return {
    attach: (sockets) => {
      const [statusSocket, start] = [sockets.get(STATUS_DESCRIPTOR), sockets.get(START_DESCRIPTOR)];
      if (statusSocket === undefined || start === undefined) return;
      for (const socket of [statusSocket, start]) socket.on('error', () => undefined);
      statusSocket.on('data', (chunk: Buffer) => {
        if (status.length < MAX_STATUS_CHARS) status += chunk.toString('latin1');
        sendStartSignal(start);
      });
      start.on('data', () => {
        started = isSignalled;
        isComplete = true;
        sendStartSignal(start);
      });
    },
    startProblem: (sandboxError) => (started ? null : (problem ?? sandboxError)),
    kill: () => {
      const pid = childPid();
      if (pid !== undefined && !status.includes('"exit-code"')) killInit(pid);
    },
    triedNetwork: () => counters.some((descriptor) => hasNetworkAttempts(textOf(descriptor))),
    overlay: (name) => {
      const upper = openedFolders.get(upperPath(overlays.overlayRoot, name));
      const merged = openedFolders.get(mergedPath(overlays.overlayRoot, name));
      if (upper === undefined || merged === undefined) return null;
      return { upper: `/proc/self/fd/${upper}`, merged: `/proc/self/fd/${merged}` };
    },
    close,
  };
}

/** The process that started process 1 of the sandbox: the overlays are in its mount namespace. */
function parentOf(pid: string): string {
  const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (parent === undefined) throw new Error(`process ${pid} has ended`);
  return parent;
}

/** Kills process 1 of a nested namespace, and never a process that reused the id. */
function killInit(pid: string): void {
  const status = orNull(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  if (/^NSpid:\s*\d+\s(?:\d+\s)*1$/m.test(status))
    orNull(() => process.kill(Number(pid), 'SIGKILL'));
}

/** Reads a kernel file again from its start. */
function textOf(descriptor: number): string {
  const bytes = Buffer.alloc(MAX_COUNTER_BYTES);
  const length = orNull(() => readSync(descriptor, bytes, 0, bytes.length, 0)) ?? 0;
  return bytes.toString('latin1', 0, length);
}

/** Counters of packets without a route, and of queries to a name server on the loopback. */
const ATTEMPT_COUNTERS: readonly (readonly [group: string, counter: string])[] = [
  ['Ip', 'OutNoRoutes'],
  ['Udp', 'NoPorts'],
];

/**
 * Checks `/proc/net/snmp` (a line of names and a line of numbers for each group) or `/proc/net/snmp6` (a line for each
 * counter).
 */
function hasNetworkAttempts(text: string): boolean {
  if (/^(?:Ip6OutNoRoutes|Udp6NoPorts)\s+[1-9]/m.test(text)) return true;
  return ATTEMPT_COUNTERS.some(([group, counter]) => {
    const [names = '', numbers = ''] = text
      .split('\n')
      .filter((line) => line.startsWith(`${group}: `));
    const column = names.split(' ').indexOf(counter);
    return column > 0 && Number(numbers.split(' ')[column]) > 0;
  });
}
