import type { Json, JsonObject } from '../../common/index.ts';
import type { CommandProfile, Facts, Kind } from '../../policy/index.ts';

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

/** What lies at a path of the workspace. */
export interface ToolFile {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
}

/**
 * The files of the checkout, for a call that executes. A path is allowed where the policy lets `fs_read` or `fs_write` of it
 * run, or where it asks about them and the call's own facts declare the path, so that the call itself was judged with it. What
 * the policy denies stays denied. Only tools of kind `write` and `execute` may write. Rejects with the reason.
 */
export interface ToolWorkspace {
  /** Absolute. */
  readonly root: string;
  /** A file as UTF-8 text, of at most 4 MiB. */
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Replaces a file in one step, and makes the folders above it. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** The entries of a folder by name, at most 1,000. */
  list(path: string): Promise<readonly ToolFile[]>;
  /** `null` where nothing is. */
  stat(path: string): Promise<ToolFile | null>;
}

/** How a command of a tool ended. */
export interface ToolCommandResult {
  readonly ok: boolean;
  /** `null` where a signal ended it, or it was not run. */
  readonly exitCode: number | null;
  /** What the model would get of it: redacted, and cut where it is long. */
  readonly output: string;
}

/** What a call that executes may use of the run. Each is over with the call. */
export interface ToolServices {
  readonly workspace: ToolWorkspace;
  readonly commands: {
    /**
     * Runs a shell command as a call of `bash_run`, which is judged and recorded under this one: the policy lets it run, or the
     * facts of this call declare exactly this command. Only for tools of kind `execute`. Rejects where it may not run.
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
  /** Asks a person, as `clarify` does, and gives the answer, or `default` where nobody answers. Rejects where there is neither. */
  ask(
    question: string,
    options?: { readonly choices?: readonly string[]; readonly default?: string },
  ): Promise<string>;
  /** The value of a variable of the step's environment that `tools.secrets` of the policy names. Rejects for any other. */
  secret(name: string): Promise<string>;
}

export interface ToolTodo {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'done';
}

export interface ToolContext extends ToolServices {
  /** The call's id in the trail, such as `c7`. */
  readonly call: string;
  /** The run's id. */
  readonly run: string;
  /** Aborted on time-out, cancel and the end of the run. */
  readonly signal: AbortSignal;
  /** What a person wrote with an answer or an approval of this very call; absent where nobody did. */
  readonly answer?: string;
  /** What the sandbox of a command is made from: the call's verdict says it. Absent for a call without a command. */
  readonly profile?: CommandProfile;
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
