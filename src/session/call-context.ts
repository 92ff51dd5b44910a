import type { Budget, UntrustedMarker } from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import { affectedPaths, dependsOn, evaluate } from '../policy/index.ts';
import type { CallContext, UntrustedItem } from '../tool-calls/index.ts';
import type { RunWorkspace } from './workspace/workspace-sandbox.ts';
import type { Asking, Job, RunContext } from './job.ts';
import { toolServices } from './toolbox/nested-calls.ts';
import { removedFrom } from './initial-message.ts';
import type { Toolbox } from './toolbox/toolbox.ts';

const PARALLEL_CALLS = 10;

/** The world that the calls of this run live in. `untrusted` grows with what they read. */
export function callContext(
  job: Job,
  runContext: RunContext,
  of: {
    readonly trail: Trail;
    readonly ground: RunWorkspace;
    readonly toolbox: Toolbox;
    readonly hooks: CallContext['hooks'];
    readonly plan: { readonly pending: boolean };
    readonly asking: Asking;
    readonly untrusted: UntrustedItem[];
    readonly marker: UntrustedMarker;
    readonly signal: AbortSignal;
    readonly budget: Budget;
    readonly nextCallId: () => string;
    readonly onFinished: NonNullable<CallContext['onFinished']>;
  },
): CallContext {
  const { trail, ground, toolbox, asking, untrusted, marker } = of;
  return {
    run: job.run,
    headSha: job.headSha ?? '',
    policy: {
      sha256: job.policy.sha256,
      evaluate: (facts, situation) => evaluate(job.policy, facts, situation),
      pathsOf: affectedPaths,
      dependsOn,
    },
    situation: () => ({
      pathResolver: ground.pathResolver,
      untrusted: untrusted.length > 0,
      sandboxed: ground.proved().sandboxed,
      contained: ground.proved().contained,
      planning: of.plan.pending,
    }),
    find: (name) => toolbox.find(name),
    toolNames: () => toolbox.offered.map((tool) => tool.name),
    hooks: of.hooks,
    approver: asking.approver,
    claim: asking.claim,
    onFinished: of.onFinished,
    admit: (tool) => Promise.resolve(of.budget.takeCall(tool)),
    fileSha256: (path) => ground.fileSha256(path),
    services: toolServices({
      workspace: ground.workspace,
      trail,
      reads: toolbox.reads,
      nextCallId: of.nextCallId,
      secrets: job.policy.tools.secrets,
      environment: runContext.environment,
      redactor: runContext.redactor,
    }),
    untrustedRead: async (item) => {
      untrusted.push(item);
      await trail.append({ type: 'context.read', trusted: false, ...item, ...removedFrom(marker) });
    },
    mark: (text, source) => marker.mark(text, source),
    trail,
    bus: runContext.bus,
    redactor: runContext.redactor,
    clock: runContext.clock,
    signal: of.signal,
    parallel: PARALLEL_CALLS,
  };
}
