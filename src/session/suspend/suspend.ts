import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentState } from '../../agent/index.ts';
import type { Trail } from '../../audit/index.ts';
import { type CheckpointState, encryptCheckpoint } from '../../checkpoint/index.ts';
import { CountersignError, defined, sha256 } from '../../common/index.ts';
import type { Verdict } from '../../policy/index.ts';
import { isGitFailure } from '../../sandbox/index.ts';
import type { BatchEnd } from '../../tool-calls/index.ts';
import type { OpenedAgent } from '../open-agent.ts';
import type { Session } from '../open-session.ts';
import { checkpointNotices, leftOutOf, missingNotice, savedWorkTree } from './saved-work-tree.ts';
import { finishedState, runIdentityOf, runSnapshotOf } from './snapshot.ts';

const CHECKPOINT_MODE = 0o600;
const MAX_LEFT_OUT = 100;

/** Where the agent was when its run is suspended. */
interface SuspendedAgent extends Pick<OpenedAgent, 'approvals' | 'marker' | 'progress'> {
  readonly state: AgentState;
  /** The open turn: its finished calls, and those that wait for an answer. */
  readonly batch: BatchEnd;
}

/**
 * Saves the run's state as an encrypted checkpoint beside its trail, and records that the run is suspended. Every program
 * of the run has ended. Resolves with what people have to know about the files in the checkpoint. Throws `internal` for a run
 * that cannot be suspended.
 */
export async function suspendRun(
  session: Session,
  suspended: SuspendedAgent,
): Promise<readonly string[]> {
  const { context, trail } = session;
  const { suspension } = context;
  if (suspension === null) {
    throw new CountersignError('internal', 'The run was to be suspended and cannot be.');
  }
  const state = await checkpointStateOf(session, { ...suspended, suspension });
  await saveCheckpoint(trail, state, suspension.secret);
  const approvals = suspended.batch.suspended?.requests.map((request) => request.id) ?? [];
  await trail.append({ type: 'run.suspended', approvals });
  return checkpointNotices(state, context.redactor);
}

/**
 * Encrypts a state into a file beside the trail and records it there, with a warning if the changes of files are not part of it. The
 * checkpoint is bound to the trail's head before that entry: neither can be combined with another.
 */
export async function saveCheckpoint(
  trail: Trail,
  state: Omit<CheckpointState, 'trailHead'>,
  secret: string,
): Promise<void> {
  if (state.workTreeMissing !== undefined) {
    const message = missingNotice(state.workTreeMissing);
    await trail.append({ type: 'warning', code: 'changes-missing', message });
  }
  const bytes = encryptCheckpoint({ ...state, trailHead: { ...trail.head() } }, { secret });
  const name = `checkpoint-${trail.head().count}.bin`;
  await writeFile(join(trail.folder, name), bytes, { mode: CHECKPOINT_MODE });
  const leftOut = leftOutOf(state.workTree).slice(0, MAX_LEFT_OUT);
  await trail.append({
    type: 'checkpoint.saved',
    name,
    sha256: sha256(bytes),
    bytes: bytes.length,
    ...(leftOut.length === 0 ? {} : { leftOut: [...leftOut] }),
  });
}

async function checkpointStateOf(
  { job, context, workspace }: Session,
  suspended: SuspendedAgent & {
    readonly suspension: NonNullable<Session['context']['suspension']>;
  },
): Promise<Omit<CheckpointState, 'trailHead'>> {
  const { state, batch, approvals, marker, progress, suspension } = suspended;
  const identity = runIdentityOf(job, { suspension, marker: marker.nonce });
  const store = (await workspace?.store()) ?? null;
  const waiting = batch.suspended ?? { calls: [], requests: [] };
  return {
    version: 1,
    ...identity,
    ...runSnapshotOf(job, state, progress()),
    savedAt: context.clock.now().toISOString(),
    messages: state.conversation.messages,
    lastReply: state.lastReply,
    settled: batch.finished.map(finishedState),
    gated: waiting.calls.map(({ request, nonce, hookResult, changed, verdict }, index) => ({
      request,
      nonce,
      ready: hookResult,
      ...defined({ changed }),
      approval: waiting.requests[index]?.id ?? '',
      digest: waiting.requests[index]?.digest ?? '',
      asked: askedReason(verdict),
    })),
    suspendedRequest: approvals.suspendedRequest(),
    ...(store === null
      ? { workTree: null }
      : // A work tree beyond the limits of a checkpoint fails the run: people would approve calls on files that are gone.
        await savedWorkTree(store, {
          base: identity.headSha,
          redactor: context.redactor,
          mustHave: (error) => !isGitFailure(error),
        })),
  };
}

function askedReason({
  list,
  rule,
  line,
  because,
}: Verdict): Pick<Verdict, 'list' | 'rule' | 'line' | 'because'> {
  return { list, rule, line, because };
}
