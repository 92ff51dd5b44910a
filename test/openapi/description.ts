/** GitHub's description of its REST API, cut down by `scripts/prune-openapi.ts`, and closed: what it does not name is not allowed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod';
import { closed, type SchemaNode } from './closed.ts';

const schema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);
const content = z.record(z.string(), schema);
const operation = z.object({
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean().default(false),
      multiSegment: z.boolean().default(false),
      schema,
    }),
  ),
  body: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), content),
});
const description = z.object({
  source: z.string(),
  licence: z.string(),
  operations: z.record(z.string(), operation),
  schemas: z.record(z.string(), schema),
});
export type Operation = z.infer<typeof operation>;
export type Parameter = Operation['parameters'][number];

export const DESCRIPTION = description.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'description.json'), 'utf8')),
);

const SHARED = 'https://countersign.invalid/github';

function shared(isOpen: boolean): Record<string, SchemaNode> {
  return Object.fromEntries(
    Object.entries(DESCRIPTION.schemas).map(([name, one]) => [name, closed(one, { isOpen })]),
  );
}

/** Ajv over the shared schemas; each is compiled when it is first needed, by itself and without a second pass: it is used a few times. */
function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  formats.default(ajv);
  ajv.addSchema({ $id: SHARED, schemas: shared(false), open: shared(true) });
  return ajv;
}

const ajv = newAjv();
const compiled = new WeakMap<object, ValidateFunction>();

/** The validator of a schema of the description. */
export function validatorOf(given: SchemaNode): ValidateFunction {
  const key = typeof given === 'object' ? given : { given };
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = ajv.compile(closed(given, { isOpen: false, base: SHARED }));
  compiled.set(key, made);
  return made;
}

export interface Found {
  /** `METHOD /path` as GitHub writes it. */
  readonly name: string;
  readonly operation: Operation;
  /** The parameters in the path, decoded. */
  readonly parts: Readonly<Record<string, string>>;
}

/** The operation that a request is for; of several the one with the most parts that are literal. */
export function operationFor(method: string, path: string): Found | null {
  const found = ROUTES.filter((route) => route.method === method).flatMap((route) => {
    const match = route.pattern.exec(path);
    return match === null ? [] : [{ route, match }];
  });
  found.sort((a, b) => b.route.literal - a.route.literal);
  const [first] = found;
  if (first === undefined) return null;
  const parts = Object.fromEntries(
    first.route.names.map((part, index) => [
      part,
      decodeURIComponent(first.match[index + 1] ?? ''),
    ]),
  );
  return { name: first.route.name, operation: first.route.operation, parts };
}

/** `path` of `contents` and `ref` of `git/refs` span slashes; an empty `path` is the root. */
const ROUTES = Object.entries(DESCRIPTION.operations).map(([name, one]) => {
  const [method = '', path = ''] = name.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const many = new Set(one.parameters.filter((it) => it.multiSegment).map((it) => it.name));
  const pattern = path
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, (_all, part: string) => (many.has(part) ? '(.*)' : '([^/]+)'));
  const literal = path.split('/').filter((part) => !part.startsWith('{')).length;
  return { name, operation: one, method, names, pattern: new RegExp(`^${pattern}$`, 'i'), literal };
});
