import {
  isJsonObject,
  type Json,
  type JsonObject,
  subSchemas,
  truncateMiddle,
  visible,
} from '../../common/index.ts';
import { apiProblem } from '../define/input/schema.ts';
import { isDraft2020 } from '../output-schema/ajv.ts';
import { refFaultsIn } from '../output-schema/mismatch.ts';

const MAX_DEPTH = 50;
const MAX_SCHEMAS = 2_000;
/** Levels of objects and lists, those in values such as `default` among them: APIs refuse JSON that is nested too deeply. */
const MAX_LEVELS = 60;
/** Keywords that only describe: changing their text does not change which values the schema accepts. */
const SAID: ReadonlySet<string> = new Set(['title', 'description', '$comment']);
const MAX_SAID_CHARS = 2_000;

/** The schema with invisible characters in its descriptions written out. */
export function withVisibleWords(schema: JsonObject): JsonObject {
  const shown: Json = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    SAID.has(key) && typeof value === 'string'
      ? truncateMiddle(visible(value), MAX_SAID_CHARS)
      : value,
  );
  return isJsonObject(shown) ? shown : schema;
}

/** Whether a name or a value in it has characters that do not show. They count exactly, so they cannot be written out. */
export function hasHidden(schema: JsonObject): boolean {
  let isFound = false;
  JSON.stringify(schema, (key, value: unknown) => {
    isFound ||= [key, value].some((text) => typeof text === 'string' && visible(text) !== text);
    return value;
  });
  return isFound;
}

/**
 * Whether the Messages API takes the schema of a tool's input, which a server wrote: with an invalid one it would refuse every
 * request of the run. It has to be JSON Schema of draft 2020-12, with references inside of itself only: no other is fetched.
 */
export function isAccepted(schema: JsonObject): boolean {
  if (apiProblem(schema) !== null || !isNestedWithin(schema, MAX_LEVELS)) return false;
  const inside = subSchemas(schema, MAX_SCHEMAS);
  const refFault = refFaultsIn(schema);
  return (
    inside.length <= MAX_SCHEMAS &&
    inside.every(({ depth }) => depth <= MAX_DEPTH) &&
    isDraft2020(schema) &&
    inside.every((part) => refFault(part) === null)
  );
}

function isNestedWithin(value: Json, levels: number): boolean {
  if (levels < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values<Json>(value).every((one) => isNestedWithin(one, levels - 1));
}
