import { CountersignError } from '../common/index.ts';
import type { AssistantBlock, Message } from '../model/index.ts';
import type { Agent } from './context.ts';

/** Why a run goes to its next model. */
export type FallbackReason = 'unavailable' | 'refused' | 'too-long';

/**
 * Goes to the next model after one that cannot answer the turn, and records that. The run never goes back, and its subagents
 * go along. False: the run is at its last model.
 */
export async function fallBack(
  { calls, model, parent, state }: Agent,
  { turn, reason, because }: { turn: number; reason: FallbackReason; because: string },
): Promise<boolean> {
  const from = model.current;
  // Another conversation of the run was at the same model, and changed it first.
  if (from.id !== state.model) return true;
  if (from.fallback === undefined) return false;
  const to = from.fallback;
  model.current = to;
  await calls.trail.append({
    type: 'model.fallback',
    turn,
    parent,
    from: from.id,
    to: to.id,
    reason,
    because,
  });
  const message = `The run continues with the model ${to.id}: ${from.id} ${REASONS[reason]} (${because}).`;
  calls.bus.emit({ type: 'warning', message });
  return true;
}

const REASONS: Readonly<Record<FallbackReason, string>> = {
  unavailable: 'is not available',
  refused: 'declined to continue',
  'too-long': 'cannot take a conversation of this length',
};

/** The reason for a fall-back in the error of a request; `null` for an error that another model would not avoid. */
export function fallbackReasonOf(error: unknown): FallbackReason | null {
  if (!(error instanceof CountersignError)) return null;
  if (error.code === 'model-unavailable') return 'unavailable';
  return error.code === 'model-context' ? 'too-long' : null;
}

/** Leaves out of a conversation what only the model that wrote it understands, such as its encrypted reasoning. */
export function withoutReasoning(messages: readonly Message[]): Message[] {
  return messages.flatMap((message): Message[] => {
    if (message.role === 'user') return [message];
    const content = message.content.filter((block: AssistantBlock) => block.type !== 'opaque');
    if (content.length === message.content.length) return [message];
    return content.length === 0 ? [] : [{ role: 'assistant', content }];
  });
}
