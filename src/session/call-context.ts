import { suggestedRules } from '../policy/index.ts';
import type { CallContext } from '../tool-calls/index.ts';
import type { RunWorkspace } from './workspace/workspace-sandbox.ts';
import type { UntrustedMarker } from '../agent/index.ts';
import type { Approvals } from './job.ts';
import type { DoneProof } from './done-proof.ts';
import { evaluatorOf } from './evaluator.ts';
import type { Session } from './open-session.ts';
import type { OptionalTools } from './toolbox/optional-tools.ts';
import { toolServices } from './toolbox/nested-calls.ts';
import { removedFrom } from './initial-message.ts';
import type { Toolbox } from './toolbox/toolbox.ts';

/** The context of the calls in a session's run. */
export function callContext(
  { job, context, trail, budget, untrusted, signal }: Session,
  agent: {
    readonly approvals: Approvals;
    readonly marker: UntrustedMarker;
    readonly workspace: RunWorkspace;
    readonly toolbox: Toolbox;
    readonly optional: OptionalTools;
    readonly changesDiff: CallContext['changesDiff'];
    readonly proof: DoneProof;
    readonly nextCallId: () => string;
    readonly onFinished: NonNullable<CallContext['onFinished']>;
  },
): CallContext {
  const { workspace, toolbox, optional, approvals, marker } = agent;
  return {
    run: job.run,
    headSha: job.headSha ?? '',
    policy: evaluatorOf(job.policy),
    changesDiff: agent.changesDiff,
    suggestedRules: (facts, situation) => suggestedRules(job.policy, facts, situation),
    plan: optional.plan,
    situation: () => ({
      pathResolver: workspace.pathResolver,
      untrusted: untrusted.length > 0,
      sandboxed: workspace.status().sandboxed,
      contained: workspace.status().contained,
      planning: optional.plan.pending,
    }),
    find: (name) => toolbox.find(name),
    toolNames: () => toolbox.offered.map((tool) => tool.name),
    hooks: optional.hooks,
    approver: approvals.approver,
    claim: approvals.claim,
    ...(approvals.proposeRules === undefined ? {} : { proposeRules: approvals.proposeRules }),
    onFinished: agent.onFinished,
    admit: (tool) => Promise.resolve(budget.takeCall(tool)),
    fileSha256: (path) => workspace.fileSha256(path),
    services: toolServices({
      workspace: workspace.files,
      trail,
      reads: toolbox.reads,
      nextCallId: agent.nextCallId,
      secrets: job.policy.tools.secrets,
      environment: context.environment,
      redactor: context.redactor,
    }),
    workTreeAfter: (facts) => agent.proof.workTreeAfter(facts),
    untrustedRead: async (item) => {
      untrusted.push(item);
      await trail.append({ type: 'context.read', trusted: false, ...item, ...removedFrom(marker) });
    },
    mark: (text, source) => marker.mark(text, source),
    trail,
    bus: context.bus,
    redactor: context.redactor,
    clock: context.clock,
    signal,
    parallel: job.policy.tools.parallel,
  };
}
