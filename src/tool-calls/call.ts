import type { Json, JsonObject } from '../common/index.ts';
import type { Verdict } from '../policy/index.ts';
import type { LlmContent, PreparedCall, Tool, ToolError } from '../tools/index.ts';

/** A call as the model made it. */
export interface CallRequest {
  /** `c1`, `c2`, … in the order in which the run's calls came. */
  readonly id: string;
  readonly turn: number;
  /** The parent's call, for the calls of a helper agent; `null` for the run's own. */
  readonly parent: string | null;
  /** The `tool_use` block's id. */
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Json;
}

/** Why a call was refused: by the policy, by a person, or because nobody said yes. */
export type Refusal = 'policy' | 'person' | 'unanswered';

/** How a call ended: what the model is told, and what the run needs to know. */
export interface FinishedCall {
  readonly request: CallRequest;
  readonly state: 'COMPLETED' | 'FAILED' | 'DENIED';
  readonly content: LlmContent;
  /** Of the content as a text, where something ran. */
  readonly contentSha256?: string;
  readonly isError: boolean;
  /** With `DENIED`. */
  readonly refusal?: Refusal;
  readonly error?: ToolError;
  readonly metadata?: JsonObject;
  /** Paths that the tool said it would touch; missing where nothing ran. */
  readonly touched?: readonly string[];
}

/** A call that was found and validated, on its way through the steps. */
export interface OpenCall {
  readonly request: CallRequest;
  readonly tool: Tool;
  readonly prepared: PreparedCall;
  /** Over the canonical JSON of the parsed input: what the verdict and the approval are about. */
  readonly argumentsSha256: string;
  readonly inputPreview: string;
}

/** An open call with its verdict, and a hook's ready-made result where there is one. */
export interface EvaluatedCall extends OpenCall {
  readonly verdict: Verdict;
  readonly ready: string | null;
  /** What a person wrote with their approval or answer. */
  readonly answer?: string;
}
