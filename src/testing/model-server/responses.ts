import type { JsonObject } from '../../common/index.ts';
import { type AssistantBlock, blocksOf, stopReasonOf } from '../../model/index.ts';
import {
  named,
  type SseEvent,
  bearer,
  openAIError,
  objects,
  pieces,
  textAt,
  textOf,
  type ConversationMessage,
  type ServedApi,
  type Streamed,
} from './api.ts';

const NAME = /^[\w-]{1,64}$/;
const ASSISTANT_ITEMS: ReadonlySet<unknown> = new Set(['function_call', 'reasoning']);

/** OpenAI's Responses API. */
export const responsesApi: ServedApi = {
  isPath: (path) => path.endsWith('/responses'),
  keyOf: bearer,
  refusal,
  conversation: (body) =>
    objects(body['input']).map((item): ConversationMessage => {
      const isAssistant = item['role'] === 'assistant' || ASSISTANT_ITEMS.has(item['type']);
      const text = textOf(item['content'] ?? item['output']);
      return { role: isAssistant ? 'assistant' : 'user', text };
    }),
  events,
  error: openAIError,
};

/** Each call needs its output, each output its call, and reasoning the item that it led to. */
function refusal(body: JsonObject): string | null {
  const items = objects(body['input']);
  if (items.length === 0) return "Missing required parameter: 'input'.";
  for (const tool of objects(body['tools'])) {
    if (!NAME.test(textAt(tool, 'name'))) return `Invalid 'tools[0].name': ${textAt(tool, 'name')}`;
  }
  const calls = idsOf(items, 'function_call');
  const outputs = idsOf(items, 'function_call_output');
  const unanswered = calls.find((id) => !outputs.includes(id));
  if (unanswered !== undefined) return `No tool output found for function call ${unanswered}.`;
  const unasked = outputs.find((id) => !calls.includes(id));
  if (unasked !== undefined) return `No tool call found for function call output ${unasked}.`;
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    if (item['type'] !== 'reasoning') continue;
    if (next === undefined || next['type'] === 'function_call_output' || next['role'] === 'user')
      return `Item '${textAt(item, 'id')}' of type 'reasoning' was provided without its required following item.`;
  }
  return null;
}

function idsOf(items: readonly JsonObject[], type: string): string[] {
  return items.flatMap((item) => (item['type'] === type ? [textAt(item, 'call_id')] : []));
}

function events({ turn, index, model, usage }: Streamed): SseEvent[] {
  const reason = stopReasonOf(turn);
  const id = `resp_${index + 1}`;
  const isCut = reason === 'max_tokens' || reason === 'refusal';
  const output = blocksOf(turn, index).map((block, place) =>
    itemOf(block, `item_${index}_${place}`),
  );
  const head = { id, object: 'response', model };
  const response = {
    ...head,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut
      ? { reason: reason === 'refusal' ? 'content_filter' : 'max_output_tokens' }
      : null,
    output,
    usage: {
      input_tokens: usage.inputTokens + usage.cacheReadInputTokens,
      input_tokens_details: { cached_tokens: usage.cacheReadInputTokens },
      output_tokens: usage.outputTokens,
    },
  };
  return [
    named({ type: 'response.created', response: { ...head, status: 'in_progress' } }),
    ...output.flatMap((item, output_index) => itemEvents(item, output_index)),
    named({ type: isCut ? 'response.incomplete' : 'response.completed', response }),
  ];
}

function itemOf(block: AssistantBlock, id: string): JsonObject {
  if (block.type === 'opaque') return block.block;
  if (block.type === 'text') {
    const content = [{ type: 'output_text', text: block.text, annotations: [] }];
    return { id, type: 'message', role: 'assistant', status: 'completed', content };
  }
  const { name, input } = block;
  const json = JSON.stringify(input);
  const call = { call_id: block.id, name, arguments: json };
  return { id, type: 'function_call', status: 'completed', ...call };
}

function itemEvents(item: JsonObject, output_index: number): SseEvent[] {
  const text = textOf(item['content']);
  const json = item['arguments'];
  return [
    named({ type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } }),
    ...(text === '' ? [] : pieces(text)).map((delta) =>
      named({ type: 'response.output_text.delta', output_index, delta }),
    ),
    ...(typeof json === 'string' ? pieces(json) : []).map((delta) =>
      named({ type: 'response.function_call_arguments.delta', output_index, delta }),
    ),
    named({ type: 'response.output_item.done', output_index, item }),
  ];
}
