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
const HIDDEN = 'a name or a value in it has characters that do not show';

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

/** Why a schema is refused: its names and values count exactly, so hidden characters in them cannot be written out. */
export function hiddenIn(value: Json, depth = 0): string | null {
  if (depth > MAX_DEPTH) return HIDDEN;
  if (typeof value === 'string') return visible(value) === value ? null : HIDDEN;
  if (isArray(value)) return firstHidden(value, depth);
  if (!isJsonObject(value)) return null;
  return firstHidden([...Object.keys(value), ...Object.values<Json>(value)], depth);
}

function firstHidden(values: readonly Json[], depth: number): string | null {
  for (const one of values) {
    const problem = hiddenIn(one, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
