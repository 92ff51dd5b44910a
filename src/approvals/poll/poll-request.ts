import { CountersignError, errorText } from '../../common/index.ts';
import type { IssueComment, Review } from '../../github/index.ts';
import type { AnswerReview } from '../answers/review-answer.ts';
import { isWaitOver, remainingWaitMs } from './expiry.ts';
import { deniedBefore, fetchReview } from '../answers/fetch-answers.ts';
import { acknowledge, decisionBy, recordWithdrawn } from '../answers/acknowledgements.ts';
import type { DecisionBy } from '../approver.ts';
import { type AnswerSource, sourceKey } from '../answers/answer-source.ts';
import {
  allReviews,
  type ApprovalSession,
  countsReviews,
  displayKey,
  requestStates,
  updateApprovalComment,
} from './approval-session.ts';
import { countVotes } from '../answers/votes.ts';
import { editedReason } from './comment-edits.ts';

const POLL_FIRST_MS = 1_000;
const POLL_MAX_MS = 15_000;
const POLL_GROWTH = 1.25;
/** Polls in a row that may fail before the request is void. */
const FAILURES_MAX = 5;
/** How often the issue and the head are checked while nobody answers. */
const ISSUE_CHECK_MS = 30_000;
/** More than a week at fifteen seconds a poll. */
const POLLS_MAX = 50_000;
/** How often an answer that changed during the last check is checked again at once. */
const RECHECKS_MAX = 5;
const UNTICKED = 'the box was unticked';

/** How polling ended. */
export type PollEnd =
  | { readonly kind: 'decided' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled'; readonly by: DecisionBy }
  | { readonly kind: 'void'; readonly because: string };

type PollResult = PollEnd | { readonly kind: 'waiting'; readonly news: boolean };

/** What people wrote since, as GitHub lists it. */
interface ListedAnswers {
  readonly comments: readonly IssueComment[];
  /** The reviews of the pull request; empty if they are no answers. */
  readonly reviews: readonly Review[];
}

interface PollState {
  cursor: string | undefined;
  /** Changes whenever a review does. */
  reviews: string;
  failures: number;
  issueCheckedMs: number;
}

/**
 * Polls the comments of the issue until every request is decided or void, or `waitMs` is over; at least once. Throws only
 * the abort reason of `signal`, and what the trail cannot write.
 */
export async function pollRequest(
  session: ApprovalSession,
  options: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<PollEnd> {
  const { clock, pollFirstMs: firstMs = POLL_FIRST_MS } = session.options;
  const startMs = clock.monotonicMs();
  const state: PollState = {
    cursor: undefined,
    reviews: '',
    failures: 0,
    issueCheckedMs: startMs,
  };
  let pauseMs = firstMs;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    options.signal.throwIfAborted();
    const result = await pollOnce(session, state);
    if (result.kind !== 'waiting') return result;
    const leftMs = startMs + options.waitMs - clock.monotonicMs();
    if (leftMs <= 0 || (await isRequestedByOtherJob(session))) break;
    pauseMs = result.news ? firstMs : Math.min(POLL_MAX_MS, pauseMs * POLL_GROWTH);
    await clock.sleep(Math.min(pauseMs, leftMs, remainingWaitMs(session)), options.signal);
  }
  return { kind: 'timeout' };
}

/**
 * True if the job of a click asks for the run, which it does by restarting the check run. That decides nothing: it ends
 * the wait, so that the run suspends and the job that has the event can review the click.
 */
async function isRequestedByOtherJob({ check, options }: ApprovalSession): Promise<boolean> {
  if (check === null || options.buttons === undefined) return false;
  try {
    return (await options.buttons.checks.checkRun(check.id))?.conclusion === null;
  } catch {
    return false;
  }
}

async function pollOnce(session: ApprovalSession, state: PollState): Promise<PollResult> {
  const { github, issue, clock } = session.options;
  try {
    const list = await github.comments(issue, state.cursor);
    const reviews = await listReviews(session);
    const reviewsKey = JSON.stringify(reviews);
    const changed = list.changed || state.cursor === undefined || reviewsKey !== state.reviews;
    state.cursor = list.cursor;
    state.reviews = reviewsKey;
    state.failures = 0;
    if (changed || isWaitOver(session)) {
      const result = await reviewAnswers(session, { comments: list.comments, reviews });
      if (result.kind !== 'waiting') return result;
    }
    if (clock.monotonicMs() - state.issueCheckedMs >= ISSUE_CHECK_MS) {
      state.issueCheckedMs = clock.monotonicMs();
      const because = await staleReason(session);
      if (because !== null) return { kind: 'void', because };
    }
    return { kind: 'waiting', news: changed };
  } catch (error) {
    state.failures += 1;
    if (!isTransient(error) || state.failures >= FAILURES_MAX) return unreadable(error);
    return { kind: 'waiting', news: false };
  }
}

/** The reviews of the pull request whose head the requests are about, if the policy says that they answer. */
async function listReviews({ options }: ApprovalSession): Promise<readonly Review[]> {
  return countsReviews(options) ? await options.github.pullReviews(options.issue) : [];
}

function unreadable(error: unknown): PollEnd {
  if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
  return { kind: 'void', because: `the answers could not be read: ${errorText(error)}` };
}

/** Errors that the next poll may not meet. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof CountersignError && ['github-unreachable', 'github-limit'].includes(error.code)
  );
}

/** Reviews new answers, updates the approval comment, and says whether a request is still open. */
async function reviewAnswers(
  session: ApprovalSession,
  { comments, reviews }: ListedAnswers,
): Promise<PollResult> {
  const edited = await editedReason(session, comments);
  if (edited !== null) return { kind: 'void', because: edited };
  await withdrawDeleted(session, { comments, reviews });
  for (const click of session.clicks)
    await reviewIfChanged(session, { kind: 'click', click }, comments);
  for (const comment of comments) {
    if (comment.id !== session.comment.id)
      await reviewIfChanged(session, { kind: 'comment', comment }, comments);
  }
  for (const review of reviews)
    await reviewIfChanged(session, { kind: 'review', review }, comments);
  for (const tick of session.ticks)
    await reviewIfChanged(session, { kind: 'tick', tick }, comments);
  const cancel = allReviews(session).find(({ cancels }) => cancels);
  const by = cancel === undefined ? null : decisionBy(cancel);
  if (by !== null) return { kind: 'cancelled', by };
  const states = requestStates(session);
  if (displayKey(states, 'waiting') !== session.displayed || session.isTicked) {
    // An update would hide an edit that somebody made after the list was read.
    const editedSince = await editedReason(session, []);
    if (editedSince !== null) return { kind: 'void', because: editedSince };
    await updateApprovalComment(session, states, 'waiting');
  }
  if (areAllDenied(session)) return { kind: 'decided' };
  if (!isWaitOver(session)) return { kind: 'waiting', news: true };
  return await confirmApprovals(session);
}

/** Reviews an answer again only if its time or text changed. */
async function reviewIfChanged(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Promise<void> {
  const key = sourceKey(source);
  const content = contentOf(source);
  const before = session.reviews.get(key);
  if (before !== undefined && (before.content === content || isDenial(before.review))) return;
  if (before !== undefined) {
    session.reviews.delete(key);
    const what = source.kind === 'review' ? 'the review changed' : 'the comment was edited';
    await recordWithdrawn(session, before.review, `${what} after it was counted`);
  }
  const review = await fetchReview(session, source, comments);
  if (review === null) return;
  session.reviews.set(key, { content, review });
  await acknowledge(session, review, comments);
}

/** Withdraws approvals whose comment was deleted. A denial stays: deleting it must not undo it. */
async function withdrawDeleted(
  session: ApprovalSession,
  { comments, reviews }: ListedAnswers,
): Promise<void> {
  const present = new Set([
    ...comments.map((comment) => sourceKey({ kind: 'comment', comment })),
    ...reviews.map((review) => sourceKey({ kind: 'review', review })),
    ...session.ticks.map((tick) => sourceKey({ kind: 'tick', tick })),
  ]);
  for (const [key, { review }] of session.reviews) {
    const { kind } = review.source;
    if (kind === 'click' || present.has(key) || isDenial(review)) continue;
    session.reviews.delete(key);
    const because = kind === 'tick' ? UNTICKED : `the ${kind} was deleted`;
    await recordWithdrawn(session, review, because);
  }
}

/**
 * Checks approvals again when the wait is over while other requests are unanswered. Throws what the trail cannot write.
 */
export async function confirmAtTimeout(session: ApprovalSession): Promise<PollEnd> {
  if (requestStates(session).every(({ kind }) => kind !== 'approved')) return { kind: 'timeout' };
  try {
    const result = await confirmApprovals(session);
    return result.kind === 'void' ? result : { kind: 'timeout' };
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * Once every request is decided, fetches each approval again: the comment, its author's permission, the approval
 * comment, the issue and the head as they are now. Only what still counts is an answer.
 */
async function confirmApprovals(session: ApprovalSession): Promise<PollResult> {
  for (let round = 0; round < RECHECKS_MAX; round += 1) {
    const because = (await staleReason(session)) ?? (await editedReason(session, []));
    if (because !== null) return { kind: 'void', because };
    let changed = false;
    for (const [key, { review }] of session.reviews) {
      if (isDenial(review) || !review.decisions.some(({ counted }) => counted)) continue;
      const again = await reviewAgain(session, review.source);
      const denied = deniedBefore(session, review.source);
      if (typeof again !== 'string' && countedKey(review, denied) === countedKey(again, denied))
        continue;
      changed = true;
      session.reviews.delete(key);
      if (typeof again === 'string') {
        await recordWithdrawn(session, review, again);
        continue;
      }
      session.reviews.set(key, { content: contentOf(again.source), review: again });
      await acknowledge(session, again, []);
    }
    if (!changed) return { kind: 'decided' };
    await updateApprovalComment(session, requestStates(session), 'waiting');
    if (!isWaitOver(session)) return { kind: 'waiting', news: true };
  }
  return { kind: 'waiting', news: true };
}

/** Reviews an answer again; returns the reason if it no longer counts. */
async function reviewAgain(
  session: ApprovalSession,
  source: AnswerSource,
): Promise<AnswerReview | string> {
  const changed = `the ${source.kind} is no answer any more`;
  switch (source.kind) {
    case 'click':
      return (await fetchReview(session, source, [])) ?? changed;
    case 'tick': {
      const key = sourceKey(source);
      const tick = session.ticks.find((one) => sourceKey({ kind: 'tick', tick: one }) === key);
      if (tick === undefined) return UNTICKED;
      return (await fetchReview(session, { kind: 'tick', tick }, [])) ?? changed;
    }
    case 'review': {
      const review = (await listReviews(session)).find(({ id }) => id === source.review.id);
      if (review === undefined) return 'the review was deleted';
      return (await fetchReview(session, { kind: 'review', review }, [])) ?? changed;
    }
    case 'comment': {
      const comment = await session.options.github.comment(source.comment.id);
      if (comment === null) return 'the comment was deleted';
      return (await fetchReview(session, { kind: 'comment', comment }, [comment])) ?? changed;
    }
  }
}

/** What of a review still counts, to compare two reviews of one answer. */
function countedKey({ decisions }: AnswerReview, denied: ReadonlyMap<string, string>): string {
  const counted = decisions.filter((one) => one.counted && !denied.has(one.request.id));
  return JSON.stringify(
    counted.map(({ decision, request, words }) => [decision, request.id, words]),
  );
}

/** Why the approval request is stale: the issue was closed, or the pull request has another head. */
async function staleReason(session: ApprovalSession): Promise<string | null> {
  const { github, issue, pullHeadSha } = session.options;
  if (pullHeadSha !== undefined && pullHeadSha !== null) {
    const pull = await github.pullRequest(issue);
    if (!pull.open) return `pull request #${issue} was closed`;
    return pull.headSha === pullHeadSha
      ? null
      : `pull request #${issue} has a new head (${pull.headSha})`;
  }
  const { open } = await github.issue(issue);
  return open ? null : `#${issue} was closed`;
}

function areAllDenied(session: ApprovalSession): boolean {
  return countVotes(session.requests, allReviews(session)).every(({ denial }) => denial !== null);
}

function isDenial(review: AnswerReview): boolean {
  return review.decisions.some(({ counted, decision }) => counted && decision === 'deny');
}

/** Changes whenever the answer is edited, or dismissed. A click never is. */
function contentOf(source: AnswerSource): string {
  switch (source.kind) {
    case 'click':
    case 'tick':
      return '';
    case 'review': {
      const { state, commitSha, author } = source.review;
      return JSON.stringify([state, commitSha, author?.id ?? null]);
    }
    case 'comment': {
      const { updatedAt, body, author } = source.comment;
      return JSON.stringify([updatedAt, body, author?.id ?? null]);
    }
  }
}
