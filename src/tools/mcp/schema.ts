import { isLocal, leadsSomewhere, subSchemas } from '../output-schema/walk.ts';
import { isDraft2020 } from '../output-schema/ajv.ts';
import { apiProblem } from '../define/input/schema.ts';
import type { JsonObject } from '../../common/index.ts';

const MAX_DEPTH = 50;
const MAX_SCHEMAS = 2_000;

/**
 * Whether the Messages API takes the schema of a tool's input, which a server wrote: with an invalid one it would refuse every
 * request of the run. It has to be JSON Schema of draft 2020-12, with references inside of itself only: no other is fetched.
 */
export function isAccepted(schema: JsonObject): boolean {
  if (apiProblem(schema) !== null) return false;
  const inside = subSchemas(schema, MAX_SCHEMAS);
  return (
    inside.length <= MAX_SCHEMAS &&
    inside.every(({ depth }) => depth <= MAX_DEPTH) &&
    isDraft2020(schema) &&
    inside.every(
      ({ schema: { $ref: ref } }) =>
        ref === undefined ||
        (typeof ref === 'string' && isLocal(ref) && leadsSomewhere(schema, ref)),
    )
  );
}
