import {
  type ApprovalMarker,
  isAcknowledged,
  readBoxes,
  type ReceivedClick,
  readMarker,
} from '../../approvals/index.ts';
import { findPending, findPendingTarget, type Pending } from '../../checkpoint/index.ts';
import type { Account, CheckRunContent, GitHubChecks, IssueComment } from '../../github/index.ts';
import type { AnswerContext, ResumingAnswer } from '../context.ts';
import type { MarkedComment } from './close-request.ts';
import { hasEnded, workflowRunOrNull } from './workflow-run.ts';

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
const WATCH_PAUSE_MS = 3_000;
const UNREAD_PAUSE_MS = 10_000;

const GONE = 'the comment is gone';
const STILL_WAITS = 'the job that asked still waits, and reads the answer itself';
const NOT_SUSPENDED = 'the job that asked still waits, and has not suspended the run for the click';

/** What finding the run of an answer needs of its step. */
export type WatchContext = Pick<
  AnswerContext,
  'github' | 'environment' | 'trigger' | 'answer' | 'self' | 'clock' | 'signal'
>;

/** What an answer is for. */
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
export async function findSuspendedRun(
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
export function isSameJob(one: ApprovalMarker, other: ApprovalMarker): boolean {
  return one.workflowRun === other.workflowRun && one.attempt === other.attempt;
}
