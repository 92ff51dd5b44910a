import { type AgentContext, createMarker, systemPrompt } from '../agent/index.ts';
import { allInOrder } from '../common/index.ts';
import type { Model } from '../model/index.ts';
import { PUBLISHING_TOOL, suggestedRules, toolVisible } from '../policy/index.ts';
import { type CallContext, evaluatorOf } from '../tool-calls/index.ts';
import { clarifyTool, toolSpecs } from '../tools/index.ts';
import { unprovedNow, workTreeAfter } from './done-proof.ts';
import type { Approvals } from './job.ts';
import { removedFrom } from './initial-message.ts';
import type { Session } from './open-session.ts';
import { briefRun, inspectRunner } from './briefing/brief-run.ts';
import { openJournal, type RunJournal } from './suspend/journal.ts';
import type { RunProgress } from './suspend/snapshot.ts';
import { warnOfUnmatchedFilters } from './toolbox/hook-filters.ts';
import { toolServices } from './toolbox/nested-calls.ts';
import {
  type OptionalTools,
  openOptionalTools,
  recordServerDescriptions,
} from './toolbox/optional-tools.ts';
import { fillToolbox, type Toolbox } from './toolbox/toolbox.ts';
import { changesOfRun } from './workspace/changes-patch.ts';
import { nestedInstructions } from './workspace/instructions.ts';
import { openWorkspaceAndSandbox, type RunWorkspace } from './workspace/workspace-sandbox.ts';

const MAX_REPLY_TOKENS = 16_000;
/** The most that a reply may take of the model's window. */
const MAX_REPLY_SHARE = 0.25;

/** The agent of a session, ready to start or to resume. */
export interface OpenedAgent {
  readonly agent: AgentContext;
  readonly marker: ReturnType<typeof createMarker>;
  readonly approvals: Approvals;
  /** The message to the model when a run resumes. */
  readonly note: string;
  /** The run's current state for a checkpoint, without its conversation. */
  readonly progress: () => RunProgress;
}

/**
 * Opens the workspace, the approver and the tools, and connects the agent to them. The session closes all of them.
 * Rejects with `sandbox-missing` or `tool-invalid`, and if the trail cannot be written.
 */
export async function openAgent(session: Session): Promise<OpenedAgent> {
  const { job, context, trail, budget, untrusted, programs, resources } = session;
  const workspace = await openWorkspaceAndSandbox(session);
  session.workspace = workspace;
  resources.defer(async () => await workspace.removeStore());
  resources.defer(async () => await programs.disposeAsync());
  programs.defer(async () => await workspace.close());
  // No program of the run has started yet, so the checkout is unchanged.
  const [, runner] = await allInOrder([
    workspace.ensureStarted(),
    inspectRunner(session, workspace),
  ]);
  const approvals = context.approvals({
    trail,
    circumstances: () => ({ untrusted, sandbox: workspace.status().sandbox }),
    cancel: session.cancel,
  });
  const optional = await openOptionalTools(session, workspace);
  programs.defer(async () => await optional.close());
  const marker = createMarker(job.resume?.marker);
  const toolbox = fillToolbox(session, { workspace, marker, optional });
  session.canPush = toolbox.find(PUBLISHING_TOOL) !== undefined;
  await warnOfUnmatchedFilters(session, optional.hooks, toolbox.registered);
  await recordServerDescriptions(session, optional.serverDescriptions, toolbox.offered);
  let callCount = job.resume?.calls ?? 0;
  let turns = job.resume?.turns ?? 0;
  const nextCallId = (): string => `c${(callCount += 1)}`;
  const progress = (): RunProgress => ({
    reads: toolbox.reads.seen(),
    planApproved: !optional.plan.pending,
    memory: toolbox.memory(),
    untrusted,
    used: budget.used(),
    limits: budget.limits(),
    calls: callCount,
    turns,
    model: session.model.current.id,
  });
  const journal = openJournal(job, context, { marker: marker.nonce, progress });
  resources.defer(() => journal?.remove());
  const allTools = toolSpecs(toolbox.offered);
  const readOnlyTools = toolSpecs(toolbox.offered.filter(({ kind }) => kind === 'readonly'));
  const briefed = briefRun(session, {
    workspace,
    runner,
    marker,
    optional,
    offered: toolbox.offered,
  });
  const calls = callContext(session, {
    workspace,
    approvals,
    optional,
    marker,
    toolbox,
    journal,
    nextCallId,
  });
  const agent: AgentContext = {
    model: session.model,
    system: systemPrompt({
      untrustedExplanation: marker.explanation,
      instructions: job.instructions,
      appended: job.systemPrompt,
      requires: job.requires.map(({ command }) => command),
    }),
    briefing: briefed.briefing,
    // While a plan waits for its approval, the model is offered only tools that read.
    tools: () => (optional.plan.pending ? readOnlyTools : allTools),
    budget,
    calls,
    parent: null,
    unproved: async () => await unprovedNow(session),
    mustFinish: job.outputSchema !== null,
    journal,
    maxTokens: replyTokens(session.model.current),
    nextCallId,
    nextTurn: () => (turns += 1),
    instructions: nestedInstructions(context),
  };
  optional.subagents.parent = { agent, tools: toolbox.forSubagent };
  return { agent, marker, approvals, note: briefed.note, progress };
}

/** What the calls of a run need of it, from what was opened for it. */
function callContext(
  session: Session,
  opened: Pick<OpenedAgent, 'approvals' | 'marker'> & {
    readonly workspace: RunWorkspace;
    readonly optional: OptionalTools;
    readonly toolbox: Toolbox;
    readonly journal: RunJournal | null;
    readonly nextCallId: () => string;
  },
): CallContext {
  const { job, context, trail, budget, untrusted } = session;
  const { workspace, approvals, optional, marker, toolbox, journal, nextCallId } = opened;
  // Without an approver it gives the default of a question, and asks nobody.
  const clarify = clarifyTool();
  const unaskedClarify = toolVisible(job.policy, { ...clarify, tool: clarify.name })
    ? clarify
    : undefined;
  return {
    run: job.run,
    headSha: job.headSha ?? '',
    policy: evaluatorOf(job.policy),
    changesDiff: () => changesOfRun(session, null),
    suggestedRules: (facts, situation) => suggestedRules(job.policy, facts, situation),
    plan: optional.plan,
    situation: () => ({
      pathResolver: workspace.pathResolver,
      untrusted: untrusted.length > 0,
      sandboxed: workspace.status().sandboxed,
      contained: workspace.status().commands.contains,
      planning: optional.plan.pending,
    }),
    find: (name) => toolbox.find(name),
    toolNames: () => toolbox.offered.map((tool) => tool.name),
    hooks: optional.hooks,
    failedHooks: new Set(),
    approver: approvals.approver,
    claim: approvals.claim,
    proposeRules: approvals.proposeRules,
    onFinished: (call) => journal?.finished(call),
    admit: (tool) => budget.takeCall(tool),
    fileSha256: (path) => workspace.fileSha256(path),
    services: toolServices(session, {
      workspace: workspace.files,
      reads: toolbox.reads,
      nextCallId,
      runTool: (name) => toolbox.find(name) ?? (name === 'clarify' ? unaskedClarify : undefined),
    }),
    workTreeAfter: (facts) => workTreeAfter(session, facts),
    untrustedRead: async (item) => {
      untrusted.push(item);
      await trail.append({ type: 'context.read', trusted: false, ...item, ...removedFrom(marker) });
    },
    mark: (text, source) => marker.mark(text, source),
    trail,
    bus: context.bus,
    redactor: context.redactor,
    clock: context.clock,
    signal: session.signal,
    dependent: job.dependentCalls,
    parallel: job.policy.tools.parallel,
  };
}

/** The most tokens of a reply: as the inputs say, and never so many that no conversation fits beside it. */
function replyTokens({ maxOutputTokens = MAX_REPLY_TOKENS, contextWindow }: Model): number {
  return Math.min(maxOutputTokens, Math.floor(contextWindow * MAX_REPLY_SHARE));
}
