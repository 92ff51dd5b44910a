import { isJsonObject, type Redactor } from '../common/index.ts';
import type { Message, ModelRequest, UserBlock } from '../model/index.ts';

type Clean = Pick<Redactor, 'redact' | 'redactJson'>;
type Tools = ModelRequest['tools'];

/** What was redacted before: a conversation is sent again with each turn. */
const SENT = new WeakMap<Message, Message>();
const OFFERED = new WeakMap<Tools, Tools>();

/**
 * What a model is sent, redacted as the last step before the request, whoever wrote its parts. The model's own replies and pictures
 * are sent as they are.
 */
export function redactedRequest(
  { system, tools, messages, maxTokens }: ModelRequest,
  redactor: Clean,
): ModelRequest {
  return {
    system: redactor.redact(system),
    tools: once(OFFERED, tools, () => redactedTools(tools, redactor)),
    messages: messages.map((message) =>
      once(SENT, message, () => redactedMessage(message, redactor)),
    ),
    maxTokens,
  };
}

function once<T extends object>(known: WeakMap<T, T>, value: T, make: () => T): T {
  const made = known.get(value) ?? make();
  known.set(value, made);
  return made;
}

function redactedTools(tools: Tools, redactor: Clean): Tools {
  return tools.map((tool) => {
    if (!('input_schema' in tool)) return tool;
    const schema = redactor.redactJson(tool.input_schema);
    const description = redactor.redact(tool.description);
    return isJsonObject(schema) ? { ...tool, description, input_schema: schema } : tool;
  });
}

function redactedMessage(message: Message, redactor: Clean): Message {
  if (message.role === 'assistant') return message;
  return { role: 'user', content: message.content.map((block) => redactedBlock(block, redactor)) };
}

function redactedBlock<T extends UserBlock>(block: T, redactor: Clean): T {
  if (block.type === 'text') return { ...block, text: redactor.redact(block.text) };
  if (block.type !== 'tool_result') return block;
  const content =
    typeof block.content === 'string'
      ? redactor.redact(block.content)
      : block.content.map((part) => redactedBlock(part, redactor));
  return { ...block, content };
}
