import { CountersignError } from '../../common/index.ts';
import { compileOutputSchema, type OutputSchema } from '../../tools/index.ts';

/**
 * The schema of a run's result, from JSON or from the path of a JSON file. `where` names the origin of the value in
 * errors. Throws `input-invalid` if the file does not exist or the schema cannot be used.
 */
export async function readOutputSchema(
  value: string,
  from: {
    readonly where: string;
    /** Where a path starts, for the error about a file that does not exist. */
    readonly root: string;
    /** A file's text; `null` if it does not exist. */
    readonly text: (path: string) => Promise<string | null>;
  },
): Promise<OutputSchema> {
  if (value.trimStart().startsWith('{')) return await compileOutputSchema(value, from.where);
  const text = await from.text(value);
  if (text !== null) return await compileOutputSchema(text, `${from.where} (${value})`);
  throw new CountersignError(
    'input-invalid',
    `${from.where} names ${JSON.stringify(value)}, and there is no such file.`,
    { fix: `Write a path from ${from.root}, or the JSON Schema itself.` },
  );
}
