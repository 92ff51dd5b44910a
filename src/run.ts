import {
  type AgentEnd,
  type AgentWorld,
  type Budget,
  createBudget,
  createMarker,
  systemPrompt,
} from './agent/index.ts';
import { openTrail, TRANSITIONS, type Trail } from './audit/index.ts';
import { ahead, CountersignError, errorText, once, outcomeOfAbort } from './base/index.ts';
import type { UntrustedItem } from './calls/index.ts';
import { limitFor } from './policy/index.ts';
import {
  type Asking,
  callWorld,
  conclude,
  countServerWords,
  type Extras,
  fillToolbox,
  type Ground,
  gatherExtras,
  type Job,
  keepJournal,
  type Kept,
  layGround,
  nestedInstructions,
  type RunWorld,
  raiseWalls,
  type RunJournal,
  setOff,
  startEntry,
  strangersItems,
  suspendRun,
} from './run/index.ts';
import type { RunReport } from './tell/index.ts';
import { toolSpecs } from './tools/index.ts';

/** Output tokens that one reply may take. */
const MAX_REPLY_TOKENS = 16_000;

/**
 * The story of a run: open the trail, lay the ground, fill the toolbox, let the agent work, conclude. A run that was
 * suspended goes on in the same trail where it stood.
 *
 * Every way that it can end is an outcome in the report, with the trail closed by a `run.end` that says the same.
 * Rejects only where the trail itself cannot be written: then nothing more was done.
 */
export async function run(job: Job, world: RunWorld): Promise<RunReport> {
  const { clock, redactor } = world;
  const { onAnchor = () => undefined } = world;
  const trail = await openTrail({
    folder: job.trailFolder,
    run: job.run,
    clock,
    redactor,
    onAnchor,
  });
  world.onTrail?.(trail);
  const progress: Progress = { ground: null, journal: null, tokens: () => 0 };
  try {
    await trail.append(startEntry(job, world));
    const end = await endOfWork(job, world, { trail, progress });
    return await conclude(job, world, { trail, ...progress, tokens: progress.tokens(), end });
  } finally {
    progress.journal?.remove();
    await progress.ground?.close();
    await progress.ground?.forget();
    await trail.close();
  }
}

interface Progress {
  ground: Ground | null;
  journal: RunJournal | null;
  tokens: () => number;
}

/** How the work ended, come what may. A call that a failure left open is sealed: nobody knows what it did. */
async function endOfWork(
  job: Job,
  world: RunWorld,
  at: { readonly trail: Trail; readonly progress: Progress },
): Promise<AgentEnd> {
  try {
    return await work(job, world, at);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    const outcome = world.signal.aborted ? outcomeOfAbort(world.signal) : 'error';
    for (const { call, state } of world.tally.calls.values()) {
      if (!TRANSITIONS[state].includes('SEALED')) continue;
      const because = 'the run failed while the call was open';
      await at.trail.append({ type: 'call.state', call, state: 'SEALED', because });
    }
    return { outcome, summary: errorText(error), parked: null };
  }
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
  const budget = createBudget({
    limits: job.budget,
    perTool: (tool) => limitFor(job.policy.limits, tool),
    clock,
    onLimit: job.policy.budget.onLimit,
    ...(job.resume === null ? {} : { before: job.resume.used, raised: job.resume.raised ?? {} }),
  });
  progress.tokens = () => budget.used().tokens;
  const walls = raiseWalls(world, budget.msLeft());
  try {
    const untrusted = strangersItems(job);
    const asking = world.ask({
      trail,
      circumstances: () => ({ untrusted, sandbox: ground.proved().sandbox }),
      cancel: walls.cancel,
    });
    return await letWork(job, world, {
      trail,
      progress,
      ground,
      asking,
      untrusted,
      budget,
      signal: walls.signal,
    });
  } finally {
    walls.clear();
  }
}

interface Workplace {
  readonly trail: Trail;
  readonly progress: Progress;
  readonly ground: Ground;
  readonly asking: Asking;
  readonly untrusted: UntrustedItem[];
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

async function letWork(job: Job, world: RunWorld, at: Workplace): Promise<AgentEnd> {
  const extras = await gatherExtras(job, world, at);
  try {
    return await letAgentWork(job, world, { ...at, extras });
  } finally {
    await extras.close();
  }
}

async function letAgentWork(
  job: Job,
  world: RunWorld,
  at: Workplace & { readonly extras: Extras },
): Promise<AgentEnd> {
  const { trail, budget, extras } = at;
  const marker = createMarker(job.resume?.marker);
  const toolbox = fillToolbox(job, world, { ground: at.ground, marker, extras });
  await countServerWords({ ...at, bus: world.bus, words: extras.words, offered: toolbox.offered });
  const counters = { calls: job.resume?.calls ?? 0, turns: job.resume?.turns ?? 0 };
  const kept = (): Kept => ({
    reads: toolbox.reads.seen(),
    planApproved: !extras.plan.pending,
    memory: toolbox.memory(),
    untrusted: at.untrusted,
    used: budget.used(),
    limits: budget.limits(),
    ...counters,
  });
  const journal = await keepJournal(job, world, { marker: marker.nonce, kept });
  at.progress.journal = journal;
  const calls = callWorld(job, world, {
    ...at,
    ...extras,
    toolbox,
    marker,
    nextCallId: () => `c${(counters.calls += 1)}`,
    onSettled: (call) => journal?.settled(call),
  });
  const agent = agentOf(job, world, { ...at, toolbox, marker, calls, counters, journal });
  extras.parent.at = { agent, tools: toolbox.forHelper };
  // What judges calls is loaded, and the walls are tried, while the model thinks about its first ones.
  ahead((world.model.sent ?? Promise.resolve()).then(calls.judge));
  const { state, end } = await setOff(job, world, { trail, marker, agent });
  const ended = at.asking.ended();
  if (ended !== null) return { ...ended, parked: null };
  if (end.parked === null) return end;
  if (world.suspension === null) {
    throw new CountersignError('internal', 'The run was to be suspended and cannot be.');
  }
  // Nothing may still change the work tree while it is looked at for the last time.
  await extras.close();
  await at.ground.close();
  await suspendRun({
    job,
    store: await at.ground.store(),
    suspension: world.suspension,
    trail,
    clock: world.clock,
    state,
    parked: end.parked,
    card: at.asking.parkedCard(),
    marker: marker.nonce,
    kept: kept(),
  });
  return end;
}

/** What the loop works with. While a plan is still to be approved only the tools that read are there. */
function agentOf(
  job: Job,
  world: RunWorld,
  of: {
    readonly budget: Budget;
    readonly extras: Extras;
    readonly toolbox: ReturnType<typeof fillToolbox>;
    readonly marker: ReturnType<typeof createMarker>;
    readonly calls: AgentWorld['calls'];
    readonly counters: { calls: number; turns: number };
    readonly journal: RunJournal | null;
  },
): AgentWorld {
  const { budget, extras, toolbox, marker, calls, counters, journal } = of;
  const all = toolSpecs(toolbox.offered);
  const whilePlanning = once(() =>
    toolSpecs(toolbox.offered.filter((tool) => tool.kind === 'readonly')),
  );
  return {
    model: world.model,
    system: systemPrompt({
      repository: job.repository,
      headSha: job.headSha,
      untrustedExplanation: marker.explanation,
      instructions: job.instructions,
      appended: job.systemPrompt,
      askWhom: job.askWhom,
    }),
    get tools() {
      return extras.plan.pending ? whilePlanning() : all;
    },
    budget,
    calls,
    parent: null,
    mustFinish: (job.outputSchema ?? null) !== null,
    ...(journal === null ? {} : { journal }),
    maxTokens: MAX_REPLY_TOKENS,
    nextCallId: () => `c${(counters.calls += 1)}`,
    nextTurn: () => (counters.turns += 1),
    instructions: nestedInstructions(world),
  };
}
