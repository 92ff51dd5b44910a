import { CountersignError } from '../../common/index.ts';
import { compileOutputSchema, type OutputSchema } from '../../tools/index.ts';

/**
 * The schema of a run's result: JSON as it stands, or the path of a file with it. Throws `input-invalid` for a file that is
 * not there and for a schema that cannot be used; `where` names what the value was given by.
 */
export async function readOutputSchema(
  value: string,
  from: {
    readonly where: string;
    /** A file's text; `null` where there is none. */
    readonly text: (path: string) => Promise<string | null>;
  },
): Promise<OutputSchema> {
  if (value.trimStart().startsWith('{')) return await compileOutputSchema(value, from.where);
  const text = await from.text(value);
  if (text !== null) return await compileOutputSchema(text, `${from.where} (${value})`);
  throw new CountersignError(
    'input-invalid',
    `${from.where} names ${JSON.stringify(value)}, and there is no such file.`,
    { fix: 'Write a path from the root of the trusted branch, or the JSON Schema itself.' },
  );
}
