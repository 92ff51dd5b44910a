import type { JsonObject } from '../../common/index.ts';
import type {
  AssistantBlock,
  ImageBlock,
  Message,
  ModelRequest,
  ToolResultBlock,
  UserBlock,
} from '../model.ts';
import { type EncodeOptions, sentInput, wellFormedJson, REASONING_BLOCKS } from '../protocol.ts';
import { sentName } from './tool-names.ts';

const NO_IMAGE = '[A picture that this model does not take.]';
const NO_DOCUMENT = '[A PDF document, which this API does not take.]';

/**
 * The body of a request to the Chat Completions API, as JSON
 * (https://developers.openai.com/api/reference/resources/chat).
 */
export function encodeChat(request: ModelRequest, { model, lacks }: EncodeOptions): string {
  const { system, tools, messages, maxTokens } = request;
  const functions = tools.flatMap((tool) => ('input_schema' in tool ? [tool] : []));
  const takesImages = !lacks.has('images');
  return wellFormedJson({
    model,
    [lacks.has('max-tokens-name') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    stream: true,
    ...(lacks.has('stream-usage') ? {} : { stream_options: { include_usage: true } }),
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap((message, index) =>
        message.role === 'user'
          ? encodeUser(message.content, takesImages)
          : encodeAssistant(message.content, isInCurrentTurn(messages, index)),
      ),
    ],
    ...(functions.length === 0
      ? {}
      : {
          tools: functions.map(({ name, description, input_schema }) => ({
            type: 'function',
            function: { name: sentName(name), description, parameters: input_schema },
          })),
        }),
  });
}

/** Results have messages of their own, which carry text alone: their pictures follow in a message of the user. */
function encodeUser(blocks: readonly UserBlock[], takesImages: boolean): JsonObject[] {
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  const images = results.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((block) => (block.type === 'image' ? [block] : [])),
  );
  const others = blocks.flatMap((block) => (block.type === 'tool_result' ? [] : [block]));
  const parts = [...(takesImages ? images : []), ...others].flatMap((block) =>
    encodePart(block, takesImages),
  );
  return [
    ...results.map((result) => ({
      role: 'tool',
      tool_call_id: result.tool_use_id,
      content: resultText(result, takesImages),
    })),
    ...(parts.length === 0 ? [] : [{ role: 'user', content: joinedText(parts) }]),
  ];
}

function encodePart(
  block: Exclude<UserBlock, ToolResultBlock>,
  takesImages: boolean,
): JsonObject[] {
  if (block.type === 'text') return block.text === '' ? [] : [textPart(block.text)];
  if (block.type === 'document') return [textPart(NO_DOCUMENT)];
  return [takesImages ? imagePart(block) : textPart(NO_IMAGE)];
}

function textPart(text: string): JsonObject {
  return { type: 'text', text };
}

function imagePart({ source }: ImageBlock): JsonObject {
  const url = `data:${source.media_type};base64,${source.data}`;
  return { type: 'image_url', image_url: { url } };
}

/** Text alone is sent as text: some servers take no list of parts. */
function joinedText(parts: readonly JsonObject[]): string | JsonObject[] {
  const texts = parts.map((part) => part['text']);
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : [...parts];
}

function resultText({ content }: ToolResultBlock, takesImages: boolean): string {
  if (typeof content === 'string') return content;
  const texts = content.map((block) => {
    if (block.type === 'text') return block.text;
    if (block.type === 'document') return NO_DOCUMENT;
    return takesImages ? '[The picture is in the next message.]' : NO_IMAGE;
  });
  return texts.join('\n');
}

function encodeAssistant(blocks: readonly AssistantBlock[], isCurrent: boolean): JsonObject[] {
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
  if (text === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(isCurrent ? reasoningOf(blocks) : {}),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, input }) => ({
              id,
              type: 'function',
              function: { name: sentName(name), arguments: JSON.stringify(sentInput(input)) },
            })),
          }),
    },
  ];
}

/** Reasoning goes back to the server that gave it while the calls that it led to are answered, and not later. */
function isInCurrentTurn(messages: readonly Message[], index: number): boolean {
  return messages
    .slice(index + 1)
    .every(
      ({ role, content }) =>
        role === 'assistant' || content.some((block) => block.type === 'tool_result'),
    );
}

function reasoningOf(blocks: readonly AssistantBlock[]): JsonObject {
  const found = blocks.find(
    (block) => block.type === 'opaque' && block.block['type'] === REASONING_BLOCKS.chat,
  );
  if (found?.type !== 'opaque') return {};
  const { type: _, ...fields } = found.block;
  return fields;
}
