import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../linux/bubblewrap-args.ts';
import { FORWARDER_SOURCE } from './forwarder.ts';
import { type HostList, hostList, proxyEnvironment } from './hosts.ts';
import type { NetworkUse } from './network-use.ts';
import { openProxy } from './proxy.ts';
import type { Resolve } from './resolve.ts';

export type { NetworkUse } from './network-use.ts';
export { type Resolve, resolveName } from './resolve.ts';
export { type HostList, hostList, proxyEnvironment } from './hosts.ts';
export { LOOPBACK, openProxy } from './proxy.ts';

/**
 * The network of a run's commands where the policy lists hosts. Each command keeps a network namespace of its own with nothing
 * in it but a loopback; one program there passes bytes on to a socket, behind which this process lets them to the listed hosts.
 */
export interface CommandNetwork {
  readonly hosts: HostList;
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the way of one command. Rejects where it cannot be made; nothing runs then. */
  open(): Promise<CommandProxy>;
}

/** The way of one command, which is closed when the command has ended. */
export interface CommandProxy {
  readonly mounts: readonly Mount[];
  /** Stands before the command's own arguments; a channel to this process is passed on. */
  prefix(hasChannel: boolean): readonly string[];
  uses(): readonly NetworkUse[];
  close(): Promise<void>;
}

/** On the sandbox's own loopback, where nothing else listens when the command begins. */
export const PROXY_PORT = 43_128;
const INSIDE = '/run/countersign';
const IN_NODE = `${INSIDE}/node`;
const IN_SCRIPT = `${INSIDE}/forward.cjs`;
const IN_SOCKET = `${INSIDE}/proxy`;
/** Longer paths of sockets are cut by the kernel's interface. */
const MAX_SOCKET_PATH_BYTES = 107;
const PRIVATE = 0o700;

/** Prepares the network in `folder`, which is the parent's own. `node` is the program that runs inside. */
export function commandNetwork(options: {
  readonly entries: readonly string[];
  readonly folder: string;
  readonly node: string;
  readonly resolve?: Resolve | undefined;
}): CommandNetwork {
  const { folder, node, resolve } = options;
  const hosts = hostList(options.entries);
  const script = join(folder, 'forward.cjs');
  mkdirSync(folder, { mode: PRIVATE, recursive: true });
  writeFileSync(script, FORWARDER_SOURCE);
  let opened = 0;
  return {
    hosts,
    environment: proxyEnvironment(hosts, PROXY_PORT),
    open: async () => {
      opened += 1;
      const socketPath = join(folder, `${opened}`);
      if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES)
        throw new Error(
          `the path of a socket would be too long: ${socketPath}. Set TMPDIR to a shorter folder`,
        );
      const proxy = await openProxy({
        listenOn: socketPath,
        hosts,
        ...(resolve === undefined ? {} : { resolve }),
      });
      return {
        mounts: [
          { kind: 'read', from: node, to: IN_NODE },
          { kind: 'read', from: script, to: IN_SCRIPT },
          { kind: 'read', from: socketPath, to: IN_SOCKET },
        ],
        prefix: (hasChannel) => [
          IN_NODE,
          IN_SCRIPT,
          IN_SOCKET,
          String(PROXY_PORT),
          hasChannel ? 'channel' : 'none',
        ],
        uses: () => proxy.uses(),
        close: async () => proxy.close(),
      };
    },
  };
}
