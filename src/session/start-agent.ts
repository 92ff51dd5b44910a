import {
  type AgentEnd,
  type AgentState,
  type AgentContext,
  runAgent,
  type UntrustedMarker,
} from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Job, RunContext } from './job.ts';
import { initialState } from './initial-message.ts';
import { openTurnOf, stateFrom } from './suspend/resume.ts';

/** How the agent's work ended, and where it stood then. */
export interface Ended {
  readonly state: AgentState;
  readonly end: AgentEnd;
}

/** Lets the agent work: from the first message on, or from where an earlier job stood. */
export async function startOrResume(
  job: Job,
  context: RunContext,
  at: { readonly trail: Trail; readonly marker: UntrustedMarker; readonly agent: AgentContext },
): Promise<Ended> {
  if (job.resume !== null) return await goOn(job.resume, at.agent);
  const state = await initialState(job, context, at);
  return { state, end: await runAgent(at.agent, state) };
}

async function goOn(checkpoint: NonNullable<Job['resume']>, agent: AgentContext): Promise<Ended> {
  const state = stateFrom(checkpoint);
  agent.journal?.note(state);
  const open = await openTurnOf(checkpoint, agent.calls);
  if (checkpoint.card !== null && open?.kind === 'turn' && open.gated.length === 0)
    await takeOver(agent.calls);
  return { state, end: await runAgent(agent, state, open) };
}

/** Nothing is left to ask: the card is closed all the same, and tells whether another job goes on with the run. */
async function takeOver({ approver, signal }: AgentContext['calls']): Promise<void> {
  try {
    await approver.ask([], { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
