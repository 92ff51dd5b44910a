/** Schemas of OpenAPI 3.0 rewritten to JSON Schema, without what is only for readers. Pure. */
import { isJsonObject } from '../src/common/index.ts';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'not', 'additionalProperties']);
const LIST = new Set(['allOf', 'anyOf', 'oneOf']);
const NAMED = new Set(['properties', 'patternProperties']);
/** Keywords that are kept as they are. Every other one is prose, an example, or an extension. */
const PLAIN = new Set([
  '$ref',
  'enum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'pattern',
  'required',
  'type',
  'uniqueItems',
]);

/** A schema as JSON Schema: `nullable` becomes the type `null`. */
export function jsonSchema(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema ?? true;
  const kept = Object.entries(schema).flatMap(([keyword, value]) => {
    if (ONE.has(keyword)) return [[keyword, jsonSchema(value)]];
    if (LIST.has(keyword) && Array.isArray(value)) return [[keyword, value.map(jsonSchema)]];
    if (NAMED.has(keyword) && isJsonObject(value)) {
      const named = Object.entries(value).map(([name, one]) => [name, jsonSchema(one)]);
      return [[keyword, Object.fromEntries(named)]];
    }
    return PLAIN.has(keyword) ? [[keyword, value]] : [];
  });
  const plain = Object.fromEntries(kept);
  return schema['nullable'] === true ? orNull(plain) : plain;
}

function orNull(schema: Readonly<Record<string, unknown>>): object {
  const { type } = schema;
  const isPlain = typeof type === 'string' && !('enum' in schema) && !hasBranches(schema);
  return isPlain ? { ...schema, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

function hasBranches(schema: Readonly<Record<string, unknown>>): boolean {
  return [...LIST, '$ref'].some((keyword) => keyword in schema);
}

/** Every `$ref` inside a value. */
export function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}
