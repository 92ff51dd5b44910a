/** The page with all types of entries, from the JSON Schema of an audit trail. */
import * as z from 'zod';
import { markdownTable } from './markdown.ts';

const shape = z.looseObject({
  oneOf: z.array(
    z.looseObject({
      description: z.string(),
      properties: z.record(
        z.string(),
        z.looseObject({
          const: z.union([z.string(), z.boolean()]).optional(),
          description: z.string().optional(),
        }),
      ),
      required: z.array(z.string()),
    }),
  ),
});

export function trailEntriesPage(schema: unknown): string {
  const rows = shape.parse(schema).oneOf.map(({ description, properties, required }) => {
    const fields = Object.keys(properties)
      .filter((name) => name !== 'type')
      .map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`));
    return [`\`${properties['type']?.const ?? ''}\``, description, fields.join(' ')];
  });
  return [
    '# Audit trail entries',
    '',
    'Generated from `schema/trail.schema.json` by `npm run generate`. Every entry also has the fields that [trail.md](trail.md) lists. A',
    'field with a question mark is optional. A later version can add types and fields; a reader ignores unknown ones.',
    'Terms: [glossary](glossary.md).',
    '',
    markdownTable(['type', 'description', 'fields'], rows),
    '',
  ].join('\n');
}
