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
} from '../protocol.ts';
import { usageOrEstimate } from '../usage.ts';
import { readError } from './errors.ts';
import { receivedNames } from './tool-names.ts';

/** Longer than any model's reply. */
const MAX_REPLY_CHARS = 32_000_000;

/**
 * Decodes a reply of the Responses API from the events of its stream.
 *
 * `done` requires `response.completed` or `response.incomplete`, whose output is the reply: the events before it only show
 * progress. An item that is not complete, and the last call of a reply that a limit truncated, are left out.
 */
export function createResponsesDecoder(
  request: ModelRequest,
  { onText, estimateInput }: StreamReading,
): StreamDecoder {
  const nameOf = receivedNames(request);
  const items = new Map<number, JsonObject>();
  let bytes = 0;
  let received = 0;
  let hasBegun = false;
  const used = (reported: Usage | null): DecodedUsage =>
    usageOrEstimate(reported, { bytes, estimateInput });
  return {
    push: ({ data }) => {
      if (data.trim() === '' || data.trim() === '[DONE]') return MORE;
      const event = jsonOf(data);
      if (!isJsonObject(event)) return broken('an event is not a JSON object');
      hasBegun = true;
      // The events before the last repeat what the model wrote: only its pieces count.
      bytes += Buffer.byteLength(textAt(event, 'delta'));
      received += data.length;
      if (received > MAX_REPLY_CHARS) return broken('the reply has no end');
      switch (textAt(event, 'type')) {
        case 'response.output_text.delta': {
          const text = textAt(event, 'delta');
          if (text !== '') onText?.(text);
          return MORE;
        }
        case 'response.output_item.done':
          items.set(countAt(event, 'output_index'), objectAt(event, 'item'));
          return MORE;
        case 'response.completed':
        case 'response.incomplete':
          return finish(objectAt(event, 'response'), { items, nameOf, used });
        case 'response.failed':
          return failedBy(objectAt(event, 'response'));
        case 'error':
          return failedBy(isJsonObject(event['error']) ? event : { error: event });
        default:
          // A server that does not stream sends the whole response.
          return textAt(event, 'object') === 'response'
            ? finish(event, { items, nameOf, used })
            : MORE;
      }
    },
    end: () => {
      const message = 'the stream ended before response.completed';
      return { kind: 'failed', failure: { kind: 'stream', message } };
    },
    spent: () => (hasBegun ? used(null) : null),
  };
}

function failedBy(holder: JsonObject): DecodeStep {
  const failure = {
    kind: 'event',
    message: 'an error without a message',
    ...readError(holder),
  } as const;
  return { kind: 'failed', failure };
}

interface Received {
  readonly items: ReadonlyMap<number, JsonObject>;
  readonly nameOf: (name: string) => string;
  readonly used: (reported: Usage | null) => DecodedUsage;
}

/** The reasons of `incomplete_details` as stop reasons. */
const INCOMPLETE: Readonly<Record<string, string>> = {
  max_output_tokens: 'max_tokens',
  content_filter: 'refusal',
};

function finish(response: JsonObject, { items, nameOf, used }: Received): DecodeStep {
  const status = textAt(response, 'status');
  if (status === 'failed') return failedBy(response);
  const isComplete = status === 'completed';
  const reason = textAt(objectAt(response, 'incomplete_details'), 'reason');
  if (!isComplete && status !== 'incomplete')
    return broken(`its status is ${JSON.stringify(status)}`);
  const listed = objectsAt(response, 'output');
  const inOrder = [...items.entries()].sort(([left], [right]) => left - right);
  const output = listed.length > 0 ? listed : inOrder.map(([, item]) => item);
  const blocks = output.flatMap((item, index): AssistantBlock[] => {
    const isLast = index === output.length - 1;
    const isCut = !isComplete && isLast && textAt(item, 'type') !== 'message';
    return isCut ? [] : readItem(item, nameOf);
  });
  const ids = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  if (ids.includes('') || new Set(ids).size < ids.length) return broken('calls share an id');
  const isRefusal = output.some((item) =>
    objectsAt(item, 'content').some(({ type }) => type === 'refusal'),
  );
  const ended = ids.length > 0 ? 'tool_use' : isRefusal ? 'refusal' : 'end_turn';
  const stopReason = isComplete ? ended : (INCOMPLETE[reason] ?? (reason || 'max_tokens'));
  const reported = response['usage'];
  const spent = used(isJsonObject(reported) ? usageOf(reported) : null);
  const id = textAt(response, 'id');
  return {
    kind: 'done',
    reply: { id, model: textAt(response, 'model'), content: blocks, stopReason, ...spent },
  };
}

function readItem(item: JsonObject, nameOf: (name: string) => string): AssistantBlock[] {
  switch (textAt(item, 'type')) {
    case 'message': {
      const text = objectsAt(item, 'content')
        .map((part) => textAt(part, 'text') || textAt(part, 'refusal'))
        .join('');
      return text === '' ? [] : [{ type: 'text', text }];
    }
    case 'function_call': {
      if (textAt(item, 'status') === 'incomplete') return [];
      const input = callInput(textAt(item, 'arguments'));
      const name = nameOf(textAt(item, 'name'));
      return [{ type: 'tool_use', id: textAt(item, 'call_id'), name, input }];
    }
    case 'reasoning':
      // Without its encrypted content the API does not know the item again, since nothing is stored.
      return textAt(item, 'encrypted_content') === '' ? [] : [{ type: 'opaque', block: item }];
    default:
      return [];
  }
}

function usageOf(usage: JsonObject): Usage {
  const input = countAt(usage, 'input_tokens');
  const cached = Math.min(input, countAt(objectAt(usage, 'input_tokens_details'), 'cached_tokens'));
  return {
    inputTokens: input - cached,
    outputTokens: countAt(usage, 'output_tokens'),
    cacheReadInputTokens: cached,
    cacheCreationInputTokens: 0,
  };
}
