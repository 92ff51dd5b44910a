import {
  type AgentContext,
  type AgentState,
  createConversation,
  isBudgetExtension,
  type OpenTurn,
} from '../../agent/index.ts';
import { NotResumed, storedDenial } from '../../approvals/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';
import { type CallContext, reopenCalls } from '../../tool-calls/index.ts';

/**
 * Where an earlier job suspended the agent or crashed: its conversation, and the turn that was open. `note` says so to the model,
 * after the messages so far.
 */
export async function resumedState(
  checkpoint: CheckpointState,
  { agent, note }: { readonly agent: AgentContext; readonly note: string },
): Promise<{ readonly state: AgentState; readonly open: OpenTurn | null }> {
  const state = stateFrom(checkpoint, note);
  agent.journal?.note(state);
  const open = await openTurnOf(checkpoint, agent.calls);
  if (checkpoint.suspendedRequest !== null && open?.kind === 'turn' && open.gated.length === 0)
    await closeStaleRequest(agent.calls);
  return { state, open };
}

/** No call needs an answer any more: closes the approval request, and learns whether another job resumed the run. */
async function closeStaleRequest({ approver, signal }: AgentContext['calls']): Promise<void> {
  try {
    await approver.ask([], { signal });
  } catch (error) {
    if (error instanceof NotResumed || !signal.aborted) throw error;
  }
}

/** The conversation and what the loop remembers, from a checkpoint. */
function stateFrom(checkpoint: CheckpointState, note: string): AgentState {
  return {
    conversation: createConversation({
      messages: checkpoint.messages,
      duplicates: checkpoint.repeats ?? {},
    }),
    refused: [...checkpoint.refused],
    instructedFolders: new Set(),
    model: checkpoint.model?.conversation ?? null,
    lastText: checkpoint.lastText,
    lastReply: checkpoint.lastReply ?? 0,
    idleReplies: checkpoint.idleReplies,
    note,
  };
}

/**
 * The turn that was open at the checkpoint. Its finished calls do not run again; the others are reopened. `null` between
 * two turns.
 */
async function openTurnOf(
  checkpoint: CheckpointState,
  calls: CallContext,
): Promise<OpenTurn | null> {
  const last = checkpoint.messages.at(-1);
  const asked = last?.role === 'assistant' && last.content.some(({ type }) => type === 'tool_use');
  if (!asked && checkpoint.gated.length === 0) return null;
  if (isBudgetExtension(checkpoint.gated)) return { kind: 'limit', asked: checkpoint.gated };
  const { suspendedRequest } = checkpoint;
  const suspended = checkpoint.gated.map((call) => ({
    ...call,
    denial: suspendedRequest === null ? null : storedDenial(suspendedRequest, call.approval),
  }));
  const { gated, finished } = await reopenCalls(calls, suspended);
  return { kind: 'turn', finished: [...checkpoint.settled, ...finished], gated };
}
