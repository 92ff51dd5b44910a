import { type AgentEnd, type AgentState, runAgent } from '../agent/index.ts';
import { initialState } from './initial-message.ts';
import type { OpenedAgent } from './open-agent.ts';
import type { Session } from './open-session.ts';

/** How the agent's work ended, with its conversation as it was then. */
export interface AgentRun {
  readonly state: AgentState;
  readonly end: AgentEnd;
}

/** Starts the agent with the request and its context. */
export async function startAgent(
  { job, context, trail }: Session,
  { agent, marker }: Pick<OpenedAgent, 'agent' | 'marker'>,
): Promise<AgentRun> {
  const state = await initialState(job, context, { trail, marker, briefing: agent.briefing });
  return { state, end: await runAgent(agent, state) };
}
