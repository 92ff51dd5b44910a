import type { Json } from '../base/index.ts';
import type { ToolResult } from '../tools/index.ts';

/** What a hook is told of a call. The input is a copy: changing it changes nothing. */
export interface HookCall {
  readonly call: string;
  readonly tool: string;
  readonly kind: string;
  readonly input: Json;
}

/**
 * What a `preToolUse` hook may answer. `decision` can only make a verdict stricter (`auto` counts where
 * the policy says `mode: custom` and no rule matched). A new `input` is validated and judged again.
 * A ready `result` takes the place of executing, after the verdict and any approval.
 */
export interface PreToolUseAnswer {
  readonly decision?: 'auto' | 'ask' | 'deny';
  readonly reason?: string;
  readonly input?: Json;
  readonly result?: string;
}

/** What a `postToolUse` hook may answer: another text for the model in place of the result's. */
export interface PostToolUseAnswer {
  readonly llmContent?: string;
}

type MaybePromise<T> = T | Promise<T>;

/** A module of the repository's trusted branch, or code, that watches calls. */
export interface Hook {
  readonly name: string;
  readonly preToolUse?: (call: HookCall) => MaybePromise<PreToolUseAnswer | undefined | void>;
  readonly postToolUse?: (
    call: HookCall,
    result: ToolResult,
  ) => MaybePromise<PostToolUseAnswer | undefined | void>;
}

/** How long one hook may think about one call. */
export const HOOK_TIMEOUT_MS = 10_000;
