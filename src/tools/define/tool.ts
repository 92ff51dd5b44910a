import type { CommandProfile, Facts, Kind } from '../../policy/index.ts';
import type { Json, JsonObject } from '../../common/index.ts';
import type * as published from '../../../types/tools.d.ts';
import type { ToolSource } from '../../../types/sdk.d.ts';
import type { InputAliases } from './input/normalize-input.ts';

export type {
  LlmBlock,
  LlmContent,
  PostToolUseAnswer,
  PreToolUseAnswer,
  ResultReplacement,
  ResultUpdate,
  ToolDescription,
  ToolError,
  ToolErrorType,
  ToolFile,
  ToolOutput,
  ToolResult,
  ToolServices,
  ToolTodo,
  ToolWorkspace,
} from '../../../types/tools.d.ts';
export type { ToolSource } from '../../../types/sdk.d.ts';

/** Where a tool comes from, in order of precedence: a later one replaces an earlier one of the same name. */
export const TOOL_SOURCES = [
  'builtin',
  'mcp',
  'repository',
  'code',
] as const satisfies readonly ToolSource[];

export const TOOL_ERROR_TYPES = [
  'validation',
  'permission',
  'timeout',
  'execution',
  'not_found',
  'cancelled',
] as const satisfies readonly published.ToolErrorType[];

export const TODO_STATUSES = [
  'pending',
  'in_progress',
  'done',
] as const satisfies readonly published.ToolTodo['status'][];

export interface EvaluatedPlaces {
  /** Where links led the call's paths when they were evaluated, from its verdict. Absent: there was no verdict. */
  readonly places?: ReadonlyMap<string, string>;
}

export interface ToolContext extends published.ToolContext, EvaluatedPlaces {
  /** The profile for the sandbox of a command, from the call's verdict. Absent for a call without a command. */
  readonly profile?: CommandProfile;
}

export interface CallPreview extends published.CallPreview {
  /** The unified diff of what the call would publish, for people only: it is no part of what they approve. */
  readonly diff?: string;
}

/** A line of a plan: one exact call, or the calls that a rule names. */
export type PlannedCall =
  | { readonly tool: string; readonly input: JsonObject }
  | { readonly rule: string };

/** A call whose input was parsed. Every later step uses only the parsed value. */
export interface PreparedCall {
  /** The parsed input as JSON: it is digested, shown, recorded and executed. */
  readonly input: Json;
  readonly facts: Facts;
  /** The text argument that an approver can change: its name. Absent: none. */
  readonly changeable?: string | undefined;
  /**
   * The call is itself a question to a person, whatever the rules allow. It runs with their `answer` in its context, or once
   * they approved it.
   */
  readonly asks?: 'answer' | 'approval' | undefined;
  /** With `asks`: the calls of a plan, which its approval lets run without another question, as the policy allows. */
  readonly plans?: readonly PlannedCall[] | undefined;
  /** With `asks`: the default if nobody answers. Absent: an unanswered call is refused. */
  readonly otherwise?: string | undefined;
  /** With `asks`: the longest wait for an answer. Absent: the policy's. */
  readonly waitMs?: number | undefined;
  preview(call?: EvaluatedPlaces): Promise<CallPreview>;
  execute(context: ToolContext): Promise<published.ToolResult>;
  /**
   * The tool's own hooks: they count as the first of the run's hooks. `execute` does not run them.
   */
  readonly preToolUse?: (() => Promise<published.PreToolUseAnswer>) | undefined;
  readonly postToolUse?:
    | ((result: published.ToolResult) => Promise<published.PostToolUseAnswer>)
    | undefined;
}

export type Preparation =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly error: published.ToolError };

/** A tool with its types erased, as the registry and the pipeline use it. */
export interface Tool {
  readonly name: string;
  readonly displayName: string;
  readonly kind: Kind;
  readonly category: string;
  readonly tags: readonly string[];
  readonly version: string;
  readonly timeoutMs: number;
  /** False: the call runs alone, in its order among the turn's calls. */
  readonly concurrencySafe: boolean;
  readonly description: published.ToolDescription;
  /** JSON Schema (draft 2020-12), `type: object`. */
  readonly inputSchema: JsonObject;
  /** Other names and values that `prepare` takes. */
  readonly aliases?: InputAliases | undefined;
  /** What the tool remembers over the calls of a run, if anything. */
  readonly memory?: ToolMemory;
  /**
   * Parses what the model sent. Never rejects: invalid input is a result. It takes time if the tool runs in another process.
   */
  prepare(input: Json): Promise<Preparation>;
}

/** Keeps what a tool remembers for a run that another job resumes. */
interface ToolMemory {
  save(): Json;
  restore(kept: Json): void;
}
