import * as z from 'zod';
import type * as published from '../../../types/tools.d.ts';
import { jsonValue } from '../../common/index.ts';
import { type Kind, matchesName } from '../../policy/index.ts';
import { checkedAnswer } from '../../tools/index.ts';

export type { HookCall, ToolRequest } from '../../../types/tools.d.ts';

/** Whether a hook with this filter is asked about calls of this tool. */
export function fitsFilter(
  on: published.HookFilter | undefined,
  tool: { readonly name: string; readonly kind: Kind },
): boolean {
  const { tools, kinds } = on ?? {};
  return (
    (tools === undefined || tools.some((pattern) => matchesName(tool.name, pattern))) &&
    (kinds === undefined || kinds.includes(tool.kind))
  );
}

/** A hook: a module of the repository's trusted branch, or code. */
export interface Hook extends published.Hook {
  readonly name: string;
  /** Changes a text of a running call, which listeners and the log get before its result. */
  readonly changeProgress?: (text: string) => string;
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
export function readRequestAnswer(answer: unknown): published.ToolRequestAnswer {
  return checkedAnswer(requestAnswer, answer);
}

/** Parses the answer of a `messagesChanged`: `undefined` and `null` are empty. Throws for anything else. */
export function readMessagesAnswer(answer: unknown): published.MessagesAnswer {
  return checkedAnswer(messagesAnswer, answer);
}
