import { removeLeftTempFolders } from '../common/index.ts';
import { type Budget, createBudget, type ModelInUse } from '../agent/index.ts';
import { openTrail, type Trail, WorkReplay } from '../audit/index.ts';
import { modelNamed } from '../model/index.ts';
import { limitFor } from '../policy/index.ts';
import type { UntrustedItem } from '../tool-calls/index.ts';
import { startDeadline } from './deadline.ts';
import type { Job, RunContext } from './job.ts';
import { startEntry } from './start-entry.ts';
import { untrustedItems } from './untrusted-sources.ts';
import type { RunWorkspace } from './workspace/workspace-sandbox.ts';

/** One run, from its first trail entry to its last: its context, and what must be closed at its end. */
export interface Session extends AsyncDisposable {
  readonly job: Job;
  readonly context: RunContext;
  readonly trail: Trail;
  /** The model that the run is at; of a resumed run, the one that it was at. */
  readonly model: ModelInUse;
  readonly budget: Budget;
  /** The work that the trail records, including that of earlier jobs. */
  readonly work: WorkReplay;
  /** The model has the tool that pushes. */
  canPush: boolean;
  /** Untrusted content in the agent's context. The calls of the run add what they read. */
  readonly untrusted: UntrustedItem[];
  /** Aborted by the runner, by `cancel`, or when the limit of minutes is reached. */
  readonly signal: AbortSignal;
  readonly cancel: (because: string) => void;
  /** `null` until it is open. A run whose required sandbox is missing ends before that. */
  workspace: RunWorkspace | null;
  /** Ends every program that the run started. Dispose it before the checkout is read for the last time. */
  readonly programs: AsyncDisposableStack;
  /** Everything that is closed with the session, the last opened first. */
  readonly resources: AsyncDisposableStack;
}

/**
 * Opens the audit trail of a run and records its start. From here on, every action has an entry. Rejects with
 * `trail-unwritable`. The caller disposes the session.
 */
export async function openSession(job: Job, context: RunContext): Promise<Session> {
  await using opening = new AsyncDisposableStack();
  const { clock, redactor, onAnchor = () => undefined } = context;
  const { trailFolder: folder, run, policy } = job;
  removeLeftTempFolders();
  const work = new WorkReplay();
  const onEntry = work.step.bind(work);
  const trail = await openTrail({ folder, run, clock, redactor, onAnchor, onEntry });
  opening.defer(async () => await trail.close());
  context.onTrail?.(trail);
  const model = { current: modelNamed(context.model, job.resume?.model?.run) };
  await trail.append(startEntry(job, model.current));
  const budget = createBudget({
    limits: job.budget,
    perTool: (tool) => limitFor(policy.limits, tool),
    clock,
    onLimit: policy.budget.onLimit,
    ...(job.resume === null ? {} : { before: job.resume.used, raised: job.resume.raised ?? {} }),
  });
  const deadline = startDeadline(context, budget.remainingMs());
  opening.defer(deadline.clear);
  const programs = opening.use(new AsyncDisposableStack());
  const resources = opening.move();
  return {
    job,
    context,
    trail,
    model,
    budget,
    work,
    canPush: false,
    untrusted: untrustedItems(job),
    signal: deadline.signal,
    cancel: deadline.cancel,
    workspace: null,
    programs,
    resources,
    [Symbol.asyncDispose]: async () => await resources.disposeAsync(),
  };
}
