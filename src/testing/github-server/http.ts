/** I/O: a small HTTP server on loopback with injected faults and a log of requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback, type Loopback } from '../loopback.ts';

export interface ServedRequest {
  readonly method: string;
  /** The path, decoded as far as the URL itself is; without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface ServedReply {
  readonly status: number;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An injected fault. The first one that matches and has `times` left is used once. */
export interface Fault {
  /** Tested against `METHOD /path?query`. */
  readonly match: RegExp;
  /** Absent: once. */
  readonly times?: number;
  /** How many matching requests are answered as usual before. Absent: none. */
  readonly skip?: number;
  readonly delayMs?: number;
  /** Called with each request that it matches; the request has no effect before it resolves. */
  readonly until?: () => Promise<unknown>;
  /** Breaks the connection without an answer. */
  readonly drop?: boolean;
  /** Lets the request take effect, and only then breaks the connection. */
  readonly dropAfter?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

/** A request and its answer. */
export interface Exchange {
  readonly request: ServedRequest;
  /** `null`: the connection was broken before the request had any effect. */
  readonly reply: ServedReply | null;
  /** Whether the answer is an injected fault. */
  readonly isFault: boolean;
}

/** A request, for assertions, without its token. */
export interface LogEntry {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly authorized: boolean;
  /** How many requests had been answered when it came. */
  readonly after: number;
  /** Its position in the order of answers; `null` until it is answered. */
  answer: number | null;
  status: number | 'dropped';
}

type Handler = (request: ServedRequest) => ServedReply | Promise<ServedReply>;

interface HttpServer extends Loopback {
  readonly log: LogEntry[];
  fail(fault: Fault): void;
}

const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_LOG_ENTRIES = 100_000;
const LOGGED_BODY_CHARS = 100_000;

const notReady: Handler = () => ({ status: 503 });

/** Starts a server on 127.0.0.1. `makeHandler` gets the server's address, for the addresses in its answers. */
export async function startHttpServer(
  makeHandler: (url: string) => Handler,
  options: { readonly port?: number; readonly onExchange?: (exchange: Exchange) => void },
): Promise<HttpServer> {
  const log: LogEntry[] = [];
  const faults: PendingFault[] = [];
  const answers = { count: 0 };
  let handler = notReady;
  const server = createServer((request, response) => {
    const { onExchange = () => undefined } = options;
    serve({ request, response, log, faults, answers, handler, onExchange }).catch(
      (error: unknown) => {
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(String(error));
      },
    );
  });
  const loopback = await listenOnLoopback(server, options.port);
  handler = makeHandler(loopback.url);
  return {
    ...loopback,
    log,
    fail: (fault) => {
      faults.push({ fault, left: fault.times ?? 1, skip: fault.skip ?? 0 });
    },
  };
}

interface PendingFault {
  readonly fault: Fault;
  left: number;
  skip: number;
}

interface Serving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: LogEntry[];
  readonly faults: PendingFault[];
  readonly answers: { count: number };
  readonly handler: Handler;
  readonly onExchange: (exchange: Exchange) => void;
}

async function serve(serving: Serving): Promise<void> {
  const { request, response, log, handler, answers } = serving;
  const after = answers.count;
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const method = request.method ?? 'GET';
  const body = await bodyOf(request);
  const entry = entryOf(request, { method, url, body, after });
  if (log.length < MAX_LOG_ENTRIES) log.push(entry);
  const fault = faultFor(serving.faults, `${method} ${url.pathname}${url.search}`);
  if (fault?.delayMs !== undefined) await sleep(fault.delayMs);
  await fault?.until?.();
  const asked = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  };
  const replaced = fault?.status === undefined ? null : { ...fault, status: fault.status };
  const reply = fault?.drop === true ? null : (replaced ?? (await handler(asked)));
  serving.onExchange({ request: asked, reply, isFault: replaced !== null });
  if (reply === null || fault?.dropAfter === true) {
    request.socket.destroy();
    return;
  }
  entry.status = reply.status;
  answers.count += 1;
  entry.answer = answers.count;
  send(response, reply);
}

function entryOf(
  request: IncomingMessage,
  asked: { method: string; url: URL; body: Buffer; after: number },
): LogEntry {
  return {
    method: asked.method,
    path: asked.url.pathname,
    query: asked.url.search,
    body: asked.body.subarray(0, LOGGED_BODY_CHARS).toString('utf8'),
    authorized: request.headers.authorization !== undefined,
    after: asked.after,
    answer: null,
    status: 'dropped',
  };
}

function faultFor(faults: Serving['faults'], what: string): Fault | undefined {
  const found = faults.find(({ fault, left }) => left > 0 && fault.match.test(what));
  if (found === undefined) return undefined;
  if (found.skip > 0) {
    found.skip -= 1;
    return undefined;
  }
  found.left -= 1;
  return found.fault;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('The request is too large for this server.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, reply: ServedReply): void {
  const { body = '' } = reply;
  const json = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(json ? JSON.stringify(body) : body);
  const type = json ? { 'content-type': 'application/json; charset=utf-8' } : {};
  const empty = reply.status === 204 || reply.status === 304;
  response.writeHead(reply.status, {
    ...type,
    ...(empty ? {} : { 'content-length': bytes.length }),
    ...reply.headers,
  });
  response.end(empty ? undefined : bytes);
}
