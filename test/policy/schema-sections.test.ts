import { expect, test } from 'vitest';
import { policySchema, policySchemaFor } from '../../src/policy/load/schema.ts';
import * as fc from '../properties.ts';

const SOME: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 });
const KEYS = [...Object.keys(policySchema().shape), 'constructor', '__proto__', 'allow', ''];
const DOCUMENT = fc.oneof(
  SOME,
  fc.dictionary(
    fc.constantFrom(...KEYS),
    fc.oneof(SOME, fc.constantFrom(1, 'ask', 'off', ['fs_read'], { mode: 'deny' }, null)),
  ),
);

test('a document is taken or refused, in the same words, by its own sections as by the whole schema', () => {
  fc.assert(
    fc.property(DOCUMENT, (value) => {
      const document = JSON.parse(JSON.stringify(value));
      const whole = policySchema().safeParse(document);
      const own = policySchemaFor(document).safeParse(document);
      expect(own.data).toEqual(whole.data);
      expect(own.error?.issues.map((issue) => ({ ...issue, keys: null }))).toEqual(
        whole.error?.issues.map((issue) => ({ ...issue, keys: null })),
      );
    }),
    { numRuns: 500 },
  );
});

test('a document without a version is told so, whatever else it has', () => {
  expect(
    policySchemaFor({ mode: 'auto' }).safeParse({ mode: 'auto' }).error?.issues[0],
  ).toMatchObject({
    path: ['version'],
  });
});
