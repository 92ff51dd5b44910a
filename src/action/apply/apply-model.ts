import type { Json } from '../../common/index.ts';
import {
  type Message,
  messageIdOf,
  type Model,
  type ModelReply,
  zeroUsage,
} from '../../model/index.ts';

const ID = 'countersign:apply';
const CONTEXT_WINDOW = 1_000_000;

/** A call that the first turn makes. */
export interface PlannedCall {
  readonly name: string;
  readonly input: Json;
}

/**
 * Replaces the language model in a run that only applies the changes of another run. The first turn makes the planned
 * calls, the second reports whether they all ran. So policy, approvals, audit trail and checkpoints work as for any other
 * call. A resumed run is past its first turn and needs no plan.
 */
export function applyModel(plan: readonly PlannedCall[]): Model {
  return {
    id: ID,
    provider: 'countersign',
    contextWindow: CONTEXT_WINDOW,
    respond: ({ messages }, { signal }) => {
      signal.throwIfAborted();
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      return Promise.resolve(replyOf(turn, turn === 0 ? plan : [ending(messages.at(-1))]));
    },
  };
}

function replyOf(turn: number, calls: readonly PlannedCall[]): ModelReply {
  return {
    id: messageIdOf(turn),
    model: ID,
    content: calls.map(({ name, input }, index) => ({
      type: 'tool_use',
      id: `toolu_apply_${turn}_${index}`,
      name,
      input,
    })),
    stopReason: 'tool_use',
    usage: zeroUsage,
    costUsd: 0,
  };
}

function ending(last: Message | undefined): PlannedCall {
  const results = (last?.content ?? []).filter((block) => block.type === 'tool_result');
  const failed = results.some((block) => block.is_error === true) || results.length === 0;
  const input = failed
    ? { outcome: 'incomplete', summary: 'Not everything was applied; each call says why.' }
    : { outcome: 'done', summary: 'The changes were applied.' };
  return { name: 'finish', input };
}
