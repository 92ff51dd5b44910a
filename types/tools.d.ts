/**
 * Types for Countersign's tools and hooks. The default export of a repository's module gets `ToolKit` as its argument; code that
 * starts runs imports the functions from here. A test compares these types with those of the source.
 */
// @ts-ignore: without `zod` installed, the types of schemas are `any`.
import type * as z from 'zod';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export interface JsonObject {
  readonly [key: string]: Json;
}

export type Kind = 'readonly' | 'write' | 'execute' | 'network';
export type MaybePromise<T> = T | Promise<T>;

export interface ToolDescription {
  readonly short: string;
  readonly long?: string;
  readonly usageNotes?: readonly string[];
  readonly examples?: readonly string[];
  readonly important?: readonly string[];
}

export interface ToolError {
  readonly type: 'validation' | 'permission' | 'timeout' | 'execution' | 'not_found' | 'cancelled';
  readonly message: string;
  readonly recommendations: readonly string[];
}

export type LlmBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string }
  | { readonly type: 'document'; readonly mediaType: 'application/pdf'; readonly base64: string };
export type LlmContent = string | readonly LlmBlock[];

export type ToolResult =
  | { readonly ok: true; readonly llmContent: LlmContent; readonly displayContent?: string; readonly metadata?: JsonObject }
  | { readonly ok: false; readonly error: ToolError; readonly llmContent?: LlmContent; readonly metadata?: JsonObject };
export type ToolOutput = ToolResult | Json | undefined | void;

export interface ToolFile {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
}

/**
 * The files of the checkout. A path is allowed if the policy allows `fs_read` or `fs_write` of it without approval, or if they need
 * approval and the call's `facts` declare the path. What the policy denies is always refused. Only tools of kind `write` and `execute`
 * can write.
 */
export interface ToolWorkspace {
  readonly root: string;
  /** A file as UTF-8 text, of at most 4 MiB. */
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** At most 1,000 entries, by name. */
  list(path: string): Promise<readonly ToolFile[]>;
  stat(path: string): Promise<ToolFile | null>;
}

export interface ToolCommandResult {
  readonly ok: boolean;
  readonly exitCode: number | null;
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
    /** A call of `bash_run` under this one, if the policy allows it or `facts` declare exactly this command. Only for kind `execute`. */
    run(
      command: string,
      options?: { readonly cwd?: string; readonly timeoutMs?: number },
    ): Promise<ToolCommandResult>;
  };
  readonly todo: {
    read(): Promise<readonly ToolTodo[]>;
    write(todos: readonly ToolTodo[]): Promise<void>;
  };
  readonly files: {
    /** The files that the conversation has read or written, with their SHA-256 at that time. */
    seen(): Promise<readonly { readonly path: string; readonly sha256: string }[]>;
  };
  /** Asks a person. Returns the answer, or `default` if nobody answers. */
  ask(
    question: string,
    options?: { readonly choices?: readonly string[]; readonly default?: string },
  ): Promise<string>;
  /** The value of a variable that `tools.secrets` of the policy names. */
  secret(name: string): Promise<string>;
}

export interface ToolContext extends ToolServices {
  readonly call: string;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly answer?: string;
  emit(progress: JsonObject): void;
  /** Sets fields of the result's metadata while the call executes. People see them at once. Throws if they are not a small JSON object. */
  setMetadata(fields: JsonObject): void;
  /** Asks the run's hooks (`toolRequest`), then the program that embeds it (event `tool:request`). Rejects if nobody answers. */
  request(name: string, data?: Json): Promise<Json>;
}

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

export interface ResultUpdate {
  readonly llmContent?: LlmContent | undefined;
  /** Only of a call that succeeded. */
  readonly displayContent?: string | undefined;
  /** Only of a call that failed. */
  readonly errorMessage?: string | undefined;
  /** Only of a call that failed. */
  readonly recommendations?: readonly string[] | undefined;
}

export type ResultReplacement =
  | { readonly ok: true; readonly llmContent: LlmContent; readonly displayContent?: string }
  | { readonly ok: false; readonly error: ToolError; readonly llmContent?: LlmContent };

/** `update` or `replace`. `llmContent` and `errorMessage` are short for an `update` with them. */
export interface PostToolUseAnswer {
  readonly llmContent?: LlmContent | undefined;
  readonly errorMessage?: string | undefined;
  readonly update?: ResultUpdate | undefined;
  readonly replace?: ResultReplacement | undefined;
}

export interface ToolDefinition<S extends z.ZodObject> {
  readonly name: string;
  readonly displayName?: string;
  readonly description: string | ToolDescription;
  readonly kind: Kind;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly version?: string;
  readonly timeoutMs?: number;
  readonly concurrencySafe?: boolean;
  readonly strict?: boolean;
  readonly input: S;
  facts?(input: z.output<S>): OwnFacts;
  narrowestRule?(input: z.output<S>): MaybePromise<string>;
  preview?(input: z.output<S>): MaybePromise<CallPreview>;
  preToolUse?(input: z.output<S>): MaybePromise<PreToolUseAnswer | undefined>;
  postToolUse?(input: z.output<S>, result: ToolResult): MaybePromise<PostToolUseAnswer | undefined>;
  readonly asks?: 'answer' | 'approval';
  unanswered?(input: z.output<S>): string | undefined;
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
  readonly optional?: boolean;
}
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
export type PlainInput<P extends PlainParameters> = {
  readonly [K in keyof P as P[K] extends { readonly optional: true } ? never : K]: ValueOf<P[K]>;
} & {
  readonly [K in keyof P as P[K] extends { readonly optional: true } ? K : never]?: ValueOf<P[K]>;
};
export interface SmallToolOptions<P extends PlainParameters> {
  readonly description?: string | ToolDescription;
  readonly kind?: Kind;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
  readonly concurrencySafe?: boolean;
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

export interface HookCall {
  readonly call: string;
  readonly tool: string;
  readonly kind: Kind;
  readonly input: Json;
  readonly paths: readonly PathFact[];
}
export interface HookFilter {
  readonly tools?: readonly string[] | undefined;
  readonly kinds?: readonly Kind[] | undefined;
}
/** A question of a tool: `request` in the context of its call. */
export interface ToolRequest {
  readonly name: string;
  readonly data: Json;
}

/** `answer`, or a refusal; neither: the next one is asked. */
export interface ToolRequestAnswer {
  readonly answer?: Json | undefined;
  readonly decision?: 'deny' | undefined;
  readonly reason?: string | undefined;
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
  readonly messagesChanged?: (view: {
    readonly turn: number;
    readonly count: number;
    readonly lastText: string;
  }) => MaybePromise<{ readonly note?: string | undefined } | undefined | void>;
}
