import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../linux/bubblewrap/args.ts';
import { FORWARDER_SOURCE } from './forwarder.ts';
import { type HostList, hostList, proxyEnvironment } from './hosts.ts';
import { openProxy } from './proxy.ts';
import type { NetworkUse, Resolve } from './admit-connection.ts';

export { lookupOf, type NetworkUse, type Resolve, resolveName } from './admit-connection.ts';
export { type HostList, hostList, proxyEnvironment } from './hosts.ts';
export { LOOPBACK, openProxy } from './proxy.ts';

/**
 * The network of a run's commands if the policy lists hosts. Each command keeps its own network namespace with only a
 * loopback. A forwarder in the sandbox passes bytes to a socket of this process, whose proxy connects only to listed
 * hosts.
 */
export interface CommandNetwork {
  readonly hosts: HostList;
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the proxy of one command. Rejects if that fails; the command must not run then. */
  open(): Promise<CommandProxy>;
}

/** The proxy of one command, closed after the command has ended. */
export interface CommandProxy {
  readonly mounts: readonly Mount[];
  /** The arguments before the command's own; with a channel, descriptor 3 is passed to it. */
  prefix(hasChannel: boolean): readonly string[];
  uses(): readonly NetworkUse[];
  close(): Promise<void>;
}

/** The forwarder's port on the sandbox's loopback, where nothing else listens when the command starts. */
const PROXY_PORT = 43_128;
const INSIDE = '/run/countersign';
const IN_NODE = `${INSIDE}/node`;
const IN_SCRIPT = `${INSIDE}/forward.cjs`;
const IN_SOCKET = `${INSIDE}/proxy`;
/** The kernel's limit for the path of a Unix socket. */
const MAX_SOCKET_PATH_BYTES = 107;
const PRIVATE = 0o700;

/** Prepares the network in `folder`, a private folder. `node` is the program that runs the forwarder. */
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
      const proxy = await openProxy({ listenOn: socketPath, hosts, resolve });
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
