import type { Json, JsonObject } from '../../common/index.ts';
import type { AssistantBlock, Message, ModelRequest, UserBlock } from '../model.ts';
import { type EncodeOptions, isOfOtherApi, sentInput, wellFormedJson } from '../protocol.ts';

type Block = AssistantBlock | UserBlock;

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
    messages: messages
      .map((message, index) => encodeMessage(message, breakpoints.includes(index)))
      // The API refuses a message without blocks.
      .filter(({ content }) => content.length > 0),
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

function encodeMessage({ role, content: blocks }: Message, isBreakpoint: boolean) {
  const content = encodeBlocks(blocks);
  const isMarked = isBreakpoint && CACHEABLE.has(content.at(-1)?.['type']);
  return { role, content: isMarked ? withBreakpoint(content) : content };
}

function encodeBlocks(blocks: readonly Block[]): JsonObject[] {
  return blocks.filter(isSent).map(encodeBlock);
}

/** The API refuses text that is only white space, and blocks of other APIs. */
function isSent(block: Block): boolean {
  if (block.type === 'text') return block.text.trim() !== '';
  return block.type !== 'opaque' || !isOfOtherApi(block.block);
}

function encodeBlock(block: Block): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'document':
      return { type: block.type, source: block.source };
    case 'opaque':
      return block.block;
    case 'tool_use':
      return {
        type: 'tool_use',
        id: block.id,
        name: validName(block.name),
        input: sentInput(block.input),
      };
    case 'tool_result': {
      const { content, is_error } = block;
      return {
        type: 'tool_result',
        tool_use_id: block.tool_use_id,
        content: typeof content === 'string' ? content : encodeBlocks(content),
        ...(is_error === undefined ? {} : { is_error }),
      };
    }
  }
}

/** A model may call a tool by a name that the API itself does not accept in a request. */
function validName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARS) || UNNAMED;
}
