import type { AgentEnd } from '../agent/index.ts';
import { beforeResuming, NotResumed } from '../approvals/index.ts';
import { TRANSITIONS } from '../audit/index.ts';
import { CountersignError, errorText, outcomeOfAbort } from '../common/index.ts';
import type { RunReport } from '../reporting/index.ts';
import { conclude } from './conclude.ts';
import type { Job, RunContext } from './job.ts';
import { openAgent } from './open-agent.ts';
import { openSession, type Session } from './open-session.ts';
import { startAgent } from './start-agent.ts';
import { resumeAgent } from './suspend/resume.ts';
import { suspendRun } from './suspend/suspend.ts';
import { reportUnknownPrice, withHeldLimits } from './unpriced.ts';

/**
 * The life of one run: open its session, start or resume the agent, conclude. A resumed run continues the audit trail of
 * the jobs before it.
 *
 * Every way in which the agent's work can end is an outcome in the report, and the trail's last entry (`run.end`) says the
 * same. Rejects if the trail cannot be written: nothing more is done then. Rejects with `NotResumed` if this job never had the
 * suspended run for itself: the audit trail in its folder is then not the run's, and the caller discards it.
 */
export async function run(job: Job, context: RunContext): Promise<RunReport> {
  try {
    const held = withHeldLimits(job, context.model);
    await using session = await openSession(held, context);
    const end = await work(session);
    return await conclude(session, end);
  } catch (error) {
    throw firstFailure(error);
  }
}

/** The first failure. A failure while the session closes must not replace it. */
function firstFailure(error: unknown): unknown {
  return error instanceof SuppressedError ? firstFailure(error.suppressed) : error;
}

/** Lets the agent work until it ends, fails, or has to be suspended. */
async function work(session: Session): Promise<AgentEnd> {
  try {
    await reportUnknownPrice(session);
    const isSuspended = (session.job.resume?.suspendedRequest ?? null) !== null;
    const open = async () => await openAgent(session);
    const opened = await (isSuspended ? beforeResuming(open) : open());
    const { state, end } =
      session.job.resume === null
        ? await startAgent(session, opened)
        : await resumeAgent(session.job.resume, opened);
    // Nothing may change the checkout any more once it is read for the last time.
    await session.programs.disposeAsync();
    const ended = opened.approvals.ended();
    if (ended !== null) return { ...ended, suspended: null };
    if (end.suspended !== null)
      await suspendRun(session, { ...opened, state, batch: end.suspended });
    return end;
  } catch (error) {
    return await failedEnd(session, error);
  }
}

/** The end of a run that failed. What its open calls did is unknown: the trail marks each as interrupted (`SEALED`). */
async function failedEnd({ context, trail }: Session, error: unknown): Promise<AgentEnd> {
  if (error instanceof NotResumed) throw error;
  if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
  const outcome = context.signal.aborted ? outcomeOfAbort(context.signal) : 'error';
  for (const { call, turn, parent, tool, inputPreview, state } of context.tally.calls.values()) {
    if (!TRANSITIONS[state].includes('SEALED')) continue;
    const because = 'the run failed while the call was open';
    await trail.append({ type: 'call.state', call, state: 'SEALED', because });
    const snapshot = { call, turn, parent, tool, inputPreview, state: 'SEALED' as const };
    context.bus.emit({ type: 'state_changed', snapshot });
  }
  return { outcome, summary: errorText(error), suspended: null };
}
