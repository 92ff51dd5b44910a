import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { chmodSync } from 'node:fs';
import { forwardRequest } from './forward-request.ts';
import type { HostList } from './hosts.ts';
import { UseCounter, type NetworkUse } from './network-use.ts';
import { ByteMeter, PROXY_LIMITS, type ProxyLimits } from './limits.ts';
import { type Resolve, resolveName } from './resolve.ts';
import type { ProxyRoute } from './proxy-route.ts';
import { refuse, tunnel } from './tunnel.ts';

/**
 * The way out of one command: an HTTP proxy, on a socket that lies in the command's sandbox. It is all the network that the
 * command has, and lets it to the hosts of the policy only. This file does I/O.
 */
export interface Proxy {
  /** Where it listens on loopback; 0 where it lies on a socket. */
  readonly port: number;
  /** Where the command went, so far. */
  uses(): readonly NetworkUse[];
  /** Ends every connection, and the way itself. */
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** The path of a socket that is made there, or `LOOPBACK` for a port of this machine's own. */
  readonly listenOn: string;
  readonly hosts: HostList;
  readonly resolve?: Resolve;
  readonly limits?: Partial<ProxyLimits>;
}

const SOCKET_MODE = 0o600;
export const LOOPBACK = 'loopback';
const CHECK_MS = 1_000;

/** Opens the way at `socketPath`. Rejects where no socket can be made there. The caller closes it. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { listenOn, hosts, resolve = resolveName } = options;
  const limits = { ...PROXY_LIMITS, ...options.limits };
  const useCounter = new UseCounter();
  const open = new Set<Duplex>();
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  const way: ProxyRoute = {
    rules: { hosts, resolve, uses: useCounter },
    limits,
    meter: new ByteMeter(limits.bytes, endAll),
    track: (socket) => {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => open.delete(socket));
    },
  };
  const server = serverOf(way);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    if (listenOn === LOOPBACK) server.listen(0, '127.0.0.1', done);
    else server.listen(listenOn, done);
  });
  if (listenOn !== LOOPBACK) chmodSync(listenOn, SOCKET_MODE);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    uses: () => useCounter.uses(),
    close: async () => {
      endAll();
      await new Promise((done) => void server.close(done));
    },
  };
}

function serverOf(way: ProxyRoute): Server {
  const { limits } = way;
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headerMs,
      // A body may take as long as the command: an idle connection ends by its own time-out.
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_MS,
      // The request line says where to; the header is not asked.
      requireHostHeader: false,
    },
    (asked, answer) => void forwardRequest(way, asked, answer),
  );
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idleMs);
  server.on('connection', (socket: Socket) => way.track(socket));
  server.on('connect', (asked, socket, head) => {
    if (head.length > 0) socket.unshift(head);
    void tunnel(way, asked, socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A command that ends drops its connections: that asked for nothing.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return void socket.destroy();
    way.rules.uses.add('(no HTTP)', 'refused');
    refuse(socket, 400, 'this is no request that can be read');
  });
  return server;
}
