import {
  isJsonObject,
  type Json,
  type JsonObject,
  sanitizeJson,
  sliceWhole,
  wellFormed,
} from '../../common/index.ts';
import type { Failure } from '../failures.ts';
import type { AssistantBlock, Usage } from '../model.ts';
import {
  broken,
  callInput,
  type DecodedUsage,
  type DecodeStep,
  MORE,
  objectAt,
  type StreamReading,
  textAt,
} from '../protocol.ts';
import { estimateTokens, markEstimate, readTokenCount, withSearches } from '../usage.ts';

/** Longer than any model's reply. */
const MAX_REPLY_CHARS = 32_000_000;
/** Per text block; further citations are ignored. */
const MAX_CITATIONS = 1_000;
/** Of the id and name of a reply or of a call. The API's own are far shorter. */
const MAX_NAME_CHARS = 1_000;

/** Stop reasons that truncate a reply at any position. */
const TRUNCATING: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded']);

interface OpenBlock {
  readonly start: JsonObject;
  readonly type: string;
  text: string;
  json: string;
  thinking: string;
  signature: string;
  readonly citations: JsonObject[];
  isClosed: boolean;
}

interface State {
  readonly blocks: Map<number, OpenBlock>;
  readonly usage: Map<string, number>;
  id: string;
  model: string;
  hasStarted: boolean;
  stopReason: string | undefined;
  chars: number;
  bytes: number;
  /** The count of output tokens is that of the whole reply. */
  hasWholeOutput: boolean;
}

/**
 * Decodes a reply from the events of its stream, pushed one by one.
 *
 * `done` requires `message_stop` and a stop reason: a stream that merely ends is not a reply. Unknown events and deltas are
 * ignored. An empty tool input is `{}`. A tool input that is not JSON is passed on as a JSON string of its text, so that
 * validation fails with a message which the model can act on. A tool call whose block was not closed is left out, and so
 * is the last one of a reply that a limit truncated, because nobody can know that it is complete.
 *
 * The SDK's `MessageStream` is not used: it returns a reply whose stream ended without `message_stop`, keeps the tool call of
 * a truncated reply, and parses its partial JSON leniently, so that a half-written file could be written.
 */
export function createStreamDecoder(reading: StreamReading): {
  push(event: Json): DecodeStep;
  /** What the reply has used so far; `null` before its first event. */
  spent(): DecodedUsage | null;
} {
  const state: State = {
    blocks: new Map(),
    usage: new Map(),
    id: '',
    model: '',
    hasStarted: false,
    stopReason: undefined,
    chars: 0,
    bytes: 0,
    hasWholeOutput: false,
  };
  return {
    push: (event) => (isJsonObject(event) ? decode(state, event, reading) : MORE),
    spent: () => (state.hasStarted ? usageOf(state, reading.estimateInput) : null),
  };
}

function decode(state: State, event: JsonObject, reading: StreamReading): DecodeStep {
  switch (textAt(event, 'type')) {
    case 'message_start':
      return startMessage(state, event);
    case 'content_block_start':
      return openBlock(state, event, reading);
    case 'content_block_delta':
      return addDelta(state, event, reading);
    case 'content_block_stop':
      return closeBlock(state, event);
    case 'message_delta': {
      const reason = textAt(objectAt(event, 'delta'), 'stop_reason');
      if (reason !== '') state.stopReason = reason;
      readUsage(state, event);
      if (readTokenCount(objectAt(event, 'usage')['output_tokens']) !== null)
        state.hasWholeOutput = true;
      return MORE;
    }
    case 'message_stop':
      return finish(state, reading.estimateInput);
    case 'error': {
      const error = objectAt(event, 'error');
      const type = textAt(error, 'type');
      const message = textAt(error, 'message') || 'an error without a message';
      const failure: Failure = { kind: 'event', message, ...(type === '' ? {} : { type }) };
      return { kind: 'failed', failure };
    }
    default:
      return MORE;
  }
}

function startMessage(state: State, event: JsonObject): DecodeStep {
  if (state.hasStarted) return broken('a second message started');
  const message = objectAt(event, 'message');
  state.hasStarted = true;
  state.id = nameAt(message, 'id');
  state.model = nameAt(message, 'model');
  readUsage(state, message);
  return MORE;
}

function openBlock(state: State, event: JsonObject, { onText }: StreamReading): DecodeStep {
  const start = objectAt(event, 'content_block');
  const index = indexOf(event);
  if (!state.hasStarted || state.blocks.has(index)) return broken('a block started out of order');
  const text = textAt(start, 'text');
  const thinking = textAt(start, 'thinking');
  const type = textAt(start, 'type');
  state.bytes += Buffer.byteLength(text) + Buffer.byteLength(thinking);
  state.chars += JSON.stringify(start).length;
  if (state.chars > MAX_REPLY_CHARS) return broken('the reply has no end');
  const clean = sanitizeJson(start);
  state.blocks.set(index, {
    start: isJsonObject(clean) ? clean : {},
    type,
    text,
    json: '',
    thinking,
    signature: textAt(start, 'signature'),
    citations: citationsAt(start),
    isClosed: false,
  });
  if (type === 'text' && text !== '') onText?.(text);
  return MORE;
}

function closeBlock(state: State, event: JsonObject): DecodeStep {
  const block = state.blocks.get(indexOf(event));
  if (block === undefined) return broken('a block was closed that was not open');
  block.isClosed = true;
  return MORE;
}

function addDelta(state: State, event: JsonObject, { onText }: StreamReading): DecodeStep {
  const block = state.blocks.get(indexOf(event));
  if (block === undefined || block.isClosed) return broken('a delta belongs to no open block');
  const delta = objectAt(event, 'delta');
  const text = textAt(delta, 'text');
  const json = textAt(delta, 'partial_json');
  const thinking = textAt(delta, 'thinking');
  switch (textAt(delta, 'type')) {
    case 'text_delta':
      block.text += text;
      if (text !== '') onText?.(text);
      break;
    case 'input_json_delta':
      block.json += json;
      break;
    case 'thinking_delta':
      block.thinking += thinking;
      break;
    case 'signature_delta':
      block.signature += textAt(delta, 'signature');
      break;
    case 'citations_delta':
      if (block.citations.length < MAX_CITATIONS) block.citations.push(objectAt(delta, 'citation'));
      break;
    default:
  }
  state.chars += text.length + json.length + thinking.length;
  for (const part of [text, json, thinking]) state.bytes += Buffer.byteLength(part);
  return state.chars > MAX_REPLY_CHARS ? broken('the reply has no end') : MORE;
}

function finish(state: State, estimateInput: () => number): DecodeStep {
  const { stopReason } = state;
  if (!state.hasStarted) return broken('it ended without a message');
  if (stopReason === undefined) return broken('the message ended without a stop reason');
  const blocks = [...state.blocks.entries()].sort(([left], [right]) => left - right);
  const isTruncated = TRUNCATING.has(stopReason);
  const content = blocks.flatMap(([, block], index) =>
    isTruncated && block.type === 'tool_use' && index === blocks.length - 1
      ? []
      : completeBlock(block),
  );
  const ids = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  if (ids.includes('') || new Set(ids).size < ids.length) return broken('calls share an id');
  const { id, model } = state;
  const reply = { id, model, content, stopReason, ...usageOf(state, estimateInput) };
  return { kind: 'done', reply };
}

/**
 * The tokens that the API reported, and an estimate of those that it did not: no request is without input, and no text
 * without output.
 */
function usageOf(state: State, estimateInput: () => number): DecodedUsage {
  const count = (kind: string): number => state.usage.get(kind) ?? 0;
  const cacheReadInputTokens = count('cache_read_input_tokens');
  const cacheCreationInputTokens = count('cache_creation_input_tokens');
  const reported = count('input_tokens');
  const hasInput = reported + cacheReadInputTokens + cacheCreationInputTokens > 0;
  const output = count('output_tokens');
  const hasOutput = state.hasWholeOutput && (output > 0 || state.bytes === 0);
  const usage: Usage = {
    inputTokens: hasInput ? reported : estimateInput(),
    outputTokens: hasOutput ? output : Math.max(output, estimateTokens(state.bytes)),
    cacheReadInputTokens,
    cacheCreationInputTokens,
    ...withSearches(count(SEARCHES)),
  };
  return { usage, ...markEstimate(!hasInput || !hasOutput) };
}

/** An unclosed text block is kept as it is; any other unclosed block is dropped. */
function completeBlock(block: OpenBlock): AssistantBlock[] {
  if (block.type === 'text') return textOf(block);
  if (!block.isClosed) return [];
  if (block.type === 'tool_use') {
    const id = nameAt(block.start, 'id');
    const name = nameAt(block.start, 'name');
    return [{ type: 'tool_use', id, name, input: inputOf(block) }];
  }
  return [{ type: 'opaque', block: opaqueOf(block) }];
}

function textOf({ text, citations }: OpenBlock): AssistantBlock[] {
  if (text === '') return [];
  return [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }];
}

function opaqueOf(block: OpenBlock): JsonObject {
  return {
    ...block.start,
    ...(block.json === '' ? {} : { input: inputOf(block) }),
    ...(block.type === 'thinking' ? { thinking: block.thinking, signature: block.signature } : {}),
  };
}

/** The input from the block's deltas, else from its start. */
function inputOf(block: OpenBlock): Json {
  return block.json === '' ? (block.start['input'] ?? {}) : callInput(block.json);
}

const TOKEN_KINDS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

const SEARCHES = 'web_search_requests';

/** Each count is cumulative, so a later one replaces an earlier one. */
function readUsage(state: State, holder: JsonObject): void {
  const usage = objectAt(holder, 'usage');
  for (const kind of TOKEN_KINDS) readCount(state, usage, kind);
  readCount(state, objectAt(usage, 'server_tool_use'), SEARCHES);
}

function readCount(state: State, holder: JsonObject, kind: string): void {
  const count = readTokenCount(holder[kind]);
  if (count !== null) state.usage.set(kind, count);
}

function citationsAt(start: JsonObject): JsonObject[] {
  const citations = start['citations'];
  return Array.isArray(citations) ? citations.filter(isJsonObject).slice(0, MAX_CITATIONS) : [];
}

function indexOf(event: JsonObject): number {
  const index = event['index'];
  return typeof index === 'number' ? index : -1;
}

/** A short text that can be recorded and sent back. */
function nameAt(holder: JsonObject, key: string): string {
  return wellFormed(sliceWhole(textAt(holder, key), MAX_NAME_CHARS));
}
