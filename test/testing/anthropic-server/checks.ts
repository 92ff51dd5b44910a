import { isJsonObject, type Json, type JsonObject } from '../../../src/common/index.ts';
import { objects } from '../../../src/testing/model-server/api.ts';

/** A refusal in the API's words. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** The API takes no larger request. */
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
const MAX_CACHE_MARKS = 4;
/** The server-side search, the only tool of the API's own that runs use. */
const SEARCH = 'web_search_20250305';
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const FIELD_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const BAD_NAME = `String should match pattern '${TOOL_NAME.source}'`;
const ROLES: readonly unknown[] = ['user', 'assistant'];

export const TOO_LARGE: Refusal = {
  status: 413,
  type: 'request_too_large',
  message: 'Request exceeds the maximum size',
};

/** The refusal of a request that is wrong in itself. */
export function badRequest(message: string): Refusal {
  return { status: 400, type: 'invalid_request_error', message };
}

/**
 * What the API would refuse a request for, or `undefined`. `models`: the models that exist;
 * missing: all do.
 */
export function checkRequest(body: JsonObject, models?: readonly string[]): Refusal | undefined {
  const { model, messages, tools } = body;
  if (typeof model !== 'string') return badRequest('model: Field required');
  if (models !== undefined && !models.includes(model)) {
    return { status: 404, type: 'not_found_error', message: `model: ${model}` };
  }
  const maxTokens = body['max_tokens'];
  if (typeof maxTokens !== 'number') return badRequest('max_tokens: Field required');
  if (maxTokens < 1) return badRequest('max_tokens: Input should be greater than or equal to 1');
  const marks = cacheMarks(body);
  if (marks > MAX_CACHE_MARKS) {
    const most = `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided.`;
    return badRequest(`${most} Found ${marks}.`);
  }
  const list = objects(messages);
  if (list.length === 0) return badRequest('messages: at least one message is required');
  return checkTools(objects(tools)) ?? first(list, checkMessage) ?? checkCalls(list);
}

function first<T>(
  items: readonly T[],
  check: (item: T, index: number) => Refusal | undefined,
): Refusal | undefined {
  for (const [index, item] of items.entries()) {
    const refusal = check(item, index);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function checkTools(tools: readonly JsonObject[]): Refusal | undefined {
  if (new Set(tools.map((tool) => tool['name'])).size < tools.length) {
    return badRequest('tools: Tool names must be unique.');
  }
  return first(tools, (tool, index) => {
    if (typeof tool['name'] !== 'string' || !TOOL_NAME.test(tool['name'])) {
      return badRequest(`tools.${index}.custom.name: ${BAD_NAME}`);
    }
    if (tool['type'] === SEARCH) return checkSearch(tool, index);
    const schema = tool['input_schema'];
    const path = `tools.${index}.custom.input_schema`;
    if (!isJsonObject(schema) || schema['type'] !== 'object')
      return badRequest(`${path}.type: Input should be 'object'`);
    return checkSchema(schema, path);
  });
}

/** The API refuses the whole request for some keys at the top level of a tool's schema. */
function checkSchema(schema: JsonObject, path: string): Refusal | undefined {
  if (['oneOf', 'allOf', 'anyOf'].some((key) => schema[key] !== undefined))
    return badRequest(
      `${path}: input_schema does not support oneOf, allOf, or anyOf at the top level`,
    );
  const { properties } = schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (names.every((name) => FIELD_NAME.test(name))) return undefined;
  return badRequest(
    `${path}.properties: Property keys should match pattern '${FIELD_NAME.source}'`,
  );
}

function checkSearch(tool: JsonObject, index: number): Refusal | undefined {
  const path = `tools.${index}.${SEARCH}`;
  const { name, max_uses: uses, allowed_domains: allowed, blocked_domains: blocked } = tool;
  if (name !== 'web_search') return badRequest(`${path}.name: Input should be 'web_search'`);
  if (uses !== undefined && !(typeof uses === 'number' && uses >= 1))
    return badRequest(`${path}.max_uses: Input should be greater than or equal to 1`);
  if (allowed !== undefined && blocked !== undefined)
    return badRequest(`${path}: Only one of allowed_domains and blocked_domains may be given`);
  const domains = [allowed ?? [], blocked ?? []].flat();
  const wrong = domains.find((domain) => typeof domain !== 'string' || domain.includes('://'));
  return wrong === undefined
    ? undefined
    : badRequest(`${path}: ${JSON.stringify(wrong)} is no domain`);
}

function checkMessage(message: JsonObject, index: number): Refusal | undefined {
  if (!ROLES.includes(message['role'])) {
    return badRequest(`messages.${index}.role: Input should be 'user' or 'assistant'`);
  }
  const content = message['content'];
  if (content === '' || (Array.isArray(content) && content.length === 0)) {
    const rule = 'all messages must have non-empty content';
    return badRequest(`messages.${index}: ${rule} except for the optional final assistant message`);
  }
  return first(blocksOf(message), (block, place) =>
    checkBlock(block, `messages.${index}.content.${place}`),
  );
}

function checkBlock(block: JsonObject, path: string): Refusal | undefined {
  const text = block['text'];
  const type = block['type'];
  switch (typeof type === 'string' ? type : '') {
    case 'text':
      if (typeof text !== 'string') return badRequest(`${path}.text.text: Field required`);
      if (text === '') return badRequest('messages: text content blocks must be non-empty');
      if (text.trim() !== '') return undefined;
      return badRequest('messages: text content blocks must contain non-whitespace text');
    case 'tool_use':
      if (typeof block['name'] !== 'string' || !TOOL_NAME.test(block['name'])) {
        return badRequest(`${path}.tool_use.name: ${BAD_NAME}`);
      }
      if (isJsonObject(block['input'])) return undefined;
      return badRequest(`${path}.tool_use.input: Input should be a valid dictionary`);
    case 'thinking':
    case 'redacted_thinking':
      if (block['cache_control'] === undefined) return undefined;
      return badRequest(`${path}.thinking.cache_control: Extra inputs are not permitted`);
    case '':
      return badRequest(`${path}.type: Field required`);
    default:
      return undefined;
  }
}

/** Every call of a message needs its result in the very next one, and every result its call. */
function checkCalls(messages: readonly JsonObject[]): Refusal | undefined {
  const turns = joined(messages);
  const seen = new Set<string>();
  return first(turns, (turn, index) => {
    const calls = idsOf(turn.blocks, 'tool_use', 'id');
    for (const id of calls) {
      if (seen.has(id)) return badRequest('messages: `tool_use` ids must be unique');
      seen.add(id);
    }
    const before = turns[index - 1];
    const open = before === undefined ? [] : idsOf(before.blocks, 'tool_use', 'id');
    const stray = idsOf(turn.blocks, 'tool_result', 'tool_use_id').find((id) => !open.includes(id));
    if (stray !== undefined) {
      return badRequest(
        `messages.${turn.index}.content: unexpected \`tool_use_id\` found in \`tool_result\` ` +
          `blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in ` +
          'the previous message.',
      );
    }
    const results = idsOf(turns[index + 1]?.blocks ?? [], 'tool_result', 'tool_use_id');
    const missing = calls.filter((id) => !results.includes(id));
    if (missing.length === 0) return undefined;
    return badRequest(
      `messages.${turn.index}: \`tool_use\` ids were found without \`tool_result\` blocks ` +
        `immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding ` +
        '`tool_result` block in the next message.',
    );
  });
}

interface Turn {
  readonly role: Json | undefined;
  readonly index: number;
  readonly blocks: JsonObject[];
}

/** Messages in a row by the same role count as one. */
function joined(messages: readonly JsonObject[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    const last = turns.at(-1);
    const blocks = blocksOf(message);
    if (last !== undefined && last.role === message['role']) last.blocks.push(...blocks);
    else turns.push({ role: message['role'], index, blocks: [...blocks] });
  }
  return turns;
}

function idsOf(blocks: readonly JsonObject[], type: string, key: string): string[] {
  return blocks.flatMap((block) => {
    const id = block[key];
    return block['type'] === type && typeof id === 'string' ? [id] : [];
  });
}

/** A message's blocks; text instead of a list is one text block. */
export function blocksOf(message: JsonObject): JsonObject[] {
  const content = message['content'];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);
}

/** How many blocks of a request carry a mark for the cache. */
function cacheMarks(body: JsonObject): number {
  const { system, tools, messages } = body;
  const blocks = [...objects(system), ...objects(tools), ...objects(messages).flatMap(blocksOf)];
  return blocks.filter((block) => isJsonObject(block['cache_control'])).length;
}
