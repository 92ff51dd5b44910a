import type * as z from 'zod';
import type * as published from '../../../types/tools.d.ts';
import { clauseText, CountersignError, type Json, type JsonObject } from '../../common/index.ts';
import type { Facts } from '../../policy/index.ts';
import { parseFacts, parsePreview, replacedTool } from './check.ts';
import { type InputAliases, normalizeInput } from './input/normalize-input.ts';
import { failure, refusalOf, toResult } from './result.ts';
import { droppedKeys, firstNonJson, isJson } from './input/schema.ts';
import type {
  CallPreview,
  EvaluatedPlaces,
  PlannedCall,
  Preparation,
  PreparedCall,
  Tool,
  ToolContext,
} from './tool.ts';
import { invalidInput } from './input/validation.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** What a call touches, as the tool's author declares it; name, kind, category and tags are added. */
export type DeclaredFacts = Omit<Facts, 'tool' | 'replacesBuiltin' | 'kind' | 'category' | 'tags'>;

/** A tool's definition without its input: what is published, and what is internal. */
export interface BaseToolDefinition<S extends z.ZodObject>
  extends Omit<published.ToolDefinition<S>, 'input' | 'strict'> {
  /** May throw `CountersignError` (`path-refused`): then the call is refused. */
  facts?(input: z.output<S>): DeclaredFacts;
  preview?(input: z.output<S>, call?: EvaluatedPlaces): published.MaybePromise<CallPreview>;
  /**
   * The one text argument that an approver can change before the call runs (`/approve ap-… with`): its name. Absent: none.
   */
  readonly changeable?: string;
  /** With `asks`: the calls that the approval is to let run without another question: see `PreparedCall.plans`. */
  plans?(input: z.output<S>): readonly PlannedCall[];
  /** With `asks`: the longest wait for an answer in milliseconds; the policy may set a shorter one. */
  waitMs?(input: z.output<S>): number | undefined;
  execute(input: z.output<S>, context: ToolContext): published.MaybePromise<published.ToolOutput>;
}

/** A tool's input: the JSON Schema for the model, and the parser for its calls. */
interface ToolInput<S extends z.ZodObject> {
  readonly schema: JsonObject;
  readonly parser: S;
  /** Keys that the parser does not know are refused, not dropped. */
  readonly strict: boolean;
  readonly aliases?: InputAliases | undefined;
  /** The tool is one of this program. */
  readonly isBuiltin?: boolean;
}

/** The optional parts that a tool's author wrote. */
type AuthoredParts = Pick<
  BaseToolDefinition<z.ZodObject>,
  'facts' | 'preview' | 'preToolUse' | 'postToolUse' | 'asks'
>;
const BUILT = new WeakMap<object, AuthoredParts>();

/** Builds a tool from a definition that was checked before, unless it is part of this program. */
export function buildTool<S extends z.ZodObject>(
  definition: BaseToolDefinition<S>,
  input: ToolInput<S>,
): Tool {
  const { name, description } = definition;
  const tool: Tool = {
    name,
    displayName: definition.displayName ?? name,
    kind: definition.kind,
    category: definition.category ?? 'custom',
    tags: definition.tags ?? [],
    version: definition.version ?? '1',
    timeoutMs: definition.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    concurrencySafe: definition.concurrencySafe ?? false,
    description: typeof description === 'string' ? { short: description } : description,
    inputSchema: input.schema,
    aliases: input.aliases,
    prepare: async (given) => {
      try {
        return parse(definition, tool, { given, ...input });
      } catch (error) {
        if (error instanceof CountersignError) return refusalOf(error);
        const message = `The input of ${name} could not be read: ${clauseText(error)}.`;
        return failure('validation', message);
      }
    },
  };
  BUILT.set(tool, definition);
  return Object.freeze(tool);
}

/** True for tools that `buildTool` made, and for nothing that only looks like one. */
export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && BUILT.has(value);
}

/** The parts that the author of a tool of `buildTool` wrote. */
export function authoredParts(tool: Tool): AuthoredParts | undefined {
  return BUILT.get(tool);
}

function parse<S extends z.ZodObject>(
  definition: BaseToolDefinition<S>,
  tool: Tool,
  call: ToolInput<S> & { readonly given: Json },
): Preparation {
  const { given, schema, parser } = call;
  const wrong = firstNonJson(given);
  if (wrong !== null) return notJson(tool, wrong);
  const { input, conflicts } = normalizeInput(given, call);
  const bad = { tool: tool.name, schema, input, ownMessage: definition.validationMessage };
  if (conflicts.length > 0) return invalidInput({ ...bad, conflicts });
  const parsed = parser.safeParse(input);
  if (!parsed.success) return invalidInput({ ...bad, issues: parsed.error.issues });
  const value: unknown = parsed.data;
  if (!isJson(value)) return notJson(tool, firstNonJson(value) ?? '');
  const unknownKeys = call.strict ? droppedKeys(input, value) : [];
  if (unknownKeys.length > 0) return invalidInput({ ...bad, unknownKeys });
  deepFreeze(value);
  const marks = call.isBuiltin === true ? {} : replacedTool(tool.name);
  return {
    ok: true,
    call: preparedCall(definition, tool, { data: parsed.data, json: value, marks }),
  };
}

/** Refuses an input that is not well-formed JSON and so has no digest. */
export function notJson(tool: Pick<Tool, 'name'>, path: string): Preparation {
  const message = `The input of ${tool.name} is not valid: ${path || 'input'} is not well-formed JSON.`;
  return failure('validation', message, [
    'Send well-formed Unicode text, and do not nest deeper than 200 levels.',
  ]);
}

function preparedCall<S extends z.ZodObject>(
  definition: BaseToolDefinition<S>,
  tool: Tool,
  value: { readonly data: z.output<S>; readonly json: Json; readonly marks: Partial<Facts> },
): PreparedCall {
  const { data, json, marks } = value;
  return {
    input: json,
    facts: {
      tool: tool.name,
      ...marks,
      kind: tool.kind,
      category: tool.category,
      tags: tool.tags,
      ...(definition.facts === undefined ? {} : parseFacts(tool.name, definition.facts(data))),
    },
    preview: async (call = {}) => {
      const own = async () => parsePreview(await definition.preview?.(data, call));
      // People see the exact input if the tool has no preview of its own, or it fails.
      return (await own().catch(() => null)) ?? asJson(json);
    },
    changeable: definition.changeable,
    asks: definition.asks,
    plans: definition.plans?.(data),
    otherwise: definition.unanswered?.(data),
    waitMs: definition.waitMs?.(data),
    execute: async (context) => toResult(await definition.execute(data, context)),
    preToolUse: definition.preToolUse && (async () => (await definition.preToolUse?.(data)) ?? {}),
    postToolUse:
      definition.postToolUse &&
      (async (result) => (await definition.postToolUse?.(data, result)) ?? {}),
  };
}

/** The preview of a call without its own. */
export function asJson(json: Json): CallPreview {
  return { form: 'json', text: JSON.stringify(json, null, 2) };
}

/** The tool cannot change its input after it was digested. */
function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) deepFreeze(item);
  Object.freeze(value);
}
