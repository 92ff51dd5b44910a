import { isJsonObject, type JsonObject } from '../../common/index.ts';
import {
  broken,
  callInput,
  countAt,
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
  usageWithCached,
} from '../decode-reply.ts';
import type { ModelRequest, Usage } from '../model.ts';
import type { StreamDecoder, StreamReading } from '../protocol.ts';
import { readError } from '../failures/read-error.ts';
import { receivedNames } from './tools.ts';

/**
 * Decodes a reply of the Responses API from the events of its stream.
 *
 * `done` requires `response.completed` or `response.incomplete`, whose output is the reply: the events before it only show
 * progress. An item that is not complete, and the last call of a reply that a limit truncated, are left out.
 */
export function createResponsesDecoder(
  request: ModelRequest,
  stream: StreamReading,
): StreamDecoder {
  const items = new Map<number, StreamedItem>();
  const nameOf = receivedNames(request);
  let bytes = 0;
  let usage: Usage | null = null;
  const finished = (response: JsonObject): ReadStep => {
    if (isJsonObject(response['usage'])) usage = usageOf(response['usage']);
    const step = finish(response, items, nameOf);
    // Servers without pieces write everything at the end.
    if (step.kind === 'ended')
      bytes = Math.max(bytes, Buffer.byteLength(JSON.stringify(step.reply.content)));
    return step;
  };
  return createJsonDecoder(request, stream, {
    read: (event) => {
      const type = textAt(event, 'type');
      // The events before the last repeat what the model wrote: only its pieces count.
      const piece = textAt(event, 'delta');
      bytes += Buffer.byteLength(piece);
      switch (type) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
        case 'response.function_call_arguments.delta':
          if (type === 'response.output_text.delta' && piece !== '') stream.onText?.(piece);
          if (indexAt(event, 'output_index') !== null) {
            const item = itemOf(items, event);
            item.text += piece;
            item.isRefusal ||= type === 'response.refusal.delta';
          }
          return MORE;
        case 'response.function_call_arguments.done': {
          const item = itemOf(items, event);
          item.text = textAt(event, 'arguments') || item.text;
          return MORE;
        }
        case 'response.output_item.added':
          if (indexAt(event, 'output_index') !== null)
            itemOf(items, event).added = objectAt(event, 'item');
          return MORE;
        case 'response.output_item.done':
          itemOf(items, event).done = objectAt(event, 'item');
          return MORE;
        case 'response.completed':
        case 'response.incomplete':
          return finished(objectAt(event, 'response'));
        case 'response.failed':
          return errorEvent(readError(objectAt(event, 'response')));
        case 'error':
          return errorEvent(readError(isJsonObject(event['error']) ? event : { error: event }));
        default:
          // A server that does not stream sends the whole response.
          if (textAt(event, 'object') === 'response') return finished(event);
          return type.startsWith('response.') ? MORE : UNKNOWN;
      }
    },
    end: () => endedBefore('response.completed'),
    used: () => ({ usage, bytes }),
  });
}

/** An item of the output as its events bring it. */
interface StreamedItem {
  added: JsonObject | null;
  /** The text, or the arguments, in their pieces. */
  text: string;
  isRefusal: boolean;
  done: JsonObject | null;
}

function itemOf(items: Map<number, StreamedItem>, event: JsonObject): StreamedItem {
  const key = indexAt(event, 'output_index') ?? items.size;
  const item = items.get(key) ?? { added: null, text: '', isRefusal: false, done: null };
  items.set(key, item);
  return item;
}

/**
 * The item as its own last event has it, else as its pieces make it, for servers that leave out both that and the output. `status` is that
 * of the response: nobody knows where an incomplete one was cut.
 */
function wholeItem({ added, text, isRefusal, done }: StreamedItem, status: string): JsonObject {
  if (done !== null) return done;
  if (added !== null && textAt(added, 'type') === 'function_call')
    return { ...added, arguments: text || textAt(added, 'arguments'), status };
  return { type: 'message', content: [{ type: isRefusal ? 'refusal' : 'output_text', text }] };
}

/** The reasons of `incomplete_details` as stop reasons. */
const INCOMPLETE: ReadonlyMap<string, string> = new Map([
  ['max_output_tokens', 'max_tokens'],
  ['content_filter', 'refusal'],
]);

function finish(
  response: JsonObject,
  items: ReadonlyMap<number, StreamedItem>,
  nameOf: (name: string) => string,
): ReadStep {
  const status = textAt(response, 'status');
  if (status === 'failed') return errorEvent(readError(response));
  if (status !== 'completed' && status !== 'incomplete')
    return broken(`its status is ${JSON.stringify(status)}`);
  const listed = objectsAt(response, 'output');
  const inOrder = [...items.entries()].sort(([left], [right]) => left - right);
  const output = listed.length > 0 ? listed : inOrder.map(([, item]) => wholeItem(item, status));
  const content = output.flatMap((item) => readItem(item, nameOf));
  const isRefusal = output.some((item) =>
    objectsAt(item, 'content').some(({ type }) => type === 'refusal'),
  );
  // Also one that is not complete: a reply with it is not the end of the work.
  const hasCalls = output.some((item) => textAt(item, 'type') === 'function_call');
  const ended = hasCalls ? 'tool_use' : isRefusal ? 'refusal' : 'end_turn';
  const reason = textAt(objectAt(response, 'incomplete_details'), 'reason');
  const stopReason =
    status === 'completed' ? ended : (INCOMPLETE.get(reason) ?? (reason || 'max_tokens'));
  const [id, model] = [textAt(response, 'id'), textAt(response, 'model')];
  return { kind: 'ended', reply: { id, model, content, stopReason } };
}

function readItem(item: JsonObject, nameOf: (name: string) => string): StreamedContent {
  switch (textAt(item, 'type')) {
    case 'message': {
      const text = objectsAt(item, 'content')
        .map((part) => textAt(part, 'text') || textAt(part, 'refusal'))
        .join('');
      return text === '' ? [] : [{ type: 'text', text }];
    }
    case 'function_call': {
      if (!['', 'completed'].includes(textAt(item, 'status'))) return [null];
      const input = callInput(item['arguments']);
      const name = nameOf(textAt(item, 'name'));
      return [{ type: 'tool_use', id: textAt(item, 'call_id'), name, input }];
    }
    case 'reasoning':
      // Without its encrypted content the API does not know the item again, since nothing is stored.
      return textAt(item, 'encrypted_content') === ''
        ? []
        : [{ type: 'opaque', block: sanitizedObject(item) }];
    default:
      return [];
  }
}

function usageOf(usage: JsonObject): Usage {
  return usageWithCached({
    input: countAt(usage, 'input_tokens'),
    cached: countAt(objectAt(usage, 'input_tokens_details'), 'cached_tokens'),
    output: countAt(usage, 'output_tokens'),
  });
}
