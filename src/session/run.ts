import { type AgentEnd, runAgent } from '../agent/index.ts';
import { beforeResuming, NotResumed } from '../approvals/index.ts';
import {
  CountersignError,
  errorText,
  failureText,
  firstFailure,
  outcomeOfAbort,
} from '../common/index.ts';
import type { RunReport } from '../reporting/index.ts';
import { type Model, modelsFrom, PRICES_EXAMPLE } from '../model/index.ts';
import { recordWarning, redactedBus } from '../tool-calls/index.ts';
import { conclude } from './conclude.ts';
import type { Job, RunContext } from './job.ts';
import { openAgent } from './open-agent.ts';
import { openSession, type Session } from './open-session.ts';
import { initialState } from './initial-message.ts';
import { resumedState } from './suspend/resume.ts';
import { suspendRun } from './suspend/suspend.ts';

/**
 * The life of one run: open its session, start or resume the agent, conclude. A resumed run continues the audit trail of
 * the jobs before it.
 *
 * Every way in which the agent's work can end is an outcome in the report, and the trail's last entry (`run.end`) says the
 * same. Rejects if the trail cannot be written: nothing more is done then. Rejects with `NotResumed` if this job never had the
 * suspended run for itself: the audit trail in its folder is then not the run's, and the caller discards it. What cannot be closed
 * after the last entry is a warning.
 */
export async function run(job: Job, given: RunContext): Promise<RunReport> {
  const context = { ...given, bus: redactedBus(given.bus, given.redactor) };
  let report: RunReport | null = null;
  try {
    await using session = await openSession(withoutDefaultCostLimit(job, context.model), context);
    const { end, notices } = await letAgentWork(session);
    report = await conclude(session, end, notices);
    return report;
  } catch (error) {
    const failure = firstFailure(error);
    if (report === null || isUnwritable(failure)) throw failure;
    context.bus.emit({
      type: 'warning',
      message: `The run did not close everything: ${errorText(failure)}`,
    });
    return report;
  }
}

function isUnwritable(error: unknown): boolean {
  return error instanceof CountersignError && error.code === 'trail-unwritable';
}

/** The end of the agent's work, and what people have to know about the checkpoint of a suspended run. */
interface WorkEnd {
  readonly end: AgentEnd;
  readonly notices: readonly string[];
}

/** Lets the agent work until it ends, fails, or has to be suspended. */
async function letAgentWork(session: Session): Promise<WorkEnd> {
  try {
    await reportUnknownPrice(session);
    const { resume } = session.job;
    const isSuspended = (resume?.suspendedRequest ?? null) !== null;
    const openNow = async () => await openAgent(session);
    const opened = await (isSuspended ? beforeResuming(openNow) : openNow());
    const { state, open } =
      resume === null
        ? { state: await initialState(session, opened), open: null }
        : await resumedState(resume, opened);
    const end = await runAgent(opened.agent, state, open);
    // Nothing may change the checkout any more once it is read for the last time.
    await session.programs.disposeAsync();
    const ended = opened.approvals.ended();
    if (ended !== null) return { end: { ...ended, suspended: null }, notices: [] };
    const notices =
      end.suspended === null
        ? []
        : await suspendRun(session, { ...opened, state, batch: end.suspended });
    return { end, notices };
  } catch (error) {
    return { end: await failedEnd(session, error), notices: [] };
  }
}

/** The end of a run that failed. What its open calls did is unknown: the trail marks each as interrupted (`SEALED`). */
async function failedEnd(session: Session, error: unknown): Promise<AgentEnd> {
  if (error instanceof NotResumed || isUnwritable(error)) throw error;
  const { context, trail } = session;
  const outcome = context.signal.aborted ? outcomeOfAbort(context.signal) : 'error';
  const because = 'the run failed while the call was open';
  for (const call of session.work.openCalls()) {
    await trail.append({ type: 'call.state', call, state: 'SEALED', because });
    const line = context.tally.calls.get(call);
    // The tally keeps the first calls of a run alone; the trail has them all.
    if (line === undefined) continue;
    const { turn, parent, tool, inputPreview } = line;
    const snapshot = { call, turn, parent, tool, inputPreview, state: 'SEALED' as const };
    context.bus.emit({ type: 'state_changed', snapshot });
  }
  return { outcome, summary: failureText(error), suspended: null };
}

const FIX =
  `Write what it costs as \`prices: ${PRICES_EXAMPLE}\` (on the command line, --prices ${PRICES_EXAMPLE}), ` +
  'in US dollars for a million tokens';

/** A model of the run whose price is unknown. One that the price table does not list comes before one that is declared unpriced. */
function unpricedIn(model: Model): Model | undefined {
  const unpriced = modelsFrom(model).filter((one) => one.unpriced !== undefined);
  return unpriced.find((one) => one.unpriced === 'unlisted') ?? unpriced[0];
}

/** Drops the default cost limit if the price of the model is unknown: it could not be enforced. */
function withoutDefaultCostLimit(job: Job, model: Model): Job {
  if (unpricedIn(model) === undefined || job.usdLimitBy !== null) return job;
  const { usd: _, ...budget } = job.budget;
  return { ...job, budget };
}

/**
 * Warns that the cost of the run is unknown, if the price of its model is. Throws `input-invalid` if somebody set a cost
 * limit, which could not be enforced.
 */
async function reportUnknownPrice({ job, context, trail }: Session): Promise<void> {
  const model = unpricedIn(context.model);
  if (model === undefined) return;
  if (job.usdLimitBy !== null) {
    const by = job.usdLimitBy === 'input' ? 'max-usd' : '`budget: usd` of the policy';
    throw new CountersignError(
      'input-invalid',
      `The price of the model ${model.id} is not known, so ${by} (${job.budget.usd} USD) cannot be enforced.`,
      { fix: `${FIX}; or leave the limit out and set \`max-tokens\`.` },
    );
  }
  if (model.unpriced === 'said') return;
  const message = `The price of the model ${model.id} is not known, so the cost of this run is unknown and no cost limit applies. ${FIX}.`;
  await recordWarning({ trail, bus: context.bus }, 'price-unknown', message);
}
