import type * as z from 'zod';
import type { Facts, Kind } from '../../policy/index.ts';
import type { ToolOutput } from './result.ts';
import type {
  CallPreview,
  PostToolUseAnswer,
  PreToolUseAnswer,
  ToolContext,
  ToolDescription,
  ToolResult,
} from './tool.ts';

type MaybePromise<T> = T | Promise<T>;

/** What a call touches, as its author says it; name, kind, category and tags are added. */
export type BuiltinFacts = Omit<Facts, 'tool' | 'kind' | 'category' | 'tags'>;

/** All that its author says of a tool but what it takes. Only the parsed value gets to the functions. */
export interface AboutTool<S extends z.ZodObject> {
  /** Letters, digits, `_` and `-`, beginning with a letter, at most 64. */
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
   * What the call touches. May throw `CountersignError` (`path-refused`): then the call is refused.
   */
  facts?(input: z.output<S>): BuiltinFacts;
  /** The narrowest policy rule that would cover the call; the tool's name where absent. */
  narrowestRule?(input: z.output<S>): MaybePromise<string>;
  /** What a person who is asked gets to see; the input as JSON where absent. */
  preview?(input: z.output<S>): MaybePromise<CallPreview>;
  preToolUse?(input: z.output<S>): MaybePromise<PreToolUseAnswer | undefined>;
  postToolUse?(input: z.output<S>, result: ToolResult): MaybePromise<PostToolUseAnswer | undefined>;
  /** The call is a question to a person: see `PreparedCall.asks`. */
  readonly asks?: 'answer' | 'approval';
  /** With `asks`: what the model goes on with where nobody answers. */
  unanswered?(input: z.output<S>): string | undefined;
  /** With `asks`: how long an answer is waited for at most, in milliseconds; the policy may wait less. */
  waitMs?(input: z.output<S>): number | undefined;
  /** Said before the list of what was wrong with an input. */
  readonly validationMessage?: string;
  execute(input: z.output<S>, context: ToolContext): MaybePromise<ToolOutput>;
}
