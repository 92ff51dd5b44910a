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
 * An HTTP proxy on a socket that is mounted into the sandbox of one command. It is the command's only network and
 * connects only to hosts that the policy lists. This file does I/O.
 */
export interface Proxy {
  /** Its loopback port; 0 if it listens on a Unix socket. */
  readonly port: number;
  /** The hosts that the command connected to or was refused so far. */
  uses(): readonly NetworkUse[];
  /** Closes the server and every connection. */
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** The path of a Unix socket to create, or `LOOPBACK` for a port on this machine's loopback. */
  readonly listenOn: string;
  readonly hosts: HostList;
  readonly resolve?: Resolve;
  readonly limits?: Partial<ProxyLimits>;
}

const SOCKET_MODE = 0o600;
export const LOOPBACK = 'loopback';
const CHECK_MS = 1_000;

/** Opens the proxy. Rejects if it cannot listen. The caller closes it. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { listenOn, hosts, resolve = resolveName } = options;
  const limits = { ...PROXY_LIMITS, ...options.limits };
  const useCounter = new UseCounter();
  const connections = new Set<Duplex>();
  const endAll = (): void => {
    for (const socket of connections) socket.destroy();
  };
  const route: ProxyRoute = {
    rules: { hosts, resolve, uses: useCounter },
    limits,
    meter: new ByteMeter(limits.bytes, endAll),
    track: (socket) => {
      connections.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => connections.delete(socket));
    },
  };
  const server = serverOf(route);
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

function serverOf(route: ProxyRoute): Server {
  const { limits } = route;
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headerMs,
      // A body may take as long as the command: idle connections have their own time-out.
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_MS,
      // The request line contains the target; the header is ignored.
      requireHostHeader: false,
    },
    (request, response) => void forwardRequest(route, request, response),
  );
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idleMs);
  server.on('connection', (socket: Socket) => route.track(socket));
  server.on('connect', (request, socket, head) => {
    if (head.length > 0) socket.unshift(head);
    void tunnel(route, request, socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A command that ends resets its connections; that is not a request.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return void socket.destroy();
    route.rules.uses.add('(no HTTP)', 'refused');
    refuse(socket, 400, 'this is not a valid HTTP request');
  });
  return server;
}
