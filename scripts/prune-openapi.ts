/**
 * Cuts GitHub's OpenAPI description down to `OPERATIONS` and the schemas that these reach, as JSON Schema, and writes
 * `test/openapi/description.json`. The package is too large to be a dependency: install `@octokit/openapi` in a folder
 * elsewhere, and run `node scripts/prune-openapi.ts FOLDER/node_modules/@octokit/openapi`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { OPERATIONS } from './openapi-operations.ts';
import { jsonSchema, referencesIn } from './openapi-schema.ts';

const OUT = 'test/openapi/description.json';

const reference = z.looseObject({ $ref: z.string() });
const media = z.record(z.string(), z.looseObject({ schema: z.unknown().optional() }));
const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.unknown(),
  'x-multi-segment': z.boolean().optional(),
});
const response = z.looseObject({ content: media.optional() });
const operation = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.looseObject({ required: z.boolean().optional(), content: media }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
  }),
});
type Description = z.infer<typeof description>;

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** What a reference names among the shared things, or the thing itself. */
function resolved(shared: Readonly<Record<string, unknown>>, given: unknown): unknown {
  const named = reference.safeParse(given);
  if (!named.success) return given;
  const found = shared[nameOf(named.data.$ref)];
  if (found === undefined) throw new Error(`${named.data.$ref} is not there.`);
  return found;
}

function bodies(content: z.infer<typeof media> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [type, jsonSchema(schema ?? true)]),
  );
}

function pruned(whole: Description, name: string): object {
  const [method = '', path = ''] = name.split(' ');
  const found = whole.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`GitHub describes no ${name}.`);
  const { parameters, requestBody, responses } = operation.parse(found);
  return {
    parameters: parameters.map((given) => {
      const one = parameter.parse(resolved(whole.components.parameters, given));
      return {
        name: one.name,
        in: one.in,
        ...(one.required === true ? { required: true } : {}),
        ...(one['x-multi-segment'] === true ? { multiSegment: true } : {}),
        schema: jsonSchema(one.schema),
      };
    }),
    ...(requestBody === undefined
      ? {}
      : {
          body: { required: requestBody.required === true, content: bodies(requestBody.content) },
        }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, given]) => [
        status,
        bodies(response.parse(resolved(whole.components.responses, given)).content),
      ]),
    ),
  };
}

/** The shared schemas that something refers to, directly or through another one. */
function reached(whole: Description, from: unknown): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const next = [...referencesIn(from)];
  for (let ref = next.pop(); ref !== undefined; ref = next.pop()) {
    const name = nameOf(ref);
    if (found.has(name)) continue;
    const schema = jsonSchema(whole.components.schemas[name]);
    found.set(name, schema);
    next.push(...referencesIn(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One line for each operation and schema, so that a newer description is a readable change. */
function lines(entries: Readonly<Record<string, unknown>>): string {
  const list = Object.entries(entries).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${list.join(',\n')}\n  }`;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the package @octokit/openapi.');
const whole = description.parse(readJson(join(folder, 'generated/api.github.com.json')));
const { version } = z
  .looseObject({ version: z.string() })
  .parse(readJson(join(folder, 'package.json')));
const operations = Object.fromEntries(OPERATIONS.map((name) => [name, pruned(whole, name)]));
const schemas = reached(whole, operations);
const head = {
  source: `@octokit/openapi ${version}, generated/api.github.com.json, from github/rest-api-description`,
  licence: readFileSync(join(folder, 'LICENSE'), 'utf8').trim(),
};
const text = `{
  "source": ${JSON.stringify(head.source)},
  "licence": ${JSON.stringify(head.licence)},
  "operations": ${lines(operations)},
  "schemas": ${lines(schemas)}
}\n`;
writeFileSync(OUT, text);
console.log(
  `${OUT}: ${OPERATIONS.length} operations, ${Object.keys(schemas).length} schemas, ${text.length} characters.`,
);
