import type { Json, JsonObject } from '../common/index.ts';

/** The Messages API's blocks, with the API's own field names, as far as a run reads or writes them. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  /** The sources of the text, which the API adds after a search. Not sent back. */
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
/** A block that a run sends back unread: thinking, server tools, and types that the API may add. */
interface OpaqueBlock {
  readonly type: 'opaque';
  readonly block: JsonObject;
}

export type UserBlock = TextBlock | ImageBlock | DocumentBlock | ToolResultBlock;
export type AssistantBlock = TextBlock | ToolUseBlock | OpaqueBlock;

export type Message =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** A tool as the model sees it. */
interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the input; always `type: object`. */
  readonly input_schema: JsonObject;
}

/**
 * The API's own web search, in its basic version, which runs no code. Only the request for a single search contains it, never
 * the conversation of a run.
 */
export interface WebSearchSpec {
  readonly type: 'web_search_20250305';
  readonly name: 'web_search';
  readonly max_uses: number;
  /** Only pages of these hosts and their subdomains. Absent: all pages. */
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
  /** Searches that the API made. Absent: 0. */
  readonly webSearches?: number;
}

/** Tokens that were spent, and what they cost. */
export interface SpentUsage {
  readonly usage: Usage;
  /** True: the API did not report all of it, and the rest is an estimate from bytes. Absent: it is as reported. */
  readonly isEstimate?: true;
  /** US dollars by the given prices or the price table. `null`: the model's price is unknown. */
  readonly costUsd: number | null;
}

/** A complete reply. Incomplete replies are never returned. */
export interface ModelReply extends SpentUsage {
  readonly id: string;
  readonly model: string;
  readonly content: readonly AssistantBlock[];
  /** An unknown stop reason is passed on unchanged. */
  readonly stopReason: StopReason | (string & {});
}

/** A request that failed and will be sent again. */
export interface ModelRetry {
  readonly attempt: number;
  readonly because: string;
  readonly delayMs: number;
}

/** A reply that began and did not end. Its tokens are spent, and nothing of it is used. */
export interface BrokenReply extends SpentUsage {
  readonly attempt: number;
  readonly because: string;
}

export interface RespondOptions {
  readonly signal: AbortSignal;
  /** Receives the text as it arrives, for progress only: only the reply counts. */
  readonly onText?: (text: string) => void;
  /** Called before the wait for each further attempt. */
  readonly onRetry?: (retry: ModelRetry) => void | Promise<void>;
  /** Called for each reply that broke off, before anything else is done. What it throws ends the request. */
  readonly onBroken?: (broken: BrokenReply) => void | Promise<void>;
}

/**
 * A language model with the Messages API's data types.
 *
 * `respond` sends the whole conversation and resolves with a complete reply: every block closed, every
 * `tool_use` input valid JSON, `stopReason` set. A stream that ends early or fails is retried with
 * back-off (429, 5xx, 529, 408, 409, 424, 498, broken connections; `retry-after` is honoured), and its partial
 * reply is discarded; `onBroken` gets what it has cost. A `tool_use` truncated by `max_tokens` is left out of the reply's content.
 *
 * Throws `CountersignError` with one of the `model-*` codes when retrying cannot help or did not,
 * and the signal's reason when aborted.
 */
export interface Model {
  /** The model's name as configured, such as `claude-sonnet-4-5` or `scripted:turns.json`. */
  readonly id: string;
  /** `gen_ai.provider.name` of OpenTelemetry: `anthropic`, or `scripted`. */
  readonly provider: string;
  /** Input tokens that fit into one request. */
  readonly contextWindow: number;
  /** The most tokens that a reply should have, as the inputs say. Absent: they do not. */
  readonly maxOutputTokens?: number;
  /**
   * What a request costs is unknown, so that no limit of money can hold: as the inputs say (`said`), or because the price table
   * does not have the model (`unlisted`). Absent: it is known.
   */
  readonly unpriced?: 'said' | 'unlisted';
  /** The model for a run whose requests this one cannot answer, of the same provider at the same address. Absent: none. */
  readonly fallback?: Model;
  /** The API accepts a `WebSearchSpec`. Absent: it does not. */
  readonly webSearch?: true;
  respond(request: ModelRequest, options: RespondOptions): Promise<ModelReply>;
}
