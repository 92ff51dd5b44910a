import type { Json, JsonObject } from '../common/index.ts';
import type { Verdict } from '../policy/index.ts';
import type { LlmContent, PreparedCall, Tool, ToolError } from '../tools/index.ts';

/** A call as the model made it. */
export interface CallRequest {
  /** `c1`, `c2`, … in the order in which the run's calls came. */
  readonly id: string;
  readonly turn: number;
  /** The call that started the subagent or nested call; `null` for the run's own calls. */
  readonly parent: string | null;
  /** The `tool_use` block's id. */
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Json;
}

/** Who refused a call: the policy, a person, or nobody because no approval came. */
export type Refusal = 'policy' | 'person' | 'unanswered';

/** How a call ended: what the model gets, and what the run needs to know. */
export interface FinishedCall {
  readonly request: CallRequest;
  readonly state: 'COMPLETED' | 'FAILED' | 'DENIED';
  readonly content: LlmContent;
  /** Of the content as text; missing if nothing ran. */
  readonly contentSha256?: string;
  readonly isError: boolean;
  /** Set with `DENIED`. */
  readonly refusal?: Refusal;
  readonly error?: ToolError;
  readonly metadata?: JsonObject;
  /** Paths that the tool declared; missing if nothing ran. */
  readonly touched?: readonly string[];
}

/** The content with other texts. */
export function withTexts(content: LlmContent, change: (text: string) => string): LlmContent {
  if (typeof content === 'string') return change(content);
  return content.map((block) =>
    block.type === 'text' ? { ...block, text: change(block.text) } : block,
  );
}

/** A call whose tool was found and whose input was parsed. */
export interface ValidatedCall {
  readonly request: CallRequest;
  readonly tool: Tool;
  readonly prepared: PreparedCall;
  /** Over the canonical JSON of the parsed input: what the verdict and the approval are about. */
  readonly argumentsSha256: string;
  readonly inputPreview: string;
}

export interface EvaluatedCall extends ValidatedCall {
  readonly verdict: Verdict;
  /** The result that a pre-hook gave in place of the tool's; `null` if none did. */
  readonly hookResult: string | null;
  /** What an approver changed before the call ran. */
  readonly changed?:
    | { readonly login: string; readonly argument: string; readonly text: string }
    | undefined;
  /** What a person wrote with their approval or answer. */
  readonly answer?: string;
}

/** A call that waits for a person. The nonce makes each request unique. */
export interface CallForApproval extends EvaluatedCall {
  readonly nonce: string;
}
