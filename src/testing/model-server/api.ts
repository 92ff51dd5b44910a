import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import type { ScriptTurn, Usage } from '../../model/index.ts';

/** One server-sent event of a reply. */
export interface SseEvent {
  readonly event: string;
  readonly data: Json;
}

/** One message of a conversation: who wrote it, and its text. */
export interface ConversationMessage {
  readonly role: 'assistant' | 'user';
  readonly text: string;
}

/** A reply to stream. */
export interface Streamed {
  readonly turn: ScriptTurn;
  readonly index: number;
  readonly model: string;
  readonly usage: Usage;
}

/** One API of a model, as its server sees it. */
export interface ServedApi {
  /** Whether this is the address of the API. */
  isPath(path: string): boolean;
  keyOf(headers: IncomingHttpHeaders): string;
  /** Why a request is refused, as its real server would; `null` if it is not. */
  refusal(body: JsonObject): string | null;
  conversation(body: JsonObject): readonly ConversationMessage[];
  events(reply: Streamed): readonly SseEvent[];
  /** The body of an error answer. */
  error(status: number, message: string): JsonObject;
}

/** The objects of a list; none for anything else. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The text under a key; an empty one for anything else. */
export function textAt(holder: JsonObject, key: string): string {
  const value = holder[key];
  return typeof value === 'string' ? value : '';
}

/** The text of a message's content, which may come in parts. */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map((part) => textAt(part, 'text'))
    .join('\n');
}

export const bearer = (headers: IncomingHttpHeaders): string =>
  (headers.authorization ?? '').replace(/^Bearer\s*/i, '');

/** An event without a name. */
export function unnamed(data: JsonObject): SseEvent {
  return { event: '', data };
}

/** An event whose name is its data's type, as all of the API's are. */
export function named(data: JsonObject): SseEvent {
  return { event: textAt(data, 'type'), data };
}

const DONE_TEXT = '[DONE]';
/** The end of a stream in the APIs like OpenAI's, which is no JSON. */
export const DONE: SseEvent = { event: '', data: DONE_TEXT };

/** The events as they are sent. One without a name has its data alone. */
export function sseText(events: readonly SseEvent[]): string {
  return events
    .map(({ event, data }) => {
      const name = event === '' ? '' : `event: ${event}\n`;
      return `${name}data: ${data === DONE_TEXT ? DONE_TEXT : JSON.stringify(data)}\n\n`;
    })
    .join('');
}

const PIECE_CHARS = 40;

/** A text in the pieces in which it is streamed. */
export function pieces(text: string, size = PIECE_CHARS): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += size)
    parts.push(text.slice(start, start + size));
  return parts;
}

/** OpenAI's form of an error. */
export function openAIError(status: number, message: string): JsonObject {
  const codes: Readonly<Record<number, string>> = {
    401: 'invalid_api_key',
    429: 'rate_limit_exceeded',
    500: 'server_error',
  };
  const type = status === 429 ? 'tokens' : 'invalid_request_error';
  return { error: { message, type, param: null, code: codes[status] ?? null } };
}
