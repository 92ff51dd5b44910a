import { type AgentState, type BudgetLimits, COUNTED_BUDGETS } from '../../agent/index.ts';
import { CountersignError } from '../../common/index.ts';
import type { FinishedCall } from '../../tool-calls/index.ts';
import type { CheckpointState, RunIdentity, RunSnapshot } from '../../checkpoint/index.ts';
import type { Job, Suspension } from '../job.ts';

/** What a checkpoint stores of a run that is no part of its conversation. */
export interface RunProgress
  extends Pick<
    RunSnapshot,
    'reads' | 'planApproved' | 'memory' | 'untrusted' | 'used' | 'turns' | 'calls'
  > {
  /** The budget's limits, with the extensions that people approved. */
  readonly limits: BudgetLimits;
  /** The name of the model that the run is at. */
  readonly model: string;
}

/** What never changes during a run. Throws `internal` for a run without a repository or a commit. */
export function runIdentityOf(
  job: Job,
  run: { readonly suspension: Suspension; readonly marker: string },
): RunIdentity {
  const { repository, headSha, requesterId, outputSchema: schema } = job;
  const baselines = job.policy.layers
    .slice(1)
    .map(({ file, origin }) => ({ address: file, commit: origin?.commit ?? null }));
  if (headSha === null || repository === null) {
    throw new CountersignError(
      'internal',
      'A run without a repository and a commit cannot be suspended.',
    );
  }
  return {
    run: job.run,
    repository,
    workflow: run.suspension.workflow,
    headSha,
    policySha256: job.policy.sha256,
    ...(baselines.length === 0 ? {} : { baselines }),
    request: job.request,
    requester: job.requester,
    ...(requesterId === null ? {} : { requesterId }),
    instructions: job.instructions,
    ...(schema === null ? {} : { outputSchema: schema.text }),
    marker: run.marker,
  };
}

/** What changes during a run, as a checkpoint stores it. */
export function runSnapshotOf(
  job: Job,
  state: AgentState,
  { limits, model, ...progress }: RunProgress,
): RunSnapshot {
  return {
    ...progress,
    model: { run: model, conversation: state.model },
    lastText: state.lastText,
    idleReplies: state.idleReplies,
    refused: state.refused,
    repeats: state.conversation.duplicates(),
    raised: raisedOf(job.budget, limits),
  };
}

function raisedOf(first: BudgetLimits, now: BudgetLimits): RunSnapshot['raised'] {
  return Object.fromEntries(
    COUNTED_BUDGETS.flatMap((name) => (now[name] === first[name] ? [] : [[name, now[name]]])),
  );
}

/** A finished call, as a checkpoint stores it. */
export function finishedState(call: FinishedCall): CheckpointState['settled'][number] {
  const { contentSha256: _, touched: __, ...stored } = call;
  return stored;
}
