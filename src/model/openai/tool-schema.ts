import { isArray, isJsonObject, type Json, type JsonObject } from '../../common/index.ts';

/** Keywords whose value is a schema or a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set([
  'additionalProperties',
  'allOf',
  'anyOf',
  'items',
  'oneOf',
  'prefixItems',
]);
/** Keywords whose value has schemas by name. */
const NAMED: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'patternProperties',
  'properties',
]);
/** The API takes none of these at the top. They only refuse inputs, as the tool itself does when it is called. */
const REFUSED_AT_TOP: ReadonlySet<string> = new Set(['enum', 'not']);

/**
 * The schema of a tool's input as OpenAI's API takes it, which refuses every request with any other: the input says which properties it has, even
 * if there are none, and each list says what its items are. The schemas of many MCP servers say neither.
 */
export function sentSchema(schema: JsonObject): JsonObject {
  const kept = Object.entries<Json>(schema).filter(([keyword]) => !REFUSED_AT_TOP.has(keyword));
  return { properties: {}, ...withItems(Object.fromEntries(kept)) };
}

function withItems(schema: JsonObject): JsonObject {
  const { type = null } = schema;
  const isList = type === 'array' || (isArray(type) && type.includes('array'));
  const entries = Object.entries<Json>(schema).map(([keyword, value]) => [
    keyword,
    SCHEMAS.has(keyword) ? each(value) : NAMED.has(keyword) ? byName(value) : value,
  ]);
  return { ...(isList ? { items: {} } : {}), ...Object.fromEntries(entries) };
}

function each(value: Json): Json {
  if (isArray(value)) return value.map(each);
  return isJsonObject(value) ? withItems(value) : value;
}

function byName(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries<Json>(value).map(([name, one]) => [name, each(one)]));
}
