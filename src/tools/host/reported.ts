import * as z from 'zod';
import { type JsonObject, jsonValue } from '../../common/index.ts';
import { KINDS } from '../../policy/index.ts';
import { toolName } from '../define/check.ts';
import { TOOL_ERROR_TYPES } from '../define/tool.ts';
import { apiProblem, firstNonJson } from '../define/input/schema.ts';

/**
 * The forms of what a module process reports of its tools and hooks. The code of modules controls the reports, so anything
 * unexpected is refused.
 */
const MAX_TIMEOUT_MS = 6 * 60 * 60 * 1000;
const MAX_TEXT_CHARS = 20_000;
const MAX_LINES = 100;
const MAX_SCHEMA_CHARS = 200_000;
const MAX_TOOLS = 50;

const word = z.string().min(1).max(500);
const text = z.string().max(MAX_TEXT_CHARS);
const lines = z.array(text).max(MAX_LINES);
const schemaForm = z.custom<JsonObject>((value) => schemaFault(value) === null, {
  error: ({ input }) => schemaFault(input) ?? 'it is not a schema',
});

function schemaFault(value: unknown): string | null {
  const parsed = z.record(z.string(), jsonValue).safeParse(value);
  if (!parsed.success) return 'its input schema is not a JSON object';
  if (JSON.stringify(parsed.data).length > MAX_SCHEMA_CHARS) return 'its input schema is too long';
  return firstNonJson(parsed.data) === null
    ? apiProblem(parsed.data)
    : 'its input schema is not JSON';
}

/** What the author of a tool may have written, and the run asks for. */
export const TOOL_PARTS = ['facts', 'preview', 'preToolUse', 'postToolUse'] as const;

const toolForm = z.strictObject({
  name: toolName,
  displayName: word,
  kind: z.enum(KINDS),
  category: word,
  tags: z.array(word).max(MAX_LINES),
  version: word,
  timeoutMs: z.number().positive().max(MAX_TIMEOUT_MS),
  concurrencySafe: z.boolean(),
  description: z.strictObject({
    short: text.min(1),
    long: text.exactOptional(),
    usageNotes: lines.exactOptional(),
    examples: lines.exactOptional(),
    important: lines.exactOptional(),
  }),
  inputSchema: schemaForm,
  asks: z.enum(['answer', 'approval']).exactOptional(),
  has: z.record(z.enum(TOOL_PARTS), z.boolean()),
});
export type ReportedTool = z.output<typeof toolForm>;

export const HOOK_PHASES = ['preToolUse', 'postToolUse', 'toolRequest', 'messagesChanged'] as const;
export type HookPhase = (typeof HOOK_PHASES)[number];

const hookForm = z.strictObject({
  name: z.string().min(1).max(100).exactOptional(),
  on: z
    .strictObject({
      tools: z.array(word).exactOptional(),
      kinds: z.array(z.enum(KINDS)).exactOptional(),
    })
    .exactOptional(),
  has: z.record(z.enum(HOOK_PHASES), z.boolean()),
});
export type ReportedHook = z.output<typeof hookForm>;

/** The tools, or the hooks, of a module. */
export const reportedTools = z.array(toolForm).max(MAX_TOOLS);
export const reportedHooks = z.array(hookForm).max(MAX_TOOLS);

/** How a tool parsed an input. */
export const preparedAnswer = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    input: jsonValue,
    facts: jsonValue,
    otherwise: text.exactOptional(),
    waitMs: z.number().positive().exactOptional(),
  }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      type: z.enum(TOOL_ERROR_TYPES),
      message: text,
      recommendations: lines,
    }),
  }),
]);

/** The answer of a prepared call, or that its process dropped it. */
export const callAnswer = z.union([
  z.strictObject({ gone: z.literal(true) }),
  z.strictObject({ value: jsonValue }),
]);
