import { CountersignError, errorText } from '../../common/index.ts';
import type { IssueComment } from '../../github/index.ts';
import type { AnswerReview } from '../answers/review-answer.ts';
import { isWaitOver, remainingWaitMs } from './expiry.ts';
import { deniedBefore, fetchReview } from '../answers/fetch-answers.ts';
import { acknowledge, decisionBy, recordWithdrawn } from '../answers/acknowledgements.ts';
import type { DecisionBy } from '../approver.ts';
import { type AnswerSource, sourceKey } from '../answers/answer-source.ts';
import {
  allReviews,
  type ApprovalSession,
  bodyKey,
  displayKey,
  requestStates,
  updateApprovalComment,
} from './approval-session.ts';
import { remindOnce } from '../notify/notify.ts';
import { countVotes } from '../answers/votes.ts';

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

/** How polling ended. */
export type PollEnd =
  | { readonly kind: 'decided' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled'; readonly by: DecisionBy }
  | { readonly kind: 'void'; readonly because: string };

type PollResult = PollEnd | { readonly kind: 'waiting'; readonly news: boolean };

interface PollState {
  cursor: string | undefined;
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
  const state: PollState = { cursor: undefined, failures: 0, issueCheckedMs: startMs };
  let pauseMs = firstMs;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    options.signal.throwIfAborted();
    const result = await pollOnce(session, state);
    if (result.kind !== 'waiting') return result;
    await remindOnce(session, options.signal);
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
    const isFirst = state.cursor === undefined;
    state.cursor = list.cursor;
    state.failures = 0;
    if (list.changed || isFirst || isWaitOver(session)) {
      const result = await reviewComments(session, list.comments);
      if (result.kind !== 'waiting') return result;
    }
    if (clock.monotonicMs() - state.issueCheckedMs >= ISSUE_CHECK_MS) {
      state.issueCheckedMs = clock.monotonicMs();
      const because = await staleReason(session);
      if (because !== null) return { kind: 'void', because };
    }
    return { kind: 'waiting', news: list.changed };
  } catch (error) {
    state.failures += 1;
    if (!isTransient(error) || state.failures >= FAILURES_MAX) return unreadable(error);
    return { kind: 'waiting', news: false };
  }
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
async function reviewComments(
  session: ApprovalSession,
  comments: readonly IssueComment[],
): Promise<PollResult> {
  const edited = await editedReason(session, comments);
  if (edited !== null) return { kind: 'void', because: edited };
  await withdrawDeleted(session, comments);
  for (const click of session.clicks)
    await reviewIfChanged(session, { kind: 'click', click }, comments);
  for (const comment of comments) {
    if (comment.id !== session.comment.id)
      await reviewIfChanged(session, { kind: 'comment', comment }, comments);
  }
  const cancel = allReviews(session).find(({ cancels }) => cancels);
  const by = cancel === undefined ? null : decisionBy(cancel);
  if (by !== null) return { kind: 'cancelled', by };
  const states = requestStates(session);
  if (displayKey(states, 'waiting') !== session.displayed) {
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
    await recordWithdrawn(session, before.review, 'the comment was edited after it was counted');
  }
  const review = await fetchReview(session, source, comments);
  if (review === null) return;
  session.reviews.set(key, { content, review });
  await acknowledge(session, review, comments);
}

/** Withdraws approvals whose comment was deleted. A denial stays: deleting it must not undo it. */
async function withdrawDeleted(
  session: ApprovalSession,
  comments: readonly IssueComment[],
): Promise<void> {
  const present = new Set(comments.map(({ id }) => id));
  for (const [key, { review }] of session.reviews) {
    const { source } = review;
    if (source.kind === 'click' || present.has(source.comment.id) || isDenial(review)) continue;
    session.reviews.delete(key);
    await recordWithdrawn(session, review, 'the comment was deleted');
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
  const changed = 'the comment is no longer a command';
  if (source.kind === 'click') return (await fetchReview(session, source, [])) ?? changed;
  const comment = await session.options.github.comment(source.comment.id);
  if (comment === null) return 'the comment was deleted';
  return (await fetchReview(session, { kind: 'comment', comment }, [comment])) ?? changed;
}

/** What of a review still counts, to compare two reviews of one answer. */
function countedKey({ decisions }: AnswerReview, denied: ReadonlyMap<string, string>): string {
  const counted = decisions.filter((one) => one.counted && !denied.has(one.request.id));
  return JSON.stringify(
    counted.map(({ decision, request, words }) => [decision, request.id, words]),
  );
}

/**
 * Why the approval comment is not as this run left it; `null` if it is. If the list shows another body, fetches the
 * comment and its last editor, too: people may have answered an edited body that was restored since.
 */
async function editedReason(
  session: ApprovalSession,
  comments: readonly IssueComment[],
): Promise<string | null> {
  const { github } = session.options;
  const listed = comments.find(({ id }) => id === session.comment.id);
  if (listed !== undefined && session.bodies.has(bodyKey(listed.body))) return null;
  const current = await github.comment(session.comment.id);
  if (current === null) return 'the approval comment was deleted';
  const edit = await github.lastEdit(current.nodeId);
  const editor = edit?.editor ?? null;
  // A list may lag behind the run's own update.
  const isOwnBody = session.bodies.has(bodyKey(current.body));
  const isOwnEdit = edit === null || session.parties.own.some(({ id }) => id === editor?.id);
  if (isOwnBody && isOwnEdit) return null;
  const who = editor === null ? 'somebody else' : `@${editor.login}`;
  return `the approval comment was edited by ${who}`;
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

/** Changes whenever the answer is edited. A click never is. */
function contentOf(source: AnswerSource): string {
  if (source.kind === 'click') return '';
  const { updatedAt, body, author } = source.comment;
  return JSON.stringify([updatedAt, body, author?.id ?? null]);
}
