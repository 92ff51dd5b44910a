import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentState, BudgetLimits, BudgetUse } from '../agent/index.ts';
import type { ParkedCard } from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import { type Clock, CountersignError, sha256 } from '../base/index.ts';
import type { BatchEnd, SettledCall, UntrustedItem } from '../calls/index.ts';
import { type CheckpointState, sealCheckpoint } from '../checkpoint/index.ts';
import { bundleChanges } from '../sandbox/index.ts';
import type { Job } from './job.ts';

const CHECKPOINT_MODE = 0o600;

/** What a run needs to be able to suspend itself. */
export interface Suspension {
  /** The secret that the key of the checkpoint is derived from. */
  readonly secret: string;
  /** The workflow file of the job, such as `.github/workflows/agent.yml`. */
  readonly workflow: string;
}

/** Everything that is kept of a run while nobody runs it. */
export interface Suspended {
  readonly job: Job;
  readonly suspension: Suspension;
  readonly trail: Trail;
  readonly clock: Clock;
  readonly state: AgentState;
  readonly parked: BatchEnd;
  readonly card: ParkedCard | null;
  readonly marker: string;
  readonly reads: Readonly<Record<string, string>>;
  readonly planApproved: boolean;
  readonly untrusted: readonly UntrustedItem[];
  readonly used: BudgetUse;
  /** The walls as they stand, where people moved them too. */
  readonly limits: BudgetLimits;
  readonly turns: number;
  readonly calls: number;
}

/**
 * Seals the run's state beside its trail, and records that it is suspended. The trail's head before is bound into the
 * checkpoint, so neither can be put beside another.
 */
export async function suspendRun(of: Suspended): Promise<void> {
  const { trail } = of;
  const bytes = sealCheckpoint(await stateOf(of), { secret: of.suspension.secret });
  const name = `checkpoint-${trail.head().count}.bin`;
  await writeFile(join(trail.folder, name), bytes, { mode: CHECKPOINT_MODE });
  await trail.append({
    type: 'checkpoint.saved',
    name,
    sha256: sha256(bytes),
    bytes: bytes.length,
  });
  const approvals = of.parked.parked?.requests.map((request) => request.id) ?? [];
  await trail.append({ type: 'run.suspended', approvals });
}

async function stateOf(of: Suspended): Promise<CheckpointState> {
  const { job, state, parked, trail } = of;
  if (job.headSha === null || job.repository === null) {
    throw new CountersignError(
      'internal',
      'A run without a repository and a commit cannot be suspended.',
    );
  }
  const open = parked.parked ?? { calls: [], requests: [] };
  return {
    version: 1,
    run: job.run,
    repository: job.repository,
    workflow: of.suspension.workflow,
    headSha: job.headSha,
    policySha256: job.policy.sha256,
    trailHead: { ...trail.head() },
    savedAt: of.clock.now().toISOString(),
    request: job.request,
    requester: job.requester,
    instructions: job.instructions.map((file) => ({ ...file })),
    messages: [...state.conversation.messages],
    turns: of.turns,
    calls: of.calls,
    lastText: state.lastText,
    idleReplies: state.idleReplies,
    marker: of.marker,
    reads: { ...of.reads },
    repeats: { ...state.conversation.repeats.sent() },
    planApproved: of.planApproved,
    refused: state.refused.map((item) => ({ ...item })),
    settled: parked.settled.map(settledState),
    gated: open.calls.map(({ request, nonce, ready }, index) => ({
      request: { ...request },
      nonce,
      ready,
      approval: open.requests[index]?.id ?? '',
      digest: open.requests[index]?.digest ?? '',
    })),
    card: of.card,
    used: { ...of.used, byTool: { ...of.used.byTool } },
    raised: raisedOf(job.budget, of.limits),
    untrusted: of.untrusted.map((item) => ({ ...item })),
    workTree: await bundleChanges(job.root, { base: job.headSha }),
  };
}

/** The walls that are no longer where they were at first. */
function raisedOf(first: BudgetLimits, now: BudgetLimits): BudgetLimits {
  const names = ['turns', 'calls', 'tokens', 'usd'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (now[name] === first[name] ? [] : [[name, now[name]]])),
  );
}

function settledState(call: SettledCall): CheckpointState['settled'][number] {
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
