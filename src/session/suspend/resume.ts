import {
  type AgentState,
  createConversation,
  isBudgetExtension,
  type OpenTurn,
} from '../../agent/index.ts';
import { type CallContext, reopenCalls, type FinishedCall } from '../../tool-calls/index.ts';
import { isJsonObject } from '../../common/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';

/** The conversation and what it remembers, as they were when the run was suspended. */
export function stateFrom(checkpoint: CheckpointState): AgentState {
  return {
    conversation: createConversation({
      messages: checkpoint.messages,
      duplicates: checkpoint.repeats ?? {},
    }),
    refused: [...checkpoint.refused],
    instructedFolders: new Set(),
    lastText: checkpoint.lastText,
    lastReply: checkpoint.lastReply ?? 0,
    idleReplies: checkpoint.idleReplies,
  };
}

/**
 * Where the run was suspended, or killed: calls that ended then are not run again, the others are taken up here and now.
 * `null` where it stood between two turns.
 */
export async function openTurnOf(
  checkpoint: CheckpointState,
  calls: CallContext,
): Promise<OpenTurn | null> {
  const last = checkpoint.messages.at(-1);
  const asked = last?.role === 'assistant' && last.content.some(({ type }) => type === 'tool_use');
  if (!asked && checkpoint.gated.length === 0) return null;
  const suspended = checkpoint.gated.map(({ request, nonce, ready }) => ({
    request,
    nonce,
    ready,
  }));
  if (isBudgetExtension(suspended)) return { kind: 'limit', asked: suspended };
  const { gated, finished } = await reopenCalls(calls, suspended);
  return { kind: 'turn', finished: [...checkpoint.settled.map(settledFrom), ...finished], gated };
}

function settledFrom({ metadata, ...call }: CheckpointState['settled'][number]): FinishedCall {
  return { ...call, ...(isJsonObject(metadata) ? { metadata } : {}) };
}
