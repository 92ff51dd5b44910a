import { isJsonObject, type Json, type JsonObject } from '../../../common/index.ts';

/** A model cannot count this many characters: a refusal says when there were too many. */
const UNCOUNTED_CHARS = 250;

/**
 * The input schema for the model: without the limits that only our own check needs, which still refuses unknown names and
 * empty or too long texts. Only arguments, and those of the items of a list, are shortened; deeper levels stay.
 */
export function modelSchema(schema: JsonObject): JsonObject {
  const { properties } = schema;
  const shortened = without(
    schema,
    ([key, value]) => key === 'additionalProperties' && value === false,
  );
  if (!isJsonObject(properties)) return shortened;
  const entries = Object.entries(properties).map(([name, one]) => [name, shortArgument(one)]);
  return { ...shortened, properties: Object.fromEntries(entries) };
}

function shortArgument(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { type, items } = schema;
  if (type === 'array' && isJsonObject(items)) return { ...schema, items: shortItem(items) };
  return without(
    schema,
    ([key, value]) =>
      (key === 'minLength' && value === 1) ||
      (key === 'maxLength' && typeof value === 'number' && value >= UNCOUNTED_CHARS),
  );
}

function shortItem(schema: JsonObject): Json {
  return schema['type'] === 'object' ? modelSchema(schema) : shortArgument(schema);
}

function without(schema: JsonObject, isLeftOut: (entry: [string, Json]) => boolean): JsonObject {
  return Object.fromEntries(Object.entries<Json>(schema).filter((entry) => !isLeftOut(entry)));
}
