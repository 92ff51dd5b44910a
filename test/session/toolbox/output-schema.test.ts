import { expect, test } from 'vitest';
import { readOutputSchema } from '../../../src/session/index.ts';

const MISSING = { text: () => Promise.resolve(null) };

test('a file that does not exist is named, with where its path starts', async () => {
  const action = { ...MISSING, where: 'The input output-schema', root: 'the root of the checkout' };
  await expect(readOutputSchema('none.json', action)).rejects.toMatchObject({
    code: 'input-invalid',
    message: 'The input output-schema names "none.json", and there is no such file.',
    fix: 'Write a path from the root of the checkout, or the JSON Schema itself.',
  });
});

test('a JSON Schema is no path', async () => {
  const schema = await readOutputSchema('{"type":"string"}', { ...MISSING, where: 'x', root: 'y' });
  expect(schema.problemsOf('text')).toEqual([]);
});
