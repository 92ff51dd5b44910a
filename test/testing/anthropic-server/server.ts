/** I/O: a Messages API on loopback that is as strict as the real one, for the benchmark and tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject, parseJson } from '../../../src/common/index.ts';
import type { ScriptTurn } from '../../../src/model/index.ts';
import { type CacheUse, createCache, usageOf } from './cache.ts';
import { MAX_REQUEST_BYTES, type Refusal, TOO_LARGE } from './checks.ts';
import { replyEvents, replyJson } from '../../../src/testing/model-server/messages.ts';
import { listenOnLoopback, type Loopback } from '../../../src/testing/loopback.ts';
import { answerWithFault, type Fault, spoil } from '../model-server/faults.ts';
import { chooseReply, type Cursor } from './turns.ts';
import type { AnthropicServerOptions, ApiExchange, ApiRequest } from './types.ts';

/** `url` is what to set as the base URL. */
export interface AnthropicServer extends Loopback {
  /** Every request so far. */
  readonly requests: readonly ApiExchange[];
}

/**
 * Starts a Messages API on 127.0.0.1 that answers POST /v1/messages from a script, as a stream or
 * as JSON. It checks requests as the real one does (key, version, model, size, results of calls,
 * marks for the cache), counts tokens with a simulated prompt cache where a turn has no `usage`,
 * and lets things go wrong as asked. An `expect` of the script that is not met, or a script that
 * has run out, is answered with status 400.
 */
export async function startAnthropicServer(
  options: AnthropicServerOptions,
): Promise<AnthropicServer> {
  const exchanges: ApiExchange[] = [];
  const cache = createCache();
  const state: State = { options, cache, cursors: new Map(), exchanges, received: 0 };
  const server = createServer((incoming, response) => {
    handle(state, incoming, response).catch(() => response.destroy());
  });
  return { ...(await listenOnLoopback(server)), requests: exchanges };
}

interface State {
  readonly options: AnthropicServerOptions;
  readonly cache: ReturnType<typeof createCache>;
  readonly cursors: Map<readonly ScriptTurn[], Cursor>;
  readonly exchanges: ApiExchange[];
  received: number;
}

async function handle(
  state: State,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const index = state.received;
  state.received += 1;
  const raw = await readBody(incoming);
  const body = raw === undefined ? undefined : parseObject(raw);
  const { method = '', url = '', headers } = incoming;
  const bytes = raw?.byteLength ?? MAX_REQUEST_BYTES;
  const request: ApiRequest = { index, method, path: url, headers, bytes, body };
  const kept = state.options.keepBodies === false ? undefined : body;
  const record = (status: number, cache?: CacheUse): void => {
    state.exchanges.push({ ...request, body: kept, status, cache });
  };

  const fault = state.options.faults?.(request);
  if (fault !== undefined && answerWithFault(fault, response)) {
    record(fault.kind === 'status' ? fault.status : 200);
    return;
  }
  const found = raw === undefined ? TOO_LARGE : chooseReply(state, request);
  if ('status' in found) {
    record(found.status);
    refuse(response, found, index);
    return;
  }
  const cache = state.cache.use(found.body);
  record(200, cache);
  const { turn } = found;
  if (turn.delayMs !== undefined) await sleep(turn.delayMs);
  const reply = {
    turn,
    index: found.turnIndex,
    model: found.model,
    usage: turn.usage ?? usageOf(cache, JSON.stringify(turn.blocks).length),
    deltaChars: state.options.deltaChars,
  };
  await send({ response, reply, fault, body: found.body, pieceBytes: state.options.pieceBytes });
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    const chunk = Buffer.from(part);
    bytes += chunk.byteLength;
    if (bytes <= MAX_REQUEST_BYTES) parts.push(chunk);
  }
  return bytes > MAX_REQUEST_BYTES ? undefined : Buffer.concat(parts);
}

function parseObject(raw: Buffer): JsonObject | undefined {
  const value = parseJson(raw.toString('utf8'));
  return isJsonObject(value) && isWellFormed(raw, value) ? value : undefined;
}

/** The API's own parser takes no half of a surrogate pair. */
function isWellFormed(raw: Buffer, value: JsonObject): boolean {
  return !raw.includes(String.raw`\ud`) || !/\\ud[89a-f]/.test(JSON.stringify(value));
}

function refuse(response: ServerResponse, refusal: Refusal, index: number): void {
  const { status, type, message } = refusal;
  const error = { type, message };
  // Too large a request is turned away before it reaches the API, without its ids.
  const request_id = `req_local${index}`;
  const body = status === 413 ? { error } : { type: 'error', error, request_id };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function send(args: {
  response: ServerResponse;
  reply: Parameters<typeof replyEvents>[0];
  fault: Fault | undefined;
  body: JsonObject;
  pieceBytes: number | undefined;
}): Promise<void> {
  const { response, reply, fault } = args;
  const head = { 'request-id': `req_local${reply.index}` };
  if (args.body['stream'] !== true) {
    response.writeHead(200, { ...head, 'content-type': 'application/json' });
    response.end(JSON.stringify(replyJson(reply)));
    return;
  }
  response.writeHead(200, { ...head, 'content-type': 'text/event-stream; charset=utf-8' });
  const { bytes, ending } = spoil(replyEvents(reply), fault);
  const size = args.pieceBytes ?? Math.max(1, bytes.byteLength);
  for (let offset = 0; offset < bytes.byteLength; offset += size) {
    response.write(bytes.subarray(offset, offset + size));
    if (args.pieceBytes !== undefined) await sleep(0);
  }
  if (ending === 'end') response.end();
  // What was written reaches the client first.
  if (ending === 'reset') setTimeout(() => response.destroy(), RESET_DELAY_MS);
}

const RESET_DELAY_MS = 20;
