import type { Json, JsonObject } from '../../common/index.ts';
import { blocksOf, messageIdOf, stopReasonOf, type Usage } from '../../model/index.ts';
import {
  bearer,
  type ConversationMessage,
  named,
  objects,
  pieces,
  type ServedApi,
  type SseEvent,
  type Streamed,
  textAt,
} from './api.ts';

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  404: 'not_found_error',
};

/** Anthropic's Messages API. */
export const messagesApi: ServedApi = {
  isPath: (path) => path.split('?')[0] === '/v1/messages',
  keyOf: (headers) => [headers['x-api-key'] ?? bearer(headers)].flat().join(''),
  refusal,
  conversation: (body) =>
    objects(body['messages']).map(
      ({ role, content }): ConversationMessage => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        text: textIn(content),
      }),
    ),
  events: replyEvents,
  error: (status, message) => ({
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? 'invalid_request_error', message },
  }),
};

/** The text of a message, with that of the results in it. */
export function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map((block) =>
      block['type'] === 'tool_result' ? textIn(block['content']) : textAt(block, 'text'),
    )
    .join('\n');
}

/** Each call of a message needs its result in the very next one. */
function refusal(body: JsonObject): string | null {
  const messages = objects(body['messages']);
  if (messages.length === 0) return 'messages: at least one message is required';
  for (const [index, { content }] of messages.entries()) {
    const results = objects(messages[index + 1]?.['content']).map((block) => block['tool_use_id']);
    const calls = objects(content).filter(({ type }) => type === 'tool_use');
    if (calls.some(({ id }) => !results.includes(id)))
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`;
  }
  return null;
}

interface ReplyOptions extends Streamed {
  /** How many characters of a text, a tool's input or a thought one delta carries. */
  readonly deltaChars?: number | undefined;
}

const apiUsage = (usage: Usage): JsonObject => ({
  input_tokens: usage.inputTokens,
  cache_creation_input_tokens: usage.cacheCreationInputTokens,
  cache_read_input_tokens: usage.cacheReadInputTokens,
  output_tokens: usage.outputTokens,
});

/** The searches of a reply that found something: the others are not billed. */
function searchesOf(blocks: readonly JsonObject[]): JsonObject {
  const found = blocks.filter(
    (block) => block['type'] === 'web_search_tool_result' && Array.isArray(block['content']),
  );
  if (found.length === 0) return {};
  return { server_tool_use: { web_search_requests: found.length, web_fetch_requests: 0 } };
}

/** A reply as one JSON object, for requests without `stream`. */
export function replyJson({ turn, index, model, usage }: ReplyOptions): JsonObject {
  const content = blocksOf(turn, index).map((block) =>
    block.type === 'opaque' ? block.block : { ...block },
  );
  return {
    id: messageIdOf(index),
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReasonOf(turn),
    stop_sequence: null,
    usage: { ...apiUsage(usage), ...searchesOf(content) },
  };
}

/** The same reply as the API streams it, from `message_start` to `message_stop`. */
export function replyEvents(options: ReplyOptions): SseEvent[] {
  const { usage, deltaChars } = options;
  const whole = replyJson(options);
  const blocks = objects(whole['content']);
  const opening = {
    content: [],
    stop_reason: null,
    usage: apiUsage({ ...usage, outputTokens: 1 }),
  };
  const delta = { stop_reason: whole['stop_reason'] ?? null, stop_sequence: null };
  const last = { output_tokens: usage.outputTokens, ...searchesOf(blocks) };
  return [
    named({ type: 'message_start', message: { ...whole, ...opening } }),
    named({ type: 'ping' }),
    ...blocks.flatMap((block, place) => blockEvents(block, place, deltaChars)),
    named({ type: 'message_delta', delta, usage: last }),
    named({ type: 'message_stop' }),
  ];
}

function blockEvents(block: JsonObject, index: number, deltaChars?: number): SseEvent[] {
  const start = (content_block: JsonObject): SseEvent =>
    named({ type: 'content_block_start', index, content_block });
  const delta = (value: JsonObject): SseEvent =>
    named({ type: 'content_block_delta', index, delta: value });
  const stop = named({ type: 'content_block_stop', index });
  switch (textAt(block, 'type')) {
    case 'text': {
      const parts = pieces(textAt(block, 'text'), deltaChars);
      const deltas = parts.map((text) => delta({ type: 'text_delta', text }));
      const { citations, ...plain } = block;
      if (!Array.isArray(citations)) return [start({ ...plain, text: '' }), ...deltas, stop];
      const cited = citations.map((citation) => delta({ type: 'citations_delta', citation }));
      return [start({ ...plain, text: '', citations: [] }), ...deltas, ...cited, stop];
    }
    case 'tool_use':
    case 'server_tool_use': {
      // A call without arguments streams as nothing but an empty piece.
      const json = JSON.stringify(block['input']);
      const parts = ['', ...(json === '{}' ? [] : pieces(json, deltaChars))];
      const deltas = parts.map((part) => delta({ type: 'input_json_delta', partial_json: part }));
      return [start({ ...block, input: {} }), ...deltas, stop];
    }
    case 'thinking': {
      const parts = pieces(textAt(block, 'thinking'), deltaChars);
      const deltas = parts.map((thinking) => delta({ type: 'thinking_delta', thinking }));
      const signature = delta({ type: 'signature_delta', signature: textAt(block, 'signature') });
      return [start({ ...block, thinking: '', signature: '' }), ...deltas, signature, stop];
    }
    default:
      return [start(block), stop];
  }
}
