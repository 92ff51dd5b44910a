import { randomInt } from 'node:crypto';
import {
  defined,
  isJsonObject,
  isTooDeep,
  type Json,
  type JsonObject,
  parseJson,
  sanitizeJson,
  sliceWhole,
} from '../common/index.ts';
import type { Failure } from './failures/failures.ts';
import type { AssistantBlock, Message, ModelRequest, Usage } from './model.ts';
import type {
  DecodedReply,
  DecodedUsage,
  DecodeStep,
  StreamDecoder,
  StreamReading,
} from './protocol.ts';
import { readError } from './failures/read-error.ts';
import { waitIn } from './failures/retry.ts';
import type { ProviderError } from './providers/provider.ts';
import { inputTokensOf, readTokenCount, usageOrEstimate } from './usage.ts';

/** What the decoders of all APIs share: reading events, and what makes a reply complete. */

type Failed = Extract<DecodeStep, { kind: 'failed' }>;

/**
 * What an event did to a reply. `unknown`: the API has no such event. `ended`: it is complete, before its usage is known to be
 * reported or estimated.
 */
export type ReadStep =
  | { readonly kind: 'more' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ended'; readonly reply: StreamedReply }
  | Failed;

export const MORE: ReadStep = { kind: 'more' };
export const UNKNOWN: ReadStep = { kind: 'unknown' };

/** Longer than the stream of any reply: a long reply comes in pieces that are mostly names. */
const MAX_STREAM_CHARS = 128_000_000;
/** The end of a stream in the servers like OpenAI's. */
const END = '[DONE]';

/** A reply as the events of its stream build it. */
interface ReplyReader {
  read(event: JsonObject): ReadStep;
  /** At `[DONE]`, or when the stream ended. */
  end(): ReadStep;
  /** Whether nothing of the reply can be missing although the stream has not ended. Absent: nobody can know. */
  isWhole?(): boolean;
  /** What the API reported, `null` if nothing yet, and the bytes that the model wrote. `isPartial`: there may be more output. */
  used(): { readonly usage: Usage | null; readonly bytes: number; readonly isPartial?: boolean };
}

/**
 * A decoder of an API whose events are JSON objects. If the stream ends before the reply is complete, a last event that the API does
 * not have is the reason: servers write their errors in forms of their own.
 */
export function createJsonDecoder(
  request: ModelRequest,
  { estimateInput }: StreamReading,
  reply: ReplyReader,
): StreamDecoder {
  let chars = 0;
  let hasBegun = false;
  let unknown: JsonObject | null = null;
  const spent = (): DecodedUsage => {
    const { usage, ...written } = reply.used();
    return usageOrEstimate(usage, { ...written, estimateInput });
  };
  const decoded = (step: ReadStep): DecodeStep => {
    if (step.kind === 'ended') return finishReply({ ...step.reply, ...spent() }, request);
    return step.kind === 'unknown' ? { kind: 'more' } : step;
  };
  const end = (): DecodeStep => {
    const step = reply.end();
    const isCut = step.kind === 'failed' && step.failure.kind === 'stream';
    return isCut && unknown !== null ? endedBy(unknown, step.failure) : decoded(step);
  };
  const take = (event: Json | undefined): DecodeStep => {
    if (!isJsonObject(event)) return broken('an event is not a JSON object');
    const step = reply.read(event);
    unknown = step.kind === 'unknown' ? event : null;
    // An error in place of a reply has cost nothing.
    if (step.kind === 'more' || step.kind === 'ended') hasBegun = true;
    return decoded(step);
  };
  return {
    take,
    push: ({ event: name, data }) => {
      const text = data.trim();
      if (text === '' || name === 'ping') return { kind: 'more' };
      if (text === END) return end();
      chars += text.length;
      if (chars > MAX_STREAM_CHARS) return broken('the reply has no end');
      const event = parseJson(text);
      if (name === 'error')
        return errorEvent(isJsonObject(event) ? readError(event) : { message: text });
      return take(event);
    },
    end,
    breakOff: () => (reply.isWhole?.() === true ? decoded(reply.end()) : { kind: 'more' }),
    spent: () => (hasBegun ? spent() : null),
  };
}

/** A stream that ended before its reply was complete. */
export function endedBefore(what: string): Failed {
  return {
    kind: 'failed',
    failure: { kind: 'stream', message: `the stream ended before ${what}` },
  };
}

/** An error in place of a reply, or of the rest of one. It has no header that names a wait. */
export function errorEvent(error: ProviderError): Failed {
  const { type, message = 'an error without a message' } = error;
  const retryAfterMs =
    error.retryAfterMs ?? (type === 'rate_limit_error' ? waitIn(message) : undefined);
  return {
    kind: 'failed',
    failure: { kind: 'event', message, ...defined({ type, retryAfterMs }) },
  };
}

/** A stream that ended after an event that the API does not have, before its reply was complete. */
function endedBy(event: JsonObject, failure: Failure): Failed {
  const error = readError(event);
  if (error.message !== undefined) {
    const foreign = errorEvent(error).failure;
    return { kind: 'failed', failure: { ...foreign, isForeign: true } };
  }
  const shown = JSON.stringify(sanitizeJson(event));
  const message = `${failure.message}, and its last event was ${shown}`;
  return { kind: 'failed', failure: { ...failure, message } };
}

/** The stop reasons with which a reply is whole. Any other one may have cut it. */
const WHOLE: ReadonlySet<string> = new Set([
  'end_turn',
  'tool_use',
  'stop_sequence',
  'pause_turn',
  'refusal',
]);

/** Of each name in a reply, and of its own id. Those of the APIs are far shorter. */
const MAX_NAME_CHARS = 1_000;
/** Of the id of a call, which goes back whole: LiteLLM puts the signature of Gemini's thoughts into it. */
const MAX_CALL_ID_CHARS = 32_000;

/** The blocks that a stream brought: `null` stands for one that began and is not complete. */
export type StreamedContent = readonly (AssistantBlock | null)[];

interface StreamedReply extends Omit<DecodedReply, 'content' | keyof DecodedUsage> {
  readonly content: StreamedContent;
}

/**
 * The reply of a stream that came to its end. Its texts can be recorded and sent back. Of a reply that may be cut, the last
 * block is left out if it is a call, because nobody can know that it is complete, and so is a call without input. A call without
 * an id, or with that of another call of the reply or of the conversation, gets another one: servers leave ids out or repeat them.
 */
function finishReply(reply: StreamedReply & DecodedUsage, request: ModelRequest): DecodeStep {
  const blocks = WHOLE.has(reply.stopReason) ? reply.content : withoutCutCalls(reply.content);
  const content = blocks.filter((block) => block !== null);
  return { kind: 'done', reply: recordableReply({ ...reply, content }, request) };
}

/** A complete reply with names, texts and ids of calls as `finishReply` describes them. */
export function recordableReply<R extends DecodedReply>(reply: R, request: ModelRequest): R {
  const taken = new Set(['', ...request.messages.flatMap(({ content }) => callIdsIn(content))]);
  const content = reply.content.map(recordable).map((block) => {
    if (block.type !== 'tool_use') return block;
    const id = taken.has(block.id) ? newCallId() : block.id;
    taken.add(id);
    return { ...block, id };
  });
  const id = shortName(reply.id);
  const model = shortName(reply.model);
  const stopReason = shortName(reply.stopReason);
  return { ...reply, id, model, stopReason, content };
}

function callIdsIn(blocks: Message['content']): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function withoutCutCalls(content: StreamedContent): StreamedContent {
  return content.filter((block, index) => {
    if (block?.type !== 'tool_use') return true;
    const hasInput = !isJsonObject(block.input) || Object.keys(block.input).length > 0;
    return hasInput && index < content.length - 1;
  });
}

function recordable(block: AssistantBlock): AssistantBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: block.text.toWellFormed() };
    case 'tool_use':
      return {
        ...block,
        id: shortName(block.id, MAX_CALL_ID_CHARS),
        name: shortName(block.name),
        input: recordableInput(block.input),
      };
    case 'opaque':
      return { ...block, block: sanitizedObject(block.block) };
  }
}

function shortName(name: string, maxChars = MAX_NAME_CHARS): string {
  return sliceWhole(name, maxChars).toWellFormed();
}

/** An object of the API that is sent back unread, in a form that can be recorded. */
export function sanitizedObject(value: JsonObject): JsonObject {
  const clean = sanitizeJson(value);
  return isJsonObject(clean) ? clean : {};
}

/** The ids of calls to which the API gave none: nine letters and digits, since Mistral's servers take no others. */
const OWN_CALL_ID = /^own[0-9a-z]{6}$/;
const OWN_ID_CHARS = 6;
const BASE = 36;

/** A new id for a call, of a form that every API takes. */
function newCallId(): string {
  const number = randomInt(BASE ** OWN_ID_CHARS);
  return `own${number.toString(BASE).padStart(OWN_ID_CHARS, '0')}`;
}

/** Whether the API does not know this id of a call. */
export function isOwnCallId(id: string): boolean {
  return OWN_CALL_ID.test(id);
}

/** A stream that does not follow its protocol: retried, never a reply. */
export function broken(reason: string): Failed {
  return {
    kind: 'failed',
    failure: { kind: 'stream', message: `the stream is broken: ${reason}` },
  };
}

/** The object under a key; an empty one if there is none. */
export function objectAt(holder: JsonObject, key: string): JsonObject {
  const value = holder[key];
  return isJsonObject(value) ? value : {};
}

/** The objects of the list under a key. */
export function objectsAt(holder: JsonObject, key: string): JsonObject[] {
  const value = holder[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The text under a key; an empty one if there is none. */
export function textAt(holder: JsonObject, key: string): string {
  const value = holder[key];
  return typeof value === 'string' ? value : '';
}

/** The place of a block, an item or a call under a key, which some servers write as text; `null` if there is none. */
export function indexAt(holder: JsonObject, key: string): number | null {
  const value = holder[key];
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : null;
}

/** A count of tokens under a key; 0 for anything that is none. */
export function countAt(holder: JsonObject, key: string): number {
  return readTokenCount(holder[key]) ?? 0;
}

/** The usage by an API that counts what it read from its cache as a part of the input, and that says nothing of writing to it. */
export function usageWithCached(counts: {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}): Usage {
  const cached = Math.min(counts.input, counts.cached);
  return {
    inputTokens: counts.input - cached,
    outputTokens: counts.output,
    cacheReadInputTokens: cached,
    cacheCreationInputTokens: 0,
  };
}

/** The usage after a further report. Each is of the whole reply so far, and some servers write 0 for what an earlier one has said. */
export function laterUsage(before: Usage | null, now: Usage): Usage {
  if (before === null) return now;
  const input = inputTokensOf(now) > 0 ? now : before;
  return { ...input, outputTokens: now.outputTokens || before.outputTokens };
}

/**
 * The input of a call, sanitized so that it can be recorded and sent back: from its JSON, or as it is, since servers write one in place
 * of the other. Nothing and `null` are `{}`. An object that was written as JSON twice is that object. Text that is not JSON, and text in
 * place of a value that is nested too deeply to be recorded as it is, is passed on as a JSON string, so that validation fails with a
 * message which the model can act on.
 */
export function callInput(json: Json | undefined): Json {
  if (typeof json !== 'string') return recordableInput(json ?? {});
  if (json.trim() === '') return {};
  // Gateways in front of Claude send the empty input with which a call begins before the real one.
  const value = parseJson(json.replace(/^\{\}(?=\{)/, ''));
  if (value === undefined) return json;
  const inner = typeof value === 'string' ? parseJson(value) : undefined;
  return recordableInput((isJsonObject(inner) ? inner : value) ?? {});
}

/** No call may be made with a part of its input. */
const TOO_DEEP = '[nested too deeply]';

function recordableInput(input: Json): Json {
  return isTooDeep(input) ? TOO_DEEP : sanitizeJson(input);
}
