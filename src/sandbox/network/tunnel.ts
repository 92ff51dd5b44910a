import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { admitConnection } from './admit-connection.ts';
import { parseTarget } from './hosts.ts';
import type { ProxyRoute } from './proxy-route.ts';

/**
 * Handles `CONNECT host:port`: after the response, bytes are passed in both directions without being read. They are
 * usually TLS between the command and the host. This file does I/O; the request comes from a command and is not trusted.
 */
export async function tunnel(
  route: ProxyRoute,
  request: Pick<IncomingMessage, 'url'>,
  client: Duplex,
) {
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
export function refuse(client: Duplex, status: number, because: string): void {
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
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string | null>((done) => {
      timer = setTimeout(() => done('it did not answer in time'), connectMs);
      upstream.once('connect', () => done(null)).once('error', (error) => done(error.message));
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Passes the end of each side to the other; an error closes both. */
function pipeBothWays(route: ProxyRoute, client: Duplex, upstream: Socket): void {
  upstream.setTimeout(route.limits.idleMs, () => upstream.destroy());
  client.on('data', (chunk: Buffer) => route.meter.add(chunk));
  upstream.on('data', (chunk: Buffer) => route.meter.add(chunk));
  const ended = (error: NodeJS.ErrnoException | null): void => {
    if (error === null || error === undefined) return;
    client.destroy();
    upstream.destroy();
  };
  pipeline(client, upstream, ended);
  pipeline(upstream, client, ended);
}
