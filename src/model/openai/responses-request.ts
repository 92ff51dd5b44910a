import type { Json, JsonObject } from '../../common/index.ts';
import type {
  AssistantBlock,
  DocumentBlock,
  ImageBlock,
  ModelRequest,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from '../model.ts';
import {
  type EncodeOptions,
  NO_IMAGE,
  REASONING_BLOCKS,
  sentInput,
  wellFormedJson,
} from '../protocol.ts';
import { sentFunctions, sentName } from './tools.ts';

/**
 * The body of a request to OpenAI's Responses API, as JSON (https://developers.openai.com/api/reference/resources/responses).
 * Nothing is stored there (`store: false`): reasoning comes and goes encrypted, as items of the conversation.
 */
export function encodeResponses(request: ModelRequest, { model, lacks }: EncodeOptions): string {
  const { system, messages, maxTokens } = request;
  // Strict schemas forbid optional fields, which the tools have.
  const tools = sentFunctions(request).map((sent) => ({
    type: 'function',
    ...sent,
    strict: false,
  }));
  const takesImages = !lacks.has('images');
  const takesReasoning = !lacks.has('encrypted-reasoning');
  return wellFormedJson({
    model,
    max_output_tokens: maxTokens,
    stream: !lacks.has('streams'),
    store: false,
    ...(lacks.has('encrypted-reasoning') ? {} : { include: ['reasoning.encrypted_content'] }),
    ...(system === '' ? {} : { instructions: system }),
    input: messages.flatMap((message) =>
      message.role === 'user'
        ? encodeUser(message.content, takesImages)
        : encodeAssistant(message.content, takesReasoning),
    ),
    ...(tools.length === 0 ? {} : { tools }),
  });
}

function encodeUser(blocks: readonly UserBlock[], takesImages: boolean): JsonObject[] {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const others = blocks.filter((block) => block.type !== 'tool_result');
  const content = others
    .filter((block) => block.type !== 'text' || block.text !== '')
    .map((block) => encodePart(block, takesImages));
  return [
    ...results.map((result) => ({
      type: 'function_call_output',
      call_id: result.tool_use_id,
      output: encodeOutput(result, takesImages),
    })),
    ...(content.length === 0 ? [] : [{ role: 'user', content }]),
  ];
}

/** Text alone is sent as text: some servers take no list of parts. */
function encodeOutput({ content }: ToolResultBlock, takesImages: boolean): Json {
  if (typeof content === 'string') return content;
  const isText = content.every((part) => part.type === 'text');
  if (isText) return content.map(({ text }) => text).join('\n');
  return content.map((part) => encodePart(part, takesImages));
}

function encodePart(
  block: TextBlock | ImageBlock | DocumentBlock,
  takesImages: boolean,
): JsonObject {
  if (block.type === 'text') return { type: 'input_text', text: block.text };
  const { media_type, data } = block.source;
  const url = `data:${media_type};base64,${data}`;
  if (block.type === 'document') {
    return { type: 'input_file', filename: 'document.pdf', file_data: url };
  }
  if (!takesImages) return { type: 'input_text', text: NO_IMAGE };
  return { type: 'input_image', image_url: url, detail: 'auto' };
}

/** The API refuses reasoning that no other item follows, which a dropped call leaves behind. */
function encodeAssistant(blocks: readonly AssistantBlock[], takesReasoning: boolean): JsonObject[] {
  const taken = takesReasoning ? blocks : blocks.filter(({ type }) => type !== 'opaque');
  const items = taken.flatMap(encodeItem);
  while (items.at(-1)?.['type'] === REASONING_BLOCKS.responses) items.pop();
  return items;
}

function encodeItem(block: AssistantBlock): JsonObject[] {
  if (block.type === 'opaque')
    return block.block['type'] === REASONING_BLOCKS.responses ? [block.block] : [];
  if (block.type === 'text') {
    const content = [{ type: 'output_text', text: block.text }];
    return block.text === '' ? [] : [{ type: 'message', role: 'assistant', content }];
  }
  const { id, name, input } = block;
  return [
    {
      type: 'function_call',
      call_id: id,
      name: sentName(name),
      arguments: JSON.stringify(sentInput(input)),
    },
  ];
}
