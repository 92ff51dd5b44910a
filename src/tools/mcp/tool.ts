import * as z from 'zod';
import {
  canonicalJson,
  counted,
  errorText,
  isArray,
  isJsonObject,
  type Json,
  type JsonObject,
  memoize,
  oneLine,
  orNull,
  parseJson,
  runWithin,
  sanitizeJson,
  sha256,
  truncateMiddle,
  visible,
} from '../../common/index.ts';
import { matchesName } from '../../policy/index.ts';
import { defineTool } from '../define/define.ts';
import { failure } from '../define/result.ts';
import type { LlmBlock, Tool, ToolResult } from '../define/tool.ts';
import { invalidInput } from '../define/input/validation.ts';
import { DETECT_BYTES, detectMedia } from '../files/media.ts';
import { compileForeign } from '../output-schema/ajv.ts';
import { type ListedTool, type McpConnection, ServerEndedError, type ServerResult } from './sdk.ts';
import { hasHidden, isAccepted, withVisibleWords } from './schema.ts';

const MAX_NAME_CHARS = 64;
const DIGEST_CHARS = 6;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_SCHEMA_CHARS = 20_000;
const CALL_TIMEOUT_MS = 2 * 60_000;
/** A pattern of a server may take forever. */
const MAX_CHECK_MS = 1_000;
const MAX_BLOCKS = 50;
const MAX_ERROR_CHARS = 4_000;
const MAX_IMAGE_CHARS = 5 * 1024 * 1024;

/** What all tools of one server share. */
interface ServerFacts {
  readonly server: string;
  /** Names of tools that the policy says are read-only; `*` stands for any characters. */
  readonly readonly: readonly string[];
  /** The host of a remote server; `null` for a local one. */
  readonly host: string | null;
}

/** `mcp__server__tool`, shortened with a digest if it is too long for a tool's name. */
function toolName(server: string, tool: string): string {
  const full = `mcp__${server}__${tool}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  if (full.length <= MAX_NAME_CHARS) return full;
  return `${full.slice(0, MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${sha256(tool).slice(0, DIGEST_CHARS)}`;
}

/**
 * A tool of a server. The server's own hints only make its kind stricter: it is read-only only if the policy says so. Its
 * results are untrusted content.
 */
export function mcpTool(listed: ListedTool, facts: ServerFacts, connection: McpConnection): Tool {
  const name = toolName(facts.server, listed.name);
  const isReadonly = facts.readonly.some(
    (pattern) => matchesName(listed.name, pattern) || matchesName(name, pattern),
  );
  const outside = facts.host !== null || listed.reachesNetwork;
  const tool = defineTool({
    name,
    displayName: `${oneLine(listed.name, 100)} (${facts.server})`,
    description: `(MCP server ${facts.server}) ${truncateMiddle(visible(listed.description), MAX_DESCRIPTION_CHARS)}`,
    kind: isReadonly ? 'readonly' : outside ? 'network' : 'execute',
    category: 'mcp',
    tags: [facts.server],
    timeoutMs: CALL_TIMEOUT_MS,
    concurrencySafe: isReadonly,
    input: z.looseObject({}),
    facts: () => (facts.host === null ? {} : { hosts: [facts.host] }),
    execute: async (input, context) => {
      const given: unknown = input;
      try {
        const result = await connection.call(listed.name, isJsonObject(given) ? given : {}, {
          signal: context.signal,
          timeoutMs: CALL_TIMEOUT_MS,
          onProgress: (progress) => context.emit(progress),
        });
        return resultOf(result, facts.server);
      } catch (error) {
        if (context.signal.aborted) throw error;
        return failedBy(error, facts.server);
      }
    },
  });
  return withSchema(tool, listed.inputSchema);
}

/**
 * The model gets the server's own schema, and its input is checked against it if the schema can be compiled and the check ends in
 * time. A schema that the API would refuse is put into the description instead.
 */
function withSchema(tool: Tool, listed: JsonObject): Tool {
  const schema = withVisibleWords(listed);
  const text = JSON.stringify(schema);
  if (text.length > MAX_SCHEMA_CHARS) return tool;
  if (!isAccepted(schema) || hasHidden(schema)) {
    const long = `The server's schema of the input: ${truncateMiddle(visible(text), MAX_DESCRIPTION_CHARS)}`;
    return { ...tool, description: { ...tool.description, long } };
  }
  const problemsOf = memoize(() => compileForeign(schema));
  return {
    ...tool,
    inputSchema: schema,
    prepare: async (input: Json) => {
      // Only the server checks by a schema that cannot be compiled.
      const check = () => orNull(() => problemsOf()(input));
      const problems = runWithin(MAX_CHECK_MS, check)?.value ?? [];
      return problems.length === 0
        ? await tool.prepare(input)
        : invalidInput({ tool: tool.name, schema, input, conflicts: problems });
    },
  };
}

/** No page shows the words of a server, which are often JSON or a file. */
function metadataOf(server: string): JsonObject {
  return { untrustedSource: `MCP server ${server}`, untrustedCode: true };
}

/** An error of the protocol has words of the server in it, as a result has. How a process ended has none, so that people see it, too. */
function failedBy(error: unknown, server: string): ToolResult {
  const why = error instanceof ServerEndedError ? `: ${error.ended}` : '';
  const failed = failure('execution', `The call of the MCP server ${server} failed${why}.`, [
    'Read its words below, change the call, and do not repeat it unchanged.',
  ]);
  return {
    ...failed,
    llmContent: truncateMiddle(visible(errorText(error)), MAX_ERROR_CHARS),
    metadata: metadataOf(server),
  };
}

function resultOf(result: ServerResult, server: string): ToolResult {
  const metadata = metadataOf(server);
  const blocks = result.content.slice(0, MAX_BLOCKS).map(blockOf);
  const more = result.content.length - MAX_BLOCKS;
  if (more > 0)
    blocks.push(textBlock(`[${counted(more, 'more part was', 'more parts were')} left out]`));
  const { structured } = result;
  if (structured !== null && !isRepeated(structured, textsOf(blocks)))
    blocks.push(textBlock(JSON.stringify(structured)));
  if (blocks.length === 0) blocks.push(textBlock('(no output)'));
  const texts = textsOf(blocks);
  const content = texts.length === blocks.length ? texts.join('\n') : blocks;
  if (!result.isError) return { ok: true, llmContent: content, metadata };
  const failed = failure('execution', `The MCP server ${server} says that the call failed.`, [
    'Read its words below.',
  ]);
  return { ...failed, llmContent: content, metadata };
}

function textsOf(blocks: readonly LlmBlock[]): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

/**
 * Whether the texts of a result have its structured part already, as the specification asks of servers. Most have it as JSON.
 * The Python SDK puts the value into an object `{ "result": … }`, and the text has the value alone: of a list, one text for each
 * item.
 */
function isRepeated(structured: Json, texts: readonly string[]): boolean {
  const repeated = new Set(texts.flatMap((text) => [comparable(text), comparableIn(text)]));
  const isText = (value: Json): boolean => repeated.has(comparable(value));
  if (isText(structured)) return true;
  const wrapped = isJsonObject(structured) ? structured['result'] : undefined;
  if (wrapped === undefined || Object.keys(structured ?? {}).length !== 1) return false;
  return isText(wrapped) || (isArray(wrapped) && wrapped.length > 0 && wrapped.every(isText));
}

/** The value of a text that is JSON, to be compared; otherwise `null`. */
function comparableIn(text: string): string | null {
  const value = parseJson(text);
  return value === undefined ? null : comparable(value);
}

function comparable(value: Json): string {
  return canonicalJson(sanitizeJson(value));
}

function blockOf(block: JsonObject): LlmBlock {
  const { type, text, data, mimeType, resource, uri } = block;
  if (type === 'text' && typeof text === 'string') return textBlock(text);
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string') {
    const unshown = `[an image of type ${oneLine(mimeType, 50)} that cannot be shown]`;
    return imageBlock(data) ?? textBlock(unshown);
  }
  if (type === 'resource' && isJsonObject(resource)) {
    const { text: inner, uri: place } = resource;
    const named = oneLine(typeof place === 'string' ? place : '', 500);
    return textBlock(
      typeof inner === 'string' ? `${named}:\n${inner}` : `[the resource ${named}, not text]`,
    );
  }
  if (type === 'resource_link' && typeof uri === 'string')
    return textBlock(`[resource ${oneLine(uri, 500)}]`);
  return textBlock(
    `[a part of the type ${oneLine(typeof type === 'string' ? type : 'unknown', 50)}]`,
  );
}

function textBlock(text: string): LlmBlock {
  return { type: 'text', text };
}

/** `null` for what the API would refuse. The bytes say what an image is: servers name other types. */
function imageBlock(data: string): LlmBlock | null {
  if (data.length > MAX_IMAGE_CHARS || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return null;
  const media = detectMedia(Buffer.from(data, 'base64').subarray(0, DETECT_BYTES));
  return media.form === 'image'
    ? { type: 'image', mediaType: media.mediaType, base64: data }
    : null;
}
