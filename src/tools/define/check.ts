import * as z from 'zod';
import {
  clauseText,
  ZOD_OPTIONS,
  type Json,
  jsonValue,
  memoize,
  didYouMean,
  docsPage,
} from '../../common/index.ts';
import { BUILTIN_TOOLS, type Facts, isHost, KINDS } from '../../policy/index.ts';
import { plainJson } from './plain-json.ts';
import { type CallPreview, TOOL_ERROR_TYPES, type ToolResult } from './tool.ts';
import { toolInvalid } from './tool-invalid.ts';

/**
 * Checks what tools written in JavaScript define and return. A misspelt key must not read as an absent one.
 */
const MAX_BLOCKS = 1_000;
const MAX_SHOWN_ISSUES = 3;
/** Finding what each was meant to be takes time, and a module may write a million of them. */
const MAX_SHOWN_KEYS = 20;
/** Of a result's metadata, as JSON: some of it becomes one entry of the trail. */
const MAX_METADATA_CHARS = 1_000_000;
const PREVIEW_FORMS = ['command', 'diff', 'text', 'json'] as const;

const INVALID_NAME =
  'it is not a valid tool name (a letter, then letters, digits, "_" or "-", at most 64)';
export const toolName = z
  .string({ error: INVALID_NAME })
  .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, { error: INVALID_NAME });

/** One block of a result for the model, as the Messages API takes it: text, a picture, or a PDF. */
export const contentBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), mediaType: z.string(), base64: z.string() }),
  z.strictObject({
    type: z.literal('document'),
    mediaType: z.literal('application/pdf'),
    base64: z.string(),
  }),
]);

const definitionShape = memoize(() => {
  const word = z.string().min(1);
  const lines = z.array(z.string());
  const callable = z.custom((value) => typeof value === 'function', 'not a function');
  return z.strictObject({
    name: toolName,
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
    input: z.custom(
      (value) => typeof value === 'object' && value !== null && '_zod' in value,
      'not a schema of Zod 4, such as z.object({ text: z.string() })',
    ),
    facts: callable.optional(),
    preview: callable.optional(),
    preToolUse: callable.optional(),
    postToolUse: callable.optional(),
    changeable: word.optional(),
    asks: z.enum(['answer', 'approval']).optional(),
    plans: callable.optional(),
    unanswered: callable.optional(),
    waitMs: callable.optional(),
    validationMessage: z.string().optional(),
    execute: callable,
  });
});

/** Throws `tool-invalid` for a definition with an unknown key or an invalid value. */
export function checkDefinition(definition: unknown): void {
  const parsed = definitionShape().safeParse(definition, ZOD_OPTIONS);
  if (parsed.success) return;
  const { name }: { readonly name?: unknown } = Object(definition);
  throw toolInvalid(
    `The tool ${JSON.stringify(name) ?? 'without a name'} is invalid: ${sentence(issuesText(parsed.error, definitionShape()))}`,
    `${docsPage('tools.md')} shows how it looks ("Writing a tool").`,
  );
}

/** A host that no rule could match would pass the rules that deny it. */
const hostFact = z.string().refine((host) => host === '*' || isHost(host), {
  error: 'not a host: give new URL(url).host, or "*" for any host',
});
const ownFacts = memoize(() =>
  z.strictObject({
    paths: z
      .array(z.strictObject({ path: z.string(), access: z.enum(['read', 'write']) }))
      .exactOptional(),
    command: z.string().exactOptional(),
    cwd: z.string().exactOptional(),
    access: z.literal('write').exactOptional(),
    hosts: z.array(hostFact).exactOptional(),
  }),
);

/** What the facts of a tool say that is none of this program's. */
export function replacedTool(name: string): Pick<Facts, 'replacesBuiltin'> {
  return BUILTIN_TOOLS.includes(name) ? { replacesBuiltin: true } : {};
}

/**
 * The facts that a tool declares for a call. Throws `tool-invalid` for anything else, such as a promise: the policy must not
 * evaluate a call by facts that cannot be read.
 */
export function parseFacts(tool: string, facts: unknown): z.output<ReturnType<typeof ownFacts>> {
  try {
    return parsedBy(ownFacts(), plainJson(facts));
  } catch (error) {
    throw toolInvalid(
      `The facts that ${tool} declares for this call are invalid: ${clauseText(error)}.`,
      'Let facts return { paths: [{ path, access }], hosts: [host], command, cwd }, not a promise.',
      error,
    );
  }
}

const previewShape = memoize(() =>
  z.strictObject({
    form: z.enum(PREVIEW_FORMS),
    text: z.string(),
    diff: z.string().exactOptional(),
  }),
);

/** A preview for people; `null` for anything else. */
export function parsePreview(preview: unknown): CallPreview | null {
  const parsed = previewShape().safeParse(preview, ZOD_OPTIONS);
  return parsed.success ? parsed.data : null;
}

const resultShape = memoize((): z.ZodType<ToolResult> => {
  const metadata: z.ZodType<Record<string, Json>> = z
    .record(z.string(), jsonValue)
    .refine((fields) => JSON.stringify(fields).length <= MAX_METADATA_CHARS, {
      error: `it has more than ${MAX_METADATA_CHARS} characters`,
    });
  const content = z.union([z.string(), z.array(contentBlock).max(MAX_BLOCKS)]);
  const lines = z.array(z.string());
  return z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      llmContent: content,
      displayContent: z.string().exactOptional(),
      metadata: metadata.exactOptional(),
    }),
    z.object({
      ok: z.literal(false),
      error: z.union([
        z.object({
          type: z.enum(TOOL_ERROR_TYPES),
          message: z.string(),
          recommendations: lines.default([]),
        }),
        z
          .string()
          .transform((message) => ({ type: 'execution' as const, message, recommendations: [] })),
      ]),
      llmContent: content.exactOptional(),
      metadata: metadata.exactOptional(),
    }),
  ]);
});

/** A tool's result, or why it is invalid. */
export function parseResult(result: Json): ToolResult | string {
  const parsed = resultShape().safeParse(result, ZOD_OPTIONS);
  return parsed.success ? parsed.data : issuesText(parsed.error, resultShape());
}

/** With one mark at its end: a hint may end with its own. */
function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

/** The parsed value. Throws an error that says in one line what is wrong with it. */
export function parsedBy<T>(shape: z.ZodType<T>, value: unknown): T {
  const parsed = shape.safeParse(value, ZOD_OPTIONS);
  if (parsed.success) return parsed.data;
  throw new Error(issuesText(parsed.error, shape));
}

function issuesText({ issues }: z.ZodError, shape: z.ZodType): string {
  const known = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
  const shown = issues.slice(0, MAX_SHOWN_ISSUES);
  return shown.map((issue) => issueText(issue, known)).join('; ');
}

/** `known`: the keys of the whole value. */
function issueText(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys' && place === '') {
    return issue.keys
      .slice(0, MAX_SHOWN_KEYS)
      .map((key) => `${JSON.stringify(key)} is unknown.${didYouMean(key, known)}`)
      .join(' ')
      .replace(/\.$/, '');
  }
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
