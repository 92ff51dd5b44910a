import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ApprovalMarker,
  isAcknowledged,
  readBoxes,
  type ReceivedClick,
  readMarker,
} from '../../approvals/index.ts';
import { BUDGET_CALL, type Entry, readTrail, verifyAt } from '../../audit/index.ts';
import { CountersignError, type Outcome, sha256 } from '../../common/index.ts';
import {
  type CheckpointState,
  findPending,
  findPendingTarget,
  decryptCheckpoint,
  type Pending,
} from '../../checkpoint/index.ts';
import {
  type Account,
  type ArtifactStore,
  artifactName,
  type CheckRunContent,
  type GitHubChecks,
  type WorkflowRun,
  type IssueComment,
} from '../../github/index.ts';
import { surveyCrashedRun } from '../../recovery/index.ts';
import { type AnswerContext, folderOf, type ResumingAnswer } from '../context.ts';
import type { MarkedComment } from './close-request.ts';
import type { Inputs } from '../inputs/inputs.ts';

/**
 * How long the job of an answer watches the waiting job, which reads new comments at least every fifteen seconds. By then it
 * has read this one, or has stopped waiting and its approval comment says so.
 */
const MAX_WATCH_MS = 25_000;
/**
 * How long it watches a job that has neither read the answer by then nor suspended the run for its click: a job whose GitHub does not
 * answer suspends the run after some polls, and cannot say so.
 */
const MAX_UNREAD_MS = 180_000;
/** How long a job that claimed a run may take to close the approval comment. GitHub's rate limits can hold it up for a minute. */
const MAX_CLAIMER_MS = 120_000;
/** How long a job that suspended itself may take to upload its trail. */
const MAX_UPLOAD_MS = 60_000;
const WATCH_PAUSE_MS = 3_000;
const UNREAD_PAUSE_MS = 10_000;
/** How often a run is claimed again because another job suspended it again in the meantime. */
export const MAX_CLAIMS = 5;

const GONE = 'the comment is gone';
const STILL_WAITS = 'the job that asked still waits, and reads the answer itself';
const NOT_SUSPENDED = 'the job that asked still waits, and has not suspended the run for the click';

/** What finding the run of an answer needs of its step. */
type WatchContext = Pick<
  AnswerContext,
  'github' | 'environment' | 'trigger' | 'answer' | 'self' | 'clock' | 'signal'
>;

/** The result of an answer. */
export type SuspendedRunPointer =
  /** There is nothing to resume. `over`: and there never will be. */
  | { readonly kind: 'nothing'; readonly because: string; readonly over: boolean }
  /** `gone`: the job ended while its comment said that it waits. It may be suspended all the same, if it could not update the comment. */
  | (MarkedComment & { readonly kind: 'gone' })
  | (MarkedComment & { readonly kind: 'crashed' | 'suspended' })
  /** The answer counts for nothing, and its author should be told. */
  | UncountedPointer;

type UncountedPointer = Extract<Pending, { kind: 'not-counted' | 'closed' | 'unknown' }> & {
  readonly answer: IssueComment;
};

/**
 * Finds the suspended run that an answer is for. A job that still waits reads a comment itself; this job watches until it
 * has, because its wait may be ending just now, unless `mayCount` says that the answer cannot count. A waiting job cannot read
 * a click: it is asked to suspend the run, and watched until it has.
 */
export async function suspendedRunPointers(
  context: WatchContext,
  mayCount: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<SuspendedRunPointer> {
  const { github, clock, answer, trigger } = context;
  const self = await context.self();
  if (self === null)
    return nothing(
      'GitHub does not say whose token this is, so no approval comment can be recognised as its own',
    );
  const startMs = clock.monotonicMs();
  let gone = false;
  let isSuspensionRequested = false;
  for (;;) {
    const { comments } = await github.comments(trigger.number);
    const pending = pendingFor(answer, comments, self.id);
    switch (pending.kind) {
      case 'closed':
      case 'unknown':
      case 'not-counted': {
        const given = comments.find(({ id }) => answer.kind === 'comment' && id === answer.id);
        return given === undefined ? nothing(GONE) : { ...pending, answer: given };
      }
      case 'none':
        return { kind: 'nothing', because: pending.because, over: true };
      case 'crashed':
      case 'suspended':
        return pending;
      case 'waiting': {
        // A job that ended may have changed its comment at the end: the comment is read once more.
        if (gone) return { ...pending, kind: 'gone' };
        if (!(await mayCount())) return nothing(STILL_WAITS);
        gone = await isGone(context, pending.marker);
        if (gone) break;
        const watchedMs = clock.monotonicMs() - startMs;
        const isLong = watchedMs >= MAX_WATCH_MS;
        const isOver = watchedMs >= MAX_UNREAD_MS;
        if (
          isOver ||
          (isLong && !(await isUnread(context, { comments, asked: pending.comment, self })))
        )
          return nothing(answer.kind === 'click' ? NOT_SUSPENDED : STILL_WAITS);
        if (answer.kind === 'click' && !isSuspensionRequested)
          await requestSuspension(github, answer.click);
        isSuspensionRequested = true;
        await clock.sleep(isLong ? UNREAD_PAUSE_MS : WATCH_PAUSE_MS, context.signal);
      }
    }
  }
}

/**
 * Whether the waiting job shows that it has not read an answer: it has not suspended the run for a click, the box is still ticked, or
 * a comment that is not by an outsider has no reaction. False for a review, and if it cannot be read.
 */
async function isUnread(
  { github, answer }: WatchContext,
  {
    comments,
    asked,
    self,
  }: {
    readonly comments: readonly IssueComment[];
    readonly asked: IssueComment;
    readonly self: Account;
  },
): Promise<boolean> {
  switch (answer.kind) {
    case 'click':
      return true;
    case 'tick':
      return readBoxes(asked.body).ticked.has(answer.tick.id);
    case 'review':
      return false;
    case 'comment': {
      const comment = comments.find(({ id }) => id === answer.id);
      if (comment === undefined || comment.byOutsider) return false;
      return !(await isAcknowledged(github, comment, self).catch(() => true));
    }
  }
}

function pendingFor(
  answer: ResumingAnswer,
  comments: readonly IssueComment[],
  ownId: number,
): Pending {
  if (answer.kind !== 'comment') return findPendingTarget({ comments, answer, ownId });
  const comment = comments.find(({ id }) => id === answer.id);
  return comment === undefined
    ? { kind: 'none', because: GONE }
    : findPending({ comments, answer: comment, ownId });
}

/**
 * Asks the waiting job to suspend the run, because this job has the answer: it sees that its check run is in progress again.
 * If that fails the job waits until its own time is over, and suspends then.
 */
async function requestSuspension(
  github: GitHubChecks,
  { by, check }: ReceivedClick,
): Promise<void> {
  const who = by === null ? 'Somebody' : `\`@${by.login}\``;
  const content: CheckRunContent = {
    conclusion: null,
    title: 'A button was clicked',
    summary: `${who} clicked a button. The waiting job suspends the run, and the job that has the answer resumes it.`,
    detailsUrl: null,
    buttons: [],
    annotations: [],
  };
  await github.updateCheckRun(check.id, content).catch(() => undefined);
}

function nothing(because: string): SuspendedRunPointer {
  return { kind: 'nothing', because, over: false };
}

async function isGone(
  context: Pick<WatchContext, 'github' | 'environment'>,
  marker: ApprovalMarker,
): Promise<boolean> {
  if (marker.workflowRun === null) return false;
  try {
    const run = await workflowRunOrNull(context, marker.workflowRun);
    return run === null || hasEnded(run, marker);
  } catch {
    // An unknown state must not report the run as lost.
    return false;
  }
}

/**
 * A workflow run; `null` if it was deleted, which GitHub allows once it has ended. GitHub also finds no run for a token that may not
 * read them, but then it does not find the one of this job either. Rejects with GitHub's error.
 */
export async function workflowRunOrNull(
  { github, environment }: Pick<WatchContext, 'github' | 'environment'>,
  id: number,
): Promise<WorkflowRun | null> {
  try {
    return await github.workflowRun(id);
  } catch (error) {
    const isMissing = error instanceof CountersignError && error.code === 'github-not-found';
    if (!isMissing) throw error;
    await github.workflowRun(Number(environment.runId));
    return null;
  }
}

/** Whether the attempt of a workflow run that a comment names has ended: GitHub starts no other one before that. */
function hasEnded(run: WorkflowRun, marker: Pick<ApprovalMarker, 'attempt'>): boolean {
  return run.completed || run.attempt > (marker.attempt ?? 1);
}

/**
 * What another job does with the run that it has claimed: it closes the comment at once, or suspends the run again, which the comment
 * then says. A job that ended right after its claim, or whose GitHub failed, leaves a comment that offers what no job can do any more.
 * What cannot be read counts as continued.
 */
export async function afterClaim(
  commentId: number,
  { claimed, context }: { readonly claimed: ApprovalMarker; readonly context: WatchContext },
): Promise<MarkedComment | 'continued' | 'abandoned'> {
  const { github, clock, signal } = context;
  const endMs = clock.monotonicMs() + MAX_CLAIMER_MS;
  try {
    for (;;) {
      const comment = await github.comment(commentId);
      const marker = readMarker(comment?.body ?? '');
      if (comment === null || marker === null || marker.state === 'closed') return 'continued';
      if (marker.state === 'suspended' && marker.run === claimed.run && !isSameJob(marker, claimed))
        return { comment, marker };
      if (clock.monotonicMs() >= endMs) return 'abandoned';
      await clock.sleep(WATCH_PAUSE_MS, signal);
    }
  } catch {
    return 'continued';
  }
}

/** Whether two markers name the checkpoint of one job. */
function isSameJob(one: ApprovalMarker, other: ApprovalMarker): boolean {
  return one.workflowRun === other.workflowRun && one.attempt === other.attempt;
}

/** A checkpoint that was opened, with everything that decides whether it may be used. */
export interface ClaimedRun {
  /** Which checkpoint it is. */
  readonly marker: ApprovalMarker;
  readonly state: CheckpointState;
  readonly checkpointSha256: string;
  readonly hashAtCheckpoint: string;
  /** The trail's entries from the one that names the checkpoint. */
  readonly after: readonly Entry[];
  readonly origin: WorkflowRun;
  /** Where the run read its policy, or `built-in …`, as its trail says. */
  readonly policySource: string;
  /** The event that started the run. Its actor is `null` if it had none. */
  readonly trigger: StartTrigger;
  /** Whether the run stands at a limit of its budget. */
  readonly isAtLimit: boolean;
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
    const now = await suspendedRunPointers(context);
    const newer = now.kind === 'suspended' && now.marker.run === marker.run ? now.marker : marker;
    if (isSameJob(newer, marker) || claims >= MAX_CLAIMS) return claimed;
    marker = newer;
    await rm(folderOf(context.environment, marker.run), { recursive: true, force: true });
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
  const folder = folderOf(context.environment, marker.run);
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
  const folder = folderOf(environment, claim.marker.run);
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
  if (workflowRun === null) throw refused('the approval comment names no workflow run');
  const folder = folderOf(environment, run);
  const job = { runId: String(workflowRun), attempt: String(attempt ?? 1), job: environment.job };
  const wanted = { name: artifactName(job, run), workflowRunId: workflowRun, folder };
  const origin = await downloaded(context, marker, wanted);
  if (typeof origin === 'string') return origin;
  const verdict = await verifyAt(folder, { run });
  if (verdict.kind === 'unreadable') throw refused(`its trail cannot be read: ${verdict.because}`);
  if (verdict.kind === 'broken') {
    throw refused(`its trail is broken at entry ${verdict.seq}: ${verdict.because}`);
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
    const origin = await github.workflowRun(wanted.workflowRunId);
    if (await artifacts.download(wanted)) return origin;
    const missing = `workflow run ${wanted.workflowRunId} has no artifact ${wanted.name}`;
    if (hasEnded(origin, marker))
      return `The checkpoint is gone: ${missing} any more. It has expired or was deleted.`;
    if (clock.monotonicMs() >= endMs) throw refused(missing);
    await clock.sleep(WATCH_PAUSE_MS, signal);
  }
}

async function openLast(
  folder: string,
  { marker, secret, repository }: Claim & { readonly repository: string },
): Promise<Omit<ClaimedRun, 'origin'>> {
  const after: Entry[] = [];
  let saved: Extract<Entry, { type: 'checkpoint.saved' }> | null = null;
  let policySource = '';
  let trigger: StartTrigger | null = null;
  const limit = new LimitReplay();
  for await (const entry of readTrail(folder)) {
    limit.take(entry);
    if (entry.type === 'run.start') {
      policySource = entry.policy.source;
      trigger ??= entry.trigger;
    }
    if (entry.type === 'checkpoint.saved') {
      saved = entry;
      after.length = 0;
    }
    if (saved !== null) after.push(entry);
  }
  if (saved === null || trigger === null) throw refused('its trail names no checkpoint');
  if (!/^checkpoint-\d+\.bin$/.test(saved.name))
    throw refused(`${JSON.stringify(saved.name)} is not a checkpoint`);
  const bytes = await encryptedBytes(join(folder, saved.name));
  const checkpointSha256 = sha256(bytes);
  if (checkpointSha256 !== saved.sha256) throw refused('it is not the one that its trail names');
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
    trigger,
    isAtLimit,
  };
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
    throw refused('it is not in the artifact', cause);
  }
}

/** The error for a checkpoint that must not be used. */
export function refused(because: string, cause?: unknown): CountersignError {
  const message = `The checkpoint is refused: ${because}.`;
  return new CountersignError('checkpoint-refused', message, { cause });
}
