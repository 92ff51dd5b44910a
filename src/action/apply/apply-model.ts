import type { Json } from '../../common/index.ts';
import {
  type Message,
  messageIdOf,
  type Model,
  type ModelReply,
  zeroUsage,
} from '../../model/index.ts';
import { PUBLISHING_TOOL } from '../../policy/index.ts';

const ID = 'countersign:apply';

/** How the job of such a run differs from others. */
export const APPLY_JOB = {
  // The agent's run proved what the policy requires.
  requires: [],
  // A pull request with only a part of the changes would be of something that nobody made.
  dependentCalls: true,
} as const;

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
      return Promise.resolve(replyOf(turn, turn === 0 ? plan : [ending(messages)]));
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

/** Ends the run after its calls. A part of the commits stays on the branch, because a branch only moves forward. */
function ending(messages: readonly Message[]): PlannedCall {
  const results = (messages.at(-1)?.content ?? []).filter((block) => block.type === 'tool_result');
  const failed = new Set(
    results.flatMap((block) => (block.is_error === true ? [block.tool_use_id] : [])),
  );
  if (results.length > 0 && failed.size === 0)
    return { name: 'finish', input: { outcome: 'done', summary: 'The changes were applied.' } };
  const pushes = messages
    .flatMap(({ role, content }) => (role === 'assistant' ? content : []))
    .flatMap((block) =>
      block.type === 'tool_use' && block.name === PUBLISHING_TOOL ? [block.id] : [],
    );
  const pushed = pushes.filter((id) => !failed.has(id)).length;
  const summary =
    pushed === 0 || pushed === pushes.length
      ? 'Not everything was applied; each call says why.'
      : `Only ${pushed} of ${pushes.length} commits ${pushed === 1 ? 'was' : 'were'} pushed; each call says why. Revert what was pushed, or delete its branch if this run created it.`;
  return { name: 'finish', input: { outcome: 'incomplete', summary } };
}
