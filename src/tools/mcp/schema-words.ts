import {
  isArray,
  isJsonObject,
  type Json,
  type JsonObject,
  truncateMiddle,
  visible,
} from '../../common/index.ts';

/** Keywords that only describe: changing their text does not change which values the schema accepts. */
const SAID: ReadonlySet<string> = new Set(['title', 'description', '$comment']);
const MAX_SAID_CHARS = 2_000;
const MAX_DEPTH = 60;

/** The schema with invisible characters in its descriptions written out. */
export function withVisibleWords(schema: JsonObject): JsonObject {
  const shown = shownIn(schema, 0);
  return isJsonObject(shown) ? shown : schema;
}

function shownIn(value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return value;
  if (isArray(value)) return value.map((one) => shownIn(one, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries<Json>(value).map(([key, one]): [string, Json] => [
    key,
    SAID.has(key) && typeof one === 'string'
      ? truncateMiddle(visible(one), MAX_SAID_CHARS)
      : shownIn(one, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Whether a name or a value in it has characters that do not show. They count exactly, so they cannot be written out. */
export function hasHidden(value: Json, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  if (typeof value === 'string') return visible(value) !== value;
  const inside = isArray(value)
    ? value
    : isJsonObject(value)
      ? [...Object.keys(value), ...Object.values<Json>(value)]
      : [];
  return inside.some((one) => hasHidden(one, depth + 1));
}
