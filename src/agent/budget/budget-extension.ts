import * as z from 'zod';
import { BUDGET_CALL } from '../../audit/index.ts';
import {
  type BatchEnd,
  type CallContext,
  type SuspendedCall,
  reopenCalls,
  runCalls,
  runGated,
} from '../../tool-calls/index.ts';
import { BUDGET_NAMES, type BudgetName, type Verdict } from '../../policy/index.ts';
import { defineTool, success, type Tool } from '../../tools/index.ts';
import { type BudgetLine, amountText, COUNTED_BUDGETS } from './budget.ts';
import { endOverBudget, endFromOutside, reportBudget } from './end-reasons.ts';
import type { Agent, AgentContext, AgentEnd } from '../context.ts';

const ASKS: Verdict = {
  verdict: 'requireApproval',
  rule: null,
  list: 'wall',
  line: null,
  because: 'A budget is spent, and the policy says `onLimit: ask`.',
};

const amount = z.number().nonnegative();
const input = z.object({
  budget: z.enum(COUNTED_BUDGETS),
  used: amount,
  limit: amount,
  /** The new limit. */
  raiseTo: amount,
});

/**
 * At a limit: with the policy's `onLimit: ask`, asks people for more, as for any other call. `null` if they approved and the
 * run continues; otherwise how it ends, or that it is to be suspended.
 */
export async function atLimit(agent: Agent, line: BudgetLine): Promise<AgentEnd | null> {
  await reportBudget(agent, line, 'spent');
  const raiseTo = agent.budget.nextLimit(line.budget);
  if (raiseTo === null) return endOverBudget(agent.state, line);
  const request = {
    id: agent.nextCallId(),
    turn: agent.budget.used().turns,
    parent: null,
    toolUseId: '',
    name: BUDGET_CALL,
    input: { ...line, raiseTo },
  };
  return await applyExtension(agent, await runCalls(callsAtLimit(agent), [request]));
}

/** True for calls that are the run's own request at a limit. */
export function isBudgetExtension(suspended: readonly SuspendedCall[]): boolean {
  return suspended.some(({ request }) => request.name === BUDGET_CALL);
}

/** Resumes the request that an earlier job made. */
export async function resumeBudgetRequest(
  agent: Agent,
  suspended: readonly SuspendedCall[],
): Promise<AgentEnd | null> {
  const calls = callsAtLimit(agent);
  return await applyExtension(agent, await runGated(calls, await reopenCalls(calls, suspended)));
}

async function applyExtension(agent: Agent, batch: BatchEnd): Promise<AgentEnd | null> {
  const { state } = agent;
  if (batch.suspended !== null)
    return { outcome: 'awaiting-approval', summary: state.lastText, suspended: batch };
  const [call] = batch.finished;
  if (call?.state === 'COMPLETED') {
    const text = typeof call.content === 'string' ? call.content : '';
    state.conversation.push({ role: 'user', content: [{ type: 'text', text }] });
    return null;
  }
  if (agent.calls.signal.aborted) return endFromOutside(agent);
  const line = agent.budget.spent();
  return line === null ? null : endOverBudget(state, line, call?.error?.message);
}

/** The context of that one call: only its own tool, no hooks, no limits, and a policy that always asks people. */
function callsAtLimit(context: AgentContext): CallContext {
  const { calls } = context;
  const tool = extensionTool(context);
  return {
    ...calls,
    policy: { ...calls.policy, evaluate: () => ASKS },
    find: (name) => (name === BUDGET_CALL ? tool : undefined),
    hooks: [],
    admit: () => ({ ok: true }),
  };
}

function extensionTool({ budget, calls }: AgentContext): Tool {
  return defineTool({
    name: BUDGET_CALL,
    displayName: 'Raise a budget limit',
    description: { short: 'Ask a person to raise a limit of the budget.' },
    kind: 'readonly',
    category: 'run',
    asks: 'approval',
    input,
    preview: (asked) => ({ form: 'text', text: previewOf(asked, budget.used()) }),
    execute: async ({ budget: name, used, raiseTo }, { call, answer = '' }) => {
      const limit = budget.limits()[name] ?? raiseTo;
      // The job that asked had a lower limit than this one.
      if (limit >= raiseTo) return success(`The limit is ${limit} ${name} by now.`);
      await calls.trail.append({
        type: 'budget',
        event: 'raised',
        budget: name,
        used,
        limit: raiseTo,
        call,
      });
      budget.raiseLimit(name, raiseTo);
      const note = answer.trim() === '' ? '' : ` Their note: ${answer.trim()}`;
      return success(
        `A person raised the limit to ${raiseTo} ${name}; ${amountText(name, used)} are used.${note}`,
      );
    },
  });
}

type Asked = z.output<typeof input>;

function previewOf(asked: Asked, used: Readonly<Record<BudgetName, number>>): string {
  const { budget, limit, raiseTo } = asked;
  const more = amountText(budget, raiseTo - limit);
  return [
    `The budget of ${limit} ${budget} is spent: ${amountText(budget, asked.used)} used.`,
    `Requested: ${more} more, ${amountText(budget, raiseTo)} in total. Without it the run ends over-budget.`,
    `Used so far: ${BUDGET_NAMES.map((name) => `${amountText(name, used[name])} ${name}`).join(', ')}.`,
  ].join('\n');
}
