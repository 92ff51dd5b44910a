import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { blocksOf, stopReasonOf } from '../../model/index.ts';
import {
  DONE,
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
  unnamed,
} from './api.ts';

const NAME = /^[\w-]{1,64}$/;
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

export const chatApi: ServedApi = {
  isPath: (path) => path.endsWith('/chat/completions'),
  keyOf: bearer,
  refusal,
  conversation: (body) =>
    objects(body['messages']).flatMap((message): ConversationMessage[] =>
      message['role'] === 'system'
        ? []
        : [
            {
              role: message['role'] === 'assistant' ? 'assistant' : 'user',
              text: textOf(message['content']),
            },
          ],
    ),
  events,
  error: openAIError,
};

/** Each call of a message must be answered right after it, by its id. */
function refusal(body: JsonObject): string | null {
  const messages = objects(body['messages']);
  if (messages.length === 0) return "'messages' is empty";
  for (const tool of objects(body['tools'])) {
    const name = isJsonObject(tool['function']) ? textAt(tool['function'], 'name') : '';
    if (!NAME.test(name)) return `Invalid 'tools[0].function.name': ${name}`;
  }
  let open: string[] = [];
  for (const message of messages) {
    if (message['role'] === 'tool') {
      const id = textAt(message, 'tool_call_id');
      if (!open.includes(id)) return `tool_call_id ${id} has no call before it`;
      open = open.filter((other) => other !== id);
      if (typeof message['content'] !== 'string') return "content of role 'tool' must be text";
      continue;
    }
    if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(', ')}`;
    open = objects(message['tool_calls']).map((made) => textAt(made, 'id'));
  }
  return open.length > 0
    ? `tool_call_ids did not have response messages: ${open.join(', ')}`
    : null;
}

function events({ turn, index, model, usage }: Streamed): SseEvent[] {
  const head = { id: `chatcmpl-${index + 1}`, object: 'chat.completion.chunk', created: 1, model };
  const chunk = (delta: JsonObject, finish_reason: string | null = null): SseEvent =>
    unnamed({ ...head, choices: [{ index: 0, delta, finish_reason }], usage: null });
  let calls = 0;
  const deltas = blocksOf(turn, index).flatMap((block) => {
    if (block.type === 'text') return pieces(block.text).map((content) => chunk({ content }));
    if (block.type !== 'tool_use') {
      const { type: _, ...fields } = block.block;
      return [chunk(fields)];
    }
    const place = calls;
    calls += 1;
    const named = { name: block.name, arguments: '' };
    const start = { index: place, id: block.id, type: 'function', function: named };
    return [
      chunk({ tool_calls: [start] }),
      ...pieces(JSON.stringify(block.input)).map((part) =>
        chunk({ tool_calls: [{ index: place, function: { arguments: part } }] }),
      ),
    ];
  });
  const reason = stopReasonOf(turn);
  return [
    chunk({ role: 'assistant', content: '' }),
    ...deltas,
    chunk({}, FINISH_REASONS[reason] ?? reason),
    unnamed({
      ...head,
      choices: [],
      usage: {
        prompt_tokens: usage.inputTokens + usage.cacheReadInputTokens,
        completion_tokens: usage.outputTokens,
        total_tokens: usage.inputTokens + usage.cacheReadInputTokens + usage.outputTokens,
        prompt_tokens_details: { cached_tokens: usage.cacheReadInputTokens },
      },
    }),
    DONE,
  ];
}
