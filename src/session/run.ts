import {
  type AgentEnd,
  type AgentContext,
  type Budget,
  createBudget,
  createMarker,
  systemPrompt,
} from '../agent/index.ts';
import { openTrail, TRANSITIONS, type Trail } from '../audit/index.ts';
import { CountersignError, errorText, memoize, outcomeOfAbort } from '../common/index.ts';
import type { UntrustedItem } from '../tool-calls/index.ts';
import { limitFor } from '../policy/index.ts';
import { type Asking, type Job, type RunContext } from './job.ts';
import { callContext } from './call-context.ts';
import { conclude } from './conclude.ts';
import { recordServerDescriptions } from './toolbox/server-words.ts';
import { type OptionalTools, openOptionalTools } from './toolbox/optional-tools.ts';
import { fillToolbox } from './toolbox/toolbox.ts';
import { type RunWorkspace, openWorkspaceAndSandbox } from './workspace/workspace-sandbox.ts';
import { keepJournal, suspendRun } from './suspend/lazy.ts';
import { type RunProgress } from './suspend/snapshot.ts';
import { nestedInstructions } from './workspace/instructions.ts';
import { startDeadline } from './deadline.ts';
import { type RunJournal } from './suspend/journal.ts';
import { startOrResume } from './start-agent.ts';
import { startEntry } from './start-entry.ts';
import { untrustedItems } from './untrusted-sources.ts';
import type { RunReport } from '../reporting/index.ts';
import { toolSpecs } from '../tools/index.ts';

/** Output tokens that one reply may take. */
const MAX_REPLY_TOKENS = 16_000;

/**
 * The story of a run: open the trail, lay the ground, fill the toolbox, let the agent work, conclude. A run that was
 * suspended goes on in the same trail where it stood.
 *
 * Every way that it can end is an outcome in the report, with the trail closed by a `run.end` that says the same.
 * Rejects only where the trail itself cannot be written: then nothing more was done.
 */
export async function run(job: Job, context: RunContext): Promise<RunReport> {
  const { clock, redactor } = context;
  const { onAnchor = () => undefined } = context;
  const trail = await openTrail({
    folder: job.trailFolder,
    run: job.run,
    clock,
    redactor,
    onAnchor,
  });
  context.onTrail?.(trail);
  const progress: Progress = { ground: null, journal: null, tokens: () => 0 };
  try {
    await trail.append(startEntry(job, context));
    const end = await endOfWork(job, context, { trail, progress });
    return await conclude(job, context, { trail, ...progress, tokens: progress.tokens(), end });
  } finally {
    progress.journal?.remove();
    await progress.ground?.close();
    await progress.ground?.forget();
    await trail.close();
  }
}

interface Progress {
  ground: RunWorkspace | null;
  journal: RunJournal | null;
  tokens: () => number;
}

/** How the work ended, come what may. A call that a failure left open is sealed: nobody knows what it did. */
async function endOfWork(
  job: Job,
  context: RunContext,
  at: { readonly trail: Trail; readonly progress: Progress },
): Promise<AgentEnd> {
  try {
    return await work(job, context, at);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    const outcome = context.signal.aborted ? outcomeOfAbort(context.signal) : 'error';
    for (const { call, state } of context.tally.calls.values()) {
      if (!TRANSITIONS[state].includes('SEALED')) continue;
      const because = 'the run failed while the call was open';
      await at.trail.append({ type: 'call.state', call, state: 'SEALED', because });
    }
    return { outcome, summary: errorText(error), suspended: null };
  }
}

async function work(
  job: Job,
  context: RunContext,
  at: { readonly trail: Trail; readonly progress: Progress },
): Promise<AgentEnd> {
  const { trail, progress } = at;
  const ground = await openWorkspaceAndSandbox(job, context, trail);
  progress.ground = ground;
  const { clock } = context;
  const budget = createBudget({
    limits: job.budget,
    perTool: (tool) => limitFor(job.policy.limits, tool),
    clock,
    onLimit: job.policy.budget.onLimit,
    ...(job.resume === null ? {} : { before: job.resume.used, raised: job.resume.raised ?? {} }),
  });
  progress.tokens = () => budget.used().tokens;
  const walls = startDeadline(context, budget.remainingMs());
  try {
    const untrusted = untrustedItems(job);
    const asking = context.ask({
      trail,
      circumstances: () => ({ untrusted, sandbox: ground.proved().sandbox }),
      cancel: walls.cancel,
    });
    return await letWork(job, context, {
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
  readonly ground: RunWorkspace;
  readonly asking: Asking;
  readonly untrusted: UntrustedItem[];
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

async function letWork(job: Job, context: RunContext, at: Workplace): Promise<AgentEnd> {
  const extras = await openOptionalTools(job, context, at);
  try {
    return await letAgentWork(job, context, { ...at, extras });
  } finally {
    await extras.close();
  }
}

async function letAgentWork(
  job: Job,
  context: RunContext,
  at: Workplace & { readonly extras: OptionalTools },
): Promise<AgentEnd> {
  const { trail, budget, extras } = at;
  await at.ground.prove();
  const marker = createMarker(job.resume?.marker);
  const toolbox = fillToolbox(job, context, { ground: at.ground, marker, extras });
  await recordServerDescriptions({
    ...at,
    bus: context.bus,
    words: extras.words,
    offered: toolbox.offered,
  });
  const counters = { calls: job.resume?.calls ?? 0, turns: job.resume?.turns ?? 0 };
  const kept = (): RunProgress => ({
    reads: toolbox.reads.seen(),
    planApproved: !extras.plan.pending,
    memory: toolbox.memory(),
    untrusted: at.untrusted,
    used: budget.used(),
    limits: budget.limits(),
    ...counters,
  });
  const journal = await keepJournal(job, context, { marker: marker.nonce, kept });
  at.progress.journal = journal;
  const calls = callContext(job, context, {
    ...at,
    ...extras,
    toolbox,
    marker,
    nextCallId: () => `c${(counters.calls += 1)}`,
    onFinished: (call) => journal?.settled(call),
  });
  const agent = agentOf(job, context, { ...at, toolbox, marker, calls, counters, journal });
  extras.parent.at = { agent, tools: toolbox.forHelper };
  const { state, end } = await startOrResume(job, context, { trail, marker, agent });
  const ended = at.asking.ended();
  if (ended !== null) return { ...ended, suspended: null };
  if (end.suspended === null) return end;
  if (context.suspension === null) {
    throw new CountersignError('internal', 'The run was to be suspended and cannot be.');
  }
  // Nothing may still change the work tree while it is looked at for the last time.
  await extras.close();
  await at.ground.close();
  await suspendRun({
    job,
    store: await at.ground.store(),
    suspension: context.suspension,
    trail,
    clock: context.clock,
    state,
    batch: end.suspended,
    card: at.asking.parkedCard(),
    marker: marker.nonce,
    kept: kept(),
  });
  return end;
}

/** What the loop works with. While a plan is still to be approved only the tools that read are there. */
function agentOf(
  job: Job,
  context: RunContext,
  of: {
    readonly budget: Budget;
    readonly extras: OptionalTools;
    readonly toolbox: ReturnType<typeof fillToolbox>;
    readonly marker: ReturnType<typeof createMarker>;
    readonly calls: AgentContext['calls'];
    readonly counters: { calls: number; turns: number };
    readonly journal: RunJournal | null;
  },
): AgentContext {
  const { budget, extras, toolbox, marker, calls, counters, journal } = of;
  const all = toolSpecs(toolbox.offered);
  const whilePlanning = memoize(() =>
    toolSpecs(toolbox.offered.filter((tool) => tool.kind === 'readonly')),
  );
  return {
    model: context.model,
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
    instructions: nestedInstructions(context),
  };
}
