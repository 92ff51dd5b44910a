import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, sanitizeJson } from '../../common/index.ts';
import type { AssistantBlock, ModelRequest, Usage } from '../model.ts';
import { receivedNames } from '../openai/tool-names.ts';
import {
  broken,
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
import { readGoogleError } from '../providers/google-error.ts';
import { OWN_CALL_ID } from './request.ts';

/** Longer than any model's reply. */
const MAX_REPLY_CHARS = 32_000_000;

const STOP_REASONS: Readonly<Record<string, string>> = {
  STOP: 'end_turn',
  MAX_TOKENS: 'max_tokens',
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  LANGUAGE: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
};

/** The model wrote a call that the API could not read: the same request may succeed. */
const MALFORMED: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
]);

interface State {
  readonly content: AssistantBlock[];
  id: string;
  model: string;
  finishReason: string;
  /** `null`: the API has reported none. */
  usage: Usage | null;
  /** The bytes of what the model wrote. */
  bytes: number;
  received: number;
}

/**
 * Decodes a reply of the Gemini API from the events of `streamGenerateContent?alt=sse`.
 *
 * `done` requires a `finishReason`, or a `blockReason` for the prompt: a stream that merely ends is not a reply. Each call
 * comes whole in one part. The last call of a reply that a limit truncated is left out.
 */
export function createGeminiDecoder(
  request: ModelRequest,
  { onText, estimateInput }: StreamReading,
): StreamDecoder {
  const nameOf = receivedNames(request);
  const state: State = {
    content: [],
    id: '',
    model: '',
    finishReason: '',
    usage: null,
    bytes: 0,
    received: 0,
  };
  const used = (): DecodedUsage => usageOrEstimate(state.usage, { ...state, estimateInput });
  return {
    push: ({ data }) => {
      if (data.trim() === '') return MORE;
      const chunk = jsonOf(data);
      if (!isJsonObject(chunk)) return broken('an event is not a JSON object');
      state.received += data.length;
      if (state.received > MAX_REPLY_CHARS) return broken('the reply has no end');
      return readChunk(state, chunk, { onText, nameOf });
    },
    end: () => finish(state, used()),
    spent: () => (state.received > 0 ? used() : null),
  };
}

interface Reading {
  readonly onText: StreamReading['onText'] | undefined;
  readonly nameOf: (name: string) => string;
}

function readChunk(state: State, chunk: JsonObject, reading: Reading): DecodeStep {
  if (isJsonObject(chunk['error'])) {
    const message = 'an error without a message';
    const failure = { kind: 'event', message, ...readGoogleError(chunk) } as const;
    return { kind: 'failed', failure };
  }
  state.id ||= textAt(chunk, 'responseId');
  state.model ||= textAt(chunk, 'modelVersion');
  if (isJsonObject(chunk['usageMetadata'])) state.usage = usageOf(chunk['usageMetadata']);
  if (textAt(objectAt(chunk, 'promptFeedback'), 'blockReason') !== '')
    state.finishReason = 'SAFETY';
  const candidate = objectsAt(chunk, 'candidates')[0];
  if (candidate === undefined) return MORE;
  for (const part of objectsAt(objectAt(candidate, 'content'), 'parts')) {
    readPart(state, part, reading);
  }
  const reason = textAt(candidate, 'finishReason');
  if (reason !== '' && reason !== 'FINISH_REASON_UNSPECIFIED') state.finishReason = reason;
  return MORE;
}

function readPart(state: State, part: JsonObject, { onText, nameOf }: Reading): void {
  const { content } = state;
  state.bytes += Buffer.byteLength(JSON.stringify(part['functionCall'] ?? part['text'] ?? ''));
  if (part['thought'] === true) return;
  const signature = textAt(part, 'thoughtSignature');
  if (signature !== '') {
    const fields = { thoughtSignature: signature };
    content.push({ type: 'opaque', block: { type: REASONING_BLOCKS.gemini, fields } });
  }
  const call = part['functionCall'];
  if (isJsonObject(call)) {
    const id = textAt(call, 'id') || `${OWN_CALL_ID}${randomUUID().replaceAll('-', '')}`;
    const input = sanitizeJson(call['args'] ?? {});
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

function finish(state: State, used: DecodedUsage): DecodeStep {
  const { finishReason, id, model } = state;
  if (finishReason === '') {
    const message = 'the stream ended without a finishReason';
    return { kind: 'failed', failure: { kind: 'stream', message } };
  }
  if (MALFORMED.has(finishReason)) return broken(`finishReason ${finishReason}`);
  const reason = STOP_REASONS[finishReason] ?? finishReason.toLowerCase();
  const isCut = reason === 'max_tokens' && state.content.at(-1)?.type === 'tool_use';
  const content = isCut ? state.content.slice(0, -1) : state.content;
  const ids = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  if (new Set(ids).size < ids.length) return broken('calls share an id');
  const stopReason = reason === 'end_turn' && ids.length > 0 ? 'tool_use' : reason;
  return {
    kind: 'done',
    reply: { id: id || randomUUID(), model, content, stopReason, ...used },
  };
}

/** `promptTokenCount` includes the cached tokens; thinking is billed as output. */
function usageOf(usage: JsonObject): Usage {
  const prompt = countAt(usage, 'promptTokenCount') + countAt(usage, 'toolUsePromptTokenCount');
  const cached = Math.min(prompt, countAt(usage, 'cachedContentTokenCount'));
  return {
    inputTokens: prompt - cached,
    outputTokens: countAt(usage, 'candidatesTokenCount') + countAt(usage, 'thoughtsTokenCount'),
    cacheReadInputTokens: cached,
    cacheCreationInputTokens: 0,
  };
}
