import type * as z from 'zod';
import { CountersignError, errorText, type Json, type JsonObject } from '../../common/index.ts';
import type { AboutTool } from './about.ts';
import { readFacts, readPreview } from './check.ts';
import { toolErrorOf, toResult } from './result.ts';
import { droppedKeys, firstNonJson, isJson } from './schema.ts';
import type { CallPreview, Preparation, PreparedCall, Tool } from './tool.ts';
import { validationError } from './validation.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** What a tool takes: as a model is told it, and as it is parsed when a call comes. */
export interface ToolInput<S extends z.ZodObject> {
  readonly schema: JsonObject;
  readonly parser: () => S;
  /** Keys that the parser does not know are refused, not dropped. */
  readonly strict: boolean;
  /** See `Tool.freshSchema`. */
  readonly freshSchema?: () => JsonObject;
}

/** Of each tool that was made here, which parts of it its author wrote. */
export type AuthoredParts = Pick<
  AboutTool<z.ZodObject>,
  'facts' | 'preview' | 'narrowestRule' | 'preToolUse' | 'postToolUse' | 'asks'
>;
const MADE = new WeakMap<object, AuthoredParts>();

/** Makes a tool of what its author says, which was checked where others wrote it. */
export function buildTool<S extends z.ZodObject>(about: AboutTool<S>, input: ToolInput<S>): Tool {
  const { name, description } = about;
  const tool: Tool = {
    name,
    displayName: about.displayName ?? name,
    kind: about.kind,
    category: about.category ?? 'custom',
    tags: about.tags ?? [],
    version: about.version ?? '1',
    timeoutMs: about.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    concurrencySafe: about.concurrencySafe ?? false,
    description: typeof description === 'string' ? { short: description } : description,
    inputSchema: input.schema,
    ...(input.freshSchema === undefined ? {} : { freshSchema: input.freshSchema }),
    prepare: async (given) => prepare(about, tool, { given, ...input }),
  };
  MADE.set(tool, about);
  return Object.freeze(tool);
}

/** True for what was made here, and for nothing that only looks like it. */
export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && MADE.has(value);
}

/** What its author wrote of a tool that was made here. */
export function authoredParts(tool: Tool): AuthoredParts | undefined {
  return MADE.get(tool);
}

function prepare<S extends z.ZodObject>(
  about: AboutTool<S>,
  tool: Tool,
  call: ToolInput<S> & { readonly given: Json },
): Preparation {
  try {
    return parse(about, tool, call);
  } catch (error) {
    if (error instanceof CountersignError) return { ok: false, error: toolErrorOf(error) };
    const message = `The input of ${tool.name} could not be read: ${errorText(error)}.`;
    return { ok: false, error: { type: 'validation', message, recommendations: [] } };
  }
}

function parse<S extends z.ZodObject>(
  about: AboutTool<S>,
  tool: Tool,
  call: ToolInput<S> & { readonly given: Json },
): Preparation {
  const { given: input, schema, parser } = call;
  const bad = { tool: tool.name, schema, input, issues: [], unknownKeys: [] };
  const wrong = firstNonJson(input);
  if (wrong !== null) return notJson(tool, wrong);
  const parsed = parser().safeParse(input);
  const own = about.validationMessage;
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
  return { ok: true, call: preparedCall(about, tool, { data: parsed.data, json: value }) };
}

/** The answer to an input that has no digest. */
export function notJson(tool: Pick<Tool, 'name'>, path: string): Preparation {
  const message = `The input of ${tool.name} is not valid: ${path || 'input'} is not well-formed JSON.`;
  const recommendations = [
    'Send well-formed Unicode text, and do not nest deeper than 200 levels.',
  ];
  return { ok: false, error: { type: 'validation', message, recommendations } };
}

function preparedCall<S extends z.ZodObject>(
  about: AboutTool<S>,
  tool: Tool,
  value: { readonly data: z.output<S>; readonly json: Json },
): PreparedCall {
  const { data, json } = value;
  const otherwise = about.unanswered?.(data);
  const waitMs = about.waitMs?.(data);
  return {
    input: json,
    facts: {
      tool: tool.name,
      kind: tool.kind,
      category: tool.category,
      tags: tool.tags,
      ...(about.facts === undefined ? {} : readFacts(tool.name, about.facts(data))),
    },
    narrowestRule: async () => await ownRule(about, data),
    preview: async () => (await ownPreview(about, data)) ?? asJson(json),
    ...(about.asks === undefined ? {} : { asks: about.asks }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(waitMs === undefined ? {} : { waitMs }),
    execute: async (context) => toResult(await about.execute(data, context)),
    ...(about.preToolUse === undefined
      ? {}
      : { preToolUse: async () => (await about.preToolUse?.(data)) ?? {} }),
    ...(about.postToolUse === undefined
      ? {}
      : { postToolUse: async (result) => (await about.postToolUse?.(data, result)) ?? {} }),
  };
}

/** People see the exact input wherever a tool's own words about it cannot be had. */
async function ownPreview<S extends z.ZodObject>(
  about: AboutTool<S>,
  data: z.output<S>,
): Promise<CallPreview | null> {
  try {
    return readPreview(await about.preview?.(data));
  } catch {
    return null;
  }
}

/** No rule is offered where the tool's own word about it cannot be had: its name alone would cover every call. */
async function ownRule<S extends z.ZodObject>(
  about: AboutTool<S>,
  data: z.output<S>,
): Promise<string | null> {
  if (about.narrowestRule === undefined) return about.name;
  try {
    const rule: unknown = await about.narrowestRule(data);
    return typeof rule === 'string' ? rule : null;
  } catch {
    return null;
  }
}

/** The preview of a call that has no other. */
export function asJson(json: Json): CallPreview {
  return { form: 'json', text: JSON.stringify(json, null, 2) };
}

/** What was digested stays what it was, whatever a tool does to its input. */
function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) deepFreeze(item);
  Object.freeze(value);
}
