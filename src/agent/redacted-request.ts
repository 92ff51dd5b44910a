import { isJsonObject, type Redactor } from '../common/index.ts';
import type { Message, ModelRequest, UserBlock } from '../model/index.ts';

type Clean = Pick<Redactor, 'redact' | 'redactJson'>;
type Tools = ModelRequest['tools'];

/** What was redacted before: a conversation is sent again with each turn. */
const SENT = new WeakMap<Message, Promise<Message>>();
const OFFERED = new WeakMap<Tools, Promise<Tools>>();

/**
 * What a model is sent, redacted as the last step before the request, whoever wrote its parts. The model's own replies and pictures
 * are sent as they are.
 */
export async function redactedRequest(
  { system, tools, messages, maxTokens }: ModelRequest,
  redactor: Clean,
): Promise<ModelRequest> {
  return {
    system: await redactor.redact(system),
    tools: await once(OFFERED, tools, async () => await redactedTools(tools, redactor)),
    messages: await Promise.all(
      messages.map(
        async (message) => await once(SENT, message, () => redactedMessage(message, redactor)),
      ),
    ),
    maxTokens,
  };
}

async function once<T extends object>(
  known: WeakMap<T, Promise<T>>,
  value: T,
  make: () => Promise<T>,
): Promise<T> {
  const made = known.get(value) ?? make();
  known.set(value, made);
  return await made;
}

async function redactedTools(tools: Tools, redactor: Clean): Promise<Tools> {
  return await Promise.all(
    tools.map(async (tool) => {
      if (!('input_schema' in tool)) return tool;
      const schema = await redactor.redactJson(tool.input_schema);
      const description = await redactor.redact(tool.description);
      return isJsonObject(schema) ? { ...tool, description, input_schema: schema } : tool;
    }),
  );
}

async function redactedMessage(message: Message, redactor: Clean): Promise<Message> {
  if (message.role === 'assistant') return message;
  const content = await Promise.all(
    message.content.map(async (block) => await redactedBlock(block, redactor)),
  );
  return { role: 'user', content };
}

async function redactedBlock<T extends UserBlock>(block: T, redactor: Clean): Promise<T> {
  if (block.type === 'text') return { ...block, text: await redactor.redact(block.text) };
  if (block.type !== 'tool_result') return block;
  const content =
    typeof block.content === 'string'
      ? await redactor.redact(block.content)
      : await Promise.all(block.content.map(async (part) => await redactedBlock(part, redactor)));
  return { ...block, content };
}
