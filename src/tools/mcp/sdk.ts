/** The only file that uses the MCP SDK; it is loaded when a server is configured. I/O: connects to servers. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import {
  createFetch,
  type Environment,
  errorText,
  isArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonValue,
  oneLine,
  parseJson,
  type Redactor,
  sliceWhole,
  systemClock,
  VERSION,
  within,
} from '../../common/index.ts';
import type { CommandRunner, InteractiveProcess } from '../../sandbox/index.ts';
import { HttpAnswers, INVALID_ANSWER, MAX_RESUME_PAUSE_MS, RESUMES_MAX } from './http-answers.ts';

const CONNECT_TIMEOUT_MS = 20_000;
/** The statuses of a server that is not ready, and how long it is waited for before each further attempt. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const BUSY_PAUSES_MS = [500, 4_000];
/** For all pages of a list together. */
const LIST_TIMEOUT_MS = 20_000;
const MAX_PAGES = 50;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const TOO_LONG = `it was ended, because it wrote a message of more than ${MAX_MESSAGE_BYTES} bytes`;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = /^\uFEFF/;
const CUT_ANSWER = 'The server ended its answer before the result.';
const END_SESSION_TIMEOUT_MS = 1_000;
/** Requests of a server, such as pings, that are answered at the same time. Over HTTP each answer needs a connection. */
const MAX_ANSWERS_AT_ONCE = 100;
/** The end of a server's standard error that is kept to say why it failed. */
const KEPT_ERROR_CHARS = 32_000;
/** Of what went wrong, before and after its secrets are removed. */
const MAX_FAILURE_CHARS = 64_000;
const SHOWN_FAILURE_CHARS = 8_000;
const SHOWN_ERROR_CHARS = 300;

// The protocol omits what is absent; many servers write `null` for it.
const listedTool = z.looseObject({
  name: z.string().min(1).max(256),
  description: z.string().nullish(),
  inputSchema: z.record(z.string(), jsonValue),
  annotations: z.looseObject({ openWorldHint: z.boolean().nullish() }).nullish(),
});
const listing = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
const answer = z.looseObject({
  content: z.array(z.record(z.string(), jsonValue)).nullish(),
  structuredContent: jsonValue.optional(),
  isError: z.boolean().nullish(),
});

const invalidAnswer = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.undefined().optional(),
});
/** What a server writes that could not read the id of a request. */
const unnamedError = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.null().optional(),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});
const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** A tool as a server lists it: untrusted. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly reachesNetwork: boolean;
}

/** A server's raw answer to a call: untrusted. */
export interface ServerResult {
  readonly content: readonly JsonObject[];
  readonly structured: Json | null;
  readonly isError: boolean;
}

/** The server ended. Its message may have words of the server; `ended` has none. */
export class ServerEndedError extends Error {
  /** How it ended, such as `it ended with exit code 3`. */
  readonly ended: string;

  constructor(message: string, options: { readonly ended: string; readonly cause: unknown }) {
    super(message, { cause: options.cause });
    this.ended = options.ended;
  }
}

/** A connection to one server. Every method rejects if the server ended, does not answer, or sends an invalid message. */
export interface McpConnection {
  /** At most `limit` tools; `more` if the server has others; how many are `invalid` and left out. */
  list(limit: number): Promise<{
    readonly tools: readonly ListedTool[];
    readonly invalid: number;
    readonly more: boolean;
  }>;
  call(
    tool: string,
    input: JsonObject,
    options: {
      readonly signal: AbortSignal;
      readonly timeoutMs: number;
      readonly onProgress: (progress: JsonObject) => void;
    },
  ): Promise<ServerResult>;
  close(): Promise<void>;
}

/** How to reach a server. */
export type ServerAddress =
  | {
      readonly kind: 'stdio';
      readonly argv: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
      /** Paths from the workspace root that it may write. */
      readonly write: readonly string[];
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

interface ServerContext {
  readonly commands: Pick<CommandRunner, 'startInteractive'>;
  readonly redactor: Pick<Redactor, 'redact'>;
  /** Says which proxy leads to a server. */
  readonly environment: Environment;
}

/** A client and the server that knows it. `explained` adds to an error what the SDK does not say about it, redacted. */
interface Session {
  readonly client: Client;
  /** Whether the server knows it by an id, and so can forget it. */
  hasId(): boolean;
  explained<T>(answered: Promise<T>): Promise<T>;
}

/** Connects to a server. Rejects, after closing everything, if the server does not answer in time. */
export async function connectServer(
  place: ServerAddress,
  context: ServerContext,
): Promise<McpConnection> {
  const sessions: Session[] = [];
  const open = async (): Promise<Session> => {
    const session = await openWhenReady(place, context);
    sessions.push(session);
    return session;
  };
  let current = Promise.resolve(await open());
  /** A server forgets a session that nobody used for long, such as while people decided about a call, and refuses what comes in it. */
  const inSession = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const known = current;
    const session = await known;
    try {
      return await session.explained(work(session));
    } catch (error) {
      if (!session.hasId() || !isForgotten(error)) throw error;
    }
    if (current === known) {
      current = open();
      // The next call tries again.
      current.catch(() => (current = known));
    }
    const renewed = await current;
    return await renewed.explained(work(renewed));
  };
  return {
    list: async (limit) => {
      const tools: ListedTool[] = [];
      let invalid = 0;
      let cursor: string | undefined;
      const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const listed = await inSession(({ client }) =>
          client.request({ method: 'tools/list', params }, listing, {
            signal,
            timeout: LIST_TIMEOUT_MS,
          }),
        );
        for (const tool of listed.tools) {
          if (tools.length >= limit) return { tools, invalid, more: true };
          const read = readTool(tool);
          if (read === null) invalid += 1;
          else tools.push(read);
        }
        // Servers write an empty cursor for none, too.
        cursor = listed.nextCursor || undefined;
        if (cursor === undefined) return { tools, invalid, more: false };
      }
      return { tools, invalid, more: true };
    },
    call: async (name, input, { signal, timeoutMs, onProgress }) => {
      const result = await inSession(({ client }) =>
        client.request(
          { method: 'tools/call', params: { name, arguments: { ...input } } },
          answer,
          {
            signal,
            timeout: timeoutMs,
            onprogress: ({ progress, total }) =>
              onProgress({ progress, ...(total === undefined ? {} : { total }) }),
          },
        ),
      );
      const { content, structuredContent = null, isError } = result;
      return {
        content: (content ?? []).filter((block) => isJsonObject(block)),
        structured: structuredContent,
        isError: isError ?? false,
      };
    },
    close: async () => {
      await current.catch(() => undefined);
      await Promise.all(sessions.map(({ client }) => client.close()));
    },
  };
}

/** Opens a session. A server that is busy, or that its gateway is just starting, is asked again: nothing has happened there yet. */
async function openWhenReady(place: ServerAddress, context: ServerContext): Promise<Session> {
  for (const pauseMs of BUSY_PAUSES_MS) {
    try {
      return await openSession(place, context);
    } catch (error) {
      if (!BUSY.has(httpError(error)?.code ?? 0)) throw error;
    }
    await systemClock.sleep(pauseMs);
  }
  return await openSession(place, context);
}

async function openSession(place: ServerAddress, context: ServerContext): Promise<Session> {
  const client = new Client({ name: 'countersign', version: VERSION }, { capabilities: {} });
  const { redactor } = context;
  const { transport, lastWords, hasId } =
    place.kind === 'stdio'
      ? { ...stdioTransport(place, context.commands), hasId: () => false }
      : { ...httpTransport(place, context.environment), lastWords: () => null };
  /** A local server says on its standard error why it fails, and nothing to its client. */
  const explained = async <T>(answered: Promise<T>): Promise<T> => {
    try {
      return await answered;
    } catch (error) {
      const { ended = null, errors = '', unnamed = '', stray = '' } = lastWords() ?? {};
      // What is shown is cut after it was redacted, since half a secret matches nothing.
      const failed = redactor.redact(sliceWhole(failureText(error), MAX_FAILURE_CHARS));
      const failure = sliceWhole(failed, SHOWN_FAILURE_CHARS);
      const clean = redactor.redact(errors);
      const end = oneLine(clean.slice(-SHOWN_ERROR_CHARS), SHOWN_ERROR_CHARS);
      const noId = oneLine(redactor.redact(unnamed), SHOWN_ERROR_CHARS);
      const first = oneLine(redactor.redact(stray), SHOWN_ERROR_CHARS);
      const said = [
        ended ?? '',
        ended === null || end === '' ? '' : `the end of its error output: ${JSON.stringify(end)}`,
        noId === '' ? '' : `it wrote an error that names no request: ${JSON.stringify(noId)}`,
        first === ''
          ? ''
          : `its standard output, which is for messages alone, begins with: ${JSON.stringify(first)}`,
      ];
      const text = [failure, ...said].filter((part) => part !== '').join('; ');
      if (ended !== null) throw new ServerEndedError(text, { ended, cause: error });
      throw text === errorText(error) ? error : new Error(text, { cause: error });
    }
  };
  // The SDK limits the wait for the answer to its first message, and not that for the second.
  const late = new Error(`The server took longer than ${CONNECT_TIMEOUT_MS / 1000} s.`);
  const limit = { clock: systemClock, limitMs: CONNECT_TIMEOUT_MS, late };
  try {
    await explained(within(client.connect(transport), limit));
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw error;
  }
  return { client, hasId, explained };
}

/** What the SDK says about an error, with the status of HTTP and the data of JSON-RPC, which it leaves out. */
function failureText(error: unknown): string {
  if (error instanceof StreamableHTTPError && (error.code ?? 0) > 0)
    return `HTTP ${error.code}: ${httpMessage(error)}`;
  if (error instanceof z.core.$ZodError) return invalidMessage(error);
  const data = error instanceof McpError ? (error.data ?? null) : null;
  return data === null ? errorText(error) : `${errorText(error)} ${JSON.stringify(data)}`;
}

/** The SDK gives everything that its schemas say about an answer, which are pages of JSON. */
function invalidMessage({ issues: [issue] }: z.core.$ZodError): string {
  if (issue === undefined || issue.path.length === 0) return INVALID_ANSWER;
  return `The answer of the server is invalid: ${issue.path.join('.')}: ${issue.message}.`;
}

function httpMessage({ message }: StreamableHTTPError): string {
  return message.replace(
    " not followed (redirectPolicy: 'same-origin')",
    ' is not followed: write that address as its `url` in the policy',
  );
}

/** The answer with which a server over HTTP refused a request; `null` for another error. */
function httpError(error: unknown): StreamableHTTPError | null {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof StreamableHTTPError ? cause : null;
}

/** Whether a server over HTTP does not know the session of a request, which it then has not executed. */
function isForgotten(error: unknown): boolean {
  const { code = 0, message = '' } = httpError(error) ?? {};
  // Servers that were made from the SDK's example answer 400, those of the SDK for Rust 401.
  const isUnknown = /session|server not initialized/i.test(message);
  return code === 404 || ((code === 400 || code === 401) && isUnknown);
}

/** A listed tool; `null` for an invalid one, which is left out. */
function readTool(value: unknown): ListedTool | null {
  const parsed = listedTool.safeParse(value);
  if (!parsed.success) return null;
  const { name, description, inputSchema, annotations } = parsed.data;
  const reachesNetwork = annotations?.openWorldHint === true;
  return { name, description: description ?? '', inputSchema, reachesNetwork };
}

/** The requests of a server that its client is answering. More of them at once are not answered, since a server can send any number. */
class ServerRequests {
  #answering = 0;

  /** Whether the client gets a message. It answers a request by `answered`. */
  admits(message: JSONRPCMessage): boolean {
    if (!isRequest(message)) return true;
    if (this.#answering === MAX_ANSWERS_AT_ONCE) return false;
    this.#answering += 1;
    return true;
  }

  /** An answer was sent, or could not be. */
  answered(): void {
    this.#answering -= 1;
  }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/** What a server has said beside its answers, all of which is untrusted. */
interface LastWords {
  /** How it ended; `null`: it runs. */
  readonly ended: string | null;
  /** The end of its standard error. */
  readonly errors: string;
  /** The last error since the last request that names none; empty if there is none. */
  readonly unnamed: string;
  /** The first line of its standard output, if it has written no message; else empty. */
  readonly stray: string;
}

/**
 * A local server. An error that names no request is the answer to the only one that is open; of several, nobody knows to which. It
 * may also be about a notification, which servers must not answer, and many do.
 */
function stdioTransport(
  place: Extract<ServerAddress, { kind: 'stdio' }>,
  commands: Pick<CommandRunner, 'startInteractive'>,
): { readonly transport: Transport; readonly lastWords: () => LastWords } {
  let unread: Buffer[] = [];
  let unreadBytes = 0;
  let isTooLong = false;
  let child: InteractiveProcess | null = null;
  let ended: string | null = null;
  let errors = '';
  let unnamed = '';
  let stray = '';
  let hasMessage = false;
  const requests = new ServerRequests();
  /** What was sent and may still be answered, in order: the ids of requests, `null` for a notification. */
  let open: readonly (number | null)[] = [];
  /** A server reads in order: it has said what it had to say about the notifications before a request that it answers. */
  const over = (id: number): void => {
    const answered = open.indexOf(id);
    open = open.filter((one, index) => one !== id && (one !== null || index > answered));
  };
  const receive = (line: string): void => {
    const parts = partsOf(line);
    const unnamedAnswer = parts.length === 1 ? unnamedError.safeParse(parts[0]) : null;
    if (unnamedAnswer?.success === true) {
      const { error } = unnamedAnswer.data;
      const notification = open.indexOf(null);
      const [only = null] = open;
      if (only !== null && open.length === 1) deliver({ jsonrpc: '2.0', id: only, error });
      else unnamed = sliceWhole(error.message, KEPT_ERROR_CHARS);
      open = open.filter((_, index) => index !== notification);
      return;
    }
    const messages = parts.flatMap(messagesOf);
    if (messages.length === 0 && stray === '') stray = sliceWhole(line.trim(), KEPT_ERROR_CHARS);
    for (const message of messages) deliver(message);
  };
  const deliver = (message: JSONRPCMessage): void => {
    hasMessage = true;
    // Servers write the id as a text, too, which the SDK takes for the number that it is.
    if (!('method' in message)) over(Number(message.id));
    if (requests.admits(message)) transport.onmessage?.(message);
  };
  const take = (chunk: Uint8Array): void => {
    unread.push(Buffer.from(chunk));
    unreadBytes += chunk.length;
    if (unreadBytes > MAX_MESSAGE_BYTES) {
      isTooLong = true;
      unread = [];
      void child?.close();
    }
    if (!chunk.includes(LINE_FEED)) return;
    const bytes = Buffer.concat(unread);
    const end = bytes.lastIndexOf(LINE_FEED);
    const rest = bytes.subarray(end + 1);
    unread = [rest];
    unreadBytes = rest.length;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) receive(line);
  };
  const transport: Transport = {
    start: async () => {
      child = await commands.startInteractive(place.argv, {
        env: place.env,
        write: place.write,
        onOutput: take,
        onErrorOutput: (chunk) => {
          errors = (errors + Buffer.from(chunk).toString()).slice(-KEPT_ERROR_CHARS);
        },
        onEnd: (because) => {
          ended = isTooLong ? TOO_LONG : because;
          transport.onclose?.();
        },
      });
    },
    send: (message) => {
      const cancelled = cancellation.safeParse(message);
      if (cancelled.success)
        open = open.filter((id) => id !== Number(cancelled.data.params.requestId));
      if (isRequest(message)) unnamed = '';
      if ('method' in message) open = [...open, isRequest(message) ? Number(message.id) : null];
      else requests.answered();
      const taken = child?.write(serializeMessage(message)) === true;
      return taken ? Promise.resolve() : Promise.reject(new Error('The server is gone.'));
    },
    close: async () => {
      await child?.close();
    },
  };
  /** A prompt ends without a line feed. */
  const begun = (): string =>
    stray === '' ? sliceWhole(Buffer.concat(unread).toString(), KEPT_ERROR_CHARS) : stray;
  const lastWords = () => ({ ended, errors, unnamed, stray: hasMessage ? '' : begun() });
  return { transport, lastWords };
}

/**
 * The parts of a line that may be messages: one, or a batch as the protocol of 2025-03-26 has it. Most of what is no message, such as a
 * line that the server logs, is skipped here: a check by a schema takes much longer, and a server can log any number of lines.
 */
function partsOf(line: string): readonly JsonObject[] {
  const value = /^\s*[[{]/.test(line) ? (parseJson(line.replace(BYTE_ORDER_MARK, '')) ?? null) : [];
  const parts = isArray(value) ? value : [value];
  return parts.filter(isJsonObject).filter((part) => 'jsonrpc' in part || 'result' in part);
}

/** The message that a part is, if it is one. An invalid answer fails its request, which would wait for another one. */
function messagesOf(part: JsonObject): readonly JSONRPCMessage[] {
  const message = JSONRPCMessageSchema.safeParse(part);
  if (message.success) return [message.data];
  const answered = invalidAnswer.safeParse(part);
  if (!answered.success) return [];
  const error = { code: ErrorCode.InvalidRequest, message: INVALID_ANSWER };
  return [{ jsonrpc: '2.0', id: answered.data.id, error }];
}

function httpTransport(
  place: Extract<ServerAddress, { kind: 'http' }>,
  environment: Environment,
): { readonly transport: Transport; readonly hasId: () => boolean } {
  const answers = new HttpAnswers(createFetch(environment), (id) => {
    const error = { code: ErrorCode.ConnectionClosed, message: CUT_ANSWER };
    transport.onmessage?.({ jsonrpc: '2.0', id, error });
  });
  const requests = new ServerRequests();
  const inner = new StreamableHTTPClientTransport(new URL(place.url), {
    requestInit: { headers: { ...place.headers }, redirect: 'manual' },
    fetch: (url, init) => answers.fetch(url, init),
    reconnectionOptions: {
      maxReconnectionDelay: MAX_RESUME_PAUSE_MS,
      initialReconnectionDelay: 500,
      reconnectionDelayGrowFactor: 2,
      maxRetries: RESUMES_MAX,
    },
  });
  // The SDK's class has optional members that are `undefined`; the interface wants them absent.
  const transport: Transport = {
    start: async () => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other way.
      inner.onmessage = (message) => {
        if ('id' in message && message.id !== undefined && !('method' in message))
          answers.over(message.id);
        if (requests.admits(message)) transport.onmessage?.(message);
      };
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
      inner.onclose = () => transport.onclose?.();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
      inner.onerror = (error) => transport.onerror?.(error);
      await inner.start();
    },
    send: async (message) => {
      const cancelled = cancellation.safeParse(message);
      if (cancelled.success) answers.over(cancelled.data.params.requestId);
      if (!('method' in message))
        return await inner.send(message).finally(() => requests.answered());
      if (!isRequest(message)) return await inner.send(message);
      const { id } = message;
      answers.sent(id);
      await inner.send(message, { onresumptiontoken: (event) => answers.hadEvent(id, event) });
    },
    close: async () => {
      // A session without its client stays in the server's memory.
      const late = new Error('The server did not end the session.');
      const limit = { clock: systemClock, limitMs: END_SESSION_TIMEOUT_MS, late };
      await within(inner.terminateSession(), limit).catch(() => undefined);
      await inner.close();
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
  };
  return { transport, hasId: () => inner.sessionId !== undefined };
}
