/** References in a schema. Pure. */
import { type Json, type JsonObject, percentDecoded, subSchemas } from '../../common/index.ts';

/** Whether a reference stays in its schema. */
export function isLocal(ref: string): boolean {
  return /^#(?:\/|$)/.test(ref);
}

/** Whether a local reference names something in the schema. */
export function leadsSomewhere(root: JsonObject, ref: string): boolean {
  let here: Json | undefined = root;
  for (const step of ref.split('/').slice(1)) {
    const name = percentDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return false;
    here = Reflect.get(here, name);
  }
  return here !== undefined;
}

/** The schema with each local reference prefixed by `pointer`, and without keywords that only a document has. */
export function withReferencesAt(schema: JsonObject, pointer: string): JsonObject {
  const { $schema: _, $id: __, ...moved } = structuredClone(schema);
  for (const { schema: inner } of subSchemas(moved, Infinity)) {
    const { $ref: ref } = inner;
    if (typeof ref === 'string') Object.assign(inner, { $ref: `#${pointer}${ref.slice(1)}` });
  }
  return moved;
}
