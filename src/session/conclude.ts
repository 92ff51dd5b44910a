import type { AgentEnd } from '../agent/index.ts';
import { type ChangesLeft, writeReportFiles, type RunReport } from '../reporting/index.ts';
import { unprovedText } from '../tools/index.ts';
import { changesIn } from './workspace/changes.ts';
import type { Session } from './open-session.ts';
import { doneProof } from './done-proof.ts';
import { noticesOf } from './notices.ts';
import { structured } from './toolbox/structured.ts';
import { writeChangesPatch } from './workspace/changes-patch.ts';
import { mayPublishOf } from './workspace/read-visibility.ts';

/**
 * Ends the audit trail and writes its derived files. The order: the run's changes, then `run.end` as the last entry,
 * then the report page and the trace.
 */
export async function conclude(session: Session, agentEnd: AgentEnd): Promise<RunReport> {
  const { job, context, trail, budget, workspace } = session;
  const { tally, redactor } = context;
  const { end: claimed, text, blob } = await structured(job, agentEnd, { trail, redactor });
  const counts = tally.counts();
  const { tokens } = budget.used();
  // A program that still runs could change what is read here.
  await session.programs.disposeAsync();
  const { end, workTree } = await provedEnd(session, claimed);
  const changes = await changesIn(workspace, context, job.headSha);
  const sandbox = (await workspace?.statusOrNull()) ?? null;
  const left =
    changes.length === 0
      ? null
      : await patchOf(session, { outcome: end.outcome, sandboxed: sandbox?.sandboxed ?? false });
  const summary = await context.redactor.redact(end.summary);
  const notices = await noticesOf(session, { outcome: end.outcome, changes, left });
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
    ...(workTree === undefined ? {} : { workTree }),
    ...(notices.length === 0 ? {} : { notices: [...notices] }),
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
    sandbox: sandbox?.description ?? 'not started',
    turns: tally.turns,
    tokens,
    costUsd: tally.costUsd,
    counts,
    calls: [...tally.calls.values()],
    pendingApprovals: tally.waiting().flatMap((line) => line.approval ?? []),
    trailFolder: job.trailFolder,
    head: trail.head(),
    warnings: tally.warnings,
    notices,
    changedFiles: changes,
    pushed: tally.pushed,
    left,
    structuredOutput: text,
  };
}

/**
 * The outcome of a run that has to prove its work: `done` without the proof becomes incomplete. Reads the files after
 * every program has ended, so that nothing can change them any more.
 */
async function provedEnd(
  session: Session,
  end: AgentEnd,
): Promise<{ readonly end: AgentEnd; readonly workTree?: string | null }> {
  if (session.job.requires.length === 0) return { end };
  const workTree = await doneProof(session).workTree();
  const unmet = end.outcome === 'done' ? session.work.unmet(workTree) : [];
  if (unmet.length === 0) return { end, workTree };
  const summary = `${unprovedText(unmet.map(({ because }) => because))} ${end.summary}`;
  return { end: { ...end, outcome: 'incomplete', summary }, workTree };
}

/**
 * The changes of the run that were not pushed, as a patch beside its trail; `null` for a suspended run, whose checkpoint holds them, and for a run
 * in a person's own folder, where they stay.
 */
async function patchOf(
  { job, context, trail, workspace }: Session,
  run: { readonly outcome: AgentEnd['outcome']; readonly sandboxed: boolean },
): Promise<ChangesLeft | null> {
  const { headSha: base, workflow, policy } = job;
  if (workspace === null || base === null || workflow === null) return null;
  if (run.outcome === 'awaiting-approval') return null;
  const store = await workspace.store();
  if (store === null) return null;
  return await writeChangesPatch({
    store,
    base,
    trail,
    redactor: context.redactor,
    pushed: context.tally.pushed.files,
    mayPublish: mayPublishOf(policy, {
      pathResolver: workspace.pathResolver,
      sandboxed: () => Promise.resolve(run.sandboxed),
    }),
    warn: (message) => context.bus.emit({ type: 'warning', message }),
  });
}
