/** I/O: the APIs of other models on loopback, for the demo and tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { isJsonObject, type JsonObject } from '../../common/index.ts';
import {
  type Script,
  type ScriptTurn,
  turnsFor,
  unmetExpectation,
  type Usage,
  zeroUsage,
} from '../../model/index.ts';
import { listenOnLoopback, type Loopback } from '../loopback.ts';
import { type ConversationMessage, type ServedApi, type SseEvent, sseText } from './api.ts';
import { chatApi } from './chat.ts';
import { geminiApi } from './gemini.ts';
import { messagesApi } from './messages.ts';
import { responsesApi } from './responses.ts';

/** A rough measure. */
const CHARS_PER_TOKEN = 4;

const APIS = {
  messages: messagesApi,
  chat: chatApi,
  responses: responsesApi,
  gemini: geminiApi,
} as const;
export type ServedApiName = keyof typeof APIS;

export interface ModelServerOptions {
  readonly api: ServedApiName;
  readonly script: Script;
  /** The key that is accepted; `null`: requests without a key are. */
  readonly apiKey?: string | null;
  /** Sends the answers, and returns the status that each is recorded with. Absent: `sendAnswer`. */
  readonly send?: typeof sendAnswer;
}

interface ModelRequestSeen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
  readonly status: number;
}

export interface ModelServer extends Loopback {
  readonly requests: readonly ModelRequestSeen[];
}

/**
 * Starts the API of a model on 127.0.0.1 that answers from a script. It refuses what the real one refuses: a wrong path or key,
 * a call without its result, a name that is too long. The number of replies in the conversation selects the turn.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: ModelRequestSeen[] = [];
  let received = 0;
  const server = createServer((incoming, response) => {
    const index = received;
    received += 1;
    answer({ options, requests, index }, incoming, response).catch(() => response.destroy());
  });
  return { ...(await listenOnLoopback(server)), requests };
}

interface Handling {
  readonly options: ModelServerOptions;
  readonly requests: ModelRequestSeen[];
  readonly index: number;
}

async function answer(
  { options, requests, index }: Handling,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const api = APIS[options.api];
  const body = await readJson(incoming);
  const { url: path = '', headers } = incoming;
  const chosen = choose(api, options, { path, key: api.keyOf(headers), body });
  const { send = sendAnswer } = options;
  requests.push({ path, headers, body, status: send(response, chosen, { api, index, body }) });
}

/** The reply as events, or why the request is refused. */
type ModelAnswer =
  | { readonly events: readonly SseEvent[] }
  | { readonly status: number; readonly message: string };

/** Sends an answer and returns its status. */
export function sendAnswer(
  response: ServerResponse,
  chosen: ModelAnswer,
  { api }: { readonly api: ServedApi; readonly index: number; readonly body: JsonObject },
): number {
  if ('events' in chosen) {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end(sseText(chosen.events));
    return 200;
  }
  const error = api.error(chosen.status, chosen.message);
  // The Gemini API answers a wrong key with 400.
  const status = chosen.status === 401 && api === geminiApi ? 400 : chosen.status;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
  return chosen.status;
}

interface ModelCall {
  readonly path: string;
  readonly key: string;
  readonly body: JsonObject;
}

function choose(
  api: ServedApi,
  { script, apiKey = 'test-key' }: ModelServerOptions,
  { path, key, body }: ModelCall,
): ModelAnswer {
  if (!api.isPath(path)) return { status: 404, message: 'Not Found' };
  if (key !== (apiKey ?? '')) return { status: 401, message: 'Incorrect API key provided' };
  const refusal = api.refusal(body);
  if (refusal !== null) return { status: 400, message: refusal };
  const messages = api.conversation(body);
  const turns = turnsFor(script, messages[0]?.text ?? '');
  const index = repliesIn(messages);
  const turn = turns[index];
  if (turn === undefined) return { status: 400, message: `The script has no turn ${index + 1}.` };
  const unmet = unmetExpectation(turn, lastText(messages));
  if (unmet !== undefined) return { status: 400, message: `The script expects /${unmet}/.` };
  const model = typeof body['model'] === 'string' ? body['model'] : 'test-model';
  return { events: api.events({ turn, index, model, usage: turn.usage ?? usageOf(body, turn) }) };
}

/** The tokens of a turn that names none: every real API counts some. */
function usageOf(body: JsonObject, { blocks }: ScriptTurn): Usage {
  const [inputTokens, outputTokens] = [tokensOf(body), tokensOf(blocks)];
  return { ...zeroUsage, inputTokens, outputTokens };
}

function tokensOf(value: object): number {
  return Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN);
}

/** The number of replies. Consecutive messages of the assistant are one reply. */
function repliesIn(messages: readonly ConversationMessage[]): number {
  return messages.filter(
    ({ role }, place) => role === 'assistant' && messages[place - 1]?.role !== role,
  ).length;
}

function lastText(messages: readonly ConversationMessage[]): string {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(last + 1)
    .map(({ text }) => text)
    .join('\n');
}

async function readJson(incoming: IncomingMessage): Promise<JsonObject> {
  const value: unknown = await json(incoming);
  return isJsonObject(value) ? value : {};
}
