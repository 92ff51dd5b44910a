import { isArray, isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { apiProblem } from '../define/input/schema.ts';
import { isLocal, leadsSomewhere } from '../output-schema/walk.ts';

/**
 * Checks the schemas of servers, which are untrusted: the Messages API would refuse every request of the run with an invalid
 * one. It finds the usual mistakes: keywords of older drafts, and values of the wrong type.
 */
const MAX_DEPTH = 50;
const TYPES: readonly unknown[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
];
const SCHEMAS = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
const TEXTS = ['title', 'description', '$id', '$schema', '$anchor', 'format', 'pattern'];

/** Why the API would refuse this schema of a tool's input; `null` if it would not. */
export function schemaProblem(schema: JsonObject): string | null {
  return apiProblem(schema) ?? problemIn(schema, { root: schema, depth: 0 });
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

function problemIn(schema: Json, place: Place): string | null {
  if (typeof schema === 'boolean') return null;
  if (!isJsonObject(schema)) return 'a schema in it is neither an object nor a boolean';
  if (place.depth > MAX_DEPTH) return 'it nests too deeply';
  for (const [key, value] of Object.entries<Json>(schema)) {
    const problem = keywordProblem(key, value, place);
    if (problem !== null) return problem;
  }
  return null;
}

function keywordProblem(key: string, value: Json, place: Place): string | null {
  if (SCHEMAS.includes(key)) return problemIn(value, below(place));
  if (LISTS.includes(key)) {
    if (!isArray(value) || value.length === 0) return `${key} is no list of schemas`;
    return firstProblem(value, place);
  }
  if (MAPS.includes(key)) {
    return isJsonObject(value)
      ? firstProblem(Object.values<Json>(value), place)
      : `${key} is no object`;
  }
  if (key === '$ref')
    // Only references inside of the schema: no other schema is fetched.
    return typeof value === 'string' && isLocal(value) && leadsSomewhere(place.root, value)
      ? null
      : 'a $ref in it points to nothing';
  return plainProblem(key, value);
}

function below({ root, depth }: Place): Place {
  return { root, depth: depth + 1 };
}

function firstProblem(schemas: readonly Json[], place: Place): string | null {
  for (const schema of schemas) {
    const problem = problemIn(schema, below(place));
    if (problem !== null) return problem;
  }
  return null;
}

function plainProblem(key: string, value: Json): string | null {
  if (key === 'type') return isType(value) ? null : 'a type in it is not a type of JSON Schema';
  if (key === 'required') return isNames(value) ? null : 'required is not a list of names';
  if (key === 'enum') return isArray(value) ? null : 'enum is not a list';
  if (NUMBERS.includes(key)) return typeof value === 'number' ? null : `${key} is not a number`;
  if (COUNTS.includes(key))
    return Number.isInteger(value) && Number(value) >= 0 ? null : `${key} is no count`;
  if (TEXTS.includes(key) && typeof value !== 'string') return `${key} is not a text`;
  return null;
}

function isType(value: Json): boolean {
  if (!isArray(value)) return TYPES.includes(value);
  return (
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((one) => TYPES.includes(one))
  );
}

function isNames(value: Json): boolean {
  return (
    isArray(value) &&
    new Set(value).size === value.length &&
    value.every((name) => typeof name === 'string')
  );
}
