import {
  type AgentEnd,
  type AgentWorld,
  createBudget,
  createMarker,
  runAgent,
  systemPrompt,
} from './agent/index.ts';
import { openTrail, type Trail, type TrailEvent } from './audit/index.ts';
import { CountersignError, errorText, newRunId } from './base/index.ts';
import type { CallWorld } from './calls/index.ts';
import { limitFor, modeName } from './policy/index.ts';
import { type Ground, layGround } from './run/ground.ts';
import type { Job, RunWorld } from './run/job.ts';
import { judgeOf } from './run/judge.ts';
import { openingState } from './run/opening.ts';
import type { RunReport } from './run/report.ts';
import { fillToolbox, type Toolbox } from './run/toolbox.ts';
import { changedFiles } from './sandbox/index.ts';
import { toolSpecs } from './tools/index.ts';
import { VERSION } from './version.ts';

/** Output tokens that one reply may take. */
const MAX_REPLY_TOKENS = 16_000;
const PARALLEL_CALLS = 3;

export { newRunId };

/**
 * The story of a run: open the trail, lay the ground, fill the toolbox, let the agent work, conclude.
 *
 * Every way that it can end is an outcome in the report, with the trail closed by a `run.end` that says the same.
 * Rejects only where the trail itself cannot be written: then nothing more was done.
 */
export async function run(job: Job, world: RunWorld): Promise<RunReport> {
  const { clock, redactor } = world;
  const trail = await openTrail({ folder: job.trailFolder, run: job.run, clock, redactor });
  world.onTrail?.(trail);
  const progress: Progress = { ground: null, tokens: () => 0 };
  try {
    await trail.append(startOf(job, world));
    const end = await work(job, world, { trail, progress });
    return await conclude(job, world, { trail, progress, end });
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    const outcome = world.signal.aborted ? 'cancelled' : 'error';
    const end: AgentEnd = { outcome, summary: errorText(error), parked: null };
    return await conclude(job, world, { trail, progress, end });
  } finally {
    await progress.ground?.close();
    await trail.close();
  }
}

interface Progress {
  ground: Ground | null;
  tokens: () => number;
}

async function work(
  job: Job,
  world: RunWorld,
  at: { readonly trail: Trail; readonly progress: Progress },
): Promise<AgentEnd> {
  const { trail, progress } = at;
  const ground = await layGround(job, world, trail);
  progress.ground = ground;
  const { clock } = world;
  const limits = job.policy.limits;
  const budget = createBudget({
    limits: job.budget,
    perTool: (tool) => limitFor(limits, tool),
    clock,
  });
  progress.tokens = () => budget.used().tokens;
  const stopped = walls(world, budget.msLeft());
  try {
    const toolbox = fillToolbox(job, world, ground);
    const marker = createMarker();
    const calls = callWorld(job, world, { trail, ground, toolbox, ...stopped, budget });
    const state = await openingState(job, world, { trail, marker });
    let callCount = 0;
    let turnCount = 0;
    const agent: AgentWorld = {
      model: world.model,
      system: systemPrompt({
        repository: job.repository,
        headSha: job.headSha,
        untrustedExplanation: marker.explanation,
        instructions: job.instructions,
        appended: job.systemPrompt,
        askWhom: job.askWhom,
      }),
      tools: toolSpecs(toolbox.offered),
      budget,
      calls,
      parent: null,
      maxTokens: MAX_REPLY_TOKENS,
      nextCallId: () => `c${(callCount += 1)}`,
      nextTurn: () => (turnCount += 1),
    };
    return await runAgent(agent, state);
  } finally {
    stopped.clear();
  }
}

function callWorld(
  job: Job,
  world: RunWorld,
  of: {
    readonly trail: Trail;
    readonly ground: Ground;
    readonly toolbox: Toolbox;
    readonly signal: AbortSignal;
    readonly cancel: (because: string) => void;
    readonly budget: AgentWorld['budget'];
  },
): CallWorld {
  const { trail, ground, toolbox } = of;
  const untrusted = strangersItems(job);
  const asking = world.ask({
    trail,
    circumstances: () => ({ untrusted, sandbox: ground.sandbox }),
    cancel: of.cancel,
  });
  return {
    run: job.run,
    headSha: job.headSha ?? '',
    policy: judgeOf(job.policy),
    situation: () => ({
      world: ground.world,
      untrusted: untrusted.length > 0,
      sandboxed: ground.sandboxed,
    }),
    find: (name) => toolbox.find(name),
    toolNames: () => toolbox.offered.map((tool) => tool.name),
    hooks: [],
    approver: asking.approver,
    claim: asking.claim,
    admit: (tool) => Promise.resolve(of.budget.takeCall(tool)),
    fileSha256: (path) => ground.fileSha256(path),
    untrustedRead: async (item) => {
      untrusted.push({ source: item.source, author: item.author });
      await trail.append({ type: 'context.read', trusted: false, ...item });
    },
    trail,
    bus: world.bus,
    redactor: world.redactor,
    clock: world.clock,
    signal: of.signal,
    parallel: PARALLEL_CALLS,
  };
}

/** What is in the context from the start that somebody without write access wrote. */
function strangersItems(job: Job): { source: string; author: string | null }[] {
  const items = job.context
    .filter((item) => !item.trusted)
    .map(({ source, author }) => ({ source, author }));
  return job.untrustedFiles === null
    ? items
    : [...items, { source: job.untrustedFiles, author: null }];
}

interface Walls {
  /** Aborted by the runner, by `cancel`, or when the minutes are spent. */
  readonly signal: AbortSignal;
  readonly cancel: (because: string) => void;
  readonly clear: () => void;
}

function walls(world: RunWorld, msLeft: number | null): Walls {
  const own = new AbortController();
  const clear = new AbortController();
  const cancel = (because: string): void => own.abort(new CountersignError('cancelled', because));
  if (msLeft !== null) {
    world.clock.sleep(msLeft, clear.signal).then(
      () => cancel('The budget of minutes is spent.'),
      () => undefined,
    );
  }
  return {
    signal: AbortSignal.any([world.signal, own.signal]),
    cancel,
    clear: () => clear.abort(),
  };
}

function startOf(job: Job, world: RunWorld): TrailEvent {
  return {
    type: 'run.start',
    start: 'fresh',
    version: VERSION,
    repository: job.repository,
    headSha: job.headSha,
    trigger: job.trigger,
    workflow: job.workflow,
    policy: {
      source: job.policySource.source,
      ref: job.policySource.ref,
      sha256: job.policy.sha256,
      mode: modeName(job.policy),
    },
    'gen_ai.provider.name': world.model.provider,
    'gen_ai.request.model': world.model.id,
    request: job.request,
    budget: { ...job.budget },
  };
}

async function conclude(
  job: Job,
  world: RunWorld,
  at: { readonly trail: Trail; readonly progress: Progress; readonly end: AgentEnd },
): Promise<RunReport> {
  const { trail, progress, end } = at;
  const { tally } = world;
  const counts = tally.counts();
  const summary = await world.redactor.redact(end.summary);
  const removed = world.redactor.counts();
  if (Object.keys(removed).length > 0) await trail.append({ type: 'redaction', counts: { ...removed } });
  const tokens = progress.tokens();
  await trail.append({
    type: 'run.end',
    outcome: end.outcome,
    summary,
    count: trail.head().count,
    turns: tally.turns,
    calls: { ...counts },
    tokens,
    costUsd: tally.costUsd,
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
    sandbox: progress.ground?.sandboxWords ?? 'not started',
    turns: tally.turns,
    tokens,
    costUsd: tally.costUsd,
    counts,
    calls: [...tally.calls.values()],
    pendingApprovals: tally.waiting().flatMap((line) => line.approval ?? []),
    trailFolder: job.trailFolder,
    head: trail.head(),
    changedFiles: progress.ground === null ? [] : await changedFiles(progress.ground.workspace.root),
  };
}
