import * as z from 'zod';
import { policySchema } from '../../src/policy/load/schema.ts';

/** Every key of the policy's schema, as `approvals.count`: a key with keys of its own by each of them. */
export function schemaKeys(): readonly string[] {
  return Object.entries(policySchema.shape).flatMap(([key, schema]) => {
    const inner = withoutOptional(schema);
    const objects =
      inner instanceof z.ZodUnion
        ? inner.options.filter((option) => option instanceof z.ZodObject)
        : [inner];
    const divided = objects.flatMap((one) =>
      one instanceof z.ZodObject && key !== 'whenUntrusted' ? Object.keys(one.shape) : [],
    );
    return divided.length === 0 ? [key] : divided.map((name) => `${key}.${name}`);
  });
}

function withoutOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? withoutOptional(schema.unwrap()) : schema;
}
