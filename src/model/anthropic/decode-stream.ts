import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import type { Failure } from '../failures.ts';
import type { AssistantBlock, Usage } from '../model.ts';
import {
  broken,
  callInput,
  type DecodeStep,
  MORE,
  objectAt,
  type StreamListeners,
  textAt,
} from '../protocol.ts';
import { withSearches } from '../usage.ts';

/** Longer than any model's reply. */
const MAX_REPLY_CHARS = 32_000_000;
/** Per text block; further citations are ignored. */
const MAX_CITATIONS = 1_000;

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
export function createStreamDecoder(listeners: StreamListeners = {}): {
  push(event: Json): DecodeStep;
} {
  const state: State = {
    blocks: new Map(),
    usage: new Map(),
    id: '',
    model: '',
    hasStarted: false,
    stopReason: undefined,
    chars: 0,
  };
  return { push: (event) => (isJsonObject(event) ? decode(state, event, listeners) : MORE) };
}

function decode(state: State, event: JsonObject, listeners: StreamListeners): DecodeStep {
  switch (textAt(event, 'type')) {
    case 'message_start':
      return startMessage(state, event);
    case 'content_block_start':
      return openBlock(state, event, listeners);
    case 'content_block_delta':
      return addDelta(state, event, listeners);
    case 'content_block_stop':
      return closeBlock(state, event);
    case 'message_delta': {
      const reason = textAt(objectAt(event, 'delta'), 'stop_reason');
      if (reason !== '') state.stopReason = reason;
      readUsage(state, event);
      return MORE;
    }
    case 'message_stop':
      return finish(state);
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
  state.id = textAt(message, 'id');
  state.model = textAt(message, 'model');
  readUsage(state, message);
  return MORE;
}

function openBlock(state: State, event: JsonObject, { onText }: StreamListeners): DecodeStep {
  const start = objectAt(event, 'content_block');
  const index = indexOf(event);
  if (!state.hasStarted || state.blocks.has(index)) return broken('a block started out of order');
  const text = textAt(start, 'text');
  const type = textAt(start, 'type');
  state.blocks.set(index, {
    start,
    type,
    text,
    json: '',
    thinking: textAt(start, 'thinking'),
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

function addDelta(state: State, event: JsonObject, { onText }: StreamListeners): DecodeStep {
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
  return state.chars > MAX_REPLY_CHARS ? broken('the reply has no end') : MORE;
}

function finish(state: State): DecodeStep {
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
  const count = (kind: string): number => state.usage.get(kind) ?? 0;
  const usage: Usage = {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadInputTokens: count('cache_read_input_tokens'),
    cacheCreationInputTokens: count('cache_creation_input_tokens'),
    ...withSearches(count(SEARCHES)),
  };
  return { kind: 'done', reply: { id: state.id, model: state.model, content, stopReason, usage } };
}

/** An unclosed text block is kept as it is; any other unclosed block is dropped. */
function completeBlock(block: OpenBlock): AssistantBlock[] {
  if (block.type === 'text') return textOf(block);
  if (!block.isClosed) return [];
  if (block.type === 'tool_use') {
    const id = textAt(block.start, 'id');
    const name = textAt(block.start, 'name');
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
  const value = holder[kind];
  if (typeof value === 'number' && value >= 0 && value < Infinity) state.usage.set(kind, value);
}

function citationsAt(start: JsonObject): JsonObject[] {
  const citations = start['citations'];
  return Array.isArray(citations) ? citations.filter(isJsonObject).slice(0, MAX_CITATIONS) : [];
}

function indexOf(event: JsonObject): number {
  const index = event['index'];
  return typeof index === 'number' ? index : -1;
}
