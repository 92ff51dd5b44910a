import type * as z from 'zod';
import {
  isArray,
  isJsonObject,
  type Json,
  type JsonObject,
  oneLine,
  didYouMean,
  sliceWhole,
} from '../../../common/index.ts';
import { joinPath } from './schema.ts';
import { type Failure, failure } from '../result.ts';

const MAX_SHOWN = 10;
const MAX_VALUE_CHARS = 60;
/** Of the values or forms that a field can have: a schema of a server may list thousands. */
const MAX_NAMED = 20;
const MAX_ISSUE_CHARS = 500;

/** What is wrong with an input: schema issues, unknown keys, or fields given twice. */
interface BadInput {
  readonly tool: string;
  readonly schema: JsonObject;
  readonly input: Json;
  readonly issues?: readonly z.core.$ZodIssue[];
  readonly unknownKeys?: readonly string[];
  /** Whole sentences. */
  readonly conflicts?: readonly string[];
  /** Precedes the list of what is wrong. */
  readonly ownMessage?: string | undefined;
}

/** A `validation` failure that names each field, the given value and the expected one. */
export function invalidInput(bad: BadInput): Failure {
  const { issues = [], unknownKeys = [], conflicts = [], ownMessage } = bad;
  const lines = [
    ...issues.flatMap((issue) => issueLines(issue, bad)),
    ...unknownKeys.map((key) => unknownLine(key, bad.schema)),
    ...conflicts,
  ];
  const shown = lines.slice(0, MAX_SHOWN);
  if (lines.length > shown.length) shown.push(`… and ${lines.length - shown.length} more`);
  const own = ownMessage === undefined ? '' : `${ownMessage} `;
  const list = shown.join('; ');
  const message = `${own}The input of ${bad.tool} is not valid: ${list}${list.endsWith('?') ? '' : '.'}`;
  return failure('validation', message, [
    usage(bad),
    'Correct these fields and call again; nothing was done.',
  ]);
}

function issueLines(issue: z.core.$ZodIssue, bad: BadInput): readonly string[] {
  const field = issue.path.reduce<string>((path, step) => joinPath(path, step), '') || 'input';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      unknownLine(joinPath(field === 'input' ? '' : field, key), bad.schema),
    );
  }
  // A check of the tool's author says itself what is wrong.
  if (issue.code === 'custom') return [`${field}: ${issue.message}`];
  const value = valueAt(bad.input, issue.path);
  if (value === undefined) return [`${field}: missing, expected ${expected(issue)}`];
  return [`${field}: expected ${expected(issue)}, got ${valueText(value)}`];
}

function expected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'integer' : issue.expected;
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  if (issue.code === 'too_small') {
    const least = issue.inclusive === false ? 'more than' : 'at least';
    return `${sizeWord(issue.origin)}${least} ${issue.minimum}`;
  }
  if (issue.code === 'too_big') {
    const most = issue.inclusive === false ? 'less than' : 'at most';
    return `${sizeWord(issue.origin)}${most} ${issue.maximum}`;
  }
  if (issue.code === 'invalid_union' && issue.inclusive !== false) {
    // Of a discriminated union none of whose branches is meant.
    if (issue.options !== undefined) return oneOf(issue.options);
    return listed(issue.errors, ' or ', (branch) => branch.map(expected).join(' and '));
  }
  // Zod's own messages, such as "Invalid URL".
  return issue.message.replace(/^Invalid /, 'a valid ');
}

function oneOf(values: readonly unknown[]): string {
  return `one of ${listed(values, ', ', (value) => JSON.stringify(value) ?? String(value))}`;
}

function listed<T>(all: readonly T[], separator: string, words: (one: T) => string): string {
  const more = all.length - MAX_NAMED;
  const named = all.slice(0, MAX_NAMED).map((one) => sliceWhole(words(one), MAX_ISSUE_CHARS));
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(separator);
}

function sizeWord(origin: string): string {
  if (origin === 'string') return 'a length of ';
  return origin === 'array' || origin === 'set' ? 'a number of items of ' : 'a value of ';
}

/** `path` is that of the unknown field, such as `edits[0].old`; it is compared with its neighbours. */
function unknownLine(path: string, schema: JsonObject): string {
  const steps = path.split(/\.|(?=\[\d+\])/);
  const name = steps.pop() ?? path;
  const known = propertiesOf(steps.reduce(schemaBelow, schema));
  return `${oneLine(path, MAX_VALUE_CHARS)}: unknown field.${didYouMean(name, known)}`.replace(
    /\.$/,
    '',
  );
}

function schemaBelow(schema: JsonObject, step: string): JsonObject {
  const properties = schema['properties'] ?? null;
  const below = step.startsWith('[')
    ? (schema['items'] ?? null)
    : isJsonObject(properties) && Object.hasOwn(properties, step)
      ? (properties[step] ?? null)
      : null;
  return isJsonObject(below) ? below : {};
}

function propertiesOf(schema: JsonObject): readonly string[] {
  return isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
}

function usage(bad: BadInput): string {
  const required = bad.schema['required'] ?? null;
  const needed = isArray(required) ? required : [];
  const fields = propertiesOf(bad.schema).map((name) =>
    needed.includes(name) ? name : `${name}?`,
  );
  return `${bad.tool} takes { ${fields.join(', ')} }.`;
}

function valueAt(input: Json, path: readonly PropertyKey[]): Json | undefined {
  let value: Json | undefined = input;
  for (const step of path) {
    if (value === undefined || value === null || typeof value !== 'object') return undefined;
    value = isArray(value) ? value[Number(step)] : value[String(step)];
  }
  return value;
}

function valueText(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `${typeof value} ${oneLine(JSON.stringify(value), MAX_VALUE_CHARS)}`;
}
