import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import { admitConnection } from './admit-connection.ts';
import { parseTarget } from './hosts.ts';
import type { ProxyRoute } from './proxy-route.ts';

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
export async function forwardRequest(
  route: ProxyRoute,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const parsed = parseAbsoluteUrl(request.url ?? '');
  const admission = await admitConnection(route.rules, parsed?.target ?? null);
  if (response.destroyed) return;
  if (parsed === null || admission.kind === 'refused') {
    const because = admission.kind === 'refused' ? admission.because : '';
    refuse(response, admission.kind === 'refused' ? admission.status : 400, because);
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
  upstream.on('socket', (socket) => route.track(socket));
  upstream.on('timeout', () => upstream.destroy());
  upstream.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, `${host}:${port} could not be reached: ${error.message}`);
  });
  upstream.on('response', (upstreamResponse) => {
    const status = upstreamResponse.statusCode ?? 0;
    if (status < LOWEST_STATUS) {
      upstream.destroy();
      refuse(response, 502, `${host}:${port} sent an invalid status`);
      return;
    }
    response.writeHead(status, withoutHops(upstreamResponse.headers));
    upstreamResponse.on('data', (chunk: Buffer) => route.meter.add(chunk));
    upstreamResponse.on('error', () => response.destroy());
    upstreamResponse.pipe(response);
  });
  response.on('close', () => upstream.destroy());
  request.on('data', (chunk: Buffer) => route.meter.add(chunk));
  request.pipe(upstream);
}

/** The target and path of `http://host[:port]/path`; `null` for another scheme, user information, or an invalid address. */
function parseAbsoluteUrl(url: string) {
  const found = /^http:\/\/([^/?#\\]+)([/?][^#\s]*)?$/i.exec(url);
  const target = parseTarget(found?.[1] ?? '', HTTP_PORT);
  if (found === null || target === null) return null;
  const path = found[2] ?? '/';
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

function refuse(response: ServerResponse, status: number, because: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`countersign: ${because}\n`);
}
