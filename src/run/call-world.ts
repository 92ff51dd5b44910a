import type { Budget, UntrustedMarker } from '../agent/index.ts';
import type { Trail } from '../audit/index.ts';
import type { CallWorld, UntrustedItem } from '../calls/index.ts';
import type { Ground } from './ground.ts';
import type { Asking, Job, RunWorld } from './job.ts';
import { judgeOf } from './judge.ts';
import { toolServices } from './nested-calls.ts';
import { removedFrom } from './opening.ts';
import type { Toolbox } from './toolbox.ts';

const PARALLEL_CALLS = 10;

/** The world that the calls of this run live in. `untrusted` grows with what they read. */
export function callWorld(
  job: Job,
  world: RunWorld,
  of: {
    readonly trail: Trail;
    readonly ground: Ground;
    readonly toolbox: Toolbox;
    readonly hooks: CallWorld['hooks'];
    readonly plan: { readonly pending: boolean };
    readonly asking: Asking;
    readonly untrusted: UntrustedItem[];
    readonly marker: UntrustedMarker;
    readonly signal: AbortSignal;
    readonly budget: Budget;
    readonly nextCallId: () => string;
    readonly onSettled: NonNullable<CallWorld['onSettled']>;
  },
): CallWorld {
  const { trail, ground, toolbox, asking, untrusted, marker } = of;
  return {
    run: job.run,
    headSha: job.headSha ?? '',
    judge: judgeOf(job.policy, ground),
    situation: () => ({
      world: ground.world,
      untrusted: untrusted.length > 0,
      sandboxed: ground.proved().sandboxed,
      contained: ground.proved().contained,
      planning: of.plan.pending,
    }),
    find: (name) => toolbox.find(name),
    toolNames: () => toolbox.offered.map((tool) => tool.name),
    hooks: of.hooks,
    // A card says what stands under commands.
    approver: {
      ask: async (requests, options) => {
        await ground.prove();
        return await asking.approver.ask(requests, options);
      },
    },
    claim: asking.claim,
    onSettled: of.onSettled,
    admit: (tool) => Promise.resolve(of.budget.takeCall(tool)),
    fileSha256: (path) => ground.fileSha256(path),
    services: toolServices({
      workspace: ground.workspace,
      trail,
      reads: toolbox.reads,
      nextCallId: of.nextCallId,
      secrets: job.policy.tools.secrets,
      environment: world.environment,
      redactor: world.redactor,
    }),
    untrustedRead: async (item) => {
      untrusted.push(item);
      await trail.append({ type: 'context.read', trusted: false, ...item, ...removedFrom(marker) });
    },
    mark: (text, source) => marker.mark(text, source),
    trail,
    bus: world.bus,
    redactor: world.redactor,
    clock: world.clock,
    signal: of.signal,
    parallel: PARALLEL_CALLS,
  };
}
