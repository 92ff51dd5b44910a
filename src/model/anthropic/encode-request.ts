import type { Json, JsonObject } from '../../common/index.ts';
import type { AssistantBlock, Message, ModelRequest, UserBlock } from '../model.ts';
import { type EncodeOptions, isOfOtherApi, sentInput, wellFormedJson } from '../protocol.ts';

/** A breakpoint of the prompt cache: https://platform.claude.com/docs/en/build-with-claude/prompt-caching. */
const CACHE_CONTROL = { type: 'ephemeral' } as const;

/** The blocks that a run writes itself. Other blocks may not accept a cache breakpoint. */
const CACHEABLE: ReadonlySet<Json | undefined> = new Set([
  'text',
  'tool_use',
  'tool_result',
  'image',
  'document',
]);

/** The API's pattern for a tool's name is `^[a-zA-Z0-9_-]{1,128}$`. */
const MAX_NAME_CHARS = 128;
const UNNAMED = 'unnamed';

/** The body of a Messages API request, as JSON. */
export function encodeMessages(
  request: ModelRequest,
  { model, lacks, ...options }: EncodeOptions,
): string {
  const { system, tools, messages, maxTokens } = request;
  const promptCache = options.promptCache && !lacks.has('prompt-cache');
  const breakpoints = promptCache ? cacheBreakpoints(messages) : [];
  const mark = promptCache ? withBreakpoint : (blocks: readonly JsonObject[]) => blocks;
  return wellFormedJson({
    model,
    max_tokens: maxTokens,
    stream: true,
    ...(system === '' ? {} : { system: mark([{ type: 'text', text: system }]) }),
    ...(tools.length === 0 ? {} : { tools: mark(tools.map(encodeTool)) }),
    messages: messages.flatMap((message, index) => {
      const content = encodeContent(message);
      // The API refuses a message without blocks.
      if (content.length === 0) return [];
      const isMarked = breakpoints.includes(index) && CACHEABLE.has(content.at(-1)?.['type']);
      return [{ role: message.role, content: isMarked ? withBreakpoint(content) : content }];
    }),
  });
}

/**
 * The messages that carry a cache breakpoint: the last one, and the last one of the previous request, since the API
 * searches its cache only about twenty blocks back from a breakpoint. With those on the system prompt and on the last tool
 * these are four, the API's maximum.
 */
function cacheBreakpoints(messages: readonly Message[]): number[] {
  const lastReply = messages.findLastIndex((message) => message.role === 'assistant');
  return [messages.length - 1, lastReply - 1];
}

/** Marks the last block or tool. */
function withBreakpoint(blocks: readonly JsonObject[]): JsonObject[] {
  return blocks.map((block, index) =>
    index === blocks.length - 1 ? { ...block, cache_control: CACHE_CONTROL } : block,
  );
}

function encodeTool(tool: ModelRequest['tools'][number]): JsonObject {
  if (!('input_schema' in tool)) return { ...tool };
  const { name, description, input_schema } = tool;
  return { name, description, input_schema };
}

function encodeContent(message: Message): JsonObject[] {
  return message.role === 'user'
    ? message.content.flatMap(encodeUserBlock)
    : message.content.flatMap(encodeAssistantBlock);
}

/** The API refuses text that is only white space, so it is left out. */
function encodeText(text: string): JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function encodeUserBlock(block: UserBlock): JsonObject[] {
  if (block.type === 'text') return encodeText(block.text);
  if (block.type !== 'tool_result') return [{ type: block.type, source: { ...block.source } }];
  const { tool_use_id, content, is_error } = block;
  return [
    {
      type: 'tool_result',
      tool_use_id,
      content: typeof content === 'string' ? content : content.flatMap(encodeUserBlock),
      ...(is_error === undefined ? {} : { is_error }),
    },
  ];
}

function encodeAssistantBlock(block: AssistantBlock): JsonObject[] {
  if (block.type === 'text') return encodeText(block.text);
  if (block.type === 'opaque') return isOfOtherApi(block.block) ? [] : [block.block];
  const { id, name, input } = block;
  return [
    {
      type: 'tool_use',
      id,
      name: validName(name),
      input: sentInput(input),
    },
  ];
}

/** A model may call a tool by a name that the API itself does not accept in a request. */
function validName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARS) || UNNAMED;
}
