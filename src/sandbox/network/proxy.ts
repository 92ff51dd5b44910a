import {
  createServer,
  type Server,
  type IncomingMessage,
  STATUS_CODES,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import { type Socket, connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { systemClock, within } from '../../common/index.ts';
import { type HostList, parseTarget } from './hosts.ts';
import {
  admitConnection,
  type ConnectionRules,
  type NetworkUse,
  type Resolve,
  resolveName,
  UseCounter,
} from './admit-connection.ts';

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

const PROXY_LIMITS = {
  connections: 128,
  /** For all connections together, in both directions. */
  bytes: 8 * 1024 ** 3,
  headerBytes: 32 * 1024,
  /** The longest time for the headers of a request. */
  headerMs: 15_000,
  connectMs: 20_000,
  /** The longest time without data on a connection. */
  idleMs: 5 * 60_000,
};
type ProxyLimits = Readonly<typeof PROXY_LIMITS>;

/** What all connections of one proxy share. */
interface ProxyRoute {
  readonly rules: ConnectionRules;
  readonly limits: ProxyLimits;
  /** Counts transferred bytes; too many end every connection. */
  count(chunk: Uint8Array): void;
  /** Registers a connection to be closed with the proxy. */
  track(socket: Duplex): void;
}

export interface ProxyOptions {
  /** The path of a Unix socket to create, or `LOOPBACK` for a port on this machine's loopback. */
  readonly listenOn: string;
  readonly hosts: HostList;
  readonly resolve?: Resolve | undefined;
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
  let transferred = 0;
  const connections = new Set<Duplex>();
  const endAll = (): void => {
    for (const socket of connections) socket.destroy();
  };
  const route: ProxyRoute = {
    rules: { hosts, resolve, uses: useCounter },
    limits,
    count: (chunk) => {
      transferred += chunk.byteLength;
      if (transferred > limits.bytes) endAll();
    },
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
    socket.unshift(head);
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

/**
 * Handles `CONNECT host:port`: after the response, bytes are passed in both directions without being read. They are
 * usually TLS between the command and the host. This file does I/O; the request comes from a command and is not trusted.
 */
async function tunnel(route: ProxyRoute, request: Pick<IncomingMessage, 'url'>, client: Duplex) {
  const admission = await admitConnection(route.rules, parseTarget(request.url ?? '', null));
  if (client.destroyed) return;
  if (admission.kind === 'refused') {
    refuse(client, admission.status, admission.because);
    return;
  }
  const { target, lookup } = admission;
  const host = target.host.replaceAll(/[[\]]/g, '');
  const upstream = connect({ host, port: target.port, lookup, allowHalfOpen: true });
  route.track(upstream);
  const problem = await connectProblem(upstream, route.limits.connectMs);
  if (problem !== null) {
    upstream.destroy();
    refuse(client, 502, `${target.host}:${target.port} could not be reached: ${problem}`);
    return;
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  pipeBothWays(route, client, upstream);
}

/** Responds on a connection that the HTTP server no longer handles, and closes it. */
function refuse(client: Duplex, status: number, because: string): void {
  const body = `countersign: ${because}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // Further data from the client is not read.
  client.once('finish', () => client.destroy());
  if (client.writable) client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else client.destroy();
}

/** `null` after the connection succeeded, or the reason why it failed. */
async function connectProblem(upstream: Socket, connectMs: number): Promise<string | null> {
  const late = new Error('it did not answer in time');
  try {
    await within(once(upstream, 'connect'), { clock: systemClock, limitMs: connectMs, late });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Passes the end of each side to the other; an error closes both. */
function pipeBothWays(route: ProxyRoute, client: Duplex, upstream: Socket): void {
  upstream.setTimeout(route.limits.idleMs, () => upstream.destroy());
  client.on('data', (chunk: Buffer) => route.count(chunk));
  upstream.on('data', (chunk: Buffer) => route.count(chunk));
  const ended = (error: NodeJS.ErrnoException | null): void => {
    if (error === null || error === undefined) return;
    client.destroy();
    upstream.destroy();
  };
  pipeline(client, upstream, ended);
  pipeline(upstream, client, ended);
}

/** Headers of one connection (RFC 9110, section 7.6.1) and headers for a proxy. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
const HTTP_PORT = 80;
/** Lower numbers are not valid status codes. */
const LOWEST_STATUS = 100;

/**
 * Forwards `GET http://host/path` as a new request to the host of the request line. A different `Host` header is not
 * forwarded, nor anything that could be read as a second request. This file does I/O; the request comes from a command
 * and is not trusted.
 */
async function forwardRequest(
  route: ProxyRoute,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const parsed = parseAbsoluteUrl(request.url ?? '');
  const admission = await admitConnection(route.rules, parsed?.target ?? null);
  if (response.destroyed) return;
  if (parsed === null || admission.kind === 'refused') {
    const because = admission.kind === 'refused' ? admission.because : '';
    refuseRequest(response, admission.kind === 'refused' ? admission.status : 400, because);
    return;
  }
  const { host, port } = admission.target;
  const upstream = sendRequest({
    host: host.replaceAll(/[[\]]/g, ''),
    port,
    lookup: admission.lookup,
    method: request.method,
    path: parsed.path,
    headers: headersFor(request.headers, port === HTTP_PORT ? host : `${host}:${port}`),
    agent: false,
    setHost: false,
    maxHeaderSize: route.limits.headerBytes,
    timeout: route.limits.idleMs,
  });
  upstream.on('timeout', () => upstream.destroy());
  let answer: IncomingMessage | null = null;
  upstream.on('error', (error) => {
    // What a server sends behind a whole answer belongs to nothing.
    if (answer?.complete === true) return;
    if (response.headersSent) response.destroy();
    else refuseRequest(response, 502, `${host}:${port} could not be reached: ${error.message}`);
  });
  upstream.on('response', (upstreamResponse) => {
    answer = upstreamResponse;
    const status = upstreamResponse.statusCode ?? 0;
    if (status < LOWEST_STATUS) {
      refuseRequest(response, 502, `${host}:${port} sent an invalid status`);
      return;
    }
    response.writeHead(status, withoutHops(upstreamResponse.headers));
    upstreamResponse.on('data', (chunk: Buffer) => route.count(chunk));
    upstreamResponse.on('error', () => response.destroy());
    upstreamResponse.pipe(response);
  });
  // Without an error: it offered another protocol (status 101), or did not answer in time.
  upstream.on('close', () => {
    if (!response.headersSent && !response.destroyed)
      refuseRequest(response, 502, `${host}:${port} sent no answer`);
  });
  response.on('close', () => upstream.destroy());
  request.on('data', (chunk: Buffer) => route.count(chunk));
  request.pipe(upstream);
}

/** The target and path of `http://host[:port]/path`; `null` for another scheme, user information, or an invalid address. */
function parseAbsoluteUrl(url: string) {
  const found = /^http:\/\/([^/?#\\]+)([/?][^#\s]*)?$/i.exec(url);
  const target = parseTarget(found?.[1] ?? '', HTTP_PORT);
  if (target === null) return null;
  const path = found?.[2] ?? '/';
  return { target, path: path.startsWith('/') ? path : `/${path}` };
}

/** The headers to forward. A body keeps its length or its chunked encoding. */
function headersFor(headers: IncomingHttpHeaders, host: string): OutgoingHttpHeaders {
  const chunked =
    headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...withoutHops(headers), host, connection: 'close', ...chunked };
}

function withoutHops(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(',');
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())]);
  // Without its length, a body would be read as the next request.
  dropped.delete('content-length');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

function refuseRequest(response: ServerResponse, status: number, because: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`countersign: ${because}\n`);
}
