import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import type { AssistantBlock, Message, ModelRequest, UserBlock } from '../model.ts';
import { CACHE_CONTROL, RequestBody } from './request-body.ts';

/**
 * The body of a Messages API request.
 *
 * A conversation grows by a message or two a turn, and all of it is sent each time. So each message
 * is turned into bytes once and kept by its identity: a message must not be changed after it was
 * sent. The marks for the prompt cache move from message to message, and are spliced into the
 * bytes.
 */
export interface RequestEncoder {
  /** The bytes are good until the next request with the same array of messages is encoded, which goes on in them. */
  encode(request: ModelRequest): Uint8Array<ArrayBuffer>;
}

interface EncodedMessage {
  readonly bytes: Buffer;
  /** Whether the last block may carry a mark. */
  readonly markable: boolean;
}

/** The blocks that a run writes itself; of others it is not known whether they take a mark. */
const MARKABLE: ReadonlySet<string> = new Set([
  'text',
  'tool_use',
  'tool_result',
  'image',
  'document',
]);

/** What the API is told where a tool's input was no JSON object: it accepts objects only. */
const UNPARSED = 'unparsed';
/** The same for the name of a tool: `^[a-zA-Z0-9_-]{1,128}$`. */
const MAX_NAME_CHARS = 128;
const UNNAMED = 'unnamed';

/** Makes the encoder of one model's requests. */
export function createEncoder(model: string): RequestEncoder {
  const encoded = new WeakMap<Message, EncodedMessage | 'empty'>();
  const bodies = new WeakMap<readonly Message[], RequestBody>();
  let head: { of: ModelRequest; bytes: Buffer } | undefined;

  const headOf = (request: ModelRequest): Buffer => {
    if (head === undefined || !sameHead(head.of, request)) {
      head = { of: { ...request, messages: [] }, bytes: encodeHead(model, request) };
    }
    return head.bytes;
  };

  const messageOf = (message: Message): EncodedMessage | 'empty' => {
    const known = encoded.get(message);
    if (known !== undefined) return known;
    const fresh = encodeMessage(message);
    encoded.set(message, fresh);
    return fresh;
  };

  return {
    encode: (request) => {
      const { messages } = request;
      const body = bodies.get(messages) ?? new RequestBody();
      bodies.set(messages, body);
      const marks = cacheMarks(messages);
      body.begin(headOf(request));
      for (const [index, message] of messages.entries()) {
        const { bytes, markable } = orEmpty(messageOf(message));
        if (bytes.length > 0) body.add(bytes, markable && marks.includes(index));
      }
      return body.end();
    },
  };
}

const NOTHING: EncodedMessage = { bytes: Buffer.alloc(0), markable: false };

function orEmpty(message: EncodedMessage | 'empty'): EncodedMessage {
  return message === 'empty' ? NOTHING : message;
}

function sameHead(left: ModelRequest, right: ModelRequest): boolean {
  return (
    left.tools === right.tools && left.system === right.system && left.maxTokens === right.maxTokens
  );
}

/**
 * Where the conversation is marked for the cache: at its end, and where it ended when the request
 * before this one was sent, since the API looks for what it has cached only some twenty blocks back
 * from a mark. With the marks on the system prompt and on the last tool these are four, which is
 * all that the API takes.
 */
function cacheMarks(messages: readonly Message[]): number[] {
  const last = messages.length - 1;
  const lastReply = messages.findLastIndex((message) => message.role === 'assistant');
  return [last, lastReply - 1];
}

function encodeHead(model: string, request: ModelRequest): Buffer {
  const { system, tools } = request;
  const lastTool = tools.length - 1;
  const head: JsonObject = {
    model,
    max_tokens: request.maxTokens,
    stream: true,
    ...(system === ''
      ? {}
      : { system: [{ type: 'text', text: system, cache_control: CACHE_CONTROL }] }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool, index): JsonObject => {
            const spec = specOf(tool);
            return index === lastTool ? { ...spec, cache_control: CACHE_CONTROL } : spec;
          }),
        }),
  };
  const text = toJson(head);
  return Buffer.from(`${text.slice(0, -1)},"messages":[`);
}

function specOf(tool: ModelRequest['tools'][number]): JsonObject {
  if (!('input_schema' in tool)) return { ...tool };
  const { name, description, input_schema } = tool;
  return { name, description, input_schema };
}

function encodeMessage(message: Message): EncodedMessage | 'empty' {
  const content =
    message.role === 'user'
      ? message.content.flatMap(userBlock)
      : message.content.flatMap(assistantBlock);
  if (content.length === 0) return 'empty';
  const last = content.at(-1)?.['type'];
  return {
    bytes: Buffer.from(toJson({ role: message.role, content })),
    markable: typeof last === 'string' && MARKABLE.has(last),
  };
}

/** The API refuses text that is only white space, so it is left out. */
function textBlock(text: string): JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function userBlock(block: UserBlock): JsonObject[] {
  if (block.type === 'text') return textBlock(block.text);
  if (block.type !== 'tool_result') return [{ type: block.type, source: { ...block.source } }];
  const { tool_use_id, content, is_error } = block;
  return [
    {
      type: 'tool_result',
      tool_use_id,
      content: typeof content === 'string' ? content : content.flatMap(userBlock),
      ...(is_error === undefined ? {} : { is_error }),
    },
  ];
}

function assistantBlock(block: AssistantBlock): JsonObject[] {
  if (block.type === 'text') return textBlock(block.text);
  if (block.type === 'opaque') return [block.block];
  const { id, name, input } = block;
  return [{ type: 'tool_use', id, name: apiName(name), input: objectInput(input) }];
}

/** A model may call what no tool can be named; the API refuses to be told so in these very words. */
function apiName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARS) || UNNAMED;
}

function objectInput(input: Json): JsonObject {
  return isJsonObject(input) ? input : { [UNPARSED]: input };
}

/** JSON without halves of surrogate pairs, which the API refuses as not being JSON. */
function toJson(value: JsonObject): string {
  const text = JSON.stringify(value);
  if (!text.includes(String.raw`\ud`)) return text;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  );
}
