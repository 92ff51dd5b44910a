import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApprovalMarker, ReceivedClick } from '../../approvals/index.ts';
import { blobsIn, type Entry, readTrail, trailBytes, verifyTrail } from '../../audit/index.ts';
import { type Clock, CountersignError, sha256 } from '../../common/index.ts';
import {
  type CheckpointState,
  findPending,
  findPendingCheck,
  decryptCheckpoint,
  type Pending,
} from '../../checkpoint/index.ts';
import {
  type Account,
  type ArtifactStore,
  artifactName,
  type CheckRunContent,
  type GitHub,
  type GitHubChecks,
  type GitHubWork,
  type IssueComment,
} from '../../github/index.ts';
import type { ResumingAnswer } from '../context.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';

/**
 * How long the job of an answer watches the job that waits, which looks at least every fifteen seconds: by then it has
 * looked, or has stopped looking and its card says so.
 */
const MAX_WATCH_MS = 25_000;
/** How long a job that suspended itself may take to upload its trail. */
const MAX_UPLOAD_MS = 60_000;
const WATCH_PAUSE_MS = 3_000;
/** How often a run is taken up anew because another job parked it again in the meantime. */
const MAX_TAKES = 5;

/** What an answer leads to. */
export type SuspendedRunPointer =
  /** `over`: and nothing ever will come of it. */
  | { readonly kind: 'nothing'; readonly because: string; readonly over: boolean }
  /** The job that held the card is gone, and left nothing that could be gone on with. */
  | { readonly kind: 'gone'; readonly card: IssueComment; readonly marker: ApprovalMarker }
  | { readonly kind: 'killed'; readonly card: IssueComment; readonly marker: ApprovalMarker }
  | { readonly kind: 'suspended'; readonly marker: ApprovalMarker };

/**
 * Finds the suspended run that an answer is for. Where a job still waits on the card, that job reads a comment itself;
 * this one watches until it has, because the wait may be ending just now. A click it cannot read: it is told that the
 * run is wanted, and suspends it.
 */
export async function suspendedRunPointers(of: {
  readonly github: GitHub & GitHubWork & GitHubChecks;
  readonly issue: number;
  readonly answer: ResumingAnswer;
  readonly self: Account | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Promise<SuspendedRunPointer> {
  const { github, clock, self } = of;
  if (self === null)
    return nothing(
      'GitHub does not say whose token this is, so no approval comment can be recognised as its own',
    );
  const endMs = clock.monotonicMs() + MAX_WATCH_MS;
  let gone = false;
  let told = false;
  for (;;) {
    const { comments } = await github.comments(of.issue);
    const pending = pendingFor(of.answer, comments, self.login);
    switch (pending.kind) {
      case 'none':
        return { kind: 'nothing', because: pending.because, over: true };
      case 'killed':
      case 'suspended':
        return pending;
      case 'held':
        // A job that ended has had the last word on its card: that is read before it is given up.
        if (gone) return { ...pending, kind: 'gone' };
        gone = await isGone(github, pending.marker);
        if (gone) break;
        if (clock.monotonicMs() >= endMs) {
          return nothing('the job that asked still waits, and reads the answer itself');
        }
        if (of.answer.kind === 'click' && !told) await want(github, of.answer.click);
        told = true;
        await clock.sleep(WATCH_PAUSE_MS, of.signal);
    }
  }
}

function pendingFor(
  answer: ResumingAnswer,
  comments: readonly IssueComment[],
  ownLogin: string,
): Pending {
  if (answer.kind === 'click')
    return findPendingCheck({ comments, check: answer.click.check.id, ownLogin });
  const comment = comments.find(({ id }) => id === answer.id);
  return comment === undefined
    ? { kind: 'none', because: 'the comment is gone' }
    : findPending({ comments, answer: comment, ownLogin });
}

/**
 * Tells the job that waits on a card that another one has its answer: it sees its check run going again. Where it cannot
 * be told it waits on, and suspends in its own time.
 */
async function want(github: GitHubChecks, { by, check }: ReceivedClick): Promise<void> {
  const who = by === null ? 'Somebody' : `\`@${by.login}\``;
  const face: CheckRunContent = {
    conclusion: null,
    title: 'A button was clicked',
    summary: `${who} clicked a button. The waiting job suspends the run, and the job that has the answer resumes it.`,
    detailsUrl: null,
    buttons: [],
    annotations: [],
  };
  await github.updateCheckRun(check.id, face).catch(() => undefined);
}

function nothing(because: string): SuspendedRunPointer {
  return { kind: 'nothing', because, over: false };
}

async function isGone(github: GitHubWork, marker: ApprovalMarker): Promise<boolean> {
  if (marker.workflowRun === null) return false;
  try {
    return (await github.workflowRun(marker.workflowRun)).completed;
  } catch {
    // Not knowing is no reason to say that a run was lost.
    return false;
  }
}

/** A checkpoint that was opened, with everything that decides whether it may be used. */
export interface ClaimedRun {
  readonly state: CheckpointState;
  readonly checkpointSha256: string;
  readonly hashAtCheckpoint: string;
  /** What the trail says after the entry that the checkpoint stands on. */
  readonly after: readonly Entry[];
  readonly origin: Awaited<ReturnType<GitHubWork['workflowRun']>>;
  /** Where the run read its policy, or `built-in …`: the checkpoint is bound to the trail that says so. */
  readonly policySource: string;
  /** The account that caused the event which the run began with; `null` where there was none. */
  readonly starter: Starter;
}

type Starter = Extract<Entry, { type: 'run.start' }>['trigger']['actor'];

/**
 * Takes up what the card points to once that was fetched: of two answers in the same second, one job may count its own and
 * park the run again while this one fetches, and from then on only the newer checkpoint knows the card as it is.
 */
export async function claimSuspendedRun(
  of: Parameters<typeof takeUp>[0] & Pick<Parameters<typeof suspendedRunPointers>[0], 'github'>,
  at: Pick<Parameters<typeof suspendedRunPointers>[0], 'issue' | 'answer' | 'self'>,
): Promise<ClaimedRun> {
  let { marker } = of;
  for (let take = 1; ; take += 1) {
    const taken = await takeUp({ ...of, marker });
    const now = await suspendedRunPointers({ ...of, ...at });
    const newer = now.kind === 'suspended' && now.marker.run === marker.run ? now.marker : marker;
    const same = newer.workflowRun === marker.workflowRun && newer.attempt === marker.attempt;
    if (same || take >= MAX_TAKES) return taken;
    marker = newer;
    await rm(of.folder, { recursive: true, force: true });
  }
}

/**
 * Downloads the trail that a card points to into `folder`, verifies it, and opens its last checkpoint. Nothing of it is
 * used before that. Throws `checkpoint-refused` with the reason.
 */
async function takeUp(of: {
  readonly marker: ApprovalMarker;
  readonly github: GitHub & GitHubWork;
  readonly store: ArtifactStore;
  readonly environment: ActionEnvironment;
  readonly folder: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Promise<ClaimedRun> {
  const { marker, environment, folder } = of;
  if (marker.workflowRun === null) throw refused('the approval comment names no workflow run');
  const name = artifactName({
    what: 'trail',
    workflowRunId: String(marker.workflowRun),
    attempt: String(marker.attempt ?? 1),
    job: environment.job,
    run: marker.run,
  });
  const origin = await downloaded(of, { name, workflowRunId: marker.workflowRun, folder });
  const verdict = await verifyTrail(trailBytes(folder), {
    run: marker.run,
    blobs: blobsIn(folder),
  });
  if (verdict.kind === 'unreadable') throw refused(`its trail cannot be read: ${verdict.because}`);
  if (verdict.kind === 'broken') {
    throw refused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
  }
  return { origin, ...(await openLast(of)) };
}

/** A card says that it waits in a checkpoint a moment before that is uploaded: so long as its job goes on, so do we. */
async function downloaded(
  of: Parameters<typeof takeUp>[0],
  wanted: Parameters<ArtifactStore['download']>[0],
): Promise<ClaimedRun['origin']> {
  const { github, store, clock, signal } = of;
  const endMs = clock.monotonicMs() + MAX_UPLOAD_MS;
  for (;;) {
    const origin = await github.workflowRun(wanted.workflowRunId);
    if ((await store.download(wanted)) !== null) return origin;
    if (origin.completed || clock.monotonicMs() >= endMs) {
      throw refused(`workflow run ${wanted.workflowRunId} has no artifact ${wanted.name}`);
    }
    await clock.sleep(WATCH_PAUSE_MS, signal);
  }
}

async function openLast(of: {
  readonly marker: ApprovalMarker;
  readonly environment: ActionEnvironment;
  readonly folder: string;
  readonly secret: string;
}): Promise<Omit<ClaimedRun, 'origin'>> {
  const after: Entry[] = [];
  let saved: Extract<Entry, { type: 'checkpoint.saved' }> | null = null;
  let policySource = '';
  let starter: Starter | undefined;
  for await (const entry of readTrail(of.folder)) {
    if (entry.type === 'run.start') {
      policySource = entry.policy.source;
      if (starter === undefined) starter = entry.trigger.actor;
    }
    if (entry.type === 'checkpoint.saved') {
      saved = entry;
      after.length = 0;
    }
    if (saved !== null) after.push(entry);
  }
  if (saved === null) throw refused('its trail names no checkpoint');
  if (!/^checkpoint-\d+\.bin$/.test(saved.name))
    throw refused(`${JSON.stringify(saved.name)} is no checkpoint`);
  const bytes = await sealedBytes(join(of.folder, saved.name));
  const checkpointSha256 = sha256(bytes);
  if (checkpointSha256 !== saved.sha256) throw refused('it is not the one that its trail names');
  const state = decryptCheckpoint(bytes, {
    secret: of.secret,
    context: {
      repository: `${of.environment.owner}/${of.environment.repo}`,
      run: of.marker.run,
      trailHead: { hash: saved.prev, count: saved.seq },
    },
  });
  const hashAtCheckpoint = saved.prev;
  return {
    state,
    checkpointSha256,
    hashAtCheckpoint,
    after,
    policySource,
    starter: starter ?? null,
  };
}

async function sealedBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CountersignError(
      'checkpoint-refused',
      'The checkpoint is refused: it is not in the artifact.',
      { cause },
    );
  }
}

function refused(because: string): CountersignError {
  return new CountersignError('checkpoint-refused', `The checkpoint is refused: ${because}.`);
}
