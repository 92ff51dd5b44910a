import * as z from 'zod';
import { BUDGET_CALL } from '../audit/index.ts';
import { once } from '../base/index.ts';
import {
  type BatchEnd,
  type CallWorld,
  type ParkedCall,
  reopenCalls,
  runCalls,
  runGated,
} from '../calls/index.ts';
import type { Verdict } from '../policy/index.ts';
import { defineTool, success, type Tool } from '../tools/index.ts';
import { type BudgetLine, type BudgetName, describe } from './budget.ts';
import { overBudget, stopped, tellBudget } from './stops.ts';
import type { AgentEnd, AgentState, AgentWorld } from './world.ts';

const ASKS: Verdict = {
  verdict: 'requireApproval',
  rule: null,
  list: 'wall',
  line: null,
  because: 'A budget is spent, and the policy says `onLimit: ask`.',
};

const input = once(() => {
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
export async function atWall(
  world: AgentWorld,
  state: AgentState,
  line: BudgetLine,
): Promise<AgentEnd | null> {
  await tellBudget(world, line, 'spent');
  const raiseTo = world.budget.further(line.budget);
  if (raiseTo === null) return overBudget(state, line);
  const id = world.nextCallId();
  const turn = Math.max(1, world.budget.used().turns);
  const request = {
    id,
    turn,
    parent: null,
    toolUseId: '',
    name: BUDGET_CALL,
    input: { ...line, raiseTo },
  };
  const batch = await runCalls(callsAtWall(world), [request]);
  return await afterAsking(world, state, batch);
}

/** True for calls that are the run's own question at a wall. */
export function isForMore(parked: readonly ParkedCall[]): boolean {
  return parked.some(({ request }) => request.name === BUDGET_CALL);
}

/** The question of an earlier job, taken up. */
export async function askedForMore(
  world: AgentWorld,
  state: AgentState,
  parked: readonly ParkedCall[],
): Promise<AgentEnd | null> {
  const calls = callsAtWall(world);
  const { gated, settled } = await reopenCalls(calls, parked);
  return await afterAsking(world, state, await runGated(calls, gated, settled));
}

async function afterAsking(
  world: AgentWorld,
  state: AgentState,
  batch: BatchEnd,
): Promise<AgentEnd | null> {
  if (batch.parked !== null)
    return { outcome: 'awaiting-approval', summary: state.lastText, parked: batch };
  const [call] = batch.settled;
  if (call?.state === 'COMPLETED') {
    const text = typeof call.content === 'string' ? call.content : '';
    state.conversation.push({ role: 'user', content: [{ type: 'text', text }] });
    return null;
  }
  if (world.calls.signal.aborted) return stopped(world, state);
  const line = world.budget.spent();
  return line === null ? null : overBudget(state, line, call?.error?.message);
}

/** The world of that one call: its own tool, and no rule, hook or wall in its way but people. */
function callsAtWall(world: AgentWorld): CallWorld {
  const { calls } = world;
  const tool = moreTool(world);
  return {
    ...calls,
    judge: async () => ({ ...(await calls.judge()), judge: () => ASKS }),
    find: (name) => (name === BUDGET_CALL ? tool : undefined),
    hooks: [],
    admit: () => Promise.resolve({ ok: true }),
  };
}

function moreTool({ budget, calls }: AgentWorld): Tool {
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
