import {
  canonicalJson,
  CountersignError,
  isJsonObject,
  type Json,
  type JsonObject,
  sha256,
  subSchemas,
} from '../../common/index.ts';
import { type Mismatch, mismatchesIn } from './mismatch.ts';

const MAX_SCHEMA_CHARS = 100_000;
const MAX_SUBSCHEMAS = 2_000;

/** The schema of a run's result. */
export interface OutputSchema {
  /** The schema as it was written, in canonical JSON. */
  readonly text: string;
  readonly sha256: string;
  /** The schema for the model, with its references adjusted to its place `pointer` in another schema. */
  readonly shownAt: (pointer: string) => JsonObject;
  /** The first ten problems of a value, each with its place as a JSON pointer; empty for a valid value. */
  readonly problemsOf: (value: Json) => readonly string[];
}

/**
 * Compiles the schema of a run's result: JSON Schema, draft 2020-12 or draft-07, without external references. Throws
 * `input-invalid`, which names `where`, the place as a JSON pointer, and what is wrong there.
 */
export async function compileOutputSchema(text: string, where: string): Promise<OutputSchema> {
  const schema = parsed(text, where);
  const inside = subSchemas(schema, MAX_SUBSCHEMAS);
  if (inside.length > MAX_SUBSCHEMAS) {
    const because = `it contains more than ${MAX_SUBSCHEMAS} subschemas`;
    throw invalid(where, { pointer: '', because });
  }
  const mismatchIn = mismatchesIn(schema);
  for (const part of inside) {
    const fault = mismatchIn(part);
    if (fault !== null) throw invalid(where, fault);
  }
  const { compile } = await import('./ajv.ts');
  const compiled = compile(schema, inside);
  if (!compiled.ok) throw invalid(where, compiled.fault);
  const canonical = canonicalJson(schema);
  return {
    text: canonical,
    sha256: sha256(canonical),
    shownAt: (pointer) => withReferencesAt(schema, pointer),
    problemsOf: compiled.problemsOf,
  };
}

function parsed(text: string, where: string): JsonObject {
  if (text.length > MAX_SCHEMA_CHARS) {
    const because = `it has more than ${MAX_SCHEMA_CHARS} characters`;
    throw invalid(where, { pointer: '', because });
  }
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it does not parse';
    throw invalid(where, { pointer: '', because: `it is not JSON (${why})` });
  }
  if (isJsonObject(value)) return value;
  throw invalid(where, { pointer: '', because: 'it is not a JSON object' });
}

function invalid(where: string, { pointer, because }: Mismatch): CountersignError {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return new CountersignError(
    'input-invalid',
    `${where} is not a supported JSON Schema${place}: ${because}.`,
    {
      fix: 'Write a JSON Schema of draft 2020-12 or draft-07 without references to other documents.',
    },
  );
}

/** The schema with each local reference prefixed by `pointer`, and without keywords that only a document has. */
function withReferencesAt(schema: JsonObject, pointer: string): JsonObject {
  const { $schema: _, $id: __, ...moved } = structuredClone(schema);
  for (const { schema: inner } of subSchemas(moved, Infinity)) {
    const { $ref: ref } = inner;
    if (typeof ref === 'string') Object.assign(inner, { $ref: `#${pointer}${ref.slice(1)}` });
  }
  return moved;
}
