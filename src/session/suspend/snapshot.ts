import type { AgentState, BudgetLimits, BudgetUse } from '../../agent/index.ts';
import { CountersignError, type Json } from '../../common/index.ts';
import type { FinishedCall, UntrustedItem } from '../../tool-calls/index.ts';
import type { CheckpointState, RunIdentity, RunSnapshot } from '../../checkpoint/index.ts';
import type { Job, Suspension } from '../job.ts';

/** Everything of a run that is kept beside its conversation, as it is now. */
export interface RunProgress {
  readonly reads: Readonly<Record<string, string>>;
  readonly planApproved: boolean;
  /** What tools remember, by their names. */
  readonly memory: Readonly<Record<string, Json>>;
  readonly untrusted: readonly UntrustedItem[];
  readonly used: BudgetUse;
  /** The walls as they stand, where people moved them too. */
  readonly limits: BudgetLimits;
  readonly turns: number;
  readonly calls: number;
}

/** What of a run stays as it was at its start. Throws `internal` for a run that has no repository and no commit. */
export function runIdentityOf(
  job: Job,
  of: { readonly suspension: Suspension; readonly marker: string },
): RunIdentity {
  const { repository, headSha, outputSchema: schema = null } = job;
  if (headSha === null || repository === null) {
    throw new CountersignError(
      'internal',
      'A run without a repository and a commit cannot be suspended.',
    );
  }
  return {
    run: job.run,
    repository,
    workflow: of.suspension.workflow,
    headSha,
    policySha256: job.policy.sha256,
    request: job.request,
    requester: job.requester,
    instructions: job.instructions.map((file) => ({ ...file })),
    ...(schema === null ? {} : { outputSchema: schema.text }),
    marker: of.marker,
  };
}

/** What of a run changes as it goes, in the form that a checkpoint has it. */
export function runSnapshotOf(job: Job, state: AgentState, kept: RunProgress): RunSnapshot {
  return {
    turns: kept.turns,
    calls: kept.calls,
    lastText: state.lastText,
    idleReplies: state.idleReplies,
    planApproved: kept.planApproved,
    refused: state.refused.map((item) => ({ ...item })),
    reads: { ...kept.reads },
    memory: { ...kept.memory },
    repeats: { ...state.conversation.duplicates.sent() },
    used: { ...kept.used, byTool: { ...kept.used.byTool } },
    raised: raisedOf(job.budget, kept.limits),
    untrusted: kept.untrusted.map((item) => ({ ...item })),
  };
}

/** The walls that are no longer where they were at first. */
function raisedOf(first: BudgetLimits, now: BudgetLimits): RunSnapshot['raised'] {
  const names = ['turns', 'calls', 'tokens', 'usd'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (now[name] === first[name] ? [] : [[name, now[name]]])),
  );
}

/** A call that has ended, in the form that a checkpoint has it. */
export function settledState(call: FinishedCall): CheckpointState['settled'][number] {
  const { request, state, content, isError, refusal, error, metadata } = call;
  return {
    request: { ...request },
    state,
    content: typeof content === 'string' ? content : content.map((block) => ({ ...block })),
    isError,
    ...(refusal === undefined ? {} : { refusal }),
    ...(error === undefined
      ? {}
      : { error: { ...error, recommendations: [...error.recommendations] } }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
