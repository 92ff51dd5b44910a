import { isJsonObject, type JsonObject, sanitizeJson } from '../../common/index.ts';
import {
  broken,
  callInput,
  countAt,
  createJsonDecoder,
  endedBefore,
  errorEvent,
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
import { receivedNames } from '../openai/tools.ts';
import { REASONING_BLOCKS, type StreamDecoder, type StreamReading } from '../protocol.ts';
import { readGoogleError } from '../providers/google-error.ts';

const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ['STOP', 'end_turn'],
  ['MAX_TOKENS', 'max_tokens'],
  ['SAFETY', 'refusal'],
  ['RECITATION', 'refusal'],
  ['LANGUAGE', 'refusal'],
  ['BLOCKLIST', 'refusal'],
  ['PROHIBITED_CONTENT', 'refusal'],
  ['SPII', 'refusal'],
  ['IMAGE_SAFETY', 'refusal'],
  ['IMAGE_PROHIBITED_CONTENT', 'refusal'],
  ['MODEL_ARMOR', 'refusal'],
]);

/** The model wrote a call that the API could not read: the same request may succeed. */
const MALFORMED: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
]);

/** What the events of the API have, one of them at least. */
const EVENT_KEYS = ['candidates', 'promptFeedback', 'usageMetadata'] as const;

class State {
  readonly content: AssistantBlock[] = [];
  id = '';
  model = '';
  finishReason = '';
  finishMessage = '';
  /** `null`: the API has reported none. */
  usage: Usage | null = null;
  /** The bytes of what the model wrote. */
  bytes = 0;
}

/**
 * Decodes a reply of the Gemini API from the events of `streamGenerateContent?alt=sse`.
 *
 * `done` requires a `finishReason`, or a `blockReason` for the prompt: a stream that merely ends is not a reply. Each call
 * comes whole in one part. The last call of a reply that a limit truncated is left out.
 */
export function createGeminiDecoder(request: ModelRequest, stream: StreamReading): StreamDecoder {
  const state = new State();
  const reading = { onText: stream.onText, nameOf: receivedNames(request) };
  return createJsonDecoder(request, stream, {
    read: (chunk) => readChunk(state, chunk, reading),
    end: () => finish(state),
    used: () => state,
  });
}

interface Reading {
  readonly onText: StreamReading['onText'];
  readonly nameOf: (name: string) => string;
}

function readChunk(state: State, chunk: JsonObject, reading: Reading): ReadStep {
  if (isJsonObject(chunk['error'])) return errorEvent(readGoogleError(chunk));
  state.id ||= textAt(chunk, 'responseId');
  state.model ||= textAt(chunk, 'modelVersion');
  if (isJsonObject(chunk['usageMetadata']))
    state.usage = laterUsage(state.usage, usageOf(chunk['usageMetadata']));
  if (textAt(objectAt(chunk, 'promptFeedback'), 'blockReason') !== '')
    state.finishReason = 'SAFETY';
  const candidate = objectsAt(chunk, 'candidates')[0];
  if (candidate === undefined) return EVENT_KEYS.some((key) => key in chunk) ? MORE : UNKNOWN;
  for (const part of objectsAt(objectAt(candidate, 'content'), 'parts')) {
    if (objectAt(part, 'functionCall')['willContinue'] === true)
      return broken('a call comes in pieces');
    readPart(state, part, reading);
  }
  const reason = textAt(candidate, 'finishReason');
  if (reason !== '' && reason !== 'FINISH_REASON_UNSPECIFIED') state.finishReason = reason;
  state.finishMessage ||= textAt(candidate, 'finishMessage');
  return MORE;
}

function readPart(state: State, part: JsonObject, { onText, nameOf }: Reading): void {
  const { content } = state;
  const written = sanitizeJson(part['functionCall'] ?? part['text'] ?? '');
  state.bytes += Buffer.byteLength(JSON.stringify(written));
  if (part['thought'] === true) return;
  const signature = textAt(part, 'thoughtSignature');
  if (signature !== '') {
    const fields = { thoughtSignature: signature };
    content.push({ type: 'opaque', block: { type: REASONING_BLOCKS.gemini, fields } });
  }
  const call = part['functionCall'];
  if (isJsonObject(call)) {
    const id = textAt(call, 'id');
    const input = callInput(call['args']);
    content.push({ type: 'tool_use', id, name: nameOf(textAt(call, 'name')), input });
    return;
  }
  const text = textAt(part, 'text');
  if (text === '') return;
  onText?.(text);
  const last = content.at(-1);
  if (last?.type === 'text') content[content.length - 1] = { type: 'text', text: last.text + text };
  else content.push({ type: 'text', text });
}

function finish(state: State): ReadStep {
  const { finishReason, id, model, content } = state;
  if (finishReason === '') return endedBefore('a finishReason');
  if (MALFORMED.has(finishReason)) {
    const words = state.finishMessage === '' ? '' : `: ${state.finishMessage}`;
    return errorEvent({ message: `finishReason ${finishReason}${words}` });
  }
  const reason = STOP_REASONS.get(finishReason) ?? finishReason.toLowerCase();
  const hasCalls = content.some(({ type }) => type === 'tool_use');
  const stopReason = reason === 'end_turn' && hasCalls ? 'tool_use' : reason;
  return { kind: 'ended', reply: { id, model, content, stopReason } };
}

/** `promptTokenCount` includes the cached tokens; thinking is billed as output. */
function usageOf(usage: JsonObject): Usage {
  return usageWithCached({
    input: countAt(usage, 'promptTokenCount') + countAt(usage, 'toolUsePromptTokenCount'),
    cached: countAt(usage, 'cachedContentTokenCount'),
    output: countAt(usage, 'candidatesTokenCount') + countAt(usage, 'thoughtsTokenCount'),
  });
}
