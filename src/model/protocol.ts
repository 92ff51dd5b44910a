import { isJsonObject, type Json, type JsonObject } from '../common/index.ts';
import type { Failure } from './failures/failures.ts';
import type { ModelReply, ModelRequest, RespondOptions, SpentUsage } from './model.ts';

/** What a reply has used, before its cost is calculated. */
export type DecodedUsage = Pick<SpentUsage, 'usage' | 'isEstimate'>;

/** A complete reply, before its cost is calculated. */
export type DecodedReply = Omit<ModelReply, 'costUsd'>;

export type DecodeStep =
  | { readonly kind: 'more' }
  | { readonly kind: 'done'; readonly reply: DecodedReply }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** One event of a stream of server-sent events, as it was sent. */
interface ServerSentEvent {
  readonly event: string | null;
  readonly data: string;
}

/** Reads one reply from the events of its stream. Only `done` is a reply: a stream that merely ends is not. */
export interface StreamDecoder {
  push(event: ServerSentEvent): DecodeStep;
  /** The same for an event whose JSON was read already. */
  take(event: Json): DecodeStep;
  /** The stream ended. */
  end(): DecodeStep;
  /** The connection broke: `done` only if every part of the reply and its usage had arrived. */
  breakOff(): DecodeStep;
  /** What the reply has used so far; `null` before its first event. */
  spent(): DecodedUsage | null;
}

/** What a decoder needs beside the events. */
export interface StreamReading extends Pick<RespondOptions, 'onText'> {
  /** About how many tokens the request has, for an API that does not report them. */
  readonly estimateInput: () => number;
}

/** What some servers of a protocol do not take, as their refusals show. */
export type Lack =
  /** A report of usage in a stream. */
  | 'stream-usage'
  | 'streams'
  /** The older name of the limit of output. */
  | 'max-tokens-name'
  | 'images'
  | 'encrypted-reasoning'
  /** Reasoning in messages at all. */
  | 'reasoning'
  /** A conversation without the reasoning of its earlier turns. */
  | 'partial-reasoning'
  | 'system-role'
  /** Two messages in a row that are not by turns. */
  | 'free-order'
  /** Breakpoints of the prompt cache. */
  | 'prompt-cache';

export interface EncodeOptions {
  readonly model: string;
  readonly lacks: ReadonlySet<Lack>;
  /** Whether the request may have breakpoints of a prompt cache. */
  readonly promptCache: boolean;
}

/** How one API takes a conversation and streams a reply. Pure. */
export interface Protocol {
  /** As messages name it. */
  readonly name: string;
  /** The path below the provider's address. */
  path(model: string): string;
  /** The body of the request, as JSON. */
  encode(request: ModelRequest, options: EncodeOptions): string;
  createDecoder(request: ModelRequest, reading: StreamReading): StreamDecoder;
  /** What a refusal says that the server lacks, so that the request is encoded without it; `null`: nothing of that kind. */
  lackIn(failure: Failure): Lack | null;
}

/** JSON without lone surrogates, which the APIs refuse as invalid JSON. */
export function wellFormedJson(value: JsonObject): string {
  const text = JSON.stringify(value);
  // JSON.stringify writes a lone surrogate as an escape. Few requests contain one.
  if (!text.includes(String.raw`\ud`)) return text;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  );
}

/** What stands for a picture where a model takes none. */
export const NO_IMAGE = '[A picture that this model does not take.]';

/** The APIs accept only objects as a call's input. Any other input is sent under this key. */
const UNPARSED = 'unparsed';

/** A call's input as an object, as it is sent back. */
export function sentInput(input: Json): JsonObject {
  return isJsonObject(input) ? input : { [UNPARSED]: input };
}

/** The types of the opaque blocks of other APIs than the Messages API. Each API gets back only its own. */
export const REASONING_BLOCKS = {
  responses: 'reasoning',
  chat: 'chat_reasoning',
  chatCall: 'chat_call',
  gemini: 'gemini_signature',
} as const;

const OF_OTHER_APIS: ReadonlySet<Json | undefined> = new Set(Object.values(REASONING_BLOCKS));

/** Whether an opaque block came from another API than the Messages API. */
export function isOfOtherApi(block: JsonObject): boolean {
  return OF_OTHER_APIS.has(block['type']);
}
