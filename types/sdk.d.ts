/**
 * Types for `countersign/sdk`, which runs agents inside other programs: see docs/sdk.md. The source itself uses those of events and of
 * the registry; a test compares the others with those of the source.
 */
import type {
  CallPreview,
  Hook,
  Json,
  JsonObject,
  Kind,
  Tool,
  ToolDefinition,
  ToolTodo,
} from './tools.js';
// @ts-ignore: without `zod` installed, the types of schemas are `any`.
import type * as z from 'zod';

export {
  defineTool,
  defineToolAsync,
  tool,
  z,
  type CallPreview,
  type Hook,
  type HookCall,
  type HookFilter,
  type Json,
  type JsonObject,
  type Kind,
  type PostToolUseAnswer,
  type PreToolUseAnswer,
  type ResultReplacement,
  type ResultUpdate,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
} from './tools.js';

/** Every error that Countersign throws on purpose. Programs rely on `code`; messages may change. */
export declare class CountersignError extends Error {
  constructor(code: string, message: string, options?: { fix?: string; cause?: unknown });
  readonly code: string;
  readonly fix: string | undefined;
}

export type Outcome =
  | 'done'
  | 'incomplete'
  | 'denied'
  | 'awaiting-approval'
  | 'over-budget'
  | 'timed-out'
  | 'cancelled'
  | 'error'
  | 'skipped';
export type CallState =
  | 'PENDING'
  | 'APPROVAL_REQUIRED'
  | 'APPROVED'
  | 'EXECUTING'
  | 'COMPLETED'
  | 'FAILED'
  | 'DENIED'
  | 'SEALED';

/** One call that needs an answer, with everything that an approval request shows to people; redacted. */
export interface ApprovalRequest {
  /** Such as `ap-7k2m9qx4`. */
  readonly id: string;
  /** SHA-256 of what an approval binds: the tool, the exact arguments, the policy, the commit, the files, the run and the call. */
  readonly digest: string;
  readonly call: string;
  readonly tool: string;
  /** `answer`: a question to a person, which only `decision: 'answer'` answers. */
  readonly expects: 'approval' | 'answer';
  readonly preview: Pick<CallPreview, 'form' | 'text'>;
  /** The diff of what the call would publish. */
  readonly diff?: Pick<CallPreview, 'form' | 'text'>;
  readonly verdict: {
    readonly because: string;
    readonly list: string;
    readonly rule: string | null;
    /** The line of the rule in the policy. */
    readonly line: number | null;
    /** What the policy gives as the rule's reason. */
    readonly reason?: string;
    /** The simple commands of a command line, each with its own verdict. */
    readonly commands?: readonly {
      readonly words: readonly string[];
      readonly verdict: 'auto' | 'requireApproval' | 'deny';
      readonly because: string;
    }[];
  };
  /** Why the agent makes the call, in its own words. */
  readonly description?: string;
  /** What the sandbox lets the command do. */
  readonly sandbox?: string;
  /** Rules that would let such calls run without an approval. */
  readonly rules: readonly string[];
  /** Who can approve it: one entry of each list of `from`, `count` different people, the requester only with `self`. */
  readonly needs: {
    readonly from: readonly (readonly string[])[];
    readonly count: number;
    readonly self: boolean;
    readonly expireMs: number;
  };
  /** The files that the call touches; `null`: unknown. */
  readonly paths: readonly string[] | null;
  /** A question with a default: unanswered, it refuses nothing. */
  readonly hasDefault?: true;
  /** Content by people without write access that the model has read. */
  readonly untrusted: readonly { readonly source: string; readonly author: string | null }[];
  /** Whether commands run in a sandbox; `none`: there is none. */
  readonly sandboxState: 'on' | 'none' | 'off';
}

/** Nothing at all, or anything else: nobody answered, and the call does not run. */
export type ApprovalAnswer =
  | { readonly decision: 'approve'; readonly by: string | readonly string[]; readonly note?: string }
  | { readonly decision: 'deny'; readonly by: string; readonly reason?: string }
  | { readonly decision: 'answer'; readonly by: string; readonly text: string };

/** Asks people about one call. `signal` is aborted once an answer no longer counts. */
export type Approve = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>;

export interface ModelOptions {
  /** Such as `claude-sonnet-4-5`, several as fall-backs (`a, b`), or `scripted:FILE`. */
  readonly name?: string;
  readonly provider?: 'anthropic' | 'bedrock' | 'vertex' | 'foundry' | 'openai' | 'openai-compatible' | 'gemini';
  /** Default: the variable ANTHROPIC_API_KEY, for other providers COUNTERSIGN_API_KEY. */
  readonly apiKey?: string;
  /** For a gateway of the Messages API, sent as `Authorization: Bearer`. */
  readonly authToken?: string;
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the model costs in US dollars for a million tokens, such as `input=3,output=15`. */
  readonly prices?: string;
  readonly maxOutputTokens?: number;
  readonly contextWindow?: number;
  readonly promptCache?: boolean;
}

/** Replies in the format of `scripted:FILE` (docs/scripted-model.md), for tests without a model. */
export interface Script {
  readonly turns: readonly object[];
  readonly subagents?: readonly object[];
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}
export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}
/** A block that a run sends back unread, such as reasoning. */
export interface OpaqueBlock {
  readonly type: 'opaque';
  readonly block: JsonObject;
}
export interface MediaBlock {
  readonly type: 'image' | 'document';
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
}
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly (TextBlock | MediaBlock)[];
  readonly is_error?: boolean;
}
export type Message =
  | { readonly role: 'user'; readonly content: readonly (TextBlock | MediaBlock | ToolResultBlock)[] }
  | { readonly role: 'assistant'; readonly content: readonly (TextBlock | ToolUseBlock | OpaqueBlock)[] };

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly { readonly name: string }[];
  readonly messages: readonly Message[];
  readonly maxTokens: number;
}
/** A complete reply. A tool call that the model did not finish must be left out. */
export interface ModelReply {
  readonly id: string;
  readonly model: string;
  readonly content: readonly (TextBlock | ToolUseBlock | OpaqueBlock)[];
  /** As in the Messages API: `end_turn`, `tool_use`, `max_tokens`, `refusal` … */
  readonly stopReason: string;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cacheReadInputTokens: number;
    readonly cacheCreationInputTokens: number;
  };
  /** In US dollars; `null` only with `unpriced`. */
  readonly costUsd: number | null;
  readonly isEstimate?: true;
}
/** A model of your own. It retries by itself, and throws if it has no complete reply. */
export interface Model {
  readonly id: string;
  readonly provider: string;
  /** Input tokens that fit into a request. */
  readonly contextWindow: number;
  readonly maxOutputTokens?: number;
  /** What a request costs is unknown, as you say. No limit of money can hold then. */
  readonly unpriced?: 'said';
  respond(request: ModelRequest, options: { readonly signal: AbortSignal }): Promise<ModelReply>;
}

export interface RunOptions {
  /** What the agent is to do. It counts as written by somebody who may direct it. */
  readonly request: string;
  /** The checkout. Default: the current folder. */
  readonly workspace?: string;
  /** A file, or the policy's text. Default: `.github/countersign.yml` of the workspace; if that does not exist, the strict built-in policy. */
  readonly policy?: string | { readonly text: string };
  /** As `--baseline` on the command line: files, or `OWNER/REPO/PATH@REF`. */
  readonly baselines?: readonly string[];
  /** The folder of the audit trail: of this run alone, outside of the workspace. */
  readonly trail: string;
  /** Default: the default model, with the variables of the command line. */
  readonly model?: string | ModelOptions | Model | Script;
  /** Without it nobody can be asked, and calls that need an approval are refused. */
  readonly approve?: Approve;
  /** Who asked for the run. Unless the policy says `self: true`, their own approval does not count. */
  readonly requester?: string;
  /** Tools of the program. They run in its process. */
  readonly tools?: readonly Tool[] | Registry;
  /** Hooks of the program, after those of the policy. */
  readonly hooks?: readonly Hook[];
  /** Further text for the first message. It is untrusted unless you say otherwise. */
  readonly context?: readonly {
    readonly source: string;
    readonly text: string;
    readonly author?: string;
    readonly trusted?: boolean;
  }[];
  /** Limits; of these and those of the policy the lower one counts. */
  readonly budget?: {
    readonly turns?: number;
    readonly calls?: number;
    readonly tokens?: number;
    readonly usd?: number;
    readonly minutes?: number;
  };
  readonly systemPrompt?: string;
  /** A JSON Schema that the run's result must match. */
  readonly outputSchema?: object;
  /** Do not start without an OS sandbox. */
  readonly sandboxRequired?: boolean;
  /** Values to redact, by a name, in addition to those of the environment. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Ends the run: its outcome is `cancelled`. */
  readonly signal?: AbortSignal;
}

/** One call, as the audit trail has it: everything is redacted. Times are in ISO 8601. */
export interface CallRecord {
  readonly call: string;
  /** The call that it was made under, such as that of a subagent; `null`: by the agent itself. */
  readonly parent: string | null;
  readonly turn: number | null;
  readonly tool: string;
  readonly kind: string | null;
  /** As the model gave them. In place of a long text is `{ blob: SHA256 }`, and of all if they are very long, a text that says so. */
  readonly arguments: Json;
  /** What hooks and approvers made of the call, such as other arguments. */
  readonly changes: readonly { readonly by: string; readonly what: string }[];
  /** The last verdict; `null` if the call was not evaluated. */
  readonly verdict: {
    readonly decision: 'auto' | 'requireApproval' | 'deny';
    readonly rule: string | null;
    readonly line: number | null;
    readonly because: string;
  } | null;
  /** What each person answered, also if it does not count. */
  readonly approvals: readonly {
    readonly approval: string;
    readonly decision: 'approve' | 'deny';
    readonly by: string;
    readonly at: string;
    readonly note: string | null;
    readonly counted: boolean;
    readonly because: string;
  }[];
  readonly state: CallState;
  /** Why it has this state: the error, who denied it, why it was interrupted. */
  readonly because: string | null;
  readonly requestedAt: string | null;
  /** When its effect began; `null`: it never did. */
  readonly startedAt: string | null;
  /** `null`: it never ended. */
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** Of a command that exited. */
  readonly exitCode: number | null;
  /** What the model got; `null` without an effect. Over 200,000 characters, a text that names its blob. */
  readonly result: string | null;
}

export interface RunReport {
  readonly run: string;
  readonly outcome: Outcome;
  /** By the agent or the program, redacted. */
  readonly summary: string;
  readonly model: string;
  readonly turns: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly counts: {
    readonly auto: number;
    readonly approved: number;
    readonly denied: number;
    readonly failed: number;
    readonly total: number;
  };
  /** The first thousand, in their order. */
  readonly calls: readonly CallRecord[];
  readonly trailFolder: string;
  /** The head hash of the audit trail and its number of entries: keep them where the agent cannot reach. */
  readonly head: { readonly hash: string; readonly count: number };
  readonly warnings: readonly string[];
  /** What people should know before they rely on the outcome (failed tests, changes that were not pushed); absent: nothing. */
  readonly notices?: readonly string[];
  /** Files of the work tree that differ from the pinned commit at the end. */
  readonly changedFiles: readonly string[];
  /** The result for `outputSchema`, as canonical JSON. */
  readonly structuredOutput?: string | null;
}

/** A call, with a redacted preview of its input. */
export interface CallSnapshot {
  readonly call: string;
  readonly turn: number;
  readonly parent: string | null;
  readonly tool: string;
  readonly inputPreview: string;
  readonly state: CallState;
}

/** Something on GitHub that a call created, changed or found. */
export interface GitHubWrite {
  /** Such as `commit`, `pull request` or `comment`. */
  readonly what: string;
  /** It was there before: the call created nothing. */
  readonly found?: true;
  readonly id: number | string | null;
  readonly url: string | null;
  /** With a commit: the branch that it was pushed to. */
  readonly branch?: string;
  /** With a commit: its files, with the SHA-256 of what was pushed (`null`: deleted) and git's mode. */
  readonly files?: readonly {
    readonly path: string;
    readonly sha256: string | null;
    readonly mode?: '100644' | '100755' | '120000';
  }[];
}

/** What people watch. */
export type ProgressEvent =
  /** `parent`: the call whose subagent asks the model; `null`: the agent itself. */
  | { readonly type: 'turn:start'; readonly turn: number; readonly parent: string | null }
  | {
      readonly type: 'turn:end';
      readonly turn: number;
      readonly parent: string | null;
      readonly text: string;
      readonly costUsd: number | null;
      /** The API did not report all tokens of the reply. */
      readonly isEstimate?: true;
    }
  | { readonly type: 'tool:start'; readonly snapshot: CallSnapshot }
  | { readonly type: 'tool:progress'; readonly call: string; readonly progress: JsonObject }
  /** `metadata`: all that the tool has set so far with `setMetadata`. */
  | { readonly type: 'tool:metadata'; readonly call: string; readonly metadata: JsonObject }
  | {
      readonly type: 'tool:end';
      readonly snapshot: CallSnapshot;
      readonly display: string;
      readonly durationMs: number;
    }
  | { readonly type: 'tool:error'; readonly snapshot: CallSnapshot; readonly message: string }
  | { readonly type: 'checklist'; readonly items: readonly ToolTodo[] }
  | { readonly type: 'run:end'; readonly outcome: Outcome; readonly summary: string };

/** Calls that people are asked about, and what they decided. */
export type ControlEvent =
  | {
      /** A tool asks the program with `request`, and waits. No hook has refused the question. */
      readonly type: 'tool:request';
      readonly call: string;
      readonly name: string;
      readonly data: Json;
      /**
       * Answers, at once or by a promise. A listener of `run.on` has to call it before it returns. Returns false if another one or a hook
       * answered, or if it is too late.
       */
      readonly respond: (answer: Json | Promise<Json>) => boolean;
    }
  | {
      readonly type: 'permission_required';
      readonly asked: readonly {
        readonly approval: string;
        /** The rules that would make the call `auto`. */
        readonly rules: readonly string[];
        readonly snapshot: CallSnapshot;
      }[];
      /**
       * Refuses one of them before people answer. Nothing but `approve` can allow it. Returns false if it is not open, or once the run is
       * suspended.
       */
      readonly respond: (approval: string, answer: { readonly deny: string }) => boolean;
    }
  | {
      readonly type: 'permission_decided';
      readonly call: string;
      readonly approved: boolean;
      readonly by: string;
      /** Nobody answered a question that has a default, which is no refusal. */
      readonly usedDefault?: true;
    };

/** What operators count and record. */
export type MonitorEvent =
  | {
      readonly type: 'verdict';
      readonly snapshot: CallSnapshot;
      readonly verdict: 'auto' | 'requireApproval' | 'deny';
      readonly because: string;
    }
  | { readonly type: 'state_changed'; readonly snapshot: CallSnapshot }
  | {
      readonly type: 'tool_executed';
      readonly call: string;
      readonly tool: string;
      readonly kind: Kind;
      readonly ok: boolean;
      readonly durationMs: number;
      /** Of a command that exited. */
      readonly exitCode?: number;
    }
  | { readonly type: 'github_write'; readonly call: string; readonly write: GitHubWrite }
  | {
      readonly type: 'budget';
      readonly budget: string;
      readonly event: 'near' | 'spent';
      readonly used: number;
      readonly limit: number;
    }
  | { readonly type: 'retry'; readonly because: string; readonly delayMs: number }
  | {
      /** A reply broke off. What it had used is an estimate. */
      readonly type: 'reply:broken';
      readonly turn: number;
      readonly parent: string | null;
      readonly because: string;
      readonly tokens: number;
      readonly costUsd: number | null;
    }
  | { readonly type: 'warning'; readonly message: string };

export interface EventsOf {
  readonly progress: ProgressEvent;
  readonly control: ControlEvent;
  readonly monitor: MonitorEvent;
}
export type Channel = keyof EventsOf;
export type RunEvent = EventsOf[Channel];

export interface Run {
  /**
   * How the run ended: every end is an outcome. Rejects with `CountersignError` if it never started (nothing was executed), and if its audit
   * trail could not be written.
   */
  readonly report: Promise<RunReport>;
  /** The events of these channels from now on; of all channels without any. Throws what `report` rejects with. */
  events<C extends Channel = Channel>(...channels: readonly C[]): AsyncIterable<EventsOf[C]>;
  /** Calls `listener` for each event of these channels. Returns a function that removes it. */
  on<C extends Channel>(channels: C | readonly C[], listener: (event: EventsOf[C]) => unknown): () => void;
  /** Ends the run: its outcome is `cancelled`. */
  cancel(because?: string): void;
}

/** Starts a run of the agent in this process, under the same policy as `countersign run`. */
export declare function startRun(options: RunOptions): Run;

export declare const CHANNELS: readonly ['progress', 'control', 'monitor'];
export declare function channelOf(event: RunEvent): Channel;

export type ToolSource = 'builtin' | 'mcp' | 'repository' | 'code';
export interface RegistryChange {
  readonly type: 'registered' | 'unregistered';
  readonly name: string;
  readonly source: ToolSource;
}
/**
 * All tools. Of tools with one name, the last source of `ToolSource` wins; the others return when it is unregistered. Every list is
 * sorted by name.
 */
export interface Registry<T extends Tool = Tool> {
  /**
   * Throws `tool-invalid` if it is no tool, if the source is unknown or already has a tool of that name, or if the tool would replace
   * one of the run's own, to which no rule applies. `source`: absent, `code`.
   */
  register(tool: T, source?: ToolSource): void;
  /** Makes a tool from its definition and registers it as `code`. Throws `tool-invalid` as both do. */
  define<S extends z.ZodObject>(definition: ToolDefinition<S>): T;
  /** Removes the tool of that source, or of every source. Returns false if there was none. */
  unregister(name: string, source?: ToolSource): boolean;
  get(name: string): T | undefined;
  sourceOf(name: string): ToolSource | undefined;
  all(): readonly T[];
  byKind(kind: Kind): readonly T[];
  byCategory(category: string): readonly T[];
  byTag(tag: string): readonly T[];
  /** Tools whose name, description, category or tags have every word of `query`; best first. */
  search(query: string): readonly T[];
  /** `plan`: only read-only tools. */
  forMode(mode: 'plan' | 'work'): readonly T[];
  /** The name that was probably meant by an unknown one. */
  suggest(name: string): string | undefined;
  /** Calls `listener` after each change. Returns a function that removes it. */
  onChange(listener: (change: RegistryChange) => void): () => void;
}
/** An empty registry, for the option `tools`. */
export declare function createRegistry(): Registry;
