import { isJsonObject, type JsonObject } from '../../common/index.ts';
import type {
  AssistantBlock,
  ImageBlock,
  Message,
  ModelRequest,
  ToolResultBlock,
  ToolUseBlock,
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

const NO_DOCUMENT = '[A PDF document, which this API does not take.]';

/**
 * The body of a request to the Chat Completions API, as JSON
 * (https://developers.openai.com/api/reference/resources/chat).
 */
export function encodeChat(request: ModelRequest, { model, lacks }: EncodeOptions): string {
  const { system, messages, maxTokens } = request;
  const tools = sentFunctions(request).map((sent) => ({ type: 'function', function: sent }));
  const takesImages = !lacks.has('images');
  const written = messages.flatMap((message, index) =>
    message.role === 'user'
      ? encodeUser(message.content, takesImages)
      : encodeAssistant(message.content, reasoningFor(messages, index, lacks)),
  );
  const role = lacks.has('system-role') ? 'user' : 'system';
  const all = [...(system === '' ? [] : [{ role, content: system }]), ...written];
  const isStream = !lacks.has('streams');
  return wellFormedJson({
    model,
    [lacks.has('max-tokens-name') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    stream: isStream,
    ...(lacks.has('stream-usage') || !isStream ? {} : { stream_options: { include_usage: true } }),
    messages: lacks.has('free-order') || role === 'user' ? byTurns(all) : all,
    ...(tools.length === 0 ? {} : { tools }),
  });
}

/** What stands for a reply where a server takes no message of the user after a result. */
const READ = { role: 'assistant', content: 'I have read the results.' };

/** The messages as templates want them: never two of the user in a row, and none after a result. */
function byTurns(messages: readonly JsonObject[]): readonly JsonObject[] {
  const turns: JsonObject[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    const isUser = message['role'] === 'user';
    if (isUser && last?.['role'] === 'tool') turns.push(READ);
    if (isUser && last?.['role'] === 'user') turns[turns.length - 1] = joined(last, message);
    else turns.push(message);
  }
  return turns;
}

function joined(first: JsonObject, second: JsonObject): JsonObject {
  const parts = [first, second].flatMap(({ content }) =>
    typeof content === 'string' ? [textPart(content)] : Array.isArray(content) ? content : [],
  );
  return { ...first, content: joinedText(parts.filter(isJsonObject)) };
}

/** Results have messages of their own, which carry text alone: their pictures follow in a message of the user. */
function encodeUser(blocks: readonly UserBlock[], takesImages: boolean): JsonObject[] {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const images = results.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image'),
  );
  const others = blocks.filter((block) => block.type !== 'tool_result');
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

function encodeAssistant(
  blocks: readonly AssistantBlock[],
  reasoning: 'as-it-came' | 'always' | 'never',
): JsonObject[] {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const calls = blocks.flatMap((block, index) =>
    block.type === 'tool_use'
      ? [encodeCall(block, reasoning === 'never' ? undefined : blocks[index - 1])]
      : [],
  );
  if (text === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(reasoning === 'always' && calls.length > 0 ? { reasoning_content: '' } : {}),
      ...(reasoning === 'never' ? {} : reasoningOf(blocks)),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

/** `before` is the block before the call, which may be what came with it. */
function encodeCall({ id, name, input }: ToolUseBlock, before: AssistantBlock | undefined) {
  const isExtra = before?.type === 'opaque' && before.block['type'] === REASONING_BLOCKS.chatCall;
  return {
    id,
    type: 'function',
    function: { name: sentName(name), arguments: JSON.stringify(sentInput(input)) },
    ...(isExtra ? { extra_content: before.block['extra_content'] ?? null } : {}),
  };
}

/**
 * Reasoning goes back to the server that gave it while the calls that it led to are answered, and not later. Some servers take
 * none back, and some want all of it.
 */
function reasoningFor(
  messages: readonly Message[],
  index: number,
  lacks: EncodeOptions['lacks'],
): 'as-it-came' | 'always' | 'never' {
  if (lacks.has('reasoning')) return 'never';
  if (lacks.has('partial-reasoning')) return 'always';
  const later = messages.slice(index + 1);
  const isInCurrentTurn = later.every(
    ({ role, content }) =>
      role === 'assistant' || content.some(({ type }) => type === 'tool_result'),
  );
  return isInCurrentTurn ? 'as-it-came' : 'never';
}

function reasoningOf(blocks: readonly AssistantBlock[]): JsonObject {
  const opaque = blocks.filter((block) => block.type === 'opaque');
  const found = opaque.find(({ block }) => block['type'] === REASONING_BLOCKS.chat);
  const { type: _, ...fields } = found?.block ?? {};
  return fields;
}
