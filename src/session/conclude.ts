import type { AgentEnd } from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import { type ChangesLeft, writeReportFiles, type RunReport } from '../reporting/index.ts';
import { changesIn } from './workspace/changes.ts';
import type { RunWorkspace } from './workspace/workspace-sandbox.ts';
import type { Job, RunContext } from './job.ts';
import { structured } from './toolbox/structured.ts';
import { writeChangesPatch } from './workspace/changes-patch.ts';
import { mayPublishOf } from './workspace/read-visibility.ts';

interface Concluded {
  readonly trail: Trail;
  /** `null` where the run ended before there was one. */
  readonly ground: RunWorkspace | null;
  readonly tokens: number;
  readonly end: AgentEnd;
}

/**
 * Ends the trail and makes what is made from it: what was left in the work tree is kept first, `run.end` is the last
 * entry, then come the page and the trace.
 */
export async function conclude(job: Job, context: RunContext, at: Concluded): Promise<RunReport> {
  const { trail, ground, tokens } = at;
  const { tally, redactor } = context;
  const { end, text, blob } = await structured(job, at.end, { trail, redactor });
  const counts = tally.counts();
  // Whatever still ran could change what is looked at, and what looks.
  await ground?.close();
  const changes = await changesIn(ground, context, job.headSha);
  const walls = (await ground?.found()) ?? null;
  const sandboxed = walls?.sandboxed ?? false;
  const left = await leftOf(job, context, { ...at, changed: changes.length > 0, sandboxed });
  const summary = await context.redactor.redact(end.summary);
  const removed = context.redactor.counts();
  if (Object.keys(removed).length > 0)
    await trail.append({ type: 'redaction', counts: { ...removed } });
  await trail.append({
    type: 'run.end',
    outcome: end.outcome,
    summary,
    count: trail.head().count,
    turns: tally.turns,
    calls: { ...counts },
    tokens,
    costUsd: tally.costUsd,
    ...(blob === null ? {} : { result: { ...blob } }),
  });
  await writeReportFiles({
    folder: job.trailFolder,
    outcome: end.outcome,
    environment: context.environment,
    warn: (message) => context.bus.emit({ type: 'warning', message }),
  });
  context.bus.emit({ type: 'run:end', outcome: end.outcome, summary });
  return {
    run: job.run,
    outcome: end.outcome,
    summary,
    request: await context.redactor.redact(job.request),
    requester: job.requester,
    model: context.model.id,
    policy: job.policySource.source,
    sandbox: walls?.sandboxWords ?? 'not started',
    turns: tally.turns,
    tokens,
    costUsd: tally.costUsd,
    counts,
    calls: [...tally.calls.values()],
    pendingApprovals: tally.waiting().flatMap((line) => line.approval ?? []),
    trailFolder: job.trailFolder,
    head: trail.head(),
    warnings: tally.warnings,
    changedFiles: changes,
    left,
    structuredOutput: text,
  };
}

/** A suspended run's work tree is in its checkpoint, and a person's own folder keeps what was done in it. */
async function leftOf(
  job: Job,
  context: RunContext,
  at: Concluded & { readonly changed: boolean; readonly sandboxed: boolean },
): Promise<ChangesLeft | null> {
  const { headSha: base, workflow } = job;
  const elsewhere = workflow === null || at.end.outcome === 'awaiting-approval';
  if (!at.changed || at.ground === null || base === null || elsewhere) return null;
  const store = await at.ground.store();
  if (store === null) return null;
  return await writeChangesPatch({
    store,
    base,
    trail: at.trail,
    redactor: context.redactor,
    mayPublish: mayPublishOf(job.policy, {
      pathResolver: at.ground.pathResolver,
      sandboxed: async () => at.sandboxed,
    }),
    warn: (message) => context.bus.emit({ type: 'warning', message }),
  });
}
