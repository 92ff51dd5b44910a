import * as z from 'zod';
import {
  clauseText,
  isArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../common/index.ts';
import { toolInvalid } from '../tool-invalid.ts';

const MAX_DEPTH = 200;
/** Schemas whose parsed value differs from the input. */
const CONVERSIONS: ReadonlySet<string> = new Set([
  'pipe',
  'transform',
  'default',
  'prefault',
  'catch',
  'custom',
]);
/** Field names that the Messages API accepts. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * The JSON Schema (draft 2020-12) of a tool's input, as short as possible. With `strict`,
 * objects at every depth refuse unknown keys. Throws `tool-invalid` if the parsed value would
 * not be JSON (dates, transforms, maps): what is executed has to be what was digested.
 */
export function inputSchemaOf(
  tool: string,
  input: z.ZodObject,
  options: { readonly strict: boolean },
): JsonObject {
  try {
    let converts = false;
    const schema = z.toJSONSchema(input, {
      io: 'input',
      override: ({ zodSchema, jsonSchema }) => {
        const { type } = zodSchema._zod.def;
        converts ||= CONVERSIONS.has(type);
        if (options.strict && type === 'object') jsonSchema.additionalProperties ??= false;
      },
    });
    // A schema that converts nothing returns its input, which is JSON.
    if (converts) z.toJSONSchema(input, { io: 'output' });
    const plain: Json = JSON.parse(JSON.stringify(schema));
    return asSchemaObject(withoutNoise(plain));
  } catch (error) {
    throw toolInvalid(
      `The input schema of the tool ${tool} cannot be converted to JSON Schema: ${clauseText(error)}.`,
      'Use only types that JSON has, and convert inside execute.',
      error,
    );
  }
}

function asSchemaObject(schema: Json): JsonObject {
  if (!isJsonObject(schema)) throw new Error('its schema is not of type object');
  const problem = apiProblem(schema);
  if (problem !== null) throw new Error(problem);
  return schema;
}

/** Why the Messages API would refuse every request with a tool of this input; `null` if it accepts it. */
export function apiProblem(schema: JsonObject): string | null {
  if (schema['type'] !== 'object') return 'its schema is not of type object';
  const joined = ['oneOf', 'allOf', 'anyOf'].find((key) => schema[key] !== undefined);
  if (joined !== undefined) return `the API takes no ${joined} at the top of an input`;
  const { properties } = schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const wrong = names.find((name) => !PROPERTY_NAME.test(name));
  if (wrong === undefined) return null;
  return `${JSON.stringify(wrong)} is not a name of a field: 1 to 64 letters, digits, "_", "." or "-"`;
}

/** Drops what every schema has: the draft's address, and the limits of a safe integer. */
function withoutNoise(schema: Json): Json {
  if (isArray(schema)) return schema.map(withoutNoise);
  if (!isJsonObject(schema)) return schema;
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries<Json>(schema)) {
    if (key === '$schema') continue;
    if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) continue;
    if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) continue;
    kept[key] = withoutNoise(value);
  }
  return kept;
}

/**
 * The first place where a value is not JSON with a digest (a lone surrogate, a number that is not finite, nesting beyond
 * 200), as a path such as `edits[0].path`; `null` if there is none.
 */
export function firstNonJson(value: unknown, path = '', depth = 0): string | null {
  if (depth > MAX_DEPTH) return path;
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'string') return value.isWellFormed() ? null : path;
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (typeof value !== 'object') return path;
  for (const [key, item] of Object.entries(value)) {
    if (!key.isWellFormed()) return path;
    const found = firstNonJson(
      item,
      joinPath(path, Array.isArray(value) ? Number(key) : key),
      depth + 1,
    );
    if (found !== null) return found;
  }
  return null;
}

/** True for JSON in which `firstNonJson` finds nothing. */
export function isJson(value: unknown): value is Json {
  return firstNonJson(value) === null;
}

/** The paths of keys that `parsed` no longer has: the schema does not know them. */
export function droppedKeys(raw: Json, parsed: Json, path = ''): readonly string[] {
  if (isArray(raw)) {
    if (!isArray(parsed)) return [];
    return raw.flatMap((item, index) =>
      droppedKeys(item, parsed[index] ?? null, joinPath(path, index)),
    );
  }
  if (!isJsonObject(raw) || !isJsonObject(parsed)) return [];
  return Object.entries<Json>(raw).flatMap(([key, value]) =>
    Object.hasOwn(parsed, key)
      ? droppedKeys(value, parsed[key] ?? null, joinPath(path, key))
      : [joinPath(path, key)],
  );
}

/** `edits` and `0` and `path` are `edits[0].path`. */
export function joinPath(path: string, step: string | number | symbol): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? String(step) : `${path}.${String(step)}`;
}
