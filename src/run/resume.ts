import { createConversation, type AgentState, type OpenTurn } from '../agent/index.ts';
import type { ParkedCall, SettledCall } from '../calls/index.ts';
import { isJsonObject } from '../base/index.ts';
import type { CheckpointState } from '../checkpoint/index.ts';

/** The conversation and what it remembers, as they were when the run was suspended. */
export function stateFrom(checkpoint: CheckpointState): AgentState {
  return {
    conversation: createConversation(checkpoint.messages),
    refused: [...checkpoint.refused],
    lastText: checkpoint.lastText,
    idleReplies: checkpoint.idleReplies,
  };
}

/** The turn that was suspended: calls that ended then are not run again, the others are taken up. */
export function openTurnOf(checkpoint: CheckpointState): {
  readonly settled: OpenTurn['settled'];
  readonly parked: readonly ParkedCall[];
} {
  return {
    settled: checkpoint.settled.map(settledFrom),
    parked: checkpoint.gated.map(({ request, nonce, ready }) => ({ request, nonce, ready })),
  };
}

function settledFrom({ metadata, ...call }: CheckpointState['settled'][number]): SettledCall {
  return { ...call, ...(isJsonObject(metadata) ? { metadata } : {}) };
}
