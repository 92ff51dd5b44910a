import * as z from 'zod';
import { type Json, jsonValue } from '../../common/index.ts';
import { type Kind, matchesName, type PathFact } from '../../policy/index.ts';
import {
  checkedAnswer,
  type PostToolUseAnswer,
  type PreToolUseAnswer,
  type ToolResult,
} from '../../tools/index.ts';

/** A call as a hook sees it. The input is a copy: changing it changes nothing. */
export interface HookCall {
  readonly call: string;
  readonly tool: string;
  readonly kind: Kind;
  readonly input: Json;
  /** Every path that the call names, those inside a command among them. */
  readonly paths: readonly PathFact[];
}

/** What a `messagesChanged` hook sees: the length of the conversation and the last message, redacted. */
interface MessagesView {
  readonly turn: number;
  /** How many messages there are. */
  readonly count: number;
  /** The text of the last message: results of calls, or the request. */
  readonly lastText: string;
}

/** The answer of a `messagesChanged` hook: a note that the model gets with the next request. */
type MessagesAnswer = Readonly<z.infer<typeof messagesAnswer>>;

/** A question of a tool that executes. */
export interface ToolRequest {
  readonly name: string;
  /** Redacted. */
  readonly data: Json;
}

/** The answer of a `toolRequest` hook: JSON for the tool, or a refusal. Neither: the next one is asked. */
type ToolRequestAnswer = Readonly<z.infer<typeof requestAnswer>>;

/** Names of tools, `*` being any characters, and kinds. */
interface HookFilter {
  readonly tools?: readonly string[] | undefined;
  readonly kinds?: readonly Kind[] | undefined;
}

/** Whether a hook with this filter is asked about calls of this tool. */
export function fitsFilter(
  on: HookFilter | undefined,
  tool: { readonly name: string; readonly kind: Kind },
): boolean {
  const { tools, kinds } = on ?? {};
  return (
    (tools === undefined || tools.some((pattern) => matchesName(tool.name, pattern))) &&
    (kinds === undefined || kinds.includes(tool.kind))
  );
}

type MaybePromise<T> = T | Promise<T>;

/** A hook: a module of the repository's trusted branch, or code. */
export interface Hook {
  readonly name: string;
  /** The calls that it is asked about; with tools and kinds both have to match. Absent: all. */
  readonly on?: HookFilter | undefined;
  readonly preToolUse?: (call: HookCall) => MaybePromise<PreToolUseAnswer | undefined | void>;
  readonly postToolUse?: (
    call: HookCall,
    result: ToolResult,
  ) => MaybePromise<PostToolUseAnswer | undefined | void>;
  readonly toolRequest?: (
    call: HookCall,
    request: ToolRequest,
  ) => MaybePromise<ToolRequestAnswer | undefined | void>;
  readonly messagesChanged?: (
    view: MessagesView,
  ) => MaybePromise<MessagesAnswer | undefined | void>;
}

/** How long one hook may take for one call. */
export const HOOK_TIMEOUT_MS = 10_000;
const MAX_NOTE_CHARS = 4_000;

const messagesAnswer = z.strictObject({ note: z.string().max(MAX_NOTE_CHARS).optional() });

const requestAnswer = z
  .strictObject({
    answer: jsonValue.optional(),
    decision: z.literal('deny').optional(),
    reason: z.string().max(MAX_NOTE_CHARS).optional(),
  })
  .refine(
    ({ answer, decision }) => answer === undefined || decision === undefined,
    'it has both an answer and a decision: use one',
  );

/** Parses the answer of a `toolRequest`: `undefined` and `null` are empty. Throws for anything else. */
export function readRequestAnswer(answer: unknown): ToolRequestAnswer {
  return checkedAnswer(requestAnswer, answer);
}

/** Parses the answer of a `messagesChanged`: `undefined` and `null` are empty. Throws for anything else. */
export function readMessagesAnswer(answer: unknown): MessagesAnswer {
  return checkedAnswer(messagesAnswer, answer);
}
