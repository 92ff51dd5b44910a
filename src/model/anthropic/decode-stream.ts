import { type Json, type JsonObject } from '../../common/index.ts';
import {
  broken,
  callInput,
  createJsonDecoder,
  endedBefore,
  errorEvent,
  indexAt,
  MORE,
  objectAt,
  objectsAt,
  type ReadStep,
  sanitizedObject,
  type StreamedContent,
  textAt,
  UNKNOWN,
} from '../decode-reply.ts';
import type { ModelRequest, Usage } from '../model.ts';
import type { StreamDecoder, StreamReading } from '../protocol.ts';
import { readError } from '../failures/read-error.ts';
import { readTokenCount } from '../usage.ts';

/** Longer than any model's reply. */
const MAX_REPLY_CHARS = 32_000_000;
/** Per text block; further citations are ignored. */
const MAX_CITATIONS = 1_000;
/** Of an input that one of these blocks gets, a call would miss a part. */
const WITHOUT_INPUT: ReadonlySet<string> = new Set(['text', 'thinking']);
/** Gateways write thoughts into blocks that have ended, are of another type, or never began. No call needs them. */
const THOUGHTS: ReadonlySet<string> = new Set(['thinking_delta', 'signature_delta']);

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

class State {
  readonly blocks = new Map<number, OpenBlock>();
  readonly usage = new Map<string, number>();
  id = '';
  model = '';
  hasStarted = false;
  stopReason = '';
  chars = 0;
  bytes = 0;
  /** The count of output tokens is that of the whole reply. */
  hasWholeOutput = false;
}

type OnText = StreamReading['onText'];

/**
 * Decodes a reply from the events of its stream, or from a whole message of a server that does not stream.
 *
 * `done` requires a stop reason, which comes after the last block: a stream that merely ends is not a reply. Servers that leave
 * out `message_start` or `message_stop`, or end by `[DONE]`, are understood. Unknown events and deltas are ignored. An empty
 * tool input is `{}`. A tool input that is not JSON is passed on as a JSON string of its text, so that validation fails with
 * a message which the model can act on. A tool call whose block was not closed is left out.
 *
 * The SDK's `MessageStream` is not used: it returns a reply whose stream ended without a stop reason, keeps the tool call of
 * a truncated reply, and parses its partial JSON leniently, so that a half-written file could be written.
 */
export function createMessagesDecoder(request: ModelRequest, stream: StreamReading): StreamDecoder {
  const state = new State();
  return createJsonDecoder(request, stream, {
    read: (event) => decode(state, event, stream.onText),
    end: () => (state.stopReason === '' ? endedBefore('message_stop') : finish(state)),
    isWhole: () => isWhole(state),
    used: () => usageOf(state),
  });
}

/** The stop reason comes after the last block, with the usage of the whole reply. */
function isWhole({ stopReason, hasWholeOutput, blocks }: State): boolean {
  const isClosed = [...blocks.values()].every((block) => block.isClosed);
  return stopReason !== '' && hasWholeOutput && isClosed;
}

function decode(state: State, event: JsonObject, onText: OnText): ReadStep {
  switch (textAt(event, 'type')) {
    case 'message_start':
      return startMessage(state, event);
    case 'content_block_start':
      return openBlock(state, event, onText);
    case 'content_block_delta':
      return addDelta(state, event, onText);
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
      return finish(state);
    case 'message':
      return readMessage(state, event, onText);
    case 'ping':
      return MORE;
    default:
      // A gateway's own error has no type, and may be a text.
      return (event['error'] ?? null) === null ? UNKNOWN : errorEvent(readError(event));
  }
}

/** Gateways may repeat the start of a message, with its id. */
function startMessage(state: State, event: JsonObject): ReadStep {
  const message = objectAt(event, 'message');
  const id = textAt(message, 'id');
  if (state.blocks.size > 0 || (state.hasStarted && id !== state.id))
    return broken('a second message started');
  state.hasStarted = true;
  state.id = id;
  state.model = textAt(message, 'model');
  readUsage(state, message);
  return MORE;
}

/** A whole message, of a server that does not stream. */
function readMessage(state: State, message: JsonObject, onText: OnText): ReadStep {
  const started = startMessage(state, { message });
  if (started.kind === 'failed') return started;
  const text = textAt(message, 'content');
  const blocks = text === '' ? objectsAt(message, 'content') : [{ type: 'text', text }];
  for (const [index, content_block] of blocks.entries()) {
    const opened = openBlock(state, { index, content_block }, onText);
    if (opened.kind === 'failed') return opened;
    closeBlock(state, { index });
  }
  state.stopReason = textAt(message, 'stop_reason');
  state.hasWholeOutput = true;
  return finish(state);
}

function openBlock(state: State, event: JsonObject, onText?: OnText): ReadStep {
  const start = objectAt(event, 'content_block');
  const index = indexAt(event, 'index') ?? state.blocks.size;
  if (state.blocks.has(index)) return broken('a block started out of order');
  const text = textAt(start, 'text');
  const thinking = textAt(start, 'thinking');
  const type = textAt(start, 'type');
  const input = type === 'tool_use' ? { input: callInput(start['input']) } : {};
  const kept = { ...sanitizedObject(start), ...input };
  state.bytes += Buffer.byteLength(text) + Buffer.byteLength(thinking);
  state.chars += JSON.stringify(kept).length;
  if (state.chars > MAX_REPLY_CHARS) return broken('the reply has no end');
  state.blocks.set(index, {
    start: kept,
    type,
    text,
    json: '',
    thinking,
    signature: textAt(start, 'signature'),
    citations: objectsAt(start, 'citations').slice(0, MAX_CITATIONS),
    isClosed: false,
  });
  if (type === 'text' && text !== '') onText?.(text);
  return MORE;
}

/** Gateways end blocks that never began, too. A block that is not closed is left out all the same. */
function closeBlock(state: State, event: JsonObject): ReadStep {
  const block = state.blocks.get(indexOf(state, event));
  if (block !== undefined) block.isClosed = true;
  return MORE;
}

/** Some gateways leave out the start of a text, which says nothing. */
function textWithoutStart(state: State, event: JsonObject): OpenBlock | undefined {
  if (textAt(objectAt(event, 'delta'), 'type') !== 'text_delta') return undefined;
  openBlock(state, { ...event, content_block: { type: 'text' } });
  return state.blocks.get(indexOf(state, event));
}

function addDelta(state: State, event: JsonObject, onText: OnText): ReadStep {
  const block = state.blocks.get(indexOf(state, event)) ?? textWithoutStart(state, event);
  const delta = objectAt(event, 'delta');
  const type = textAt(delta, 'type');
  const text = textAt(delta, 'text');
  const json = textAt(delta, 'partial_json');
  const thinking = textAt(delta, 'thinking');
  const isOpen = block !== undefined && !block.isClosed;
  if (!isOpen && !THOUGHTS.has(type)) return broken('a delta belongs to no open block');
  if (json !== '' && WITHOUT_INPUT.has(block?.type ?? ''))
    return broken('a part of an input belongs to no call');
  if (isOpen) addToBlock(block, delta);
  if (type === 'text_delta' && text !== '') onText?.(text);
  state.chars += text.length + json.length + thinking.length;
  for (const part of [text, json, thinking]) state.bytes += Buffer.byteLength(part);
  return state.chars > MAX_REPLY_CHARS ? broken('the reply has no end') : MORE;
}

function addToBlock(block: OpenBlock, delta: JsonObject): void {
  switch (textAt(delta, 'type')) {
    case 'text_delta':
      block.text += textAt(delta, 'text');
      break;
    case 'input_json_delta':
      block.json += textAt(delta, 'partial_json');
      break;
    case 'thinking_delta':
      block.thinking += textAt(delta, 'thinking');
      break;
    case 'signature_delta':
      block.signature += textAt(delta, 'signature');
      break;
    case 'citations_delta':
      if (block.citations.length < MAX_CITATIONS) block.citations.push(objectAt(delta, 'citation'));
      break;
    default:
  }
}

function finish(state: State): ReadStep {
  const { id, model, stopReason } = state;
  if (stopReason === '') return broken('the message ended without a stop reason');
  const blocks = [...state.blocks.entries()].sort(([left], [right]) => left - right);
  const content = blocks.flatMap(([, block]) => readBlock(block));
  return { kind: 'ended', reply: { id, model, content, stopReason } };
}

function usageOf(state: State) {
  const count = (kind: string): number => state.usage.get(kind) ?? 0;
  const webSearches = count(SEARCHES);
  const usage: Usage = {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadInputTokens: count('cache_read_input_tokens'),
    cacheCreationInputTokens: count('cache_creation_input_tokens'),
    ...(webSearches === 0 ? {} : { webSearches }),
  };
  return { usage, bytes: state.bytes, isPartial: !state.hasWholeOutput };
}

/** An unclosed text block is kept as it is; any other unclosed block is not complete. */
function readBlock(block: OpenBlock): StreamedContent {
  const { text, citations } = block;
  if (block.type === 'text')
    return text === ''
      ? []
      : [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }];
  if (!block.isClosed) return [null];
  if (block.type !== 'tool_use') return [{ type: 'opaque', block: opaqueOf(block) }];
  const id = textAt(block.start, 'id');
  const name = textAt(block.start, 'name');
  return [{ type: 'tool_use', id, name, input: inputOf(block) }];
}

function opaqueOf(block: OpenBlock): JsonObject {
  return {
    ...block.start,
    ...(block.json === '' ? {} : { input: inputOf(block) }),
    ...(block.type === 'thinking' ? { thinking: block.thinking, signature: block.signature } : {}),
  };
}

/** The input from the block's deltas, else from its start. */
function inputOf({ start, json }: OpenBlock): Json {
  return json === '' ? (start['input'] ?? {}) : callInput(json);
}

const TOKEN_KINDS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

const SEARCHES = 'web_search_requests';

/** Each count is cumulative, so a later one replaces an earlier one. Gateways write 0 for what an earlier event has said. */
function readUsage(state: State, holder: JsonObject): void {
  const usage = objectAt(holder, 'usage');
  for (const kind of TOKEN_KINDS) readCount(state, usage, kind);
  readCount(state, objectAt(usage, 'server_tool_use'), SEARCHES);
}

function readCount(state: State, holder: JsonObject, kind: string): void {
  const count = readTokenCount(holder[kind]);
  if (count !== null) state.usage.set(kind, count || (state.usage.get(kind) ?? 0));
}

/** Without an index it is that of the block that began last: blocks follow each other. */
function indexOf({ blocks }: State, event: JsonObject): number {
  return indexAt(event, 'index') ?? [...blocks.keys()].at(-1) ?? 0;
}
