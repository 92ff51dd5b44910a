/** The only file that uses the MCP SDK; it is loaded when a server is configured. I/O: connects to servers. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import {
  errorText,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonValue,
  oneLine,
  type Redactor,
  VERSION,
} from '../../common/index.ts';
import type { CommandRunner, InteractiveProcess } from '../../sandbox/index.ts';

const CONNECT_TIMEOUT_MS = 20_000;
/** For all pages of a list together. */
const LIST_TIMEOUT_MS = 20_000;
const MAX_PAGES = 50;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 10;
const CUT_ANSWER = 'The server ended its answer before the result.';
const CUT_ANSWER_GRACE_MS = 1_000;
/** The end of a server's standard error that is kept to say why it failed. */
const KEPT_ERROR_CHARS = 2_000;
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

/** Connects to a server. Rejects, after closing everything, if the server does not answer in time. */
export async function connectServer(
  place: ServerAddress,
  context: {
    readonly commands: Pick<CommandRunner, 'startInteractive'>;
    readonly redactor: Pick<Redactor, 'redact'>;
  },
): Promise<McpConnection> {
  const client = new Client({ name: 'countersign', version: VERSION }, { capabilities: {} });
  const { transport, lastWords } =
    place.kind === 'stdio'
      ? stdioTransport(place, context.commands)
      : { transport: httpTransport(place), lastWords: () => null };
  /** A local server says on its standard error why it fails, and nothing to its client. The SDK leaves out the status of HTTP. */
  const explained = async <T>(answered: Promise<T>): Promise<T> => {
    try {
      return await answered;
    } catch (error) {
      const words = lastWords();
      if (error instanceof StreamableHTTPError && (error.code ?? 0) > 0)
        throw new Error(`HTTP ${error.code}: ${error.message}`, { cause: error });
      if (words === null) throw error;
      // Redacted before it is cut: half a secret matches nothing.
      const clean = await context.redactor.redact(words.errors);
      const end = oneLine(clean.slice(-SHOWN_ERROR_CHARS), SHOWN_ERROR_CHARS);
      const said = end === '' ? '' : `; the end of its error output: ${JSON.stringify(end)}`;
      throw new Error(`${errorText(error)}; ${words.ended}${said}`, { cause: error });
    }
  };
  try {
    await explained(client.connect(transport, { timeout: CONNECT_TIMEOUT_MS }));
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw error;
  }
  return {
    list: async (limit) => {
      const tools: ListedTool[] = [];
      let invalid = 0;
      let cursor: string | undefined;
      const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const listed = await explained(
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
        cursor = listed.nextCursor ?? undefined;
        if (cursor === undefined) return { tools, invalid, more: false };
      }
      return { tools, invalid, more: true };
    },
    call: async (name, input, { signal, timeoutMs, onProgress }) => {
      const result = await explained(
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
      await client.close();
    },
  };
}

/** A listed tool; `null` for an invalid one, which is left out. */
function readTool(value: unknown): ListedTool | null {
  const parsed = listedTool.safeParse(value);
  if (!parsed.success) return null;
  const { name, description, inputSchema, annotations } = parsed.data;
  const reachesNetwork = annotations?.openWorldHint === true;
  return { name, description: description ?? '', inputSchema, reachesNetwork };
}

/** How a server ended, and the end of its standard error, both of which are untrusted. */
interface LastWords {
  readonly ended: string;
  readonly errors: string;
}

/** A local server; `lastWords` is `null` while it runs. */
function stdioTransport(
  place: Extract<ServerAddress, { kind: 'stdio' }>,
  commands: Pick<CommandRunner, 'startInteractive'>,
): { readonly transport: Transport; readonly lastWords: () => LastWords | null } {
  let unread: Buffer[] = [];
  let unreadBytes = 0;
  let child: InteractiveProcess | null = null;
  let ended: string | null = null;
  let errors = '';
  /** A line that is no message, such as one that the server logs, is skipped: the next one may be an answer. */
  const receive = (line: string): void => {
    try {
      transport.onmessage?.(deserializeMessage(line));
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const take = (chunk: Uint8Array): void => {
    unread.push(Buffer.from(chunk));
    unreadBytes += chunk.length;
    if (unreadBytes > MAX_MESSAGE_BYTES) {
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
          ended = because;
          transport.onclose?.();
        },
      });
    },
    send: (message) => {
      const taken = child?.write(serializeMessage(message)) === true;
      return taken ? Promise.resolve() : Promise.reject(new Error('The server is gone.'));
    },
    close: async () => {
      await child?.close();
    },
  };
  return { transport, lastWords: () => (ended === null ? null : { ended, errors }) };
}

function httpTransport(place: Extract<ServerAddress, { kind: 'http' }>): Transport {
  const unanswered = new Set<string | number>();
  /** The SDK waits on if an answer ends without its response, unless it can resume it. */
  const endAnswer = (id: string | number): void => {
    const report = (): void => {
      if (!unanswered.delete(id)) return;
      const error = { code: ErrorCode.ConnectionClosed, message: CUT_ANSWER };
      transport.onmessage?.({ jsonrpc: '2.0', id, error });
    };
    // What arrived before the end is still being read.
    setTimeout(report, CUT_ANSWER_GRACE_MS).unref();
  };
  const inner = new StreamableHTTPClientTransport(new URL(place.url), {
    requestInit: { headers: { ...place.headers }, redirect: 'error' },
    fetch: (url, init) => boundedFetch(url, { ...init, redirect: 'error' }, endAnswer),
    reconnectionOptions: {
      maxReconnectionDelay: 5_000,
      initialReconnectionDelay: 500,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
  // The SDK's class has optional members that are `undefined`; the interface wants them absent.
  const transport: Transport = {
    start: async () => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transports have no other way.
      inner.onmessage = (message) => {
        if ('id' in message && message.id !== undefined && !('method' in message))
          unanswered.delete(message.id);
        transport.onmessage?.(message);
      };
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
      inner.onclose = () => transport.onclose?.();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
      inner.onerror = (error) => transport.onerror?.(error);
      await inner.start();
    },
    send: (message) => {
      if ('id' in message && message.id !== undefined && 'method' in message)
        unanswered.add(message.id);
      return inner.send(message);
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
  };
  return transport;
}

/**
 * Limits the size of an answer; for a stream that stays open, its total. `onEnd` gets the id of the request whose answer
 * was a stream of events that ended, and cannot be resumed because its events have no ids.
 */
async function boundedFetch(
  url: string | URL,
  init: RequestInit,
  onEnd: (request: string | number) => void,
): Promise<Response> {
  const response = await fetch(url, init);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  const request = isStream ? requestId(init) : null;
  async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let [bytes, end, hasIds] = [0, '\n', false];
    try {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        if (bytes > MAX_MESSAGE_BYTES) throw new Error('The server sent too much.');
        const text = end + Buffer.from(chunk).toString('latin1');
        hasIds ||= /[\r\n]id:/.test(text);
        end = text.slice(-'\nid'.length);
        yield chunk;
      }
    } finally {
      if (request !== null && !hasIds) onEnd(request);
    }
  }
  return new Response(ReadableStream.from(bounded(body)), { status, statusText, headers });
}

/** The id of the request that is sent; `null` for another message. */
function requestId({ body }: RequestInit): string | number | null {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  const parsed = z.looseObject({ id: z.union([z.string(), z.number()]) }).safeParse(message);
  return parsed.success ? parsed.data.id : null;
}
