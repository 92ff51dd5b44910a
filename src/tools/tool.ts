import type { Json, JsonObject } from '../base/index.ts';
import type { Facts, Kind } from '../policy/index.ts';

/** What a model is told of a tool, in layers; `short` is what people see in lists. */
export interface ToolDescription {
  readonly short: string;
  readonly long?: string;
  readonly usageNotes?: readonly string[];
  readonly examples?: readonly string[];
  readonly important?: readonly string[];
}

export const TOOL_SOURCES = ['builtin', 'mcp', 'repository', 'code'] as const;
/**
 * Where a tool comes from, in order of precedence: a later one replaces an earlier one of the same
 * name.
 */
export type ToolSource = (typeof TOOL_SOURCES)[number];

export type ToolErrorType =
  | 'validation'
  | 'permission'
  | 'timeout'
  | 'execution'
  | 'not_found'
  | 'cancelled';

/** Why a call gave no result, in a form that the model can act on. */
export interface ToolError {
  readonly type: ToolErrorType;
  readonly message: string;
  /** What to do instead, one sentence each. */
  readonly recommendations: readonly string[];
}

/** What the model gets: text, or blocks where a picture or a PDF page is part of it. */
export type LlmContent = string | readonly LlmBlock[];
export type LlmBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string }
  | { readonly type: 'document'; readonly mediaType: 'application/pdf'; readonly base64: string };

export type ToolResult =
  | {
      readonly ok: true;
      readonly llmContent: LlmContent;
      /** What people see in the log, the card and the report; `llmContent` where absent. */
      readonly displayContent?: string;
      readonly metadata?: JsonObject;
    }
  | {
      readonly ok: false;
      readonly error: ToolError;
      /** What there is in spite of the failure, such as the output of a command that timed out. */
      readonly llmContent?: LlmContent;
      readonly metadata?: JsonObject;
    };

export interface ToolContext {
  /** The call's id in the trail, such as `c7`. */
  readonly call: string;
  /** Aborted on time-out, cancel and the end of the run. */
  readonly signal: AbortSignal;
  /** What a person wrote with an answer or an approval of this very call; absent where nobody did. */
  readonly answer?: string;
  /** Progress for people and listeners; never a result. */
  emit(progress: JsonObject): void;
}

/** What a person who is asked gets to see of a call, exact and whole. */
export interface CallPreview {
  readonly form: 'command' | 'diff' | 'text' | 'json';
  readonly text: string;
}

/**
 * What a tool's own `preToolUse` may answer; the same words as a hook of the run. `decision` only
 * makes a verdict stricter, a new `input` is validated and judged again, a ready `result` takes the
 * place of executing, after any approval.
 */
export interface PreToolUseAnswer {
  readonly decision?: 'auto' | 'ask' | 'deny' | undefined;
  readonly reason?: string | undefined;
  readonly input?: Json | undefined;
  readonly result?: string | undefined;
}

/**
 * What a tool's own `postToolUse` may answer: another content for the model in place of the result's, and for a failed
 * call another message in place of the error's.
 */
export interface PostToolUseAnswer {
  readonly llmContent?: LlmContent | undefined;
  readonly errorMessage?: string | undefined;
}

/**
 * A call whose input was parsed: the parsed value is inside, and nothing else is used from here on.
 */
export interface PreparedCall {
  /** The parsed input as JSON: what is digested, shown, recorded and executed. */
  readonly input: Json;
  readonly facts: Facts;
  /** The narrowest policy rule that would cover this call, such as `fs_write(src/a.ts)`; `null` where none is known. */
  narrowestRule(): Promise<string | null>;
  /**
   * The call is itself a question to a person, whatever the rules let run: it is put before people, and runs with their
   * `answer` in its context, or once they approved it.
   */
  readonly asks?: 'answer' | 'approval';
  /** With `asks`: what the model goes on with where nobody answered; absent: such a call is refused as any other. */
  readonly otherwise?: string;
  /** With `asks`: how long an answer is waited for at most. Absent: as long as the policy says. */
  readonly waitMs?: number;
  preview(): Promise<CallPreview>;
  execute(context: ToolContext): Promise<ToolResult>;
  /**
   * The tool's own hooks: they count as the first of the run's hooks. `execute` does not run them.
   */
  preToolUse?(): Promise<PreToolUseAnswer>;
  postToolUse?(result: ToolResult): Promise<PostToolUseAnswer>;
}

export type Preparation =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly error: ToolError };

/** A tool, its types erased: what the registry holds and the life of a call works with. */
export interface Tool {
  readonly name: string;
  readonly displayName: string;
  readonly kind: Kind;
  readonly category: string;
  readonly tags: readonly string[];
  readonly version: string;
  readonly timeoutMs: number;
  /** False: runs alone, in its place among the other calls of the turn. */
  readonly concurrencySafe: boolean;
  readonly description: ToolDescription;
  /** JSON Schema (draft 2020-12), `type: object`. */
  readonly inputSchema: JsonObject;
  /**
   * What the ready-made `inputSchema` of a tool of this program is written from: the schema of what parses its calls.
   * Absent where `inputSchema` was computed from that.
   */
  freshSchema?(): JsonObject;
  /** What it remembers over the calls of a run; absent: each call stands for itself. */
  readonly memory?: ToolMemory;
  /**
   * Parses what the model sent. Bad input is an answer. It takes its time where the tool runs in a process of its own, and
   * never rejects.
   */
  prepare(input: Json): Promise<Preparation>;
}

/** A run that goes on in another job knows again what its tools knew. */
export interface ToolMemory {
  kept(): Json;
  restore(kept: Json): void;
}
