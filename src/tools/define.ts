import type * as z from 'zod';
import { CountersignError, errorText, type Json } from '../base/index.ts';
import type { Facts, Kind } from '../policy/index.ts';
import { type ToolOutput, toolErrorOf, toResult } from './result.ts';
import { checkShape, readFacts, readPreview } from './check.ts';
import { droppedKeys, firstNonJson, inputSchemaOf, isJson } from './schema.ts';
import type {
  CallPreview,
  PostToolUseAnswer,
  Preparation,
  PreparedCall,
  PreToolUseAnswer,
  Tool,
  ToolContext,
  ToolDescription,
  ToolResult,
} from './tool.ts';
import { validationError } from './validation.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 6 * 60 * 60 * 1000;

type MaybePromise<T> = T | Promise<T>;

/** What a call touches, as its author says it; name, kind, category and tags are added. */
export type OwnFacts = Omit<Facts, 'tool' | 'kind' | 'category' | 'tags'>;

/**
 * A tool as its author writes it. `Input` is inferred from the schema; only the parsed value gets
 * to the functions.
 */
export interface ToolDefinition<S extends z.ZodObject> {
  /** Letters, digits, `_` and `-`, beginning with a letter, at most 64. */
  readonly name: string;
  readonly displayName?: string;
  readonly description: string | ToolDescription;
  readonly kind: Kind;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly version?: string;
  readonly timeoutMs?: number;
  /** May run beside other calls of the turn. Absent: it may not. */
  readonly concurrencySafe?: boolean;
  /** Keys that the schema does not know are refused (default), or dropped. */
  readonly strict?: boolean;
  readonly input: S;
  /**
   * What the call touches. May throw `CountersignError` (`path-refused`): then the call is refused.
   */
  facts?(input: z.output<S>): OwnFacts;
  /** The narrowest policy rule that would cover the call; the tool's name where absent. */
  narrowestRule?(input: z.output<S>): string;
  /** What a person who is asked gets to see; the input as JSON where absent. */
  preview?(input: z.output<S>): MaybePromise<CallPreview>;
  preToolUse?(input: z.output<S>): MaybePromise<PreToolUseAnswer | undefined>;
  postToolUse?(input: z.output<S>, result: ToolResult): MaybePromise<PostToolUseAnswer | undefined>;
  /** The call is a question to a person: see `PreparedCall.asks`. */
  readonly asks?: 'answer' | 'approval';
  /** With `asks`: what the model goes on with where nobody answers. */
  unanswered?(input: z.output<S>): string | undefined;
  /** With `asks`: how long an answer is waited for at most, in milliseconds; the policy may wait less. */
  waitMs?(input: z.output<S>): number | undefined;
  /** Said before the list of what was wrong with an input. */
  readonly validationMessage?: string;
  execute(input: z.output<S>, context: ToolContext): MaybePromise<ToolOutput>;
}

const MADE = new WeakSet<object>();

/**
 * Makes a tool of its definition. Throws `tool-invalid` for a name, time-out or schema that cannot
 * be used.
 */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  checkShape(definition);
  const { name, description } = definition;
  const timeoutMs = definition.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  checkTimeout(name, timeoutMs);
  const strict = definition.strict ?? true;
  const tool: Tool = {
    name,
    displayName: definition.displayName ?? name,
    kind: definition.kind,
    category: definition.category ?? 'custom',
    tags: definition.tags ?? [],
    version: definition.version ?? '1',
    timeoutMs,
    concurrencySafe: definition.concurrencySafe ?? false,
    description: typeof description === 'string' ? { short: description } : description,
    inputSchema: inputSchemaOf(name, definition.input, { strict }),
    prepare: (input) => prepare(definition, tool, { input, strict }),
  };
  MADE.add(tool);
  return Object.freeze(tool);
}

/**
 * The same for a definition whose description or schema is only known once something was asked, at
 * start.
 */
export async function defineToolAsync<S extends z.ZodObject>(
  make: () => Promise<ToolDefinition<S>>,
): Promise<Tool> {
  return defineTool(await make());
}

/** True for what `defineTool` made, and for nothing that only looks like it. */
export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && MADE.has(value);
}

function checkTimeout(name: string, timeoutMs: number): void {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return;
  throw new CountersignError(
    'tool-invalid',
    `The tool ${name} has a time-out of ${timeoutMs} ms.`,
    { fix: `Use more than 0 and at most ${MAX_TIMEOUT_MS}.` },
  );
}

function prepare<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  tool: Tool,
  call: { readonly input: Json; readonly strict: boolean },
): Preparation {
  try {
    return parse(definition, tool, call);
  } catch (error) {
    if (error instanceof CountersignError) return { ok: false, error: toolErrorOf(error) };
    const message = `The input of ${tool.name} could not be read: ${errorText(error)}.`;
    return { ok: false, error: { type: 'validation', message, recommendations: [] } };
  }
}

function parse<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  tool: Tool,
  call: { readonly input: Json; readonly strict: boolean },
): Preparation {
  const { input } = call;
  const bad = { tool: tool.name, schema: tool.inputSchema, input, issues: [], unknownKeys: [] };
  const wrong = firstNonJson(input);
  if (wrong !== null) return notJson(tool, wrong);
  const parsed = definition.input.safeParse(input);
  const own = definition.validationMessage;
  if (!parsed.success) {
    return { ok: false, error: validationError({ ...bad, issues: parsed.error.issues }, own) };
  }
  const value: unknown = parsed.data;
  if (!isJson(value)) return notJson(tool, firstNonJson(value) ?? '');
  const unknownKeys = call.strict ? droppedKeys(input, value) : [];
  if (unknownKeys.length > 0) {
    return { ok: false, error: validationError({ ...bad, unknownKeys }, own) };
  }
  deepFreeze(value);
  return { ok: true, call: preparedCall(definition, tool, { data: parsed.data, json: value }) };
}

function notJson(tool: Tool, path: string): Preparation {
  const message = `The input of ${tool.name} is not valid: ${path || 'input'} is not well-formed JSON.`;
  const recommendations = [
    'Send well-formed Unicode text, and do not nest deeper than 200 levels.',
  ];
  return { ok: false, error: { type: 'validation', message, recommendations } };
}

function preparedCall<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  tool: Tool,
  value: { readonly data: z.output<S>; readonly json: Json },
): PreparedCall {
  const { data, json } = value;
  const otherwise = definition.unanswered?.(data);
  const waitMs = definition.waitMs?.(data);
  return {
    input: json,
    facts: {
      tool: tool.name,
      kind: tool.kind,
      category: tool.category,
      tags: tool.tags,
      ...(definition.facts === undefined ? {} : readFacts(tool.name, definition.facts(data))),
    },
    narrowestRule: definition.narrowestRule?.(data) ?? tool.name,
    preview: async () => (await ownPreview(definition, data)) ?? asJson(json),
    ...(definition.asks === undefined ? {} : { asks: definition.asks }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(waitMs === undefined ? {} : { waitMs }),
    execute: async (context) => toResult(await definition.execute(data, context)),
    ...(definition.preToolUse === undefined
      ? {}
      : { preToolUse: async () => (await definition.preToolUse?.(data)) ?? {} }),
    ...(definition.postToolUse === undefined
      ? {}
      : { postToolUse: async (result) => (await definition.postToolUse?.(data, result)) ?? {} }),
  };
}

/** People see the exact input wherever a tool's own words about it cannot be had. */
async function ownPreview<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  data: z.output<S>,
): Promise<CallPreview | null> {
  try {
    return readPreview(await definition.preview?.(data));
  } catch {
    return null;
  }
}

function asJson(json: Json): CallPreview {
  return { form: 'json', text: JSON.stringify(json, null, 2) };
}

/** What was digested stays what it was, whatever a tool does to its input. */
function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) deepFreeze(item);
  Object.freeze(value);
}
