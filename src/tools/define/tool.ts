import type { Json, JsonObject } from '../../common/index.ts';
import type { CommandProfile, Facts, Kind } from '../../policy/index.ts';
import type { InputAliases } from './input/normalize-input.ts';

/** A tool's description for the model, in layers. People see `short` in lists. */
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

export const TOOL_ERROR_TYPES = [
  'validation',
  'permission',
  'timeout',
  'execution',
  'not_found',
  'cancelled',
] as const;
export type ToolErrorType = (typeof TOOL_ERROR_TYPES)[number];

/** Why a call failed, in a form that the model can act on. */
export interface ToolError {
  readonly type: ToolErrorType;
  readonly message: string;
  /** What to do instead, one sentence each. */
  readonly recommendations: readonly string[];
}

/** What the model gets: text, or blocks if the result has an image or a PDF page. */
export type LlmContent = string | readonly LlmBlock[];
export type LlmBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string }
  | { readonly type: 'document'; readonly mediaType: 'application/pdf'; readonly base64: string };

export type ToolResult =
  | {
      readonly ok: true;
      readonly llmContent: LlmContent;
      /** What people see in the log, the approval comment and the report. Absent: `llmContent`. */
      readonly displayContent?: string;
      readonly metadata?: JsonObject;
    }
  | {
      readonly ok: false;
      readonly error: ToolError;
      /** A result in spite of the failure, such as the output of a command that timed out. */
      readonly llmContent?: LlmContent;
      readonly metadata?: JsonObject;
    };

/** An entry of the workspace. */
export interface ToolFile {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
}

/**
 * The files of the checkout, for a call that executes. A path is allowed if the policy allows `fs_read` or `fs_write` of it.
 * It is also allowed if the policy asks about the path and the call's own facts declare it, because the policy evaluated the
 * call with it. A denied path stays denied. Only tools of kind `write` and `execute` may write. Rejects with the reason.
 */
export interface ToolWorkspace {
  /** The absolute path of the checkout. */
  readonly root: string;
  /** A file as UTF-8 text, of at most 4 MiB. */
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Replaces a file in one step, and creates its parent folders. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** The entries of a folder by name, at most 1,000. */
  list(path: string): Promise<readonly ToolFile[]>;
  /** `null` if nothing exists there. */
  stat(path: string): Promise<ToolFile | null>;
}

/** How a command of a tool ended. */
interface ToolCommandResult {
  readonly ok: boolean;
  /** `null` if a signal ended it, or it did not run. */
  readonly exitCode: number | null;
  /** The output as the model would get it: redacted, and cut if it is long. */
  readonly output: string;
}

/** What a call may use of the run while it executes. */
export interface ToolServices {
  readonly workspace: ToolWorkspace;
  readonly commands: {
    /**
     * Runs a shell command as a nested call of `bash_run`, which the policy evaluates and the trail records: the policy allows
     * it, or the facts of this call declare exactly this command. Only for tools of kind `execute`. Rejects if it may not run.
     */
    run(
      command: string,
      options?: { readonly cwd?: string; readonly timeoutMs?: number },
    ): Promise<ToolCommandResult>;
  };
  /** The to-do list of the run. */
  readonly todo: {
    read(): Promise<readonly ToolTodo[]>;
    write(todos: readonly ToolTodo[]): Promise<void>;
  };
  readonly files: {
    /** The files that the conversation has read or written, with the SHA-256 that they had then. */
    seen(): Promise<readonly { readonly path: string; readonly sha256: string }[]>;
  };
  /** Asks a person, as `clarify` does. Resolves with the answer, or with `default` if nobody answers; rejects without either. */
  ask(
    question: string,
    options?: { readonly choices?: readonly string[]; readonly default?: string },
  ): Promise<string>;
  /** The value of a variable of the step's environment that `tools.secrets` of the policy names. Rejects for any other. */
  secret(name: string): Promise<string>;
}

export const TODO_STATUSES = ['pending', 'in_progress', 'done'] as const;

export interface ToolTodo {
  readonly text: string;
  readonly status: (typeof TODO_STATUSES)[number];
}

export interface ToolContext extends ToolServices {
  /** The call's id in the trail, such as `c7`. */
  readonly call: string;
  /** The run's id. */
  readonly run: string;
  /** Aborts on timeout, cancellation and the end of the run. */
  readonly signal: AbortSignal;
  /** What a person wrote with their answer or approval of this call. */
  readonly answer?: string;
  /** The profile for the sandbox of a command, from the call's verdict. Absent for a call without a command. */
  readonly profile?: CommandProfile;
  /** Progress for people and listeners; never a result. */
  emit(progress: JsonObject): void;
  /**
   * Sets fields of the metadata of this call's result while it executes: people and listeners see them at once, redacted, and a
   * result that fails or comes without them has them, too. Throws for anything but a JSON object, or beyond 10,000 characters in all.
   */
  setMetadata(fields: JsonObject): void;
  /**
   * Asks the hooks of the run (`toolRequest`), then the program that embeds it (`tool:request`), and waits for the answer until the
   * call's time is over. Rejects if a hook refuses, or nobody answers. The question and the answer are JSON of at most 20,000
   * characters, redacted, and on record.
   */
  request(name: string, data?: Json): Promise<Json>;
}

/** The exact and complete preview of a call that people see when they are asked. */
export interface CallPreview {
  readonly form: 'command' | 'diff' | 'text' | 'json';
  readonly text: string;
  /** The unified diff of what the call would publish, for people only: it is no part of what they approve. */
  readonly diff?: string;
}

/**
 * The answer of a tool's own `preToolUse`, the same as of a hook of the run. `decision` only makes a verdict stricter. A changed
 * input is validated and evaluated again; an answer has at most one of `update`, `replace` and `input`. A `result` replaces the
 * execution, after any approval.
 */
export interface PreToolUseAnswer {
  readonly decision?: 'auto' | 'ask' | 'deny' | undefined;
  readonly reason?: string | undefined;
  /** The fields of the input that change; the others stay. */
  readonly update?: JsonObject | undefined;
  /** The whole new input. */
  readonly replace?: Json | undefined;
  /** The same as `replace`. */
  readonly input?: Json | undefined;
  readonly result?: string | undefined;
}

/** The fields of a result that a `postToolUse` changes. A new `llmContent` without a `displayContent` is shown to people, too. */
export interface ResultUpdate {
  readonly llmContent?: LlmContent | undefined;
  /** Only of a call that succeeded. */
  readonly displayContent?: string | undefined;
  /** Only of a call that failed. */
  readonly errorMessage?: string | undefined;
  /** Only of a call that failed. */
  readonly recommendations?: readonly string[] | undefined;
}

/** A whole result of a `postToolUse`. The tool's metadata stays: it is what the audit trail records of the effect. */
export type ResultReplacement =
  | { readonly ok: true; readonly llmContent: LlmContent; readonly displayContent?: string }
  | { readonly ok: false; readonly error: ToolError; readonly llmContent?: LlmContent };

/**
 * The answer of a tool's own `postToolUse`: `update` or `replace`. `llmContent` and `errorMessage` are short for an `update` with
 * them; an `errorMessage` then means nothing for a call that succeeded. No answer makes a success of a failure.
 */
export interface PostToolUseAnswer {
  readonly llmContent?: LlmContent | undefined;
  readonly errorMessage?: string | undefined;
  readonly update?: ResultUpdate | undefined;
  readonly replace?: ResultReplacement | undefined;
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
  preview(): Promise<CallPreview>;
  execute(context: ToolContext): Promise<ToolResult>;
  /**
   * The tool's own hooks: they count as the first of the run's hooks. `execute` does not run them.
   */
  readonly preToolUse?: (() => Promise<PreToolUseAnswer>) | undefined;
  readonly postToolUse?: ((result: ToolResult) => Promise<PostToolUseAnswer>) | undefined;
}

export type Preparation =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly error: ToolError };

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
  readonly description: ToolDescription;
  /** JSON Schema (draft 2020-12), `type: object`. */
  readonly inputSchema: JsonObject;
  /**
   * Computes the schema again from the parser of the tool's calls, to compare it with a generated `inputSchema`. Absent if
   * `inputSchema` itself was computed.
   */
  readonly freshSchema?: (() => JsonObject) | undefined;
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
