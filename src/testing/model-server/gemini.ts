import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { blocksOf, stopReasonOf } from '../../model/index.ts';
import type { SseEvent } from './api.ts';
import {
  objects,
  pieces,
  textAt,
  type ConversationMessage,
  type ServedApi,
  type Streamed,
  unnamed,
} from './api.ts';

const NAME = /^[A-Za-z_][\w.:-]{0,127}$/;
const PATH = /\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/;
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end_turn: 'STOP',
  tool_use: 'STOP',
  max_tokens: 'MAX_TOKENS',
  refusal: 'SAFETY',
};
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

export const geminiApi: ServedApi = {
  isPath: (path) => PATH.test(path),
  keyOf: (headers) => [headers['x-goog-api-key'] ?? ''].flat().join(''),
  refusal,
  conversation: (body) =>
    objects(body['contents']).map(
      (content): ConversationMessage => ({
        role: content['role'] === 'model' ? 'assistant' : 'user',
        text: objects(content['parts']).map(textOf).join('\n'),
      }),
    ),
  events,
  error: (status, message) =>
    status === 401
      ? { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }
      : { error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' } },
};

function textOf(part: JsonObject): string {
  if (typeof part['text'] === 'string') return part['text'];
  const response = isJsonObject(part['functionResponse']) ? part['functionResponse'] : {};
  return isJsonObject(response['response']) ? JSON.stringify(response['response']) : '';
}

/** As many results as calls, right after them, with the calls' names; calls keep their signature. */
function refusal(body: JsonObject): string | null {
  const contents = objects(body['contents']);
  if (contents.length === 0) return 'contents are required';
  for (const tool of objects(body['tools'])) {
    const names = objects(tool['functionDeclarations']).map((made) => textAt(made, 'name'));
    const wrong = names.find((name) => !NAME.test(name));
    if (wrong !== undefined) return `Invalid function name: ${wrong}`;
  }
  for (const [index, content] of contents.entries()) {
    const calls = namesIn(content, 'functionCall');
    if (calls.length === 0) continue;
    const answers = namesIn(contents[index + 1] ?? {}, 'functionResponse');
    if (JSON.stringify(answers) !== JSON.stringify(calls))
      return 'the number of function response parts is not that of the function call parts';
  }
  return null;
}

function namesIn(content: JsonObject, kind: 'functionCall' | 'functionResponse'): string[] {
  return objects(content['parts']).flatMap((part) =>
    isJsonObject(part[kind]) ? [textAt(part[kind], 'name')] : [],
  );
}

function events({ turn, index, model, usage }: Streamed): SseEvent[] {
  const head = { modelVersion: model, responseId: `gemini-${index + 1}` };
  const chunk = (part: JsonObject): SseEvent =>
    unnamed({ ...head, candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] });
  let signature: JsonObject = {};
  const parts = blocksOf(turn, index).flatMap((block) => {
    if (block.type === 'opaque') {
      signature = isJsonObject(block.block['fields']) ? block.block['fields'] : {};
      return [];
    }
    if (block.type === 'text') return pieces(block.text).map((text) => chunk({ text }));
    const signed = signature;
    signature = {};
    return [chunk({ functionCall: { name: block.name, args: block.input }, ...signed })];
  });
  const reason = stopReasonOf(turn);
  return [
    ...parts,
    unnamed({
      ...head,
      candidates: [
        { content: { role: 'model', parts: [] }, finishReason: FINISH_REASONS[reason] ?? reason },
      ],
      usageMetadata: {
        promptTokenCount: usage.inputTokens + usage.cacheReadInputTokens,
        cachedContentTokenCount: usage.cacheReadInputTokens,
        candidatesTokenCount: usage.outputTokens,
      },
    }),
  ];
}
