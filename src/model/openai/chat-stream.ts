import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../common/index.ts';
import type { AssistantBlock, ModelRequest, Usage } from '../model.ts';
import {
  broken,
  callInput,
  countAt,
  type DecodedUsage,
  type DecodeStep,
  jsonOf,
  MORE,
  objectAt,
  objectsAt,
  type StreamDecoder,
  type StreamReading,
  textAt,
  REASONING_BLOCKS,
} from '../protocol.ts';
import { usageOrEstimate } from '../usage.ts';
import { readError } from './errors.ts';
import { receivedNames } from './tool-names.ts';

/** Longer than any model's reply. */
const MAX_REPLY_BYTES = 32_000_000;
const END = '[DONE]';

interface OpenCall {
  id: string;
  name: string;
  json: string;
}

interface State {
  readonly calls: OpenCall[];
  /** The call that each index of the stream means now. */
  readonly byIndex: Map<number, OpenCall>;
  readonly details: JsonObject[];
  id: string;
  model: string;
  text: string;
  refusal: string;
  reasoning: string;
  /** The field in which the server gives its reasoning as text. */
  reasoningField: 'reasoning_content' | 'reasoning';
  finishReason: string;
  /** `null`: the server has reported none. */
  usage: Usage | null;
  /** The bytes of what the model wrote, which counts as output. */
  bytes: number;
  hasBegun: boolean;
}

/**
 * Decodes a reply of the Chat Completions API from the events of its stream.
 *
 * `done` requires a `finish_reason`: a stream that ends without one, with or without `[DONE]`, is not a reply. Servers that
 * answer with one whole completion are understood too. Calls without an id, with the id of another call, or that all come
 * under one index are distinguished. The last call of a reply that a limit truncated is left out.
 */
export function createChatDecoder(
  request: ModelRequest,
  { onText, estimateInput }: StreamReading,
): StreamDecoder {
  const nameOf = receivedNames(request);
  const state: State = {
    calls: [],
    byIndex: new Map(),
    details: [],
    id: '',
    model: '',
    text: '',
    refusal: '',
    reasoning: '',
    reasoningField: 'reasoning_content',
    finishReason: '',
    usage: null,
    bytes: 0,
    hasBegun: false,
  };
  const used = (): DecodedUsage => usageOrEstimate(state.usage, { ...state, estimateInput });
  const end = (): DecodeStep => finish(state, { nameOf, used: used() });
  return {
    push: ({ data }) => {
      const trimmed = data.trim();
      if (trimmed === '') return MORE;
      if (trimmed === END) return end();
      const chunk = jsonOf(trimmed);
      if (!isJsonObject(chunk)) return broken('an event is not a JSON object');
      state.hasBegun = true;
      return readChunk(state, chunk, onText);
    },
    end,
    spent: () => (state.hasBegun ? used() : null),
  };
}

function readChunk(state: State, chunk: JsonObject, onText: StreamReading['onText']): DecodeStep {
  const error = chunk['error'];
  if (error !== undefined && error !== null) {
    return {
      kind: 'failed',
      failure: { kind: 'event', message: 'an error without a message', ...readError(chunk) },
    };
  }
  state.id ||= textAt(chunk, 'id');
  state.model ||= textAt(chunk, 'model');
  if (isJsonObject(chunk['usage'])) state.usage = usageOf(chunk['usage']);
  const choice = objectsAt(chunk, 'choices').find(
    ({ index }) => index === undefined || index === 0,
  );
  if (choice === undefined) return MORE;
  // A server that does not stream sends the whole message.
  const delta = isJsonObject(choice['delta']) ? choice['delta'] : objectAt(choice, 'message');
  readDelta(state, delta, onText);
  const reason = textAt(choice, 'finish_reason');
  if (reason !== '') state.finishReason = reason;
  return state.bytes > MAX_REPLY_BYTES ? broken('the reply has no end') : MORE;
}

function readDelta(state: State, delta: JsonObject, onText: StreamReading['onText']): void {
  const text = textAt(delta, 'content');
  state.text += text;
  if (text !== '') onText?.(text);
  state.refusal += textAt(delta, 'refusal');
  for (const field of ['reasoning_content', 'reasoning'] as const) {
    const reasoning = textAt(delta, field);
    if (reasoning === '') continue;
    state.reasoning += reasoning;
    state.reasoningField = field;
  }
  for (const detail of objectsAt(delta, 'reasoning_details')) addDetail(state, detail);
  const calls = objectsAt(delta, 'tool_calls');
  for (const [position, call] of calls.entries()) readCall(state, call, position);
  state.bytes += Buffer.byteLength(JSON.stringify(delta));
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

function readCall(state: State, delta: JsonObject, position: number): void {
  const index = typeof delta['index'] === 'number' ? delta['index'] : position;
  const id = textAt(delta, 'id');
  const named = objectAt(delta, 'function');
  const name = textAt(named, 'name');
  let call = state.byIndex.get(index);
  // Some servers send every call under index 0, or repeat id and name with each piece.
  const isNext = call !== undefined && id !== '' && call.id !== '' && id !== call.id;
  if (call === undefined || isNext) {
    call = { id, name: '', json: '' };
    state.calls.push(call);
    state.byIndex.set(index, call);
  }
  call.id ||= id;
  if (name !== '' && call.name !== name) call.name += name;
  const json = named['arguments'];
  // Ollama's older versions send an object.
  call.json += isJsonObject(json) ? JSON.stringify(json) : textAt(named, 'arguments');
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  eos: 'end_turn',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'max_tokens',
  model_length: 'max_tokens',
  content_filter: 'refusal',
};
/** Finish reasons that say that the server failed. */
const FAILED: ReadonlySet<string> = new Set(['error', 'insufficient_system_resource']);

function finish(
  state: State,
  { nameOf, used }: { readonly nameOf: (name: string) => string; readonly used: DecodedUsage },
): DecodeStep {
  const { finishReason } = state;
  if (finishReason === '') {
    const message = 'the stream ended without a finish_reason';
    return { kind: 'failed', failure: { kind: 'stream', message } };
  }
  if (FAILED.has(finishReason)) return broken(`finish_reason ${finishReason}`);
  const reason = STOP_REASONS[finishReason] ?? finishReason;
  const kept = reason === 'max_tokens' ? state.calls.slice(0, -1) : state.calls;
  const ids = new Set<string>();
  const calls = kept.map((call): AssistantBlock => {
    const id = call.id === '' || ids.has(call.id) ? newCallId() : call.id;
    ids.add(id);
    return { type: 'tool_use', id, name: nameOf(call.name), input: callInput(call.json) };
  });
  const text = state.text === '' ? state.refusal : state.text;
  const content: AssistantBlock[] = [
    ...reasoningBlock(state),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls,
  ];
  const stopReason = stopReasonOf(reason, {
    hasCalls: calls.length > 0,
    isRefusal: state.refusal !== '',
  });
  const { id, model } = state;
  return { kind: 'done', reply: { id: id || newCallId(), model, content, stopReason, ...used } };
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

function newCallId(): string {
  return `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
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
  const prompt = countAt(usage, 'prompt_tokens');
  const details = objectAt(usage, 'prompt_tokens_details');
  const cached = Math.min(
    prompt,
    countAt(details, 'cached_tokens') || countAt(usage, 'prompt_cache_hit_tokens'),
  );
  return {
    inputTokens: prompt - cached,
    outputTokens: countAt(usage, 'completion_tokens'),
    cacheReadInputTokens: cached,
    cacheCreationInputTokens: 0,
  };
}
