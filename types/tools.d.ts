/**
 * Types for Countersign's tools and hooks. The default export of a repository's module gets `ToolKit` as its argument; code that
 * starts runs imports the functions from here. The source itself uses these types, and adds what is internal.
 */
// @ts-ignore: without `zod` installed, the types of schemas are `any`.
import type * as z from 'zod';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export interface JsonObject {
  readonly [key: string]: Json;
}

export type Kind = 'readonly' | 'write' | 'execute' | 'network';
export type MaybePromise<T> = T | Promise<T>;

/** A tool's description for the model, in layers. People see `short` in lists. */
export interface ToolDescription {
  readonly short: string;
  readonly long?: string;
  readonly usageNotes?: readonly string[];
  readonly examples?: readonly string[];
  readonly important?: readonly string[];
}

export type ToolErrorType = 'validation' | 'permission' | 'timeout' | 'execution' | 'not_found' | 'cancelled';

/** Why a call failed, in a form that the model can act on. */
export interface ToolError {
  readonly type: ToolErrorType;
  readonly message: string;
  /** What to do instead, one sentence each. */
  readonly recommendations: readonly string[];
}

export type LlmBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string }
  | { readonly type: 'document'; readonly mediaType: 'application/pdf'; readonly base64: string };
/** What the model gets: text, or blocks if the result has an image or a PDF page. */
export type LlmContent = string | readonly LlmBlock[];

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
/** What `execute` may return: a result, or text or JSON that becomes one. Without a value the text is `done`. */
export type ToolOutput = ToolResult | Json | undefined | void;

/** An entry of the workspace. */
export interface ToolFile {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
}

/**
 * The files of the checkout, for a call that executes. A path is allowed if the policy allows `fs_read` or `fs_write` of it without
 * approval, or if they need approval and the call's `facts` declare the path, because the policy evaluated the call with it. What the
 * policy denies is always refused. Only tools of kind `write` and `execute` can write. Rejects with the reason.
 */
export interface ToolWorkspace {
  /** The absolute path of the checkout. */
  readonly root: string;
  /** A file as UTF-8 text, of at most 4 MiB. */
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Replaces a file in one step, and creates its parent folders. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** At most 1,000 entries, by name. */
  list(path: string): Promise<readonly ToolFile[]>;
  /** `null` if nothing exists there. */
  stat(path: string): Promise<ToolFile | null>;
}

/** How a command of a tool ended. */
export interface ToolCommandResult {
  readonly ok: boolean;
  /** `null` if a signal ended it, or it did not run. */
  readonly exitCode: number | null;
  /** The output as the model would get it: redacted, and cut if it is long. */
  readonly output: string;
}

export interface ToolTodo {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'done';
}

/** The services of a call while it executes. Each rejects with the reason if the policy refuses the use. */
export interface ToolServices {
  readonly workspace: ToolWorkspace;
  readonly commands: {
    /**
     * Runs a shell command as a call of `bash_run` under this one, which the policy evaluates and the audit trail records: the policy
     * allows it, or `facts` declare exactly this command. Only for kind `execute`.
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
    /** The files that the conversation has read or written, with their SHA-256 at that time. */
    seen(): Promise<readonly { readonly path: string; readonly sha256: string }[]>;
  };
  /** Asks a person, as `clarify` does. Returns the answer, or `default` if nobody answers; rejects without either. */
  ask(
    question: string,
    options?: { readonly choices?: readonly string[]; readonly default?: string },
  ): Promise<string>;
  /** The value of a variable of the step's environment that `tools.secrets` of the policy names. */
  secret(name: string): Promise<string>;
}

export interface ToolContext extends ToolServices {
  /** The call's id in the audit trail, such as `c7`. */
  readonly call: string;
  /** The run's id. */
  readonly run: string;
  /** Aborts on timeout, cancellation and the end of the run. */
  readonly signal: AbortSignal;
  /** What a person wrote with their answer or approval of this call. */
  readonly answer?: string;
  /** Progress for people and listeners; never a result. */
  emit(progress: JsonObject): void;
  /**
   * Sets fields of the metadata of this call's result while it executes: people and listeners see them at once, redacted, and a
   * result that fails or comes without them has them, too. Throws for anything but a JSON object, or beyond 10,000 characters in all.
   */
  setMetadata(fields: JsonObject): void;
  /**
   * Asks the hooks of the run (`toolRequest`), then the program that embeds it (event `tool:request`), and waits for the answer until
   * the call's time is over. Rejects if a hook refuses, or nobody answers. The question and the answer are JSON of at most 20,000
   * characters, redacted, and on record.
   */
  request(name: string, data?: Json): Promise<Json>;
}

/** The exact and complete preview of a call that people see when they are asked. */
export interface CallPreview {
  readonly form: 'command' | 'diff' | 'text' | 'json';
  readonly text: string;
}

export interface PathFact {
  readonly path: string;
  readonly access: 'read' | 'write';
}

export interface OwnFacts {
  readonly paths?: readonly PathFact[];
  readonly command?: string;
  readonly cwd?: string;
  readonly hosts?: readonly string[];
}

/**
 * The answer of a tool's own `preToolUse`, the same as of a hook of the run. `decision` only makes a verdict stricter. A changed input
 * is validated and evaluated again. A `result` replaces the execution, after any approval.
 */
export interface PreToolUseAnswer {
  readonly decision?: 'auto' | 'ask' | 'deny' | undefined;
  readonly reason?: string | undefined;
  /** The fields of the input that change; the others stay. At most one of `update`, `replace` and `input`. */
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

/** A tool as its author writes it. The functions get the parsed input, whose type is inferred from the schema. */
export interface ToolDefinition<S extends z.ZodObject> {
  /** Letters, digits, `_` and `-`, starting with a letter, at most 64. */
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
  /**
   * Keys that the schema does not know are refused (default). With `false` those at the top are kept, unless the schema itself says
   * what happens to them.
   */
  readonly strict?: boolean;
  readonly input: S;
  /** What the call touches, for the policy. */
  facts?(input: z.output<S>): OwnFacts;
  /** What people see when they are asked. Absent: the input as JSON. */
  preview?(input: z.output<S>): MaybePromise<CallPreview>;
  preToolUse?(input: z.output<S>): MaybePromise<PreToolUseAnswer | undefined>;
  postToolUse?(input: z.output<S>, result: ToolResult): MaybePromise<PostToolUseAnswer | undefined>;
  /** The call is itself a question to a person, whatever the rules allow. It runs with their answer, or once they approved it. */
  readonly asks?: 'answer' | 'approval';
  /** With `asks`: the default if nobody answers. */
  unanswered?(input: z.output<S>): string | undefined;
  /** Precedes the list of what is wrong with an input. */
  readonly validationMessage?: string;
  execute(input: z.output<S>, context: ToolContext): MaybePromise<ToolOutput>;
}

/** A defined tool. Its other properties are internal. */
export interface Tool {
  readonly name: string;
  readonly kind: Kind;
  readonly inputSchema: JsonObject;
}

interface PlainCommon {
  readonly description?: string;
  /** Absent: the parameter is required. */
  readonly optional?: boolean;
}
/** One parameter, in the keywords of JSON Schema. */
export type PlainParameter =
  | (PlainCommon & { readonly type: 'string'; readonly enum?: readonly [string, ...string[]] })
  | (PlainCommon & { readonly type: 'number' | 'integer' | 'boolean' })
  | (PlainCommon & { readonly type: 'array'; readonly items: PlainParameter })
  | (PlainCommon & { readonly type: 'object'; readonly properties: PlainParameters });
export interface PlainParameters {
  readonly [name: string]: PlainParameter;
}
type ValueOf<P extends PlainParameter> = P extends { readonly enum: readonly (infer E)[] }
  ? E
  : P extends { readonly type: 'string' }
    ? string
    : P extends { readonly type: 'number' | 'integer' }
      ? number
      : P extends { readonly type: 'boolean' }
        ? boolean
        : P extends { readonly items: infer I extends PlainParameter }
          ? readonly ValueOf<I>[]
          : P extends { readonly properties: infer Q extends PlainParameters }
            ? PlainInput<Q>
            : never;
/** The arguments that the parameters describe. */
export type PlainInput<P extends PlainParameters> = {
  readonly [K in keyof P as P[K] extends { readonly optional: true } ? never : K]: ValueOf<P[K]>;
} & {
  readonly [K in keyof P as P[K] extends { readonly optional: true } ? K : never]?: ValueOf<P[K]>;
};
export interface SmallToolOptions<P extends PlainParameters> {
  readonly description?: string | ToolDescription;
  /** Absent: `execute`, the kind that asks first. */
  readonly kind?: Kind;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
  readonly concurrencySafe?: boolean;
  /** Absent: any fields are accepted and passed on unchanged. */
  readonly parameters?: P;
}

export declare function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool;
export declare function defineToolAsync<S extends z.ZodObject>(make: () => Promise<ToolDefinition<S>>): Promise<Tool>;
export declare function tool<const P extends PlainParameters>(
  name: string,
  execute: (args: PlainInput<P>, context: ToolContext) => ToolOutput | Promise<ToolOutput>,
  options?: SmallToolOptions<P>,
): Tool;

declare const zod: typeof z;
/** Zod, of the version that `defineTool` takes. */
export { zod as z };

/** The argument of a tool module's default export. */
export interface ToolKit {
  readonly defineTool: typeof defineTool;
  readonly defineToolAsync: typeof defineToolAsync;
  readonly tool: typeof tool;
  readonly z: typeof z;
}
/** The default export of a tool module. */
export type ToolModule = (kit: ToolKit) => MaybePromise<Tool | readonly MaybePromise<Tool>[]>;

/** A call as a hook sees it. The input is a copy: changing it changes nothing. */
export interface HookCall {
  readonly call: string;
  /** The call of the subagent or tool that made this one; `null` for a call of the run's own model. */
  readonly parent: string | null;
  readonly tool: string;
  readonly kind: Kind;
  readonly input: Json;
  /**
   * Every path that the call names, those inside a command among them: from the root of the workspace, or absolute if outside. If
   * links lead a path elsewhere, that place is a further entry.
   */
  readonly paths: readonly PathFact[];
}
/** Names of tools, `*` being any characters, and kinds. */
export interface HookFilter {
  readonly tools?: readonly string[] | undefined;
  readonly kinds?: readonly Kind[] | undefined;
}
/** A question of a tool: `request` in the context of its call. */
export interface ToolRequest {
  readonly name: string;
  /** Redacted. */
  readonly data: Json;
}

/** The answer of a `toolRequest` hook: JSON for the tool, or a refusal. Neither: the next one is asked. */
export interface ToolRequestAnswer {
  readonly answer?: Json | undefined;
  readonly decision?: 'deny' | undefined;
  readonly reason?: string | undefined;
}

/** What a `messagesChanged` hook sees: the length of the conversation and the last message, redacted. */
export interface MessagesView {
  readonly turn: number;
  /** How many messages there are. */
  readonly count: number;
  /** The text of the last message: results of calls, or the request. */
  readonly lastText: string;
}

export interface MessagesAnswer {
  /** For the model, with the next request. */
  readonly note?: string | undefined;
}

/** A hook, or one of the list that a hook module exports. */
export interface Hook {
  readonly name?: string;
  /** The calls for which it runs: names of tools (`*`: any characters) and kinds; both must match. Absent: all calls. */
  readonly on?: HookFilter | undefined;
  readonly preToolUse?: (call: HookCall) => MaybePromise<PreToolUseAnswer | undefined | void>;
  readonly postToolUse?: (call: HookCall, result: ToolResult) => MaybePromise<PostToolUseAnswer | undefined | void>;
  readonly toolRequest?: (
    call: HookCall,
    request: ToolRequest,
  ) => MaybePromise<ToolRequestAnswer | undefined | void>;
  readonly messagesChanged?: (view: MessagesView) => MaybePromise<MessagesAnswer | undefined | void>;
}
