/**
 * GitHub's schemas let any other field through. Here what they do not name is refused, so that the local GitHub cannot
 * return, nor the client send, what GitHub does not document. Pure.
 */
import { isJsonObject } from '../../src/common/index.ts';

export type SchemaNode = boolean | Readonly<Record<string, unknown>>;

export interface Closing {
  /** True: further fields are let through at the top, because another part of an `allOf` names them. */
  readonly isOpen: boolean;
  /** Where shared schemas are looked for. The document itself where absent. */
  readonly base?: string;
}

/** A schema that refuses fields it does not name, at every depth. */
export function closed(schema: SchemaNode, how: Closing): SchemaNode {
  if (typeof schema === 'boolean') return schema;
  const inner = (one: unknown, isOpen = false): unknown =>
    isJsonObject(one) ? closed(one, { ...how, isOpen }) : one;
  const named = (all: unknown): unknown =>
    isJsonObject(all)
      ? Object.fromEntries(Object.entries(all).map(([name, one]) => [name, inner(one)]))
      : all;
  const parts: Record<string, unknown> = {};
  // Where fields stand beside branches, either may name them.
  const isMixed = 'properties' in schema && ['anyOf', 'oneOf'].some((key) => key in schema);
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref') parts[keyword] = pointer(String(value), how);
    else if (keyword === 'properties' || keyword === 'patternProperties')
      parts[keyword] = named(value);
    else if (Array.isArray(value) && ['allOf', 'anyOf', 'oneOf'].includes(keyword))
      parts[keyword] = value.map((one) => inner(one, how.isOpen || isMixed || keyword === 'allOf'));
    else if (keyword === 'items' || keyword === 'additionalProperties')
      parts[keyword] = inner(value);
    else parts[keyword] = value;
  }
  return how.isOpen ? withoutEnd(parts) : withEnd(parts, isMixed);
}

function pointer(ref: string, { isOpen, base = '' }: Closing): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return `${base}#/${isOpen ? 'open' : 'schemas'}/${name}`;
}

function withoutEnd(schema: Readonly<Record<string, unknown>>): SchemaNode {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
}

function withEnd(schema: Readonly<Record<string, unknown>>, isMixed: boolean): SchemaNode {
  if ('allOf' in schema || isMixed) {
    const rest = withoutEnd(schema);
    return typeof rest === 'boolean' ? rest : { ...rest, unevaluatedProperties: false };
  }
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema;
}
