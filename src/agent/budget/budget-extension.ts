import * as z from 'zod';
import { BUDGET_CALL } from '../../audit/index.ts';
import { memoize } from '../../common/index.ts';
import {
  type BatchEnd,
  type CallContext,
  type SuspendedCall,
  reopenCalls,
  runCalls,
  runGated,
} from '../../tool-calls/index.ts';
import type { Verdict } from '../../policy/index.ts';
import { defineTool, success, type Tool } from '../../tools/index.ts';
import { type BudgetLine, type BudgetName, describe } from './budget.ts';
import { overBudget, stopped, budgetNotice } from './end-reasons.ts';
import type { AgentEnd, AgentState, AgentContext } from '../context.ts';

const ASKS: Verdict = {
  verdict: 'requireApproval',
  rule: null,
  list: 'wall',
  line: null,
  because: 'A budget is spent, and the policy says `onLimit: ask`.',
};

const input = memoize(() => {
  const amount = z.number().nonnegative();
  return z.object({
    budget: z.enum(['turns', 'calls', 'tokens', 'usd']),
    used: amount,
    limit: amount,
    /** Where the wall is to stand. */
    raiseTo: amount,
  });
});

/**
 * At a wall: where the policy says `onLimit: ask`, people are asked for a little more, as for any other call. `null` where
 * they gave it and the run goes on; else how it ends, or that it is to be suspended.
 */
export async function atLimit(
  context: AgentContext,
  state: AgentState,
  line: BudgetLine,
): Promise<AgentEnd | null> {
  await budgetNotice(context, line, 'spent');
  const raiseTo = context.budget.further(line.budget);
  if (raiseTo === null) return overBudget(state, line);
  const id = context.nextCallId();
  const turn = Math.max(1, context.budget.used().turns);
  const request = {
    id,
    turn,
    parent: null,
    toolUseId: '',
    name: BUDGET_CALL,
    input: { ...line, raiseTo },
  };
  const batch = await runCalls(callsAtLimit(context), [request]);
  return await applyExtension(context, state, batch);
}

/** True for calls that are the run's own question at a wall. */
export function isBudgetExtension(suspended: readonly SuspendedCall[]): boolean {
  return suspended.some(({ request }) => request.name === BUDGET_CALL);
}

/** Resumes the request that an earlier job made. */
export async function resumeBudgetRequest(
  context: AgentContext,
  state: AgentState,
  suspended: readonly SuspendedCall[],
): Promise<AgentEnd | null> {
  const calls = callsAtLimit(context);
  const batch = await runGated(calls, await reopenCalls(calls, suspended));
  return await applyExtension(context, state, batch);
}

async function applyExtension(
  context: AgentContext,
  state: AgentState,
  batch: BatchEnd,
): Promise<AgentEnd | null> {
  if (batch.suspended !== null)
    return { outcome: 'awaiting-approval', summary: state.lastText, suspended: batch };
  const [call] = batch.finished;
  if (call?.state === 'COMPLETED') {
    const text = typeof call.content === 'string' ? call.content : '';
    state.conversation.push({ role: 'user', content: [{ type: 'text', text }] });
    return null;
  }
  if (context.calls.signal.aborted) return stopped(context, state);
  const line = context.budget.spent();
  return line === null ? null : overBudget(state, line, call?.error?.message);
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
    admit: () => Promise.resolve({ ok: true }),
  };
}

function extensionTool({ budget, calls }: AgentContext): Tool {
  return defineTool({
    name: BUDGET_CALL,
    displayName: 'A little more budget',
    description: { short: 'Ask a person for a little more budget.' },
    kind: 'readonly',
    category: 'run',
    asks: 'approval',
    input: input(),
    preview: (asked) => ({ form: 'text', text: previewOf(asked, budget.used()) }),
    execute: async (asked, { call, answer = '' }) => {
      const { budget: name, used, raiseTo } = asked;
      await calls.trail.append({
        type: 'budget',
        event: 'raised',
        budget: name,
        used,
        limit: raiseTo,
        call,
      });
      budget.raise(name, raiseTo);
      const note = answer.trim() === '' ? '' : ` With this note: ${answer.trim()}`;
      return success(
        `A person gave the run a little more: ${raiseTo} ${name} now, ${describe(name, used)} used.${note}`,
      );
    },
  });
}

type Asked = z.output<ReturnType<typeof input>>;

function previewOf(asked: Asked, used: Readonly<Record<BudgetName, number>>): string {
  const { budget, limit, raiseTo } = asked;
  const more = describe(budget, raiseTo - limit);
  const names = ['turns', 'calls', 'tokens', 'usd', 'minutes'] as const;
  return [
    `The budget of ${limit} ${budget} is spent: ${describe(budget, asked.used)} used.`,
    `Asked for: ${more} more, ${describe(budget, raiseTo)} in all. Without it the run ends over-budget.`,
    `Used so far: ${names.map((name) => `${describe(name, used[name])} ${name}`).join(', ')}.`,
  ].join('\n');
}
