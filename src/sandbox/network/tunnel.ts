import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { admitConnection } from './admit-connection.ts';
import { parseTarget } from './hosts.ts';
import type { ProxyRoute } from './proxy-route.ts';

/**
 * `CONNECT host:port`: after the answer bytes go both ways unread. What is said inside (TLS, as a rule) is between the command
 * and the host it was let to. This file does I/O; the request comes from a command and is not trusted.
 */
export async function tunnel(way: ProxyRoute, asked: Pick<IncomingMessage, 'url'>, near: Duplex) {
  const admission = await admitConnection(way.rules, parseTarget(asked.url ?? '', null));
  if (near.destroyed) return;
  if (admission.kind === 'refused') {
    refuse(near, admission.status, admission.because);
    return;
  }
  const { target, lookup } = admission;
  const host = target.host.replaceAll(/[[\]]/g, '');
  const far = connect({ host, port: target.port, lookup, allowHalfOpen: true });
  way.track(far);
  const problem = await connectProblem(far, way.limits.connectMs);
  if (problem !== null) {
    far.destroy();
    refuse(near, 502, `${target.host}:${target.port} could not be reached: ${problem}`);
    return;
  }
  near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  pipeBothWays(way, near, far);
}

/** Answers over a connection that the server no longer speaks for, and ends it. */
export function refuse(near: Duplex, status: number, because: string): void {
  const body = `countersign: ${because}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // Whoever goes on sending is not read any more.
  near.once('finish', () => near.destroy());
  if (near.writable) near.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else near.destroy();
}

/** `null` once it is connected. */
async function connectProblem(far: Socket, connectMs: number): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string | null>((done) => {
      timer = setTimeout(() => done('it did not answer in time'), connectMs);
      far.once('connect', () => done(null)).once('error', (error) => done(error.message));
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Each side's end is passed on to the other; an error of one ends both. */
function pipeBothWays(way: ProxyRoute, near: Duplex, far: Socket): void {
  far.setTimeout(way.limits.idleMs, () => far.destroy());
  near.on('data', (chunk: Buffer) => way.meter.add(chunk));
  far.on('data', (chunk: Buffer) => way.meter.add(chunk));
  const ended = (error: NodeJS.ErrnoException | null): void => {
    if (error === null || error === undefined) return;
    near.destroy();
    far.destroy();
  };
  pipeline(near, far, ended);
  pipeline(far, near, ended);
}
