import type { AgentState, BudgetLimits, BudgetUse } from '../../agent/index.ts';
import { CountersignError, type Json } from '../../common/index.ts';
import type { FinishedCall, UntrustedItem } from '../../tool-calls/index.ts';
import type { CheckpointState, RunIdentity, RunSnapshot } from '../../checkpoint/index.ts';
import type { Job, Suspension } from '../job.ts';

/** The state of a run in a checkpoint, without its conversation. */
export interface RunProgress {
  readonly reads: Readonly<Record<string, string>>;
  readonly planApproved: boolean;
  /** The state of tools, by tool name. */
  readonly memory: Readonly<Record<string, Json>>;
  readonly untrusted: readonly UntrustedItem[];
  readonly used: BudgetUse;
  /** The budget's limits, with the extensions that people approved. */
  readonly limits: BudgetLimits;
  readonly turns: number;
  readonly calls: number;
  /** The name of the model that the run is at. */
  readonly model: string;
}

/** What never changes during a run. Throws `internal` for a run without a repository or a commit. */
export function runIdentityOf(
  job: Job,
  run: { readonly suspension: Suspension; readonly marker: string },
): RunIdentity {
  const { repository, headSha, requesterId = null, outputSchema: schema = null } = job;
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
    ...baselinesOf(job),
    request: job.request,
    requester: job.requester,
    ...(requesterId === null ? {} : { requesterId }),
    instructions: job.instructions.map((file) => ({ ...file })),
    ...(schema === null ? {} : { outputSchema: schema.text }),
    marker: run.marker,
  };
}

function baselinesOf({ policy }: Job): Pick<RunIdentity, 'baselines'> {
  const [, ...baselines] = policy.layers;
  if (baselines.length === 0) return {};
  return {
    baselines: baselines.map(({ file, origin }) => ({
      address: file,
      commit: origin?.commit ?? null,
    })),
  };
}

/** What changes during a run, as a checkpoint stores it. */
export function runSnapshotOf(job: Job, state: AgentState, progress: RunProgress): RunSnapshot {
  return {
    turns: progress.turns,
    calls: progress.calls,
    model: { run: progress.model, conversation: state.model },
    lastText: state.lastText,
    idleReplies: state.idleReplies,
    planApproved: progress.planApproved,
    refused: state.refused.map((item) => ({ ...item })),
    reads: { ...progress.reads },
    memory: { ...progress.memory },
    repeats: { ...state.conversation.duplicates.sent() },
    used: { ...progress.used, byTool: { ...progress.used.byTool } },
    raised: raisedOf(job.budget, progress.limits),
    untrusted: progress.untrusted.map((item) => ({ ...item })),
  };
}

/** The limits that were extended. */
function raisedOf(first: BudgetLimits, now: BudgetLimits): RunSnapshot['raised'] {
  const names = ['turns', 'calls', 'tokens', 'usd'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (now[name] === first[name] ? [] : [[name, now[name]]])),
  );
}

/** A finished call, as a checkpoint stores it. */
export function finishedState(call: FinishedCall): CheckpointState['settled'][number] {
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
