import type { JsonObject } from '../../common/index.ts';
import {
  blocksOf,
  messageIdOf,
  type ScriptTurn,
  stopReasonOf,
  type Usage,
} from '../../model/index.ts';
import { named, pieces, type SseEvent, textAt } from '../model-server/api.ts';

export interface ReplyOptions {
  readonly turn: ScriptTurn;
  readonly index: number;
  readonly model: string;
  readonly usage: Usage;
  /** How many characters of a text, a tool's input or a thought one delta carries. */
  readonly deltaChars: number;
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

/** A reply as the API streams it, from `message_start` to `message_stop`. */
export function replyEvents(options: ReplyOptions): SseEvent[] {
  const { turn, index, usage, deltaChars } = options;
  const message = { ...replyHead(options), stop_reason: null, content: [] };
  const opening = { ...message, usage: apiUsage({ ...usage, outputTokens: 1 }) };
  const events: SseEvent[] = [
    named({ type: 'message_start', message: opening }),
    named({ type: 'ping' }),
  ];
  const blocks = apiBlocks(turn, index);
  for (const [place, block] of blocks.entries()) {
    events.push(...blockEvents(block, place, deltaChars));
  }
  const delta = { stop_reason: stopReasonOf(turn), stop_sequence: null };
  const last = { output_tokens: usage.outputTokens, ...searchesOf(blocks) };
  events.push(
    named({ type: 'message_delta', delta, usage: last }),
    named({ type: 'message_stop' }),
  );
  return events;
}

/** The same reply as one JSON object, for requests without `stream`. */
export function replyJson(options: ReplyOptions): JsonObject {
  const content = apiBlocks(options.turn, options.index);
  return {
    ...replyHead(options),
    content,
    stop_reason: stopReasonOf(options.turn),
    usage: { ...apiUsage(options.usage), ...searchesOf(content) },
  };
}

function replyHead(options: ReplyOptions): JsonObject {
  const { model, index } = options;
  const id = messageIdOf(index);
  return { id, type: 'message', role: 'assistant', model, stop_sequence: null };
}

function apiBlocks(turn: ScriptTurn, index: number): JsonObject[] {
  return blocksOf(turn, index).map((block) =>
    block.type === 'opaque' ? block.block : { ...block },
  );
}

function blockEvents(block: JsonObject, index: number, deltaChars: number): SseEvent[] {
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
