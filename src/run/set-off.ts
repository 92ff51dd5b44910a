import {
  type AgentEnd,
  type AgentState,
  type AgentWorld,
  runAgent,
  type UntrustedMarker,
} from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Job, RunWorld } from './job.ts';
import { openingState } from './opening.ts';
import { openTurnOf, stateFrom } from './resume.ts';

/** How the agent's work ended, and where it stood then. */
export interface Ended {
  readonly state: AgentState;
  readonly end: AgentEnd;
}

/** Lets the agent work: from the first message on, or from where an earlier job stood. */
export async function setOff(
  job: Job,
  world: RunWorld,
  at: { readonly trail: Trail; readonly marker: UntrustedMarker; readonly agent: AgentWorld },
): Promise<Ended> {
  if (job.resume !== null) return await goOn(job.resume, at.agent);
  const state = await openingState(job, world, at);
  return { state, end: await runAgent(at.agent, state) };
}

async function goOn(checkpoint: NonNullable<Job['resume']>, agent: AgentWorld): Promise<Ended> {
  const state = stateFrom(checkpoint);
  agent.journal?.note(state);
  const open = await openTurnOf(checkpoint, agent.calls);
  if (checkpoint.card !== null && open?.kind === 'turn' && open.gated.length === 0)
    await takeOver(agent.calls);
  return { state, end: await runAgent(agent, state, open) };
}

/** Nothing is left to ask: the card is closed all the same, and tells whether another job goes on with the run. */
async function takeOver({ approver, signal }: AgentWorld['calls']): Promise<void> {
  try {
    await approver.ask([], { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
