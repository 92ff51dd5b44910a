import type { Json, JsonObject } from '../common/index.ts';

/** The blocks of the Messages API, in the API's own words, as far as a run reads or writes them. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  /** What the text rests on, as the API gives it with a search. Not sent back. */
  readonly citations?: readonly JsonObject[];
}
export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}
export interface ImageBlock {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
}
export interface DocumentBlock {
  readonly type: 'document';
  readonly source: {
    readonly type: 'base64';
    readonly media_type: 'application/pdf';
    readonly data: string;
  };
}
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly (TextBlock | ImageBlock | DocumentBlock)[];
  readonly is_error?: boolean;
}
/** A block that a run passes back unread: thinking, server tools, whatever the API adds. */
export interface OpaqueBlock {
  readonly type: 'opaque';
  readonly block: JsonObject;
}

export type UserBlock = TextBlock | ImageBlock | DocumentBlock | ToolResultBlock;
export type AssistantBlock = TextBlock | ToolUseBlock | OpaqueBlock;

export type Message =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** A tool as the model is told of it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the input; always `type: object`. */
  readonly input_schema: JsonObject;
}

/**
 * The search that the API itself runs inside of a reply. The basic version of it, which runs no code beside. It is given
 * to a request that was made for one search, and never to the conversation of a run.
 */
export interface WebSearchSpec {
  readonly type: 'web_search_20250305';
  readonly name: 'web_search';
  readonly max_uses: number;
  /** Only pages of these hosts and of what lies below them. Absent: of all. */
  readonly allowed_domains?: readonly string[];
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly (ToolSpec | WebSearchSpec)[];
  readonly messages: readonly Message[];
  readonly maxTokens: number;
}

export const STOP_REASONS = [
  'end_turn',
  'tool_use',
  'max_tokens',
  'stop_sequence',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Tokens as the API bills them; the four kinds do not overlap. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
  /** Searches that the API made. Absent: none. */
  readonly webSearches?: number;
}

/** One whole reply. A reply that did not arrive whole is never handed over. */
export interface ModelReply {
  readonly id: string;
  readonly model: string;
  readonly content: readonly AssistantBlock[];
  /** A stop reason that this list does not know is handed over as it came. */
  readonly stopReason: StopReason | (string & {});
  readonly usage: Usage;
  /** US dollars by the price table; `null` where the model's price is not known. */
  readonly costUsd: number | null;
}

/** A request that failed and will be made again. */
export interface ModelRetry {
  readonly attempt: number;
  readonly because: string;
  readonly delayMs: number;
}

export interface RespondOptions {
  readonly signal: AbortSignal;
  /** Model text as it arrives, for progress only: what counts is the reply. */
  readonly onText?: (text: string) => void;
  /**
   * A call whose block is whole, before the reply is: for work that can be thrown away. The reply may still break, and
   * `onRetry` then says that another one is asked for.
   */
  readonly onCall?: (call: ToolUseBlock) => void;
  /** Called before each wait for another attempt. */
  readonly onRetry?: (retry: ModelRetry) => void | Promise<void>;
}

/**
 * A language model behind the Messages API's shapes.
 *
 * `respond` sends the whole conversation and resolves with a whole reply: every block closed, every
 * `tool_use` input valid JSON, `stopReason` set. A stream that ends early or errs is retried with
 * back-off (429, 5xx, 529, 408, 409, broken connections; `retry-after` is honoured), the partial
 * reply thrown away. A `tool_use` cut by `max_tokens` is left out of the reply's content.
 *
 * Throws `CountersignError` with one of the `model-*` codes when retrying cannot help or did not,
 * and the signal's reason when aborted.
 */
export interface Model {
  /** The model's name as it was asked for, such as `claude-sonnet-4-5` or `scripted:turns.json`. */
  readonly id: string;
  /** `gen_ai.provider.name` of OpenTelemetry: `anthropic`, or `scripted`. */
  readonly provider: string;
  /** Input tokens that fit into one request. */
  readonly contextWindow: number;
  /** Resolves when the first request is on its way: for what can be made ready while a model thinks. Absent: nothing is sent. */
  readonly sent?: Promise<void>;
  /** The API behind it takes a `WebSearchSpec`. Absent: it does not. */
  readonly webSearch?: true;
  respond(request: ModelRequest, options: RespondOptions): Promise<ModelReply>;
}
