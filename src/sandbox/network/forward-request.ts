import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type ServerResponse,
} from 'node:http';
import { admitConnection } from './admit-connection.ts';
import { parseTarget } from './hosts.ts';
import type { ProxyRoute } from './proxy-route.ts';

/** Headers that are about one connection, and those for a proxy. */
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
/** Lower ones are numbers, and no status; nobody can be answered with one. */
const LOWEST_STATUS = 100;

/**
 * `GET http://host/path`: the request is made anew to the host of the request line. A `Host` header that says something else
 * is not passed on, nor is anything that would be read as a second request. This file does I/O; the request comes from a
 * command and is not trusted.
 */
export async function forwardRequest(
  way: ProxyRoute,
  asked: IncomingMessage,
  answer: ServerResponse,
) {
  const parsed = parseAbsoluteUrl(asked.url ?? '');
  const admission = await admitConnection(way.rules, parsed?.target ?? null);
  if (answer.destroyed) return;
  if (parsed === null || admission.kind === 'refused') {
    const because = admission.kind === 'refused' ? admission.because : '';
    refuse(answer, admission.kind === 'refused' ? admission.status : 400, because);
    return;
  }
  const { host, port } = admission.target;
  const far = send({
    host: host.replaceAll(/[[\]]/g, ''),
    port,
    lookup: admission.lookup,
    method: asked.method,
    path: parsed.path,
    headers: headersFor(asked.headers, port === HTTP_PORT ? host : `${host}:${port}`),
    agent: false,
    setHost: false,
    maxHeaderSize: way.limits.headerBytes,
    timeout: way.limits.idleMs,
  });
  far.on('socket', (socket) => way.track(socket));
  far.on('timeout', () => far.destroy());
  far.on('error', (error) => {
    if (answer.headersSent) answer.destroy();
    else refuse(answer, 502, `${host}:${port} could not be reached: ${error.message}`);
  });
  far.on('response', (response) => {
    const status = response.statusCode ?? 0;
    if (status < LOWEST_STATUS) {
      far.destroy();
      refuse(answer, 502, `${host}:${port} answered with a status that is none`);
      return;
    }
    answer.writeHead(status, withoutHops(response.headers));
    response.on('data', (chunk: Buffer) => way.meter.add(chunk));
    response.on('error', () => answer.destroy());
    response.pipe(answer);
  });
  answer.on('close', () => far.destroy());
  asked.on('data', (chunk: Buffer) => way.meter.add(chunk));
  asked.pipe(far);
}

/** The target and path of `http://host[:port]/path`; `null` for another scheme, a user part, or what is no address. */
function parseAbsoluteUrl(url: string) {
  const found = /^http:\/\/([^/?#\\]+)([/?][^#\s]*)?$/i.exec(url);
  const target = parseTarget(found?.[1] ?? '', HTTP_PORT);
  if (found === null || target === null) return null;
  const path = found[2] ?? '/';
  return { target, path: path.startsWith('/') ? path : `/${path}` };
}

/** The headers to send on. A body comes with its length, or in chunks, as it came: never without either. */
function headersFor(headers: IncomingHttpHeaders, host: string): OutgoingHttpHeaders {
  const chunked =
    headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
  return { ...withoutHops(headers), host, connection: 'close', ...chunked };
}

function withoutHops(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(',');
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())]);
  // A body without its length would be read as the next request.
  dropped.delete('content-length');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

function refuse(answer: ServerResponse, status: number, because: string): void {
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  answer.end(`countersign: ${because}\n`);
}
