import { isJsonObject, type Json, type JsonObject, parseJson } from '../../common/index.ts';
import {
  callInput,
  countAt,
  createJsonDecoder,
  endedBefore,
  errorEvent,
  indexAt,
  laterUsage,
  MORE,
  objectAt,
  objectsAt,
  type ReadStep,
  textAt,
  UNKNOWN,
  usageWithCached,
} from '../decode-reply.ts';
import type { AssistantBlock, ModelRequest, Usage } from '../model.ts';
import { REASONING_BLOCKS, type StreamDecoder, type StreamReading } from '../protocol.ts';
import { readError } from '../failures/read-error.ts';
import { receivedNames, sentName } from './tools.ts';

interface OpenCall {
  id: string;
  name: string;
  json: string;
  /** What Gemini's models want back with a call: the signature of their thoughts. */
  extra: JsonObject | null;
}

class State {
  readonly calls: OpenCall[] = [];
  /** The call that each index of the stream means now. */
  readonly byIndex = new Map<number, OpenCall>();
  /** The call that last had a piece under each id. */
  readonly byId = new Map<string, OpenCall>();
  readonly details: JsonObject[] = [];
  id = '';
  model = '';
  text = '';
  refusal = '';
  reasoning = '';
  /** The field in which the server gives its reasoning as text. */
  reasoningField: 'reasoning_content' | 'reasoning' = 'reasoning_content';
  finishReason = '';
  /** `null`: the server has reported none. */
  usage: Usage | null = null;
  /** Whether the last event had the usage alone, which OpenAI sends after the whole content. */
  isOver = false;
  /** The bytes of what the model wrote, which counts as output. */
  bytes = 0;
}

/**
 * Decodes a reply of the Chat Completions API from the events of its stream.
 *
 * `done` requires a `finish_reason`: a stream that ends without one, with or without `[DONE]`, is not a reply. Servers that
 * answer with one whole completion are understood too. Calls without an id, with the id of another call, or that all come
 * under one index are distinguished. The last call of a reply that a limit truncated is left out.
 */
export function createChatDecoder(request: ModelRequest, stream: StreamReading): StreamDecoder {
  const nameOf = receivedNames(request);
  const toolNames = new Set(request.tools.map(({ name }) => sentName(name)));
  const reading: Reading = { onText: stream.onText, isTool: (name) => toolNames.has(name) };
  const state = new State();
  return createJsonDecoder(request, stream, {
    read: (chunk) => readChunk(state, chunk, reading),
    end: () => finish(state, nameOf),
    // A finish reason and the usage beside content prove nothing: some servers send both with each piece.
    isWhole: () =>
      state.isOver &&
      state.finishReason !== '' &&
      state.calls.every(({ json }) => json.trim() === '' || isWholeInput(json)),
    used: () => state,
  });
}

interface Reading {
  readonly onText: StreamReading['onText'];
  /** Whether the request has a tool of this name. */
  readonly isTool: (name: string) => boolean;
}

function readChunk(state: State, chunk: JsonObject, reading: Reading): ReadStep {
  const error = chunk['error'];
  if (error !== undefined && error !== null) return errorEvent(readError(chunk));
  state.id ||= textAt(chunk, 'id');
  state.model ||= textAt(chunk, 'model');
  // Groq's older servers report it in a field of their own.
  for (const { usage } of [objectAt(chunk, 'x_groq'), chunk])
    if (isJsonObject(usage)) state.usage = laterUsage(state.usage, usageOf(usage));
  const choice = objectsAt(chunk, 'choices').find((one) => (indexAt(one, 'index') ?? 0) === 0);
  state.isOver = choice === undefined && isJsonObject(chunk['usage']);
  if (choice === undefined)
    return Array.isArray(chunk['choices']) || isJsonObject(chunk['usage']) ? MORE : UNKNOWN;
  // A server that does not stream sends the whole message.
  const delta = isJsonObject(choice['delta']) ? choice['delta'] : objectAt(choice, 'message');
  readDelta(state, delta, reading);
  const reason = textAt(choice, 'finish_reason');
  if (reason !== '') state.finishReason = reason;
  return MORE;
}

function readDelta(state: State, delta: JsonObject, reading: Reading): void {
  const text = textOf(delta['content']);
  const refusal = textAt(delta, 'refusal');
  state.text += text;
  if (text !== '') reading.onText?.(text);
  state.refusal += refusal;
  state.bytes += Buffer.byteLength(text) + Buffer.byteLength(refusal);
  // Servers that changed the name send the same text under both.
  const field = textAt(delta, 'reasoning_content') === '' ? 'reasoning' : 'reasoning_content';
  const reasoning = textAt(delta, field);
  if (reasoning !== '') state.reasoningField = field;
  state.reasoning += reasoning;
  state.bytes += Buffer.byteLength(reasoning);
  for (const detail of objectsAt(delta, 'reasoning_details')) addDetail(state, detail);
  const calls = objectsAt(delta, 'tool_calls');
  for (const [position, call] of calls.entries()) readCall(state, call, { position, ...reading });
}

/** Mistral's models that think send a list of parts, whose thinking is no text. */
function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isJsonObject(part) ? textAt(part, 'text') : '')).join('');
}

/** Pieces of one item of OpenRouter's `reasoning_details` share an index and follow each other. */
function addDetail(state: State, detail: JsonObject): void {
  const last = state.details.at(-1);
  const isSame =
    last !== undefined &&
    detail['index'] !== undefined &&
    last['index'] === detail['index'] &&
    last['type'] === detail['type'];
  if (!isSame) {
    state.details.push(detail);
    return;
  }
  const joined: Record<string, JsonObject[string]> = { ...last, ...detail };
  for (const key of ['text', 'summary', 'data']) {
    if (typeof last[key] === 'string') joined[key] = last[key] + textAt(detail, key);
  }
  state.details[state.details.length - 1] = joined;
}

function readCall(
  state: State,
  delta: JsonObject,
  { position, isTool }: Reading & { readonly position: number },
): void {
  const given = indexAt(delta, 'index');
  const index = given ?? position;
  const id = textAt(delta, 'id');
  const named = objectAt(delta, 'function');
  const name = textAt(named, 'name');
  const json = named['arguments'] ?? '';
  // Ollama's older versions send an object.
  const piece = typeof json === 'string' ? json : JSON.stringify(callInput(json));
  let call = openCallOf(state, { index, hasIndex: given !== null, id, name });
  // The same call again is no other one, and must not be made twice.
  const isRepeated = id !== '' && call?.id === id && call.name === name && call.json === piece;
  if (isRepeated && isWholeInput(piece)) return;
  if (call === undefined || isNextCall(call, { id, name, piece, isTool })) {
    call = { id, name: '', json: '', extra: null };
    state.calls.push(call);
  }
  state.byIndex.set(index, call);
  call.id ||= id;
  state.byId.set(call.id, call);
  if (isJsonObject(delta['extra_content'])) call.extra = delta['extra_content'];
  if (name !== '' && call.name !== name) call.name += name;
  call.json += piece;
  state.bytes += Buffer.byteLength(name) + Buffer.byteLength(piece);
}

/**
 * The call that a piece may belong to: that of its index. Some servers send the pieces of several calls by turns without an index, or
 * all under index 0: then it is the call of its id.
 */
function openCallOf(
  { byIndex, byId }: State,
  piece: Pick<OpenCall, 'id' | 'name'> & { readonly index: number; readonly hasIndex: boolean },
): OpenCall | undefined {
  const { id, name } = piece;
  const open = byIndex.get(piece.index);
  if (id === '' || open?.id === id) return open;
  // Some servers give all calls one id, and each an index.
  if (open === undefined && piece.hasIndex) return open;
  const named = byId.get(id);
  return named !== undefined && (name === '' || name === named.name) ? named : open;
}

/** Some servers send every call under index 0, without an id or with one for all, or repeat id and name with each piece. */
function isNextCall(
  open: OpenCall,
  next: Pick<OpenCall, 'id' | 'name'> & {
    readonly piece: string;
    readonly isTool: (name: string) => boolean;
  },
): boolean {
  const hasOtherId = next.id !== '' && open.id !== '' && next.id !== open.id;
  // Some servers give each piece of a call an id of its own.
  if (next.name === '') return hasOtherId && isWholeInput(open.json);
  if (hasOtherId) return true;
  const isOther = next.name !== open.name;
  if (open.json === '') return isOther && next.isTool(open.name) && next.isTool(next.name);
  // Nothing can follow a whole input.
  return (next.piece.trim() !== '' || isOther) && isWholeInput(open.json);
}

function isWholeInput(json: string): boolean {
  return json.trimEnd().endsWith('}') && isJsonObject(parseJson(json));
}

const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ['stop', 'end_turn'],
  ['eos', 'end_turn'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['tool_use', 'tool_use'],
  ['end_turn', 'end_turn'],
  ['length', 'max_tokens'],
  ['model_length', 'max_tokens'],
  ['max_tokens', 'max_tokens'],
  ['content_filter', 'refusal'],
  ['safety', 'refusal'],
  ['sensitive', 'refusal'],
]);
/** Finish reasons that say that the server failed: of OpenRouter, DeepSeek, Z.ai, and vLLM or SGLang. */
const FAILED: ReadonlySet<string> = new Set([
  'error',
  'insufficient_system_resource',
  'network_error',
  'abort',
]);

function finish(state: State, nameOf: (name: string) => string): ReadStep {
  const { finishReason, id, model } = state;
  if (finishReason === '') return endedBefore('a finish_reason');
  if (FAILED.has(finishReason.toLowerCase()))
    return errorEvent({ message: `finish_reason ${finishReason}` });
  const calls = callsOf(state, nameOf);
  const text = state.text === '' ? state.refusal : state.text;
  const content: AssistantBlock[] = [
    ...reasoningBlock(state),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls,
  ];
  // Gateways in front of other APIs pass their reasons on: `STOP`, `MAX_TOKENS`.
  const reason = STOP_REASONS.get(finishReason.toLowerCase()) ?? finishReason;
  const stopReason = stopReasonOf(reason, {
    hasCalls: calls.length > 0,
    isRefusal: state.refusal !== '',
  });
  return { kind: 'ended', reply: { id, model, content, stopReason } };
}

/** Before a call stands what goes back with it. */
function callsOf({ calls }: State, nameOf: (name: string) => string): AssistantBlock[] {
  return calls.flatMap(({ id, name, json, extra }): AssistantBlock[] => [
    ...(extra === null
      ? []
      : [
          {
            type: 'opaque',
            block: { type: REASONING_BLOCKS.chatCall, extra_content: extra },
          } as const,
        ]),
    { type: 'tool_use', id, name: nameOf(name), input: callInput(json) },
  ]);
}

/** Some servers end a reply with calls by `stop`. */
function stopReasonOf(
  reason: string,
  reply: { readonly hasCalls: boolean; readonly isRefusal: boolean },
): string {
  if (reason === 'end_turn' && reply.hasCalls) return 'tool_use';
  if (reason === 'tool_use' && !reply.hasCalls) return 'end_turn';
  return reason === 'end_turn' && reply.isRefusal ? 'refusal' : reason;
}

/** The reasoning in the fields in which it came, since the same fields take it back. */
function reasoningBlock({ details, reasoning, reasoningField }: State): AssistantBlock[] {
  if (details.length === 0 && reasoning === '') return [];
  const fields: JsonObject =
    details.length > 0 ? { reasoning_details: details } : { [reasoningField]: reasoning };
  return [{ type: 'opaque', block: { type: REASONING_BLOCKS.chat, ...fields } }];
}

/** Cached tokens are a part of `prompt_tokens`; DeepSeek counts them in a field of its own. */
function usageOf(usage: JsonObject): Usage {
  const details = objectAt(usage, 'prompt_tokens_details');
  return usageWithCached({
    input: countAt(usage, 'prompt_tokens'),
    cached: countAt(details, 'cached_tokens') || countAt(usage, 'prompt_cache_hit_tokens'),
    output: countAt(usage, 'completion_tokens'),
  });
}
