import { isArray, type Json, type JsonObject, sha256, subSchemas } from '../../common/index.ts';
import type { ModelRequest } from '../model.ts';

/** The tools of a request as functions, without web searches, which only the Messages API has. */
export function sentFunctions({ tools }: ModelRequest) {
  return tools
    .filter((tool) => 'input_schema' in tool)
    .map(({ name, description, input_schema }) => ({
      name: sentName(name),
      description,
      parameters: sentSchema(input_schema),
    }));
}

/** The APIs' pattern for the name of a function is `^[a-zA-Z0-9_-]{1,64}$`. */
const MAX_NAME_CHARS = 64;
const DIGEST_CHARS = 8;
const UNNAMED = 'unnamed';

/**
 * The name under which a tool is sent. A longer one (`mcp__SERVER__TOOL`) ends with a part of its digest, so that two tools
 * never share a name.
 */
export function sentName(name: string): string {
  const valid = name.replaceAll(/[^\w-]/g, '_') || UNNAMED;
  if (valid === name && name.length <= MAX_NAME_CHARS) return name;
  const digest = sha256(name).slice(0, DIGEST_CHARS);
  return `${valid.slice(0, MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${digest}`;
}

/** Translates the names in a reply back. A name that was not sent stays, so that the call is refused by it. */
export function receivedNames(request: ModelRequest): (name: string) => string {
  const names = new Map(request.tools.map(({ name }) => [sentName(name), name]));
  return (name) => names.get(name) ?? name;
}

/** The API takes none of these at the top. They only refuse inputs, as the tool itself does when it is called. */
const REFUSED_AT_TOP: ReadonlySet<string> = new Set(['enum', 'not']);

/**
 * The schema of a tool's input as OpenAI's API takes it, which refuses every request with any other: the input says which properties it has, even
 * if there are none, and each list says what its items are. The schemas of many MCP servers say neither.
 */
function sentSchema(schema: JsonObject): JsonObject {
  const kept = Object.entries<Json>(structuredClone(schema)).filter(
    ([keyword]) => !REFUSED_AT_TOP.has(keyword),
  );
  const sent: JsonObject = { properties: {}, ...Object.fromEntries(kept) };
  for (const { schema: inner } of subSchemas(sent, Infinity)) {
    const { type = null, items } = inner;
    const isList = type === 'array' || (isArray(type) && type.includes('array'));
    if (isList && items === undefined) Object.assign(inner, { items: {} });
  }
  return sent;
}
