import type { AgentEnd } from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import { type LeftChanges, makeFromTrail, type RunReport } from '../tell/index.ts';
import { changesIn } from './changes.ts';
import type { Ground } from './ground.ts';
import type { Job, RunWorld } from './job.ts';
import { structured } from './structured.ts';
import { keepChanges } from './left-changes.ts';
import { mayPublishOf } from './may-tell.ts';

interface Concluded {
  readonly trail: Trail;
  /** `null` where the run ended before there was one. */
  readonly ground: Ground | null;
  readonly tokens: number;
  readonly end: AgentEnd;
}

/**
 * Ends the trail and makes what is made from it: what was left in the work tree is kept first, `run.end` is the last
 * entry, then come the page and the trace.
 */
export async function conclude(job: Job, world: RunWorld, at: Concluded): Promise<RunReport> {
  const { trail, ground, tokens } = at;
  const { tally, redactor } = world;
  const { end, text, blob } = await structured(job, at.end, { trail, redactor });
  const counts = tally.counts();
  // Whatever still ran could change what is looked at, and what looks.
  await ground?.close();
  const changes = await changesIn(ground, world, job.headSha);
  const walls = (await ground?.found()) ?? null;
  const sandboxed = walls?.sandboxed ?? false;
  const left = await leftOf(job, world, { ...at, changed: changes.length > 0, sandboxed });
  const summary = await world.redactor.redact(end.summary);
  const removed = world.redactor.counts();
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
  await makeFromTrail({
    folder: job.trailFolder,
    outcome: end.outcome,
    environment: world.environment,
    warn: (message) => world.bus.emit({ type: 'warning', message }),
  });
  world.bus.emit({ type: 'run:end', outcome: end.outcome, summary });
  return {
    run: job.run,
    outcome: end.outcome,
    summary,
    request: await world.redactor.redact(job.request),
    requester: job.requester,
    model: world.model.id,
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
  world: RunWorld,
  at: Concluded & { readonly changed: boolean; readonly sandboxed: boolean },
): Promise<LeftChanges | null> {
  const { headSha: base, workflow } = job;
  const elsewhere = workflow === null || at.end.outcome === 'awaiting-approval';
  if (!at.changed || at.ground === null || base === null || elsewhere) return null;
  const store = await at.ground.store();
  if (store === null) return null;
  return await keepChanges({
    store,
    base,
    trail: at.trail,
    redactor: world.redactor,
    mayPublish: mayPublishOf(job.policy, {
      world: at.ground.world,
      sandboxed: async () => at.sandboxed,
    }),
    warn: (message) => world.bus.emit({ type: 'warning', message }),
  });
}
