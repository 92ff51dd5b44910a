import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApprovalMarker } from '../../approvals/index.ts';
import { BUDGET_CALL, type Entry, readTrail, verifyAt } from '../../audit/index.ts';
import {
  checkpointRefused,
  type CheckpointState,
  decryptCheckpoint,
} from '../../checkpoint/index.ts';
import { type Outcome, sha256 } from '../../common/index.ts';
import { type ArtifactStore, artifactName, type CiRun } from '../../github/index.ts';
import { surveyCrashedRun } from '../../recovery/index.ts';
import { type AnswerContext, trailFolderOf } from '../context.ts';
import type { PushedCommit } from '../event/pinned-commits.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { MarkedComment } from './close-request.ts';
import { findSuspendedRun, isSameJob, type WatchContext } from './find-suspended-run.ts';
import { hasEnded } from './workflow-run.ts';

/** How long a job that suspended itself may take to upload its trail. */
const MAX_UPLOAD_MS = 60_000;
const UPLOAD_PAUSE_MS = 3_000;
/** How often a run is claimed again because another job suspended it again in the meantime. */
export const MAX_CLAIMS = 5;

/** A checkpoint that was opened, with everything that decides whether it may be used. */
export interface ClaimedRun {
  /** Which checkpoint it is. */
  readonly marker: ApprovalMarker;
  readonly state: CheckpointState;
  readonly checkpointSha256: string;
  readonly hashAtCheckpoint: string;
  /** The trail's entries from the one that names the checkpoint. */
  readonly after: readonly Entry[];
  readonly origin: CiRun;
  /** Where the run read its policy, or `built-in …`, as its trail says. */
  readonly policySource: string;
  /** The trusted branch when the run last started, as its trail says; `null` if that does not. */
  readonly trustedRef: string | null;
  /** The event that started the run. Its actor is `null` if it had none. */
  readonly trigger: StartTrigger;
  /** Whether the run stands at a limit of its budget. */
  readonly isAtLimit: boolean;
  /** The commits that the run pushed before. */
  readonly pushed: readonly PushedCommit[];
}

/** Where the policy of a run lies. A run of another workflow has a policy of its own. */
export function policyPathOf(
  { policySource }: Pick<ClaimedRun, 'policySource'>,
  inputs: Pick<Inputs, 'policyPath'>,
): string {
  return policySource.startsWith('built-in') ? inputs.policyPath : policySource;
}

type StartTrigger = Extract<Entry, { type: 'run.start' }>['trigger'];

/**
 * Claims the checkpoint that the approval comment points to. Of two answers in the same second, another job may count its own
 * and suspend the run again while this one downloads. Only the newer checkpoint is then up to date, and is claimed instead.
 * Resolves with the reason if the checkpoint is gone, so that no job can resume the run. Throws `checkpoint-refused` for one that must
 * not be used.
 */
export async function claimSuspendedRun(
  context: ClaimContext,
  { marker: first, secret }: Claim,
): Promise<ClaimedRun | string> {
  let marker = first;
  for (let claims = 1; ; claims += 1) {
    const claimed = await claimOnce(context, { marker, secret });
    const now = await findSuspendedRun(context);
    const newer = now.kind === 'suspended' && now.marker.run === marker.run ? now.marker : marker;
    if (isSameJob(newer, marker) || claims >= MAX_CLAIMS) return claimed;
    marker = newer;
    await rm(trailFolderOf(context.environment, marker.run), { recursive: true, force: true });
  }
}

/** What claiming a checkpoint needs of its step. */
type ClaimContext = WatchContext & Pick<AnswerContext, 'artifacts'>;

/** The approval comment that points to a checkpoint, and the secret that encrypts it. */
interface Claim {
  readonly marker: ApprovalMarker;
  readonly secret: string;
}

/**
 * How the run of an approval comment ended whose job has ended, whatever the comment says: GitHub may have taken no update of it.
 * `awaiting-approval`: it is suspended, and waits for an answer to this comment; `decided`: to another one, because this one was answered.
 * `null`: there is no audit trail that says how it ended. Nothing is kept in the run's folder.
 */
export async function endOfRun(
  context: ClaimContext,
  { marker, comment }: MarkedComment,
): Promise<Outcome | 'decided' | null> {
  const folder = trailFolderOf(context.environment, marker.run);
  try {
    if (typeof (await verifiedTrail(context, marker)) === 'string') return null;
    const { outcome, suspended, approvals } = await surveyCrashedRun(folder);
    if (!suspended) return outcome;
    const isOpen = [...approvals.values()].some(
      (asked) => asked.commentId === comment.id && asked.status === 'open',
    );
    return isOpen ? 'awaiting-approval' : 'decided';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Downloads the trail that an approval comment points to into the run's folder, verifies it, and opens its last checkpoint. Nothing
 * of it is used before that. Resolves with the reason if it is gone. Throws `checkpoint-refused` with the reason.
 */
async function claimOnce(context: ClaimContext, claim: Claim): Promise<ClaimedRun | string> {
  const { environment } = context;
  const origin = await verifiedTrail(context, claim.marker);
  if (typeof origin === 'string') return origin;
  const folder = trailFolderOf(environment, claim.marker.run);
  const repository = `${environment.owner}/${environment.repo}`;
  return { origin, ...(await openLast(folder, { ...claim, repository })) };
}

/** Downloads the trail that an approval comment points to, and verifies it. Resolves and throws as `claimOnce` does. */
async function verifiedTrail(
  context: ClaimContext,
  marker: ApprovalMarker,
): Promise<ClaimedRun['origin'] | string> {
  const { environment } = context;
  const { workflowRun, attempt, run } = marker;
  if (workflowRun === null) throw checkpointRefused('the approval comment names no workflow run');
  const folder = trailFolderOf(environment, run);
  const job = { runId: String(workflowRun), attempt: String(attempt ?? 1), job: environment.job };
  const wanted = { name: artifactName(job, run), workflowRunId: workflowRun, folder };
  const origin = await downloaded(context, marker, wanted);
  if (typeof origin === 'string') return origin;
  const verdict = await verifyAt(folder, { run });
  if (verdict.kind === 'unreadable')
    throw checkpointRefused(`its trail cannot be read: ${verdict.because}`);
  if (verdict.kind === 'broken') {
    throw checkpointRefused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
  }
  return origin;
}

/**
 * Waits for the upload while its job still runs: the comment names the checkpoint a moment before it is uploaded. Resolves with the
 * reason if the job has ended and GitHub has no such artifact.
 */
async function downloaded(
  { github, artifacts, clock, signal }: ClaimContext,
  marker: ApprovalMarker,
  wanted: Parameters<ArtifactStore['download']>[0],
): Promise<ClaimedRun['origin'] | string> {
  const endMs = clock.monotonicMs() + MAX_UPLOAD_MS;
  for (;;) {
    const origin = await github.ciRun(wanted.workflowRunId);
    if (await artifacts.download(wanted)) return origin;
    const missing = `workflow run ${wanted.workflowRunId} has no artifact ${wanted.name}`;
    if (hasEnded(origin, marker))
      return `The checkpoint is gone: ${missing}. It was never uploaded, has expired, or was deleted.`;
    if (clock.monotonicMs() >= endMs) throw checkpointRefused(missing);
    await clock.sleep(UPLOAD_PAUSE_MS, signal);
  }
}

async function openLast(
  folder: string,
  { marker, secret, repository }: Claim & { readonly repository: string },
): Promise<Omit<ClaimedRun, 'origin'>> {
  const after: Entry[] = [];
  let saved: Extract<Entry, { type: 'checkpoint.saved' }> | null = null;
  let policySource = '';
  let trustedRef: string | null = null;
  let trigger: StartTrigger | null = null;
  const pushed: PushedCommit[] = [];
  const limit = new LimitReplay();
  for await (const entry of readTrail(folder)) {
    limit.take(entry);
    if (entry.type === 'github.write' && entry.what === 'commit' && entry.branch !== undefined)
      pushed.push({ branch: entry.branch, sha: String(entry.id) });
    if (entry.type === 'run.start') {
      policySource = entry.policy.source;
      trustedRef = branchIn(entry.policy.ref);
      trigger ??= entry.trigger;
    }
    if (entry.type === 'checkpoint.saved') {
      saved = entry;
      after.length = 0;
    }
    if (saved !== null) after.push(entry);
  }
  if (saved === null || trigger === null) throw checkpointRefused('its trail names no checkpoint');
  if (!/^checkpoint-\d+\.bin$/.test(saved.name))
    throw checkpointRefused(`${JSON.stringify(saved.name)} is not a checkpoint`);
  const bytes = await encryptedBytes(join(folder, saved.name));
  const checkpointSha256 = sha256(bytes);
  if (checkpointSha256 !== saved.sha256)
    throw checkpointRefused('it is not the one that its trail names');
  const { prev: hash, seq: count } = saved;
  const context = { repository, run: marker.run, trailHead: { hash, count } };
  const state = decryptCheckpoint(bytes, { secret, context });
  const isAtLimit = limit.isReached;
  return {
    marker,
    state,
    checkpointSha256,
    hashAtCheckpoint: hash,
    after,
    policySource,
    trustedRef,
    trigger,
    isAtLimit,
    pushed,
  };
}

/** The branch in the `BRANCH@COMMIT` of a policy. */
function branchIn(ref: string | null): string | null {
  return /^(.+)@[0-9a-f]+$/.exec(ref ?? '')?.[1] ?? null;
}

/** Learns from the entries of a trail whether its run stands at a limit: it did nothing since but ask to raise it. */
class LimitReplay {
  isReached = false;
  #request: string | null = null;

  take(entry: Entry): void {
    if (entry.type === 'budget') this.isReached = entry.event === 'spent';
    else if (entry.type === 'turn.start') this.isReached = false;
    else if (entry.type === 'call.state') {
      if (entry['gen_ai.tool.name'] === BUDGET_CALL) this.#request = entry.call;
      if (entry.call !== this.#request) this.isReached = false;
    }
  }
}

async function encryptedBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw checkpointRefused('it is not in the artifact', { cause });
  }
}
