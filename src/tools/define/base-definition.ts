import type * as z from 'zod';
import type { Facts, Kind } from '../../policy/index.ts';
import type { ToolOutput } from './result.ts';
import type {
  CallPreview,
  PlannedCall,
  PostToolUseAnswer,
  PreToolUseAnswer,
  ToolContext,
  ToolDescription,
  ToolResult,
} from './tool.ts';

type MaybePromise<T> = T | Promise<T>;

/** What a call touches, as the tool's author declares it; name, kind, category and tags are added. */
export type DeclaredFacts = Omit<Facts, 'tool' | 'kind' | 'category' | 'tags'>;

/** A tool's definition without its input. The functions get the parsed input. */
export interface BaseToolDefinition<S extends z.ZodObject> {
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
   * What the call touches. May throw `CountersignError` (`path-refused`): then the call is refused.
   */
  facts?(input: z.output<S>): DeclaredFacts;
  /** What people see when they are asked. Absent: the input as JSON. */
  preview?(input: z.output<S>): MaybePromise<CallPreview>;
  preToolUse?(input: z.output<S>): MaybePromise<PreToolUseAnswer | undefined>;
  postToolUse?(input: z.output<S>, result: ToolResult): MaybePromise<PostToolUseAnswer | undefined>;
  /**
   * The one text argument that an approver can change before the call runs (`/approve ap-… with`): its name. Absent: none.
   */
  readonly changeable?: string;
  /** The call is a question to a person: see `PreparedCall.asks`. */
  readonly asks?: 'answer' | 'approval';
  /** With `asks`: the calls that the approval is to let run without another question: see `PreparedCall.plans`. */
  plans?(input: z.output<S>): readonly PlannedCall[];
  /** With `asks`: the default if nobody answers. */
  unanswered?(input: z.output<S>): string | undefined;
  /** With `asks`: the longest wait for an answer in milliseconds; the policy may set a shorter one. */
  waitMs?(input: z.output<S>): number | undefined;
  /** Precedes the list of what is wrong with an input. */
  readonly validationMessage?: string;
  execute(input: z.output<S>, context: ToolContext): MaybePromise<ToolOutput>;
}
