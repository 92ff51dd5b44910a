import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { canonicalJson, CountersignError, type Json } from '../../../src/common/index.ts';
import {
  defineTool,
  defineToolAsync,
  type Preparation,
  readPreAnswer,
  tool,
  toolSpecs,
} from '../../../src/tools/index.ts';
import * as fc from '../../properties.ts';
import { noServices } from '../../services.ts';

const context = {
  ...noServices,
  call: 'c1',
  signal: new AbortController().signal,
  emit: () => undefined,
};

function sample() {
  return defineTool({
    name: 'sample',
    description: { short: 'Sample.', usageNotes: ['a'], examples: ['b'], important: ['c'] },
    kind: 'write',
    category: 'demo',
    tags: ['x'],
    input: z.object({
      path: z.string().min(1),
      count: z.int().min(1).max(3).default(2),
      mode: z.enum(['a', 'b']).optional(),
      items: z.array(z.object({ name: z.string() })).optional(),
    }),
    facts: (input) => ({ paths: [{ path: input.path, access: 'write' }] }),
    execute: (input) => ({ path: input.path, twice: input.count * 2 }),
  });
}

function refused(preparation: Preparation) {
  if (preparation.ok) throw new Error('it was taken');
  return preparation.error;
}

async function run(made: ReturnType<typeof sample>, input: Json) {
  const prepared = await made.prepare(input);
  if (!prepared.ok) throw new Error(prepared.error.message);
  return await prepared.call.execute(context);
}

function dated() {
  return defineTool({
    name: 'dated',
    description: 'x',
    kind: 'readonly',
    input: z.object({ at: z.date() }),
    execute: () => 'x',
  });
}

/** A tool that keeps keys that its schema does not know. */
const loose = (input: z.ZodObject) =>
  defineTool({
    name: 'loose',
    description: 'x',
    kind: 'readonly',
    strict: false,
    input,
    execute: (parsed) => Object.keys(parsed).join(),
  });

describe('defineTool', () => {
  it('hands the parsed value on, defaults included, and turns JSON into a result', async () => {
    const prepared = await sample().prepare({ path: 'a' });
    expect(prepared).toMatchObject({
      ok: true,
      call: {
        input: { path: 'a', count: 2 },
        facts: {
          tool: 'sample',
          kind: 'write',
          category: 'demo',
          tags: ['x'],
          paths: [{ path: 'a', access: 'write' }],
        },
      },
    });
    expect(await run(sample(), { path: 'a' })).toEqual({
      ok: true,
      llmContent: '{"path":"a","twice":4}',
    });
  });

  it('names each field, what came and what is expected', async () => {
    const error = refused(await sample().prepare({ count: 9, mode: 'c', items: [{ name: 5 }] }));
    expect(error.type).toBe('validation');
    expect(error.message).toContain('path: missing, expected string');
    expect(error.message).toContain('count: expected a value of at most 3, got number 9');
    expect(error.message).toContain('mode: expected one of "a", "b", got string "c"');
    expect(error.message).toContain('items[0].name: expected string, got number 5');
    expect(error.recommendations[0]).toBe('sample takes { path, count?, mode?, items? }.');
  });

  it('names the first of very many values and forms that a field can have', async () => {
    const numbers = Array.from({ length: 3_000 }, (_, number) => number);
    const listed = loose(
      z.object({
        one: z.enum(numbers.map((number) => `v${number}`)),
        form: z.union(numbers.map((number) => z.literal(number))),
      }),
    );
    const { message } = refused(await listed.prepare({ one: 'x', form: 'y' }));
    expect(message).toContain('one: expected one of "v0", "v1", ');
    expect(message).toContain('"v19", 2980 more, got string "x"');
    expect(message).toContain('one of 19 or 2980 more, got string "y"');
    expect(message.length).toBeLessThan(1_000);
  });

  it("says in words what Zod's own messages say", async () => {
    const worded = defineTool({
      name: 'worded',
      description: 'x',
      kind: 'readonly',
      input: z.object({
        step: z.discriminatedUnion('do', [
          z.object({ do: z.literal('open'), url: z.url() }),
          z.object({ do: z.literal('wait'), ms: z.number().positive().lt(60).multipleOf(5) }),
        ]),
      }),
      execute: () => 'ok',
    });
    const said = async (step: Json) => refused(await worded.prepare({ step })).message;
    expect(await said({ do: 'close' })).toContain(
      'step.do: expected one of "open", "wait", got string "close"',
    );
    expect(await said({})).toContain('step.do: missing, expected one of "open", "wait"');
    expect(await said({ do: 'open', url: 'x' })).toContain('expected a valid URL, got string "x"');
    expect(await said({ do: 'wait', ms: 3 })).toContain('a valid number: must be a multiple of 5');
    expect(await said({ do: 'wait', ms: 0 })).toContain('a value of more than 0, got number 0');
    expect(await said({ do: 'wait', ms: 60 })).toContain('a value of less than 60');
  });

  it('says what an own check of the schema says, as it says it', async () => {
    const input = z.object({ a: z.string().refine((text) => text !== 'x', 'must not be x') });
    const made = defineTool({
      name: 'own',
      description: 'x',
      kind: 'readonly',
      input,
      execute: () => 'x',
    });
    expect(await made.prepare({ a: 'x' })).toMatchObject({
      error: { message: 'The input of own is not valid: a: must not be x.' },
    });
  });

  it('refuses unknown keys at every depth and guesses what was meant', async () => {
    expect(refused(await sample().prepare({ path: 'a', cuont: 1 })).message).toContain(
      'cuont: unknown field. Did you mean "count"?',
    );
    expect(refused(await sample().prepare({ path: 'a', cuont: 1 })).message).not.toMatch(/\?\.$/);
    expect(
      refused(await sample().prepare({ path: 'a', items: [{ name: 'n', extra: 1 }] })).message,
    ).toContain('items[0].extra: unknown field');
    expect(
      refused(await sample().prepare(JSON.parse('{"path":"a","__proto__":{"count":1}}'))).message,
    ).toContain('__proto__: unknown field');
  });

  it('keeps unknown keys if it is not strict, unless its schema says otherwise', async () => {
    const given = { a: '1', b: { c: 2 } };
    const prepared = await loose(z.object({ a: z.string() })).prepare(given);
    expect(prepared).toMatchObject({ ok: true, call: { input: given } });
    expect(await loose(z.strictObject({ a: z.string() })).prepare(given)).toMatchObject({
      ok: false,
    });
    expect(
      refused(await loose(z.object({ a: z.string() })).prepare({ a: '1', b: '\uD800' })).type,
    ).toBe('validation');
  });

  it('refuses what has no digest: lone surrogates and bottomless nesting', async () => {
    expect(refused(await sample().prepare({ path: '\uD800' })).message).toContain(
      'path is not well-formed',
    );
    let deep: Json = 'x';
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(refused(await sample().prepare({ path: deep })).type).toBe('validation');
  });

  it('never throws and never changes a value behind the digest, whatever comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const input: Json = JSON.parse(text);
        const prepared = await sample().prepare(input);
        if (prepared.ok) canonicalJson(prepared.call.input);
        else expect(prepared.error.message).toContain('sample');
      }),
    );
  });

  it('gives execute an input that it cannot change', async () => {
    const hostile = defineTool({
      name: 'hostile',
      description: 'x',
      kind: 'write',
      input: z.object({ a: z.array(z.string()) }),
      execute: (input) => {
        input.a.push('more');
        return 'changed';
      },
    });
    await expect(run(hostile, { a: ['1'] })).rejects.toThrow(TypeError);
  });

  it('refuses a schema whose parsed value is not JSON', () => {
    expect(dated).toThrow(CountersignError);
    expect(dated).toThrow(/dated/);
  });

  it('refuses a name that the model could not call', () => {
    for (const name of ['', '1a', 'a b', 'a.b', 'x'.repeat(65)]) {
      expect(() => tool(name, () => 'x')).toThrow(/is not a valid tool name/);
    }
  });

  it.each<[string, object]>([
    ['a misspelt kind', { kind: 'read' }],
    ['no kind', { kind: undefined }],
    ['nothing to execute', { execute: undefined }],
    ['no input', { input: undefined }],
    ['an input that is no Zod object', { input: { a: 1 } }],
    ['a description of nothing', { description: '' }],
    ['a layer of a description that there is not', { description: { short: 'x', longer: 'y' } }],
    ['a time-out in words', { timeoutMs: '5' }],
    ['tags that are no list', { tags: 'a' }],
    ['a misspelt hook', { preToolUSe: () => ({ decision: 'deny' }) }],
    ['a hook that is none', { preToolUse: 'deny' }],
    ['a JSON Schema', { input: { type: 'object', properties: {} } }],
    ['fields that the API does not take', { input: z.object({ 'a b': z.string() }) }],
  ])('refuses %s', (_, over) => {
    const good = { name: 'x', description: 'x', kind: 'readonly', input: z.object({}) } as const;
    const definition = { ...good, execute: () => 'x', ...over };
    expect(() => defineTool(definition as never)).toThrow(
      expect.objectContaining({ code: 'tool-invalid', message: expect.stringContaining('x') }),
    );
  });

  it('suggests keys for no more than twenty unknown ones: a module may answer with a million', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 1]));
    const read = () => readPreAnswer(many);
    expect(read).toThrow('"k0" is unknown');
    expect(read).toThrow('"k19" is unknown');
    expect(read).not.toThrow('"k20"');
    expect(() => readPreAnswer({ decison: 'deny' })).toThrow('Did you mean "decision"?');
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a promise', async () => ({ paths: [] })],
    ['a map', () => new Map([['paths', []]])],
    [
      'a generator',
      function* () {
        yield { paths: [] };
      },
    ],
    ['names for paths', () => ({ paths: ['a.txt'] })],
    ['another tool', () => ({ tool: 'fs_read', kind: 'readonly' })],
    ['an access that there is not', () => ({ paths: [{ path: 'a', access: 'delete' }] })],
    ['a host that is no list', () => ({ hosts: 'a.test' })],
    ['a URL for a host', () => ({ hosts: ['https://a.test/'] })],
    ['a host with a user', () => ({ hosts: ['me@a.test'] })],
  ])('refuses a call whose facts are %s', async (_, facts) => {
    const made = defineTool({
      name: 'x',
      description: 'x',
      kind: 'write',
      input: z.object({}),
      facts: facts as never,
      execute: () => 'x',
    });
    expect(await made.prepare({})).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('declares for this call are invalid') },
    });
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['is text alone', () => 'write a.txt'],
    ['is nothing', () => undefined],
    ['has a form that there is not', () => ({ form: 'html', text: '<b>' })],
  ])('shows people the exact input where its own preview %s', async (_, preview) => {
    const made = defineTool({
      name: 'x',
      description: 'x',
      kind: 'write',
      input: z.object({ a: z.string() }),
      preview: preview as never,
      execute: () => 'x',
    });
    const prepared = await made.prepare({ a: 'b' });
    expect(prepared.ok && (await prepared.call.preview())).toEqual({
      form: 'json',
      text: '{\n  "a": "b"\n}',
    });
  });

  it.each<[string, unknown, object]>([
    ['content that is none', { ok: true, llmContent: 5 }, { ok: false }],
    ['a block that is none', { ok: true, llmContent: [{ type: 'text' }] }, { ok: false }],
    [
      'metadata that is no JSON',
      { ok: true, llmContent: 'x', metadata: { f: Math.max } },
      { ok: false },
    ],
    [
      'an error in words',
      { ok: false, error: 'boom' },
      { ok: false, error: { type: 'execution', message: 'boom' } },
    ],
    [
      'an error without advice',
      { ok: false, error: { type: 'not_found', message: 'x' } },
      { ok: false, error: { recommendations: [] } },
    ],
    [
      'a key without a value',
      { ok: true, llmContent: 'x', displayContent: undefined },
      { ok: true, llmContent: 'x' },
    ],
    [
      'a function',
      () => 1,
      { ok: false, error: { message: expect.stringMatching(/it is a function/) } },
    ],
    [
      'a map',
      new Map([['a', 1]]),
      { ok: false, error: { message: expect.stringMatching(/\[object Map\]/) } },
    ],
    [
      'a promise in a field',
      { a: Promise.resolve(1) },
      { ok: false, error: { message: expect.stringMatching(/"a"/) } },
    ],
    [
      'an error that is returned',
      new Error('boom'),
      { ok: false, error: { message: expect.stringMatching(/boom/) } },
    ],
    ['a date', new Date(0), { ok: true, llmContent: '1970-01-01T00:00:00.000Z' }],
    [
      'an object with a prototype of its own',
      Object.assign(Object.create({}), { a: 1 }),
      { llmContent: '{"a":1}' },
    ],
    ['null', null, { ok: true, llmContent: 'null' }],
  ])('makes a result of %s', async (_, output, result) => {
    const made = tool('x', () => output as never);
    expect(await run(made, {})).toMatchObject(result);
  });

  it('puts its own message before the list', async () => {
    const own = defineTool({
      name: 'own',
      description: 'x',
      kind: 'readonly',
      validationMessage: 'Name a city.',
      input: z.object({ city: z.string() }),
      execute: (input) => input.city,
    });
    expect(refused(await own.prepare({})).message).toMatch(
      /^Name a city\. The input of own is not valid/,
    );
    expect(refused(await own.prepare('text')).message).toContain('expected object');
  });

  it('carries its own hooks with the parsed input', async () => {
    const hooked = defineTool({
      name: 'hooked',
      description: 'x',
      kind: 'readonly',
      input: z.object({ n: z.number() }),
      preToolUse: (input) => (input.n > 3 ? { decision: 'ask', reason: 'large' } : undefined),
      postToolUse: (input, result) => ({ llmContent: `${input.n} ${result.ok}` }),
      execute: (input) => input.n,
    });
    const prepared = await hooked.prepare({ n: 5 });
    if (!prepared.ok) throw new Error('refused');
    expect(await prepared.call.preToolUse?.()).toEqual({ decision: 'ask', reason: 'large' });
    expect(await prepared.call.postToolUse?.(await prepared.call.execute(context))).toEqual({
      llmContent: '5 true',
    });
  });

  it('has an async form whose description is made at start', async () => {
    const made = await defineToolAsync(async () => ({
      name: 'late',
      description: await Promise.resolve('made late'),
      kind: 'readonly' as const,
      input: z.object({}),
      execute: () => undefined,
    }));
    expect(made.description.short).toBe('made late');
    expect(await run(made, {})).toEqual({ ok: true, llmContent: 'done' });
  });
});

describe('tool', () => {
  it('is the smallest form, with types from plain parameters', async () => {
    const shout = tool(
      'shout',
      async (args) => args.text.toUpperCase() + (args.times ?? 1).toFixed(0),
      {
        description: 'Shouts.',
        parameters: {
          text: { type: 'string', description: 'What to shout' },
          times: { type: 'integer', optional: true },
          tone: { type: 'string', enum: ['low', 'high'], optional: true },
          tags: {
            type: 'array',
            items: { type: 'object', properties: { a: { type: 'boolean' } } },
            optional: true,
          },
        },
      },
    );
    expect(await run(shout, { text: 'a' })).toEqual({ ok: true, llmContent: 'A1' });
    expect(shout.kind).toBe('execute');
    expect(shout.inputSchema).toMatchObject({
      type: 'object',
      required: ['text'],
      additionalProperties: false,
      properties: { text: { type: 'string', description: 'What to shout' } },
    });
    expect(refused(await shout.prepare({ text: 'a', tone: 'mid' })).message).toContain('tone');
    expect(refused(await shout.prepare({ text: 'a', tags: [{ a: 1 }] })).message).toContain(
      'tags[0].a: expected boolean',
    );
  });

  it('takes any fields where no parameters are given', async () => {
    const any = tool('any', async (args) => JSON.stringify(args));
    expect(await run(any, { a: [1] })).toEqual({ ok: true, llmContent: '{"a":[1]}' });
  });

  it.each<[string, unknown]>([
    ['an object without properties', { a: { type: 'object' } }],
    ['a list without items', { a: { type: 'array' } }],
    ['a choice of nothing', { a: { type: 'string', enum: [] } }],
    ['a choice of numbers', { a: { type: 'number', enum: [1, 2] } }],
    ['a bound that would not hold', { a: { type: 'number', minimum: 1 } }],
    ['a default that would not be filled in', { a: { type: 'string', default: 'x' } }],
    ['a word for yes', { a: { type: 'string', optional: 'yes' } }],
    ['a short form', { a: 'string' }],
    ['several types', { a: { type: ['string', 'null'] } }],
    ['a JSON Schema', { type: 'object', properties: { a: { type: 'string' } } }],
    ['a name with a space', { 'a b': { type: 'string' } }],
    ['no name', { '': { type: 'string' } }],
    ['the prototype', JSON.parse('{"__proto__":{"type":"string"}}')],
    ['a list', []],
    ['null', null],
  ])('refuses %s as parameters, and says where', (_, parameters) => {
    expect(() => tool('bad', () => 'x', { parameters: parameters as never })).toThrow(
      expect.objectContaining({ code: 'tool-invalid', message: expect.stringContaining('bad') }),
    );
  });

  it('takes parameters inside of each other', async () => {
    const deep = tool('deep', (args) => args.rows.length, {
      parameters: {
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { n: { type: 'integer' }, to: { type: 'string', optional: true } },
          },
        },
      },
    });
    expect(await run(deep, { rows: [{ n: 1 }, { n: 2, to: 'x' }] })).toMatchObject({
      llmContent: '2',
    });
    expect((await deep.prepare({ rows: [{ n: 1.5 }] })).ok).toBe(false);
    expect((await deep.prepare({ rows: [{ n: 1, m: 2 }] })).ok).toBe(false);
  });

  it('refuses what it would ignore: an input beside its parameters, and what is no function', () => {
    const input = z.object({ a: z.string() });
    expect(() => tool('bad', () => 'x', { input } as never)).toThrow(
      /bad is invalid: input is no option/,
    );
    expect(() => tool('bad', {} as never, (() => 'x') as never)).toThrow(/not a function/);
  });

  it('refuses a parameter of no known type', () => {
    const parameters = JSON.parse('{"a":{"type":"strnig"}}');
    expect(() => tool('bad', () => 'x', { parameters })).toThrow(/bad\.a/);
  });
});

describe('toolSpecs', () => {
  it('gives the same bytes in any order, without noise', () => {
    const a = sample();
    const b = tool('another', () => 'x', { parameters: { n: { type: 'integer' } } });
    expect(JSON.stringify(toolSpecs([a, b]))).toBe(JSON.stringify(toolSpecs([b, a])));
    expect(JSON.stringify(toolSpecs([a, b]))).not.toMatch(/\$schema|9007199254740991/);
    expect(toolSpecs([a])[0]?.description).toBe('Sample.\n- a\nExamples:\n- b\nImportant:\n- c');
  });
});
