import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Json } from '../../../src/common/index.ts';
import {
  compileOutputSchema,
  defineTool,
  finishTool,
  builtinTool,
} from '../../../src/tools/index.ts';
import { searchTool } from '../../../src/tools/web/search.ts';
import * as fc from '../../properties.ts';

const ABOUT = {
  name: 'sample',
  description: 'Sample.',
  kind: 'readonly',
  facts: ({ path }: { readonly path: string }) => ({ hosts: [path] }),
  execute: ({ path }: { readonly path: string }) => path,
} as const;

const input = z.object({
  path: z.string().min(1),
  count: z.int().max(3).default(2),
  items: z.array(z.strictObject({ name: z.string() })).optional(),
});

const defined = defineTool({ ...ABOUT, input });

describe('builtinTool', () => {
  it('gives the very tool that defineTool gives', () => {
    const tool = builtinTool({ ...ABOUT, input });
    expect(tool).toEqual({ ...defined, prepare: expect.any(Function) });
    expect(Object.isFrozen(tool)).toBe(true);
  });

  it('answers every input as defineTool does', async () => {
    const tool = builtinTool({ ...ABOUT, input });
    const near = fc.record(
      {
        path: fc.oneof(fc.string(), fc.jsonValue()),
        count: fc.oneof(fc.integer({ max: 5 }), fc.jsonValue()),
        items: fc.array(fc.oneof(fc.record({ name: fc.string() }), fc.jsonValue())),
        cuont: fc.integer(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, fc.jsonValue()), async (value) => {
        const given: Json = JSON.parse(JSON.stringify(value));
        expect(factsOf(await tool.prepare(given))).toEqual(factsOf(await defined.prepare(given)));
      }),
    );
  });

  it('gives execute a value that it cannot change', async () => {
    const prepared = await builtinTool({ ...ABOUT, input }).prepare({
      path: 'a',
      items: [],
    });
    expect(prepared.ok && Object.isFrozen(prepared.call.input)).toBe(true);
  });
});

describe('a schema of which a part is known only in a run', () => {
  it.each([[[]], [['docs.example.com', 'example.org']]])(
    'is that of web_search, with %j as the usual domains',
    async (usualDomains) => {
      const tool = searchTool({ search: () => Promise.reject(new Error()), usualDomains });
      expect(tool.inputSchema).toMatchObject({
        properties: { domains: { default: usualDomains } },
      });
      expect(await tool.prepare({ query: 'x' })).toMatchObject({
        call: { input: { query: 'x', domains: usualDomains } },
      });
    },
  );

  it('is that of finish, with the schema of its result', async () => {
    const result = { type: 'object', properties: { title: { type: 'string' } } };
    const schema = await compileOutputSchema(JSON.stringify(result), 'output-schema');
    const { properties, ...rest } = finishTool(schema).inputSchema;
    const { properties: others, ...plain } = finishTool().inputSchema;
    expect(properties).toEqual({ ...(others as object), result });
    expect(rest).toEqual(plain);
  });
});

/** What a preparation says, without its functions. */
function factsOf(prepared: Awaited<ReturnType<typeof defined.prepare>>): Json {
  return JSON.parse(JSON.stringify(prepared));
}
