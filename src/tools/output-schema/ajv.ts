import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';
import {
  errorText,
  type Json,
  type JsonObject,
  memoize,
  oneLine,
  pointerTo,
  type SubSchema,
} from '../../common/index.ts';
import type { Mismatch } from './mismatch.ts';

const MAX_PROBLEMS = 10;
/** Of one problem: a schema may list thousands of values. */
const MAX_PROBLEM_CHARS = 500;

const USUAL = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_2020 = draft(Ajv2020);
/** The supported drafts, by `$schema` without its empty fragment. */
const DRAFTS: Readonly<Record<string, Draft>> = {
  [USUAL]: DRAFT_2020,
  'http://json-schema.org/draft-07/schema': draft(Ajv),
};

/** Formats that are checked. Any other is an error of the schema, because nothing would check it. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': fits(z.iso.datetime({ offset: true })),
  date: fits(z.iso.date()),
  email: fits(z.email()),
  ipv4: fits(z.ipv4()),
  ipv6: fits(z.ipv6()),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  uuid: fits(z.guid()),
};

function fits(schema: z.ZodType): (text: string) => boolean {
  return (text) => schema.safeParse(text).success;
}

/** Unknown keywords are errors, values are never converted, and no remote schema is loaded. */
const OPTIONS: Options = {
  allErrors: true,
  strictSchema: true,
  strictNumbers: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  // A field may be named `constructor`.
  ownProperties: true,
  // 1.13 is a multiple of 0.01, although the quotient of the two numbers is no integer.
  multipleOfPrecision: 6,
  // The code of a part that is referred to many times is generated once.
  inlineRefs: false,
  formats: { ...FORMATS },
  logger: false,
  // A schema is compiled for few values.
  code: { optimize: false },
};

/** A keyword of Ajv alone. A check by a schema with it returns a promise, which is no answer and may reject. */
const ASYNC = '$async';

interface Draft {
  /** For one schema: two may have the same `$id`. */
  readonly newAjv: () => Ajv;
  /** Checks schemas, and keeps none. It compiles the schema of schemas, once for all tools. */
  readonly checker: () => Ajv;
}

function draft(Class: typeof Ajv): Draft {
  return {
    newAjv: () => new Class({ ...OPTIONS, validateSchema: false }),
    checker: memoize(() => new Class(OPTIONS)),
  };
}

/** The first ten problems of a value, each with its place; empty for a valid value. */
type ProblemsOf = (value: Json) => readonly string[];

type Compiled =
  | { readonly ok: true; readonly problemsOf: ProblemsOf }
  | { readonly ok: false; readonly fault: Mismatch };

/** Compiles a schema. `inside`: all schemas in it, to report the place of an unknown keyword. */
export function compile(schema: JsonObject, inside: readonly SubSchema[]): Compiled {
  const { $schema: named = USUAL } = schema;
  const known = typeof named === 'string' ? DRAFTS[named.replace(/#$/, '')] : undefined;
  if (known === undefined) {
    const drafts = Object.keys(DRAFTS).join(' and ');
    return fault('/$schema', `${JSON.stringify(named)} is not a known draft: ${drafts}`);
  }
  const checker = known.checker();
  if (checker.validateSchema(schema) !== true) {
    const first = checker.errors?.[0];
    return fault(first?.instancePath ?? '', wordsOf(first));
  }
  for (const part of inside) {
    const unknown = unknownIn(part, checker);
    if (unknown !== null) return { ok: false, fault: unknown };
  }
  try {
    return { ok: true, problemsOf: problemsBy(known.newAjv().compile(schema)) };
  } catch (error) {
    return fault('', errorText(error));
  }
}

function fault(pointer: string, because: string): Compiled {
  return { ok: false, fault: { pointer, because } };
}

/** Whether a schema is one of draft 2020-12, whatever draft it names. Keywords and formats that are unknown may be in it. */
export function isDraft2020(schema: JsonObject): boolean {
  return DRAFT_2020.checker().validate(USUAL, schema);
}

/**
 * Compiles the schema of another program, which is of draft 2020-12. Keywords that are unknown and formats only describe a value
 * (JSON Schema 2020-12, 7.2.1). Throws if it cannot be compiled.
 */
export function compileForeign(schema: JsonObject): ProblemsOf {
  const lenient = { strictSchema: false, validateFormats: false, validateSchema: false };
  return problemsBy(new Ajv2020({ ...OPTIONS, ...lenient }).compile({ ...schema, [ASYNC]: false }));
}

/** A keyword or a format that nothing would check. */
function unknownIn({ schema, pointer }: SubSchema, ajv: Ajv): Mismatch | null {
  const keyword = Object.keys(schema).find(
    (one) => one === ASYNC || ajv.RULES.keywords[one] !== true,
  );
  if (keyword !== undefined) return { pointer, because: `"${keyword}" is not a keyword` };
  const { format } = schema;
  if (format === undefined || (typeof format === 'string' && Object.hasOwn(FORMATS, format)))
    return null;
  const names = Object.keys(FORMATS).join(', ');
  return {
    pointer: pointerTo(pointer, 'format'),
    because: `the format ${JSON.stringify(format)} is not checked; use one of ${names}, or a pattern`,
  };
}

function problemsBy(validate: ValidateFunction): ProblemsOf {
  return (value) => {
    try {
      if (validate(value)) return [];
    } catch (error) {
      // A schema with an infinite self-reference.
      return [`/: it could not be checked (${errorText(error)})`];
    }
    return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(lineOf);
  };
}

function lineOf(error: ErrorObject): string {
  const place = error.instancePath === '' ? '/' : error.instancePath;
  return oneLine(`${place}: ${wordsOf(error)}`, MAX_PROBLEM_CHARS);
}

function wordsOf(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is not valid';
  const { message = 'it is not valid', params, keyword } = error;
  if (keyword === 'enum') return `${message}: ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return `${message}: ${JSON.stringify(params['allowedValue'])}`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
    return `${message}: ${JSON.stringify(name)}`;
  }
  return message;
}
