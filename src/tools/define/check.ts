import * as z from 'zod';
import {
  CountersignError,
  ZOD_OPTIONS,
  isJsonObject,
  type Json,
  memoize,
  didYouMean,
} from '../../common/index.ts';
import { KINDS } from '../../policy/index.ts';
import type { CallPreview, ToolResult } from './tool.ts';

/**
 * Tools are written in JavaScript, too, where nothing holds them to their types. A word that is misspelt must not read as
 * one that is absent, and what a tool gives must not surprise whoever takes it.
 */
const MAX_BLOCKS = 1_000;
const MAX_TOLD_ISSUES = 3;
const PREVIEW_FORMS = ['command', 'diff', 'text', 'json'] as const;
export const ERROR_TYPES = [
  'validation',
  'permission',
  'timeout',
  'execution',
  'not_found',
  'cancelled',
] as const;

export const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
export const NOT_A_NAME =
  'it cannot be the name of a tool (a letter, then letters, digits, "_" or "-", at most 64)';

const definitionShape = memoize(() => {
  const word = z.string().min(1);
  const lines = z.array(z.string());
  const callable = z.custom((value) => typeof value === 'function', 'not a function');
  return z.strictObject({
    name: z.string({ error: NOT_A_NAME }).regex(NAME, { error: NOT_A_NAME }),
    displayName: word.optional(),
    description: z.union([
      word,
      z.strictObject({
        short: word,
        long: z.string().optional(),
        usageNotes: lines.optional(),
        examples: lines.optional(),
        important: lines.optional(),
      }),
    ]),
    kind: z.enum(KINDS),
    category: word.optional(),
    tags: lines.optional(),
    version: word.optional(),
    timeoutMs: z.number().optional(),
    concurrencySafe: z.boolean().optional(),
    strict: z.boolean().optional(),
    input: z.custom((value) => typeof value === 'object' && value !== null, 'not a Zod object'),
    facts: callable.optional(),
    narrowestRule: callable.optional(),
    preview: callable.optional(),
    preToolUse: callable.optional(),
    postToolUse: callable.optional(),
    asks: z.enum(['answer', 'approval']).optional(),
    unanswered: callable.optional(),
    waitMs: callable.optional(),
    validationMessage: z.string().optional(),
    execute: callable,
  });
});

/** Throws `tool-invalid` for a definition with a key or a value that no tool has. */
export function checkShape(definition: unknown): void {
  const parsed = definitionShape().safeParse(definition, ZOD_OPTIONS);
  if (parsed.success) return;
  const name: unknown =
    typeof definition === 'object' && definition !== null && 'name' in definition
      ? definition.name
      : undefined;
  throw new CountersignError(
    'tool-invalid',
    `The tool ${JSON.stringify(name) ?? 'without a name'} cannot be used: ${told(parsed.error)}.`,
    { fix: 'Write it as docs/tools.md says ("Writing a tool").' },
  );
}

const ownFacts = memoize(() =>
  z.strictObject({
    paths: z
      .array(z.strictObject({ path: z.string(), access: z.enum(['read', 'write']) }))
      .exactOptional(),
    command: z.string().exactOptional(),
    cwd: z.string().exactOptional(),
    access: z.literal('write').exactOptional(),
    hosts: z.array(z.string()).exactOptional(),
  }),
);

/**
 * What a tool says that a call touches. Throws `tool-invalid` for anything else, a promise among it: a call is not judged
 * by facts that cannot be read.
 */
export function readFacts(tool: string, facts: unknown): z.output<ReturnType<typeof ownFacts>> {
  const parsed = ownFacts().safeParse(given(facts), ZOD_OPTIONS);
  if (parsed.success && !(facts instanceof Promise)) return parsed.data;
  const why = parsed.success ? 'a promise' : told(parsed.error);
  throw new CountersignError(
    'tool-invalid',
    `What ${tool} says that this call touches cannot be read: ${why}.`,
    { fix: 'Let facts give { paths: [{ path, access }], hosts: [host], command, cwd }, at once.' },
  );
}

const previewShape = memoize(() =>
  z.strictObject({ form: z.enum(PREVIEW_FORMS), text: z.string() }),
);

/** A preview as people are shown it; `null` for what is none. */
export function readPreview(preview: unknown): CallPreview | null {
  const parsed = previewShape().safeParse(preview, ZOD_OPTIONS);
  return parsed.success ? parsed.data : null;
}

const resultShape = memoize((): z.ZodType<ToolResult> => {
  const jsonObject: z.ZodType<Record<string, Json>> = z.record(z.string(), z.json());
  const block = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('image'), mediaType: z.string(), base64: z.string() }),
    z.strictObject({
      type: z.literal('document'),
      mediaType: z.literal('application/pdf'),
      base64: z.string(),
    }),
  ]);
  const content = z.union([z.string(), z.array(block).max(MAX_BLOCKS)]);
  const lines = z.array(z.string());
  return z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      llmContent: content,
      displayContent: z.string().exactOptional(),
      metadata: jsonObject.exactOptional(),
    }),
    z.object({
      ok: z.literal(false),
      error: z.union([
        z.object({
          type: z.enum(ERROR_TYPES),
          message: z.string(),
          recommendations: lines.default([]),
        }),
        z
          .string()
          .transform((message) => ({ type: 'execution' as const, message, recommendations: [] })),
      ]),
      llmContent: content.exactOptional(),
      metadata: jsonObject.exactOptional(),
    }),
  ]);
});

/** A whole result of a tool; the words why where it is none. */
export function readResult(result: unknown): ToolResult | string {
  const parsed = resultShape().safeParse(given(result), ZOD_OPTIONS);
  return parsed.success ? parsed.data : told(parsed.error);
}

/** A key whose value is `undefined` is one that is not there. */
function given(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries<unknown>(value).filter(([, item]) => item !== undefined),
  );
}

function told(error: z.ZodError): string {
  return error.issues.slice(0, MAX_TOLD_ISSUES).map(issueWords).join('; ');
}

function issueWords(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys' && place === '') {
    const known = Object.keys(definitionShape().shape);
    return issue.keys
      .map((key) => `${JSON.stringify(key)} is not known.${didYouMean(key, known)}`)
      .join(' ')
      .replace(/\.$/, '');
  }
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
