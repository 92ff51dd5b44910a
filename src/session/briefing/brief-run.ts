import type { UntrustedMarker } from '../../agent/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { Session } from '../open-session.ts';
import type { OptionalTools } from '../toolbox/optional-tools.ts';
import { isVisibleOf } from '../workspace/read-visibility.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import { briefing, resumptionNote } from './briefing.ts';
import { lookAtCheckout } from './checkout.ts';
import type { BriefingFacts } from './facts.ts';
import { lookAtMachine } from './machine.ts';

/** Looks up where a run stands, once its tools and its sandbox are known, and says it in the model's words, redacted. */
export async function briefRun(
  { job, context, untrusted }: Pick<Session, 'job' | 'context' | 'untrusted'>,
  run: {
    readonly workspace: RunWorkspace;
    readonly marker: UntrustedMarker;
    readonly optional: Pick<OptionalTools, 'plan'>;
    readonly offered: readonly Tool[];
  },
): Promise<{ readonly briefing: string; readonly note: string }> {
  const { workspace, marker, optional, offered } = run;
  const isVisible = await isVisibleOf(job.policy, workspace)();
  const [machine, checkout] = await Promise.all([
    lookAtMachine(workspace.files.root, context.environment),
    lookAtCheckout(workspace, { base: job.headSha, isVisible }),
  ]);
  const { commands, contained, sandbox } = workspace.status();
  const facts: BriefingFacts = {
    job,
    tools: offered,
    date: context.clock.now(),
    machine,
    sandbox: { backend: commands.sandbox, state: sandbox, contained },
    checkout,
    untrusted: untrusted.length > 0,
    planning: optional.plan.pending,
    mark: (text, source) => marker.mark(text, source),
  };
  const { redactor } = context;
  return {
    briefing: await redactor.redact(briefing(facts)),
    note: await redactor.redact(resumptionNote(facts)),
  };
}
