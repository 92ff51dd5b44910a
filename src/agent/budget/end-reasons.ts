import { CountersignError, errorText, type Outcome, outcomeOfAbort } from '../../common/index.ts';
import { type BudgetLine, describe } from './budget.ts';
import type { AgentEnd, AgentState, AgentContext } from '../context.ts';

/** Records that a wall is near or met, and tells listeners. */
export async function budgetNotice(
  context: AgentContext,
  line: BudgetLine,
  event: 'near' | 'spent',
): Promise<void> {
  await context.calls.trail.append({ type: 'budget', event, ...line });
  context.calls.bus.emit({ type: 'budget', event, ...line });
}

/** The end at a wall of the budget; `because` where people were asked to move it and did not. */
export function overBudget(state: AgentState, line: BudgetLine, because = ''): AgentEnd {
  const { budget, limit } = line;
  const spent = `The budget of ${limit} ${budget} is spent (${describe(budget, line.used)} used).`;
  return {
    outcome: budget === 'minutes' ? 'timed-out' : 'over-budget',
    summary: [spent, because, state.lastText].filter((part) => part !== '').join(' '),
    suspended: null,
  };
}

/** The end from outside: cancelled, out of minutes, or because something failed that no call is to blame for. */
export function stopped(context: AgentContext, state: AgentState): AgentEnd {
  const { signal } = context.calls;
  const end = (outcome: Outcome, why: string): AgentEnd => ({
    outcome,
    summary: `${why} ${state.lastText}`.trim(),
    suspended: null,
  });
  if (outcomeOfAbort(signal) === 'error') return end('error', errorText(signal.reason));
  return context.budget.msLeft() === 0
    ? end('timed-out', 'The budget of minutes is spent.')
    : end('cancelled', 'The run was cancelled.');
}

/** The end where the model could not be asked any more. */
export function modelFailed(
  agentContext: AgentContext,
  state: AgentState,
  error: unknown,
): AgentEnd {
  if (agentContext.calls.signal.aborted) return stopped(agentContext, state);
  if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
  const outcome =
    error instanceof CountersignError && error.code === 'model-context' ? 'incomplete' : 'error';
  return { outcome, summary: `${errorText(error)} ${state.lastText}`.trim(), suspended: null };
}
