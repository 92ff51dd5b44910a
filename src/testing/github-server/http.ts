/** I/O: a small HTTP server on loopback with a log of requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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

/** What becomes of a request: its answer; `null`: the connection is broken before it has an effect. */
interface Outcome {
  readonly reply: ServedReply | null;
  /** Whether the answer is another than the server's own. */
  readonly isFault?: boolean;
  /** Breaks the connection in place of the answer. */
  readonly isLost?: boolean;
  /** Breaks the connection in the middle of the answer. */
  readonly isCut?: boolean;
}

/** Decides what becomes of a request, as `METHOD /path?query`, that `answer` would answer. */
export type Around = (
  request: string,
  answer: () => ServedReply | Promise<ServedReply>,
) => Promise<Outcome>;

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
}

const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_LOG_ENTRIES = 100_000;
const LOGGED_BODY_CHARS = 100_000;

const notReady: Handler = () => ({ status: 503 });

export interface HttpServerOptions {
  readonly port?: number;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Absent: every request is answered. */
  readonly around?: Around;
}

const always: Around = async (_, answer) => ({ reply: await answer() });

/** Starts a server on 127.0.0.1. `makeHandler` gets the server's address, for the addresses in its answers. */
export async function startHttpServer(
  makeHandler: (url: string) => Handler,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const serving = { options, log: [], answers: 0, handler: notReady };
  const server = createServer((request, response) => {
    serve(serving, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error));
    });
  });
  const loopback = await listenOnLoopback(server, options.port);
  serving.handler = makeHandler(loopback.url);
  return { ...loopback, log: serving.log };
}

interface Serving {
  readonly options: HttpServerOptions;
  readonly log: LogEntry[];
  answers: number;
  handler: Handler;
}

async function serve(
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { log, handler } = serving;
  const { onExchange, around = always } = serving.options;
  const after = serving.answers;
  const { pathname: path, search, searchParams: query } = new URL(request.url ?? '/', 'http://h');
  const { method = 'GET', headers } = request;
  const asked = { method, path, query, headers, body: await bodyOf(request) };
  const entry: LogEntry = {
    method,
    path,
    query: search,
    body: asked.body.subarray(0, LOGGED_BODY_CHARS).toString('utf8'),
    authorized: headers.authorization !== undefined,
    after,
    answer: null,
    status: 'dropped',
  };
  if (log.length < MAX_LOG_ENTRIES) log.push(entry);
  const {
    reply,
    isFault = false,
    isLost = false,
    isCut = false,
  } = await around(`${method} ${path}${search}`, () => handler(asked));
  onExchange?.({ request: asked, reply, isFault });
  if (reply === null || isLost) {
    request.socket.destroy();
    return;
  }
  serving.answers += 1;
  entry.status = reply.status;
  entry.answer = serving.answers;
  send(response, reply, isCut);
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

function send(response: ServerResponse, reply: ServedReply, isCut: boolean): void {
  const { body = '' } = reply;
  const json = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(json ? JSON.stringify(body) : body);
  const type = json ? { 'content-type': 'application/json; charset=utf-8' } : {};
  const empty = reply.status === 204 || reply.status === 304;
  // The server has a clock of its own.
  response.sendDate = false;
  response.writeHead(reply.status, {
    ...type,
    ...(empty ? {} : { 'content-length': bytes.length }),
    ...reply.headers,
  });
  if (isCut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(empty ? undefined : bytes);
}
