import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Keywords of draft 2020-12 and draft-07 whose value is a schema, a list of schemas, or schemas by name. */
const ONE = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** A schema inside a schema, and its place. */
export interface SubSchema {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly depth: number;
}

/** The schema itself and all schemas in it, outermost first. Stops once there are more than `max`. Skips data such as `enum`. */
export function subSchemas(root: JsonObject, max: number): readonly SubSchema[] {
  const found: SubSchema[] = [{ schema: root, pointer: '', depth: 0 }];
  for (let index = 0; index < found.length && found.length <= max; index += 1) {
    const here = found[index];
    if (here === undefined) break;
    for (const [keyword, value] of Object.entries<Json>(here.schema)) {
      found.push(...under(keyword, value, here));
    }
  }
  return found;
}

function under(keyword: string, value: Json, here: SubSchema): readonly SubSchema[] {
  const pointer = pointerTo(here.pointer, keyword);
  const depth = here.depth + 1;
  const listed = LIST.has(keyword) || (keyword === 'items' && Array.isArray(value));
  if (listed || (NAMED.has(keyword) && isJsonObject(value))) {
    return Object.entries<Json>(Object(value)).flatMap(([name, schema]) =>
      isJsonObject(schema) ? [{ schema, pointer: pointerTo(pointer, name), depth }] : [],
    );
  }
  if ((ONE.has(keyword) || keyword === 'items') && isJsonObject(value))
    return [{ schema: value, pointer, depth }];
  return [];
}

/** Appends a step to a JSON pointer (RFC 6901). */
export function pointerTo(pointer: string, step: string): string {
  return `${pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
