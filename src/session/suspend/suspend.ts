import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentState } from '../../agent/index.ts';
import type { SuspendedRequest } from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import { type Clock, sha256 } from '../../common/index.ts';
import type { BatchEnd } from '../../tool-calls/index.ts';
import { type CheckpointState, encryptCheckpoint } from '../../checkpoint/index.ts';
import { bundleChanges, type TrustedStore } from '../../sandbox/index.ts';
import type { Job, Suspension } from '../job.ts';
import { type RunProgress, runIdentityOf, settledState, runSnapshotOf } from './snapshot.ts';

const CHECKPOINT_MODE = 0o600;

/** Everything that is kept of a run while nobody runs it. */
export interface Suspended {
  readonly job: Job;
  readonly suspension: Suspension;
  readonly trail: Trail;
  readonly clock: Clock;
  readonly state: AgentState;
  readonly batch: BatchEnd;
  readonly card: SuspendedRequest | null;
  readonly marker: string;
  readonly kept: RunProgress;
  /** What the checkout was at the start; everything that the run started has ended. */
  readonly store: TrustedStore | null;
}

/** Seals the run's state beside its trail, and records that it is suspended. */
export async function suspendRun(of: Suspended): Promise<void> {
  await saveCheckpoint(of.trail, await stateOf(of), of.suspension.secret);
  const approvals = of.batch.suspended?.requests.map((request) => request.id) ?? [];
  await of.trail.append({ type: 'run.suspended', approvals });
}

/**
 * Seals a state beside the trail and records it there. The trail's head before is bound into the checkpoint, so neither
 * can be put beside another.
 */
export async function saveCheckpoint(
  trail: Trail,
  state: Omit<CheckpointState, 'trailHead'>,
  secret: string,
): Promise<void> {
  const bytes = encryptCheckpoint({ ...state, trailHead: { ...trail.head() } }, { secret });
  const name = `checkpoint-${trail.head().count}.bin`;
  await writeFile(join(trail.folder, name), bytes, { mode: CHECKPOINT_MODE });
  const saved = { name, sha256: sha256(bytes), bytes: bytes.length };
  await trail.append({ type: 'checkpoint.saved', ...saved });
}

async function stateOf(of: Suspended): Promise<Omit<CheckpointState, 'trailHead'>> {
  const { job, state, batch } = of;
  const roots = runIdentityOf(job, of);
  const open = batch.suspended ?? { calls: [], requests: [] };
  return {
    version: 1,
    ...roots,
    ...runSnapshotOf(job, state, of.kept),
    savedAt: of.clock.now().toISOString(),
    messages: [...state.conversation.messages],
    lastReply: state.lastReply,
    settled: batch.finished.map(settledState),
    gated: open.calls.map(({ request, nonce, hookResult }, index) => ({
      request: { ...request },
      nonce,
      ready: hookResult,
      approval: open.requests[index]?.id ?? '',
      digest: open.requests[index]?.digest ?? '',
    })),
    card: of.card,
    workTree: of.store === null ? null : await bundleChanges(of.store, { base: roots.headSha }),
  };
}
