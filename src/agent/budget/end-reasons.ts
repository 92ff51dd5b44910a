import { CountersignError, failureText, oneLine, outcomeOfAbort } from '../../common/index.ts';
import { type BudgetLine, amountText } from './budget.ts';
import {
  type Agent,
  type AgentContext,
  type AgentEnd,
  type AgentState,
  endBecause,
} from '../context.ts';

const MAX_REASON_CHARS = 1_000;

/** Records that a limit is near or reached, and informs listeners. */
export async function reportBudget(
  { calls }: AgentContext,
  line: BudgetLine,
  event: 'near' | 'spent',
): Promise<void> {
  await calls.trail.append({ type: 'budget', event, ...line });
  calls.bus.emit({ type: 'budget', event, ...line });
}

/** The end at a limit of the budget. `because`: why people did not raise it, if they were asked. */
export function endOverBudget(state: AgentState, line: BudgetLine, because = ''): AgentEnd {
  const { budget, limit } = line;
  const spent = `The budget of ${limit} ${budget} is spent (${amountText(budget, line.used)} used).`;
  const outcome = budget === 'minutes' ? 'timed-out' : 'over-budget';
  return endBecause(state, { outcome, reason: `${spent} ${because}`.trim() });
}

/** The end from outside: cancelled, out of minutes, or a failure that no call caused. */
export function endFromOutside({ calls: { signal }, budget, state }: Agent): AgentEnd {
  if (outcomeOfAbort(signal) === 'error')
    return endBecause(state, { outcome: 'error', reason: failureText(signal.reason) });
  return budget.remainingMs() === 0
    ? endBecause(state, { outcome: 'timed-out', reason: 'The budget of minutes is spent.' })
    : endBecause(state, { outcome: 'cancelled', reason: cancelText(signal.reason) });
}

/** Why the run was cancelled, as far as whoever cancelled it said so. `AbortError` is what `abort()` without a reason gives. */
function cancelText(reason: unknown): string {
  const hasMessage = reason instanceof Error && reason.name !== 'AbortError';
  const said = hasMessage ? reason.message : reason;
  const because = typeof said === 'string' ? oneLine(said, MAX_REASON_CHARS).trim() : '';
  // As `session/cancel.ts` says it of a signal.
  if (because.startsWith('The run was ')) return because;
  return because === '' ? 'The run was cancelled.' : `The run was cancelled: ${because}`;
}

/** The end after a request to the model failed for good. */
export function endAfterModelError(agent: Agent, error: unknown): AgentEnd {
  if (agent.calls.signal.aborted) return endFromOutside(agent);
  if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
  const outcome =
    error instanceof CountersignError && error.code === 'model-context' ? 'incomplete' : 'error';
  return endBecause(agent.state, { outcome, reason: failureText(error) });
}
