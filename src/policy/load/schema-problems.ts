import * as z from 'zod';
import {
  counted,
  type Json,
  didYouMean,
  distinctBy,
  isJsonObject,
  truncateMiddle,
} from '../../common/index.ts';
import { byName } from '../commands/specs/table.ts';
import type { Problem } from '../model/problems.ts';
import { BUILTIN_TOOLS } from '../model/builtin-tools.ts';
import { policySchema } from './schema.ts';

/** A problem that the schema found, before it has a place in a file. */
interface SchemaProblem extends Problem {
  readonly path: readonly PropertyKey[];
  /** The problem is the key itself, not its value. */
  readonly onKey: boolean;
}

/** Words from the settings of other agents, and their names here. */
const OTHER_WORDS = byName({
  allow: 'auto',
  'ask, approve, require_approval': 'requireApproval',
  'block, forbid': 'deny',
  'default, defaultMode': 'mode',
  permissions: 'auto, deny and requireApproval',
  mcpServers: 'mcp.servers',
  on_limit: 'onLimit',
  when_untrusted: 'whenUntrusted',
});

/** Describes every issue of the schema, with what to write instead. */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  value: Json,
): readonly SchemaProblem[] {
  const problems = unknownKeysFirst(issues).flatMap((issue) =>
    fromIssue(issue, { value, base: [] }),
  );
  // One value can have several issues of its own; the last one is in the words of the schema.
  return distinctBy(problems, ({ onKey, path }) => `${onKey} ${pathName(path)}`);
}

/** An unknown key often explains a missing one, so it comes first. */
function unknownKeysFirst(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const keys = issues.filter((issue) => issue.code === 'unrecognized_keys');
  return [...keys, ...issues.filter((issue) => issue.code !== 'unrecognized_keys')];
}

interface Context {
  readonly value: Json;
  readonly base: readonly PropertyKey[];
}

function fromIssue(issue: z.core.$ZodIssue, context: Context): readonly SchemaProblem[] {
  const path = [...context.base, ...issue.path];
  const actual = valueAt(context.value, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key], actual));
    case 'invalid_union':
      return fromUnion(issue, { ...context, base: path });
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      if (actual === undefined) return [missing(path, oneOf(allowed))];
      if (typeof actual === 'string' && allowed.includes(actual))
        return [cannotBe(path, 'text', `Write ${actual} without quotes.`)];
      const fix = `Write ${oneOf(allowed)}.${didYouMean(typeof actual === 'string' ? actual : '', allowed)}`;
      return [cannotBe(path, describeValue(actual), fix)];
    }
    case 'too_small':
    case 'too_big':
      return [wrongSize(issue, path, actual)];
    case 'invalid_type': {
      const isSaid = actual !== undefined && !issue.message.startsWith('Invalid input');
      if (isSaid) return [cannotBe(path, describeValue(actual), issue.message)];
      return [wrongType(issue.expected, path, actual)];
    }
    case 'invalid_key':
      return [
        {
          path,
          onKey: true,
          message: `The key "${pathName(path)}" has characters that it may not have.`,
          fix: 'Use letters, digits and "_".',
        },
      ];
    default:
      return [cannotBe(path, describeValue(actual), issue.message.replace(/(?<![.?])$/, '.'))];
  }
}

function oneOf(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** The problems of the form that the author most likely meant, if a value may have several forms. */
function fromUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  context: Context,
): readonly SchemaProblem[] {
  const branches = issue.errors.filter((branch) => branch.length > 0);
  const fits = branches.filter(
    (branch) => !branch.some((each) => each.path.length === 0 && each.code === 'invalid_type'),
  );
  const words = fits.flat().find((each) => each.code === 'invalid_value');
  const actual = valueAt(context.value, context.base);
  if (typeof actual === 'string' && words !== undefined) return fromIssue(words, context);
  const best = fits
    .filter((branch) =>
      branch.every((each) => each.path.length > 0 || each.code !== 'invalid_value'),
    )
    .toSorted((left, right) => left.length - right.length)[0];
  if (best !== undefined) {
    const found = unknownKeysFirst(best).flatMap((each) => fromIssue(each, context));
    // A rule with a space after its colon lacks every key of a map. The space is the problem to report.
    return found[0]?.message.startsWith('A rule is read as a map') === true
      ? found.slice(0, 1)
      : found;
  }
  if (fits[0] !== undefined) return fits[0].flatMap((each) => fromIssue(each, context));
  if (!issue.message.startsWith('Invalid input'))
    return [cannotBe(context.base, describeValue(actual), issue.message)];
  const expected = branches
    .flat()
    .flatMap((each) => (each.code === 'invalid_type' ? [typeWord(each.expected)] : []));
  const fix = `Write ${[...new Set(expected)].join(' or ') || 'one of the documented forms'}.`;
  return [cannotBe(context.base, describeValue(actual), fix)];
}

function cannotBe(path: readonly PropertyKey[], what: string, fix: string): SchemaProblem {
  const name = path.length === 0 ? 'The policy' : `"${pathName(path)}"`;
  return { path, onKey: false, message: `${name} cannot be ${what}.`, fix };
}

/** A text, a list or a number beyond its limits. */
function wrongSize(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  path: readonly PropertyKey[],
  actual: Json | undefined,
): SchemaProblem {
  const bound = issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
  const isAbove = issue.code === 'too_small' && issue.inclusive === false;
  const problem = (message: string, fix: string): SchemaProblem => ({
    path,
    onKey: false,
    message: `"${pathName(path)}" ${message}`,
    fix,
  });
  if (actual === '') return problem('is empty.', 'Write text, or remove it.');
  if (Array.isArray(actual)) {
    if (actual.length === 0)
      return problem('is an empty list.', 'Write an entry below it, or remove the key.');
    return problem(`has ${counted(actual.length, 'entry', 'entries')}.`, `Write ${bound}.`);
  }
  if (typeof actual === 'string')
    return problem(`has ${counted(actual.length, 'character')}.`, `Write ${bound}.`);
  const number = isAbove ? `above ${issue.minimum}` : `of ${bound}`;
  return cannotBe(path, describeValue(actual), `Write a number ${number}.`);
}

/** YAML reads `- bash_run(echo a: b)`, `- kind: readonly` and `- bash_run: npm test` as maps. */
function ruleReadAsMap(path: readonly PropertyKey[], value: Json | undefined): SchemaProblem {
  const key = String(path.at(-1));
  const prefix = ['kind', 'category', 'tag'].includes(key);
  const rest = isJsonObject(value) ? value[key] : null;
  const words = typeof rest === 'string' ? rest : '…';
  const rule = BUILTIN_TOOLS.includes(key) ? `${key}(${words})` : `${key}: ${words}`;
  return {
    path,
    onKey: true,
    message: `A rule is read as a map because of the space after "${truncateMiddle(key, 60)}:".`,
    fix: prefix
      ? `Write "${key}:NAME" without a space after the colon.`
      : `Put the rule in quotes: - '${truncateMiddle(rule, 200).replaceAll("'", "''")}'`,
  };
}

function missing(path: readonly PropertyKey[], expected: string): SchemaProblem {
  const fix = missingFix(path) ?? `Write ${expected} for it.`;
  return { path, onKey: true, message: `"${pathName(path)}" is missing.`, fix };
}

function missingFix(path: readonly PropertyKey[]): string | null {
  if (path.at(-1) === 'version') return 'Write "version: 1" as its first line.';
  if (path[0] === 'mcp' && path.at(-1) === 'command')
    return 'Write the program to start, or "url" with the address of a server.';
  return null;
}

function unknownKey(path: readonly PropertyKey[], value: Json | undefined): SchemaProblem {
  const key = String(path.at(-1));
  const known = keysAt(path.slice(0, -1));
  const isRule = key.includes('(') || ['kind', 'category', 'tag', ...BUILTIN_TOOLS].includes(key);
  if (known.includes('except') && isRule) return ruleReadAsMap(path, value);
  const other = OTHER_WORDS.get(key);
  const hint =
    other === undefined
      ? (belongsAtTop(path) ?? didYouMean(key, known))
      : ` It is called ${other} here.`;
  const where = path.length === 1 ? 'a policy' : `"${pathName(path.slice(0, -1))}"`;
  if (known.includes(key)) {
    // Only a server has keys that exclude each other: those of a program, and those of an address.
    const rival = ['url', 'headers'].includes(key) ? 'command' : 'url';
    const message = `"${key}" does not go with "${rival}" in ${where}.`;
    return { path, onKey: true, message, fix: 'Remove one of them.' };
  }
  return {
    path,
    onKey: true,
    message: `Unknown key "${key}" in ${where}.`,
    fix: `Known keys: ${known.join(', ')}.${hint}`,
  };
}

/** What to do with a key of the policy itself that stands below another one; `null` if it is none. */
function belongsAtTop(path: readonly PropertyKey[]): string | null {
  const key = String(path.at(-1));
  return keysAt([]).includes(key)
    ? ` "${key}" belongs to the policy itself: write it without indentation.`
    : null;
}

function wrongType(
  expected: string,
  path: readonly PropertyKey[],
  actual: Json | undefined,
): SchemaProblem {
  if (actual === undefined) return missing(path, typeWord(expected));
  const isUrl = typeof actual === 'string' && /^https?:/i.test(actual);
  if (isUrl && pathName(path) === 'approvals.webhook') {
    const fix = 'Pass the URL as the input notify-webhook, and write { content: false } here.';
    return cannotBe(path, 'a URL', fix);
  }
  const fix = missedMark(expected, actual) ?? `Write ${typeWord(expected)}.`;
  return cannotBe(path, describeValue(actual), fix);
}

/** What to write if only quotes or a space made a value another than was meant; `null` if that is not so. */
function missedMark(expected: string, actual: Json): string | null {
  if (expected === 'array' && actual === null) return 'Write a list below it, or remove the key.';
  if (typeof actual !== 'string') return null;
  const plain = expected === 'boolean' ? /^(?:true|false)$/ : /^-?\d+(?:\.\d+)?$/;
  if (['boolean', 'number', 'int'].includes(expected) && plain.test(actual))
    return `Write ${actual} without quotes.`;
  if (expected === 'array' && /^-\S/.test(actual)) return 'Write a space after each "-".';
  if (expected === 'array' && !/[,\s]/.test(actual))
    return `Write a list: [${JSON.stringify(actual)}].`;
  const isMap = expected === 'object' || expected === 'record';
  return isMap && /^[A-Za-z]+:\S/.test(actual) ? 'Write a space after the ":" of each key.' : null;
}

const TYPE_WORDS = byName({
  array: 'a list, each item after "- " on a line of its own',
  'object, record': 'keys with values below it',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
});

function typeWord(expected: string): string {
  return TYPE_WORDS.get(expected) ?? `a ${expected}`;
}

function pathName(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : String(part)))
    .join('.')
    .replaceAll('.[', '[');
}

function describeValue(value: Json | undefined): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'a map';
  return JSON.stringify(value).slice(0, 80);
}

function valueAt(value: Json, path: readonly PropertyKey[]): Json | undefined {
  return path.reduce<Json | undefined>((current, part) => {
    if (Array.isArray(current)) return current[Number(part)];
    return isJsonObject(current) && Object.hasOwn(current, part)
      ? current[String(part)]
      : undefined;
  }, value);
}

/** The keys that the schema knows at a path, through lists, records and alternatives. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let schemas: readonly unknown[] = alternatives(policySchema);
  for (const part of path) {
    schemas = schemas.flatMap((schema) => {
      if (schema instanceof z.ZodObject) return alternatives(Reflect.get(schema.shape, part));
      if (schema instanceof z.ZodArray) return alternatives(schema.element);
      return schema instanceof z.ZodRecord ? alternatives(schema.valueType) : [];
    });
  }
  return [
    ...new Set(
      schemas.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
    ),
  ];
}

function alternatives(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional) return alternatives(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternatives);
  return [schema];
}
