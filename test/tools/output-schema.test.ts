import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import {
  compileOutputSchema,
  finishOf,
  finishTool,
  type OutputSchema,
  type Tool,
} from '../../src/tools/index.ts';
import * as fc from '../properties.ts';
import { noServices } from '../services.ts';

const WHERE = 'The input output-schema';
const SCHEMA = {
  type: 'object',
  properties: { kind: { enum: ['bug', 'idea'] }, size: { $ref: '#/$defs/size' } },
  required: ['kind'],
  additionalProperties: false,
  $defs: { size: { type: 'integer', minimum: 1 } },
};

const fields = (prefix: string, field: object) =>
  Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${prefix}${n}`, field]));

const compiled = (schema: unknown): Promise<OutputSchema> =>
  compileOutputSchema(JSON.stringify(schema), WHERE);

describe('a schema that can be used', () => {
  test('says what is wrong with a value, with the place of each fault', async () => {
    const schema = await compiled(SCHEMA);
    expect(schema.problemsOf({ kind: 'bug', size: 2 })).toEqual([]);
    expect(
      schema.problemsOf({ kind: 'rant', size: 0, more: 1 }).toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual([
      '/: must NOT have additional properties: "more"',
      '/kind: must be equal to one of the allowed values: ["bug","idea"]',
      '/size: must be >= 1',
    ]);
  });

  test.each([
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'null' }] }],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'null' }] }],
  ])('is of draft 2020-12 or of draft-07: %j', async (schema) => {
    const { problemsOf } = await compiled(schema);
    expect(problemsOf([null])).toEqual([]);
    expect(problemsOf([1])).toEqual(['/0: must be null']);
  });

  test('may refer to itself for the parts of a value', async () => {
    const list = { type: 'object', properties: { next: { anyOf: [{ $ref: '#' }, { const: 0 }] } } };
    const { problemsOf } = await compiled(list);
    expect(problemsOf({ next: { next: 0 } })).toEqual([]);
    expect(problemsOf({ next: { next: 1 } })).not.toEqual([]);
  });

  test.each([
    ['date-time', '2026-01-01T00:00:00+02:00', 'yesterday'],
    ['date', '2026-01-31', '2026-02-31'],
    ['email', 'a@example.com', 'a'],
    ['ipv4', '10.0.0.1', '10.0.0.256'],
    ['ipv6', '::1', '1'],
    ['uri', 'https://example.com/x', '/x'],
    ['uuid', '00000000-0000-4000-8000-000000000000', 'x'],
  ])('the format %s is checked', async (format, good, bad) => {
    const { problemsOf } = await compiled({ type: 'string', format });
    expect(problemsOf(good)).toEqual([]);
    expect(problemsOf(bad)).toEqual([`/: must match format "${format}"`]);
  });

  test('data in it is not taken for a schema', async () => {
    const data = { $ref: 'https://x', $id: 'y', format: 'z' };
    const schema = { enum: [data], const: data, default: data, examples: [data] };
    expect((await compiled(schema)).problemsOf(data)).toEqual([]);
    const named = { properties: { $ref: { type: 'string' }, format: { type: 'string' } } };
    expect((await compiled(named)).problemsOf({ $ref: 1 })).toEqual(['/$ref: must be string']);
  });

  test('only the fields that a value has itself count, whatever their names', async () => {
    const name = 'constructor';
    const { problemsOf } = await compiled({
      properties: { [name]: { type: 'string' } },
      required: ['toString'],
      dependentRequired: { valueOf: ['other'] },
    });
    expect(problemsOf({ toString: 1 })).toEqual([]);
    expect(problemsOf({ [name]: 'x' })).toEqual(["/: must have required property 'toString'"]);
  });

  test('decimal fractions are multiples as people calculate them', async () => {
    const { problemsOf } = await compiled({ multipleOf: 0.01 });
    for (const value of [0.07, 1.13, 19.99, 12_345_678.91, -4.35, 1e300])
      expect(problemsOf(value), String(value)).toEqual([]);
    for (const value of [0.075, 1.135, 0.001])
      expect(problemsOf(value), String(value)).toEqual(['/: must be multiple of 0.01']);
  });

  test('a large part may be referred to many times', async () => {
    const { problemsOf } = await compiled({
      properties: fields('a', { $ref: '#/$defs/large' }),
      $defs: { large: { properties: fields('b', { type: 'string' }) } },
    });
    expect(problemsOf({ a7: { b8: 1 } })).toEqual(['/a7/b8: must be string']);
  });

  test('a problem that names thousands of values is cut', async () => {
    const values = Array.from({ length: 5_000 }, (_, n) => `value ${n}`);
    const [problem = ''] = (await compiled({ enum: values })).problemsOf('x');
    expect(problem.slice(0, 60)).toBe(
      '/: must be equal to one of the allowed values: ["value 0","v',
    );
    expect(problem).toHaveLength(500);
  });

  test('a text has one digest, however it is written', async () => {
    const one = await compileOutputSchema('{"type":"object","title":"x"}', WHERE);
    const other = await compileOutputSchema('{ "title": "x",\n "type": "object" }', WHERE);
    expect(one.sha256).toBe(other.sha256);
  });

  test('what a model is shown means the same where it stands', async () => {
    const schema = await compiled({ ...SCHEMA, $id: 'https://x/y', $schema: undefined });
    const { result } = finishTool(schema).inputSchema['properties'] as Record<string, Json>;
    expect(result).toMatchObject({
      properties: { size: { $ref: '#/properties/result/$defs/size' } },
    });
    expect(result).not.toHaveProperty('$id');
    const again = await compiled(finishTool(schema).inputSchema);
    const call = { outcome: 'done', summary: 's' };
    expect(again.problemsOf({ ...call, result: { kind: 'bug', size: 1 } })).toEqual([]);
    expect(again.problemsOf({ ...call, result: { kind: 'bug', size: 0 } })).not.toEqual([]);
  });
});

describe('a schema that cannot be used is named with its place', () => {
  const deep = Array.from({ length: 60 }).reduce<object>((items) => ({ items }), {});
  const wide = { anyOf: Array.from({ length: 3_000 }, () => ({})) };
  test.each<[string, string, string]>([
    ['{', '', 'not JSON'],
    ['[]', '', 'not a JSON object'],
    ['true', '', 'not a JSON object'],
    [JSON.stringify({ type: 'objekt' }), '/type', 'allowed values'],
    [JSON.stringify({ properties: { a: { minimum: 'x' } } }), '/properties/a/minimum', 'number'],
    [JSON.stringify({ properties: { a: { requried: [] } } }), '/properties/a', 'requried'],
    [JSON.stringify({ $async: true }), '', '"$async" is not a keyword'],
    [JSON.stringify({ items: { $async: true } }), '/items', '"$async" is not a keyword'],
    [JSON.stringify({ items: { $ref: 'https://x/y' } }), '/items/$ref', 'is not local'],
    [JSON.stringify({ $ref: 'file:///etc/passwd' }), '/$ref', 'is not local'],
    [JSON.stringify({ $ref: 'other.json#/a' }), '/$ref', 'is not local'],
    [JSON.stringify({ $ref: '#anchor' }), '/$ref', 'is not local'],
    [JSON.stringify({ $ref: '#/$defs/none' }), '/$ref', 'nothing at'],
    [JSON.stringify({ $ref: '#' }), '/$ref', 'leads back'],
    [JSON.stringify({ anyOf: [{ $ref: '#' }] }), '/anyOf/0/$ref', 'leads back'],
    [
      JSON.stringify({ items: { $ref: '#/$defs/a' }, $defs: { a: { $ref: '#/$defs/a' } } }),
      '/items/$ref',
      'leads back',
    ],
    [
      JSON.stringify({ items: { $ref: '#/default' }, default: { $ref: '#/default' } }),
      '/items/$ref',
      'leads back',
    ],
    [JSON.stringify({ $dynamicRef: '#x' }), '/$dynamicRef', 'not supported'],
    [
      JSON.stringify({ properties: { 'a/b': { $id: 'x' } } }),
      '/properties/a~1b/$id',
      'not supported',
    ],
    [JSON.stringify({ $schema: 'http://json-schema.org/draft-04/schema#' }), '/$schema', 'draft'],
    [JSON.stringify({ format: 'color' }), '/format', 'not checked'],
    [JSON.stringify({ pattern: '[' }), '/pattern', 'not a regular expression'],
    [JSON.stringify({ pattern: '^(a+)+$' }), '/pattern', 'repeats'],
    [JSON.stringify({ patternProperties: { '(a*)*': {} } }), '/patternProperties/(a*)*', 'repeats'],
    [JSON.stringify(deep), '/items/items', 'nested more than 50 levels'],
    [JSON.stringify(wide), '', 'more than'],
    [`{"title":"${'x'.repeat(100_001)}"}`, '', 'characters'],
  ])('%.60s', async (text, pointer, because) => {
    const refused = compileOutputSchema(text, WHERE);
    await expect(refused).rejects.toMatchObject({ code: 'input-invalid' });
    await expect(refused).rejects.toThrow(because);
    await expect(refused).rejects.toThrow(pointer === '' ? WHERE : `at ${pointer}`);
  });

  test('whatever it is, it compiles or is refused, and reaches for nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        try {
          const schema = await compileOutputSchema(JSON.stringify(value), WHERE);
          expect(Array.isArray(schema.problemsOf(1))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'input-invalid' });
        }
      }),
      { numRuns: 30 },
    );
  });
});

async function finished(tool: Tool, input: Json) {
  const prepared = await tool.prepare(input);
  if (!prepared.ok) return prepared.error;
  const signal = new AbortController().signal;
  const result = await prepared.call.execute({
    ...noServices,
    call: 'c1',
    signal,
    emit: () => undefined,
  });
  return finishOf(result.ok ? result.metadata : undefined);
}

describe('finish with a schema', () => {
  const done = { outcome: 'done', summary: 'All.' };

  test('brings a result that fits', async () => {
    const tool = finishTool(await compiled(SCHEMA));
    const result = { kind: 'bug' };
    expect(await finished(tool, { ...done, result })).toEqual({ ...done, result });
  });

  test('refuses an invalid result five times, and then ends the work as incomplete', async () => {
    const tool = finishTool(await compiled(SCHEMA));
    const more = [
      'After 4 more refusals, the',
      'After 3 more refusals, the',
      'After 2 more refusals, the',
      'After 1 more refusal, the',
      'The',
    ];
    for (const first of more) {
      const refused = await finished(tool, { ...done, result: { kind: 'rant' } });
      expect(refused).toMatchObject({ type: 'validation' });
      expect(JSON.stringify(refused)).toContain(
        `result. ${first} next invalid result ends the work as incomplete.`,
      );
      expect(JSON.stringify(refused)).toContain('/kind');
    }
    const last = await finished(tool, { ...done, result: { kind: 'rant' } });
    expect(last).toMatchObject({ outcome: 'incomplete' });
    expect(last).not.toHaveProperty('result');
    expect(JSON.stringify(last)).toContain('did not match');
  });

  test('needs a result for done, and none for incomplete', async () => {
    const tool = finishTool(await compiled(SCHEMA));
    expect(await finished(tool, done)).toMatchObject({ type: 'validation' });
    const half = { outcome: 'incomplete', summary: 'Half.' };
    expect(await finished(tool, half)).toEqual(half);
    expect(await finished(tool, { ...half, result: 1 })).toMatchObject({ type: 'validation' });
  });

  test('null is a result like any other', async () => {
    const tool = finishTool(await compiled({ type: 'null' }));
    expect(await finished(tool, { ...done, result: null })).toEqual({ ...done, result: null });
  });

  test('a result larger than an output may be is sent back', async () => {
    const tool = finishTool(await compiled({ type: 'string' }));
    const refused = await finished(tool, { ...done, result: 'x'.repeat(300_000) });
    expect(JSON.stringify(refused)).toContain('more than 262144');
  });

  test('without one a result is an unknown field, as ever', async () => {
    expect(await finished(finishTool(), { ...done, result: 1 })).toMatchObject({
      type: 'validation',
    });
    expect(await finished(finishTool(), done)).toEqual(done);
  });
});
