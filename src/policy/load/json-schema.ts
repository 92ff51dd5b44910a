import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { policySchema } from './schema.ts';

/** The JSON Schema (draft 2020-12) of a policy file for editors, generated from the schema that loads it. */
export function policyJsonSchema(): JsonObject {
  const schema: unknown = z.toJSONSchema(policySchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'throw',
  });
  const plain: Json = JSON.parse(JSON.stringify(schema));
  if (!isJsonObject(plain)) return {};
  return {
    ...plain,
    title: 'Countersign policy',
    description: 'Which calls of an agent run, which need approval, and which are denied.',
  };
}
