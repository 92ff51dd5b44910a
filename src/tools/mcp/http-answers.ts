/** I/O: requests to an MCP server over HTTP, which is not trusted. */
import * as z from 'zod';
import {
  type Fetch,
  isArray,
  isJsonObject,
  type Json,
  parseJson,
  sliceWhole,
  systemClock,
} from '../../common/index.ts';

/** Of one answer; of a stream that stays open, in total. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** What arrived before the end of an answer is still being read. */
const LAST_MESSAGE_MS = 1_000;
/** The pause before a stream is resumed, if the server names none. */
const RESUME_PAUSE_MS = 250;
/** A server may name a pause of weeks, and the process could not end before it is over. */
export const MAX_RESUME_PAUSE_MS = 5_000;
/** Attempts in a row to resume one answer. */
export const RESUMES_MAX = 2;
/** Of an answer that is no message, to say why a request failed. */
const MAX_WORDS_CHARS = 32_000;
const INVALID_REQUEST = -32_600;
export const INVALID_ANSWER = 'The answer of the server is not a message of JSON-RPC 2.0.';
const NOT_OFFERED = 405;
const ACCEPTED = 202;
/** Servers leave out the empty line after the last event. */
const END_OF_EVENT = Buffer.from('\n\n');

type RequestId = string | number;

interface OpenRequest {
  /** The last event of its answer; `null`: none that the answer could be resumed from. */
  lastEvent: string | null;
  /** Attempts to resume its answer, since the last one that succeeded. */
  failed: number;
}

/**
 * The requests to one server that have no response yet. The SDK waits for a response although the answer ended without it, and although it could
 * not be resumed: `onCut` is called for such a request, once.
 */
export class HttpAnswers {
  readonly #open = new Map<RequestId, OpenRequest>();
  readonly #fetch: Fetch;
  readonly #onCut: (id: RequestId) => void;
  #hasListened = false;
  /** The stream of what the server says on its own is open, or is being opened. */
  #isListening = false;

  constructor(fetch: Fetch, onCut: (id: RequestId) => void) {
    this.#fetch = fetch;
    this.#onCut = onCut;
  }

  sent(id: RequestId): void {
    this.#open.set(id, { lastEvent: null, failed: 0 });
  }

  /** The request has its response, or nobody waits for it any more. */
  over(id: RequestId): void {
    this.#open.delete(id);
  }

  /** The answer to a request had an event with an id. */
  hadEvent(id: RequestId, event: string): void {
    const request = this.#open.get(id);
    if (request !== undefined) request.lastEvent = event;
  }

  /** `fetch` within limits, and without following redirects. */
  async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    if (init.method === 'GET') return await this.#listen(url, init);
    // The redirect itself is the answer: its error says where it leads.
    const response = await this.#fetch(url, { ...init, redirect: 'manual' });
    const id = requestId(init);
    // The response can then come only by the stream of what the server says on its own.
    if (id !== null && response.status === ACCEPTED && !this.#isListening) this.#ended(id);
    if (id === null) return bounded(response);
    return bounded(response, { request: id, onEnd: () => this.#ended(id) });
  }

  /**
   * What the server sends on its own is of no use here: that stream is opened once. Any other one resumes the answer to a request, if somebody
   * still waits for it.
   */
  async #listen(url: string | URL, init: RequestInit): Promise<Response> {
    const resumed = new Headers(init.headers).get('last-event-id');
    const options = { ...init, redirect: 'error' } as const;
    if (resumed === null && !this.#hasListened) {
      this.#hasListened = true;
      return await this.#openOwnStream(url, options);
    }
    const found = [...this.#open].find(([, { lastEvent }]) => lastEvent === resumed);
    if (resumed === null || found === undefined) return new Response(null, { status: NOT_OFFERED });
    const [id, request] = found;
    await systemClock.sleep(RESUME_PAUSE_MS, init.signal ?? undefined);
    const response = await this.#fetch(url, options).catch((error: unknown) => {
      this.#failed(id, request);
      throw error;
    });
    if (!response.ok || response.body === null) {
      this.#failed(id, request, response.ok || response.status === NOT_OFFERED);
      return response;
    }
    Object.assign(request, { lastEvent: null, failed: 0 });
    return bounded(response, { request: id, onEnd: () => this.#ended(id) });
  }

  async #openOwnStream(url: string | URL, options: RequestInit): Promise<Response> {
    const end = (): void => {
      this.#isListening = false;
    };
    this.#isListening = true;
    try {
      const response = await this.#fetch(url, options);
      if (!response.ok || response.body === null) end();
      return bounded(response, { onEnd: end });
    } catch (error) {
      end();
      throw error;
    }
  }

  /** `isFinal`: the SDK does not try it again. */
  #failed(id: RequestId, request: OpenRequest, isFinal = false): void {
    request.failed += 1;
    if (isFinal || request.failed >= RESUMES_MAX) this.#cut(id);
  }

  #ended(id: RequestId): void {
    const report = (): void => {
      if (this.#open.get(id)?.lastEvent === null) this.#cut(id);
    };
    setTimeout(report, LAST_MESSAGE_MS).unref();
  }

  #cut(id: RequestId): void {
    if (this.#open.delete(id)) this.#onCut(id);
  }
}

interface Answered {
  /** The request that is answered. Absent: none. */
  readonly request?: RequestId;
  /** Called when the answer ends, whatever ends it. */
  readonly onEnd?: () => void;
}

/** The same answer, with a body that ends at the limit, and whose errors name the request that they answer. */
function bounded(response: Response, { request: id, onEnd }: Answered = {}): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const type = headers.get('content-type') ?? '';
  const isStream = /^\s*text\/event-stream\b/i.test(type);
  const isJson = /^\s*application\/json\b/i.test(type);
  async function* chunksOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES) throw new Error('The server sent too much.');
        yield chunk;
      }
      if (isStream) yield END_OF_EVENT;
    } finally {
      onEnd?.();
    }
  }
  const chunks = chunksOf(body);
  const isWhole = isJson && response.ok && id !== undefined;
  const read = isStream ? linesFor(chunks, id) : isWhole ? wholeFor(chunks, id) : chunks;
  return new Response(ReadableStream.from(read), { status, statusText, headers });
}

/** The pause in a line of a stream. No message in JSON ends a line so. */
const PAUSE = /retry:( ?)(\d+)(?=[\r\n])/g;

/** A line of a stream whose error does not name a request. */
const UNNAMED_ERROR = /^data:.*"error"\s*:/;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The lines of a stream, with errors that name the request that it answers, and with pauses that end. */
async function* linesFor(
  chunks: AsyncIterable<Uint8Array>,
  id: RequestId | undefined,
): AsyncGenerator<Uint8Array> {
  let unread: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
    if (end > 0) {
      const lines = Buffer.concat([...unread, chunk.subarray(0, end)]).toString('utf8');
      yield Buffer.from(
        lines
          .split('\n')
          .map((line) => (id === undefined ? line : lineFor(line, id)))
          .join('\n')
          .replaceAll(
            PAUSE,
            (_, space, ms) => `retry:${space}${Math.min(ms, MAX_RESUME_PAUSE_MS)}`,
          ),
      );
      unread = [];
    }
    if (end < chunk.length) unread.push(chunk.subarray(end));
  }
  if (unread.length > 0) yield Buffer.concat(unread);
}

function lineFor(line: string, id: RequestId): string {
  if (!UNNAMED_ERROR.test(line)) return line;
  const value = parseJson(line.slice('data:'.length));
  return value === undefined ? line : `data: ${JSON.stringify(withRequest(value, id))}`;
}

/** A whole answer to a request. What is no message is the reason why the request failed. */
async function* wholeFor(
  chunks: AsyncIterable<Uint8Array>,
  id: RequestId,
): AsyncGenerator<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  // Some servers begin with a mark of the byte order, which this leaves out.
  const text = new TextDecoder().decode(Buffer.concat(read));
  const value = parseJson(text) ?? null;
  const isMessage = isArray(value) || (isJsonObject(value) && value['jsonrpc'] === '2.0');
  yield Buffer.from(JSON.stringify(isMessage ? withRequest(value, id) : notMessage(text, id)));
}

/** A message whose error names the request: servers that could not read its id write `null`, or leave it out. */
function withRequest(value: Json, id: RequestId): Json {
  const isUnnamed =
    isJsonObject(value) && isJsonObject(value['error']) && (value['id'] ?? null) === null;
  return isUnnamed ? { ...value, id } : value;
}

function notMessage(text: string, id: RequestId): Json {
  const words = sliceWhole(text.trim(), MAX_WORDS_CHARS);
  const message = words === '' ? INVALID_ANSWER : `${INVALID_ANSWER} It is: ${words}`;
  return { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } };
}

const request = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/** The id of the request that is sent; `null` for another message. */
function requestId({ body }: RequestInit): RequestId | null {
  const parsed = request.safeParse(typeof body === 'string' ? parseJson(body) : null);
  return parsed.success ? parsed.data.id : null;
}
