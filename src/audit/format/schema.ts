import * as z from 'zod';
import { type JsonObject, isJsonObject } from '../../common/index.ts';
import { EVENT_WORDS } from './event-words.ts';
import { EVENT_TYPES, eventSchema, TRAIL_SCHEMA } from './events.ts';

const SHA_256 = '^[0-9a-f]{64}$';

/** The JSON Schema (draft 2020-12) of one entry: the envelope with the fields of each type. Made from the Zod union. */
export function trailJsonSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: TRAIL_SCHEMA,
    title: 'An entry of a Countersign audit trail',
    description:
      'One line of audit.jsonl: canonical JSON (RFC 8785). Fields that are not named here may be added.',
    type: 'object',
    properties: {
      _schema: { const: TRAIL_SCHEMA },
      seq: { type: 'integer', minimum: 0 },
      time: { type: 'string', format: 'date-time' },
      run: { type: 'string', minLength: 1 },
      type: { type: 'string' },
      prev: { type: 'string', pattern: SHA_256 },
      hash: { type: 'string', pattern: SHA_256 },
    },
    required: ['_schema', 'seq', 'time', 'run', 'type', 'prev', 'hash'],
    oneOf: EVENT_TYPES.map((type) => ({
      description: EVENT_WORDS[type],
      ...openSchema(eventSchema(type)),
    })),
  };
}

/** A reader accepts what a later version adds, as the verifier does. */
function openSchema(type: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' });
  const text = JSON.stringify(schema).replaceAll(
    '"additionalProperties":false',
    '"additionalProperties":true',
  );
  const open: unknown = JSON.parse(text);
  return isJsonObject(open) ? open : {};
}
