import { expect, test } from 'vitest';
import * as z from 'zod';
import { issueClause } from '../../src/common/index.ts';

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'it is missing'],
  [z.string(), 5, 'it is a number, and has to be a text'],
  [z.number(), NaN, 'it is NaN, and has to be a number'],
  [z.array(z.string()), {}, 'it is an object, and has to be a list'],
  [z.strictObject({}), null, 'it is null, and has to be an object'],
  [z.union([z.string(), z.number()]), true, 'it has none of the forms that it can have'],
  [z.enum(['on', 'off']), 'of', 'it is not one of "on", "off"'],
  [z.literal(1), 2, 'it is not 1'],
  [
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      z.object({ type: z.literal('b') }),
    ]),
    { type: 'c' },
    'it is not one of "a", "b"',
  ],
  [z.string().min(1), '', 'it has to have at least 1 character'],
  [z.string().length(3), '', 'it has to have exactly 3 characters'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'it has to have at most 2 items'],
  [z.number().positive(), 0, 'it has to be more than 0'],
  [z.number().lt(1.5), 2, 'it has to be less than 1.5'],
  [z.string().refine(() => false, 'it is no date'), 'x', 'it is no date'],
])('%# an issue is a clause in plain words', (schema, value, clause) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && issueClause(issue)).toBe(clause);
});
