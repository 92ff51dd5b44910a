/** The page of all types of entries, from the JSON Schema of a trail. */
import * as z from 'zod';

const shape = z.looseObject({
  oneOf: z.array(
    z.looseObject({
      description: z.string(),
      properties: z.record(
        z.string(),
        z.looseObject({ const: z.string().optional(), description: z.string().optional() }),
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
    return `| \`${properties['type']?.const ?? ''}\` | ${description} | ${fields.join(' ')} |`;
  });
  return [
    '# The entries of a trail',
    '',
    'Made from `schema/trail.schema.json` by `npm run generate`. Every entry also has the fields that `trail.md` lists; a field',
    'with a question mark may be missing. A later version may add types and fields; a reader passes over what it does not know.',
    '',
    '| type | what it says | fields |',
    '|--|--|--|',
    ...rows,
    '',
  ].join('\n');
}
