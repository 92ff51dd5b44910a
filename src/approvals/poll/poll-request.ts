import { clauseText, CountersignError, growingPauseMs, MAX_TIMER_MS } from '../../common/index.ts';
import type { GitHub, IssueComment, Review, ThreadState } from '../../github/index.ts';
import {
  type AnswerDecision,
  type AnswerDraft,
  type AnswerReview,
  decisionBy,
} from '../answers/review-answer.ts';
import { hasExpired, isWaitOver, remainingWaitMs } from './expiry.ts';
import { deniedBefore, readAnswer } from '../answers/fetch-answers.ts';
import { type AnswerLookup, isOutage, startLookup } from '../answers/answer-lookup.ts';
import { stops } from '../answers/parse-answer.ts';
import {
  acknowledge,
  recordLateDenial,
  recordWithdrawn,
  replyAgain,
} from '../answers/acknowledgements.ts';
import type { ApprovalRequest, DecisionBy } from '../approver.ts';
import {
  type AnswerSource,
  clickSource,
  commentSource,
  reviewSource,
  tickSource,
} from '../answers/answer-source.ts';
import {
  allReviews,
  type ApprovalSession,
  countsReviews,
  displayKey,
  requestStates,
  updateApprovalComment,
  warn,
} from './approval-session.ts';
import { remindOnce } from '../notify/notify.ts';
import { countVotes } from '../answers/votes.ts';
import { bodyKey } from '../request/boxes.ts';
import { editedReason } from './comment-edits.ts';

const POLL_FIRST_MS = 1_000;
const POLL_MAX_MS = 15_000;
const POLL_GROWTH = 1.25;
/** Polls in a row that may fail before the run is suspended, or the request is void. */
const FAILURES_MAX = 5;
/**
 * The shortest and the longest time between two checks of the issue and the head while nobody answers. Each costs one of the
 * 1,000 GraphQL points that a `GITHUB_TOKEN` has for an hour and for all jobs of the repository.
 */
const ISSUE_CHECKS = { minMs: 30_000, maxMs: 5 * 60_000 };
/** How long after a push of the run GitHub may show the head before it. */
const HEAD_LATE_MS = 60_000;
/** More than a week at fifteen seconds a poll. */
const POLLS_MAX = 50_000;
/** How often an answer that changed during the last check is checked again at once. */
const RECHECKS_MAX = 5;
/** How long what a lookup found counts as current. */
const CURRENT_MS = 10_000;
/** The lookup at the end of the wait, and the check of what was approved, may take this much longer each. */
const LAST_LOOK_MS = 5_000;
/** Further lookups of a job that does not wait, if there are too many people for one, or GitHub does not answer or is late. */
const MORE_LOOKS_MAX = 25;
const UNREAD = 'GitHub did not answer in time';
const UNTICKED = 'the box was unticked';

/** How polling ended. */
export type PollEnd =
  | { readonly kind: 'decided' }
  /** `isUnread`: GitHub did not answer in time, so there may be answers that nobody has read. */
  | { readonly kind: 'timeout'; readonly isUnread?: boolean }
  | { readonly kind: 'cancelled'; readonly by: DecisionBy }
  | { readonly kind: 'void'; readonly because: string };

/** `isPartial`: there were too many people for one lookup. */
type PollResult =
  | PollEnd
  | { readonly kind: 'waiting'; readonly news: boolean; readonly isPartial?: boolean };

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
  /** Polls in a row that failed. */
  failures: number;
  readonly startMs: number;
  nextIssueCheckMs: number;
  isPartial: boolean;
}

/**
 * Polls the comments of the issue until every request is decided or void, or `waitMs` is over; at least once. The requests
 * of a lookup end with the wait, or five seconds later for the last lookup; those of the only lookup of `waitMs: 0` do not. Throws
 * only the abort reason of `signal`, and what the trail cannot write.
 */
export async function pollRequest(
  session: ApprovalSession,
  options: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<PollEnd> {
  const { clock, pollFirstMs: firstMs = POLL_FIRST_MS } = session.options;
  const { waitMs, signal } = options;
  const startMs = clock.monotonicMs();
  const leftMs = () => startMs + waitMs - clock.monotonicMs();
  const state: PollState = {
    cursor: undefined,
    reviews: '',
    failures: 0,
    startMs,
    nextIssueCheckMs: startMs,
    isPartial: false,
  };
  let pauseMs = firstMs;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    signal.throwIfAborted();
    const end = waitMs === 0 ? null : endOfPoll(Math.min(leftMs(), remainingWaitMs(session)));
    const result = await pollOnce(session, state, end);
    if (result.kind !== 'waiting') return result;
    state.isPartial = result.isPartial === true;
    if (waitMs === 0 && isUnread(state) && poll < MORE_LOOKS_MAX) {
      await clock.sleep(firstMs, signal);
      continue;
    }
    await remindOnce(session, signal);
    if (leftMs() <= 0 || (await isRequestedByOtherJob(session))) break;
    pauseMs =
      result.news || state.isPartial ? firstMs : Math.min(POLL_MAX_MS, pauseMs * POLL_GROWTH);
    await clock.sleep(Math.min(pauseMs, leftMs(), remainingWaitMs(session)), signal);
  }
  return { kind: 'timeout', ...(isUnread(state) ? { isUnread: true } : {}) };
}

/** Whether there may be answers that the last lookup did not read. */
function isUnread({ isPartial, failures }: PollState): boolean {
  return isPartial || failures > 0;
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

/** Aborted when the wait is over, or five seconds later for the last lookup. */
function endOfPoll(leftMs: number): AbortSignal {
  const ms = Math.min(Math.max(leftMs, LAST_LOOK_MS), MAX_TIMER_MS);
  return AbortSignal.timeout(Math.ceil(ms));
}

async function pollOnce(
  session: ApprovalSession,
  state: PollState,
  end: AbortSignal | null,
): Promise<PollResult> {
  const { issue, clock } = session.options;
  const github = end === null ? session.options.github : session.options.github.within(end);
  try {
    const list = await github.comments(issue, state.cursor);
    const reviews = await listReviews(session, github);
    const reviewsKey = JSON.stringify(reviews);
    const changed = list.changed || state.cursor === undefined || reviewsKey !== state.reviews;
    state.cursor = list.cursor;
    state.reviews = reviewsKey;
    state.failures = 0;
    await replyAgain(session, github);
    let result: PollResult = { kind: 'waiting', news: false };
    if (changed || state.isPartial || isWaitOver(session)) {
      result = await reviewAnswers(session, { comments: list.comments, reviews }, github);
      if (result.kind !== 'waiting') return result;
    }
    const nowMs = clock.monotonicMs();
    if (nowMs >= state.nextIssueCheckMs) {
      state.nextIssueCheckMs = nowMs + growingPauseMs(nowMs - state.startMs, ISSUE_CHECKS);
      const because = staleReason(session, await github.threadState(issue, []));
      if (because !== null) return { kind: 'void', because };
    }
    return result;
  } catch (error) {
    if (end?.aborted === true && isCut(error)) return { kind: 'timeout', isUnread: true };
    state.failures += 1;
    // What was listed may not have been reviewed: the next poll reviews all of it.
    state.cursor = undefined;
    if (!isOutage(error)) return unreadable(error);
    // A limit of requests has been waited for already, as long as a job that has to end can.
    const isLast = state.failures >= FAILURES_MAX || (end === null && isLimit(error));
    return isLast
      ? await givenUp(session, error)
      : { kind: 'waiting', news: false, isPartial: state.isPartial };
  }
}

function isLimit(error: unknown): boolean {
  return error instanceof CountersignError && error.code === 'github-limit';
}

/** Leaves the answers to another job if the run can be suspended. */
async function givenUp(session: ApprovalSession, error: unknown): Promise<PollEnd> {
  const { trail, settings } = session.options;
  if (settings.then !== 'suspend' || hasExpired(session)) return unreadable(error);
  await warn(trail, 'answers-not-read', error);
  return { kind: 'timeout', isUnread: true };
}

/** The reviews of the pull request whose head the requests are about, if the policy says that they answer. */
async function listReviews(
  { options }: ApprovalSession,
  github: GitHub,
): Promise<readonly Review[]> {
  return countsReviews(options) ? await github.pullReviews(options.issue) : [];
}

/** Whether a request was ended by a signal. */
function isCut(error: unknown): boolean {
  return error instanceof CountersignError && error.code === 'cancelled';
}

function unreadable(error: unknown): PollEnd {
  if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
  return { kind: 'void', because: `the answers could not be read: ${clauseText(error)}` };
}

/** Reviews new answers, updates the approval comment, and says whether a request is still open. */
async function reviewAnswers(
  session: ApprovalSession,
  answers: ListedAnswers,
  github: GitHub,
): Promise<PollResult> {
  const listed = answers.comments.find(({ id }) => id === session.comment.id);
  session.nodeId = listed?.nodeId ?? session.nodeId;
  const lookup = startLookup(session, github);
  // If the list shows another body, the comment itself decides: a list may lag behind the run's own update.
  if (listed === undefined || !isKnownVersion(session, listed)) {
    const edited = await editedReason(session, lookup);
    if (edited !== null) return { kind: 'void', because: edited };
    session.readVersion = listed === undefined ? '' : versionOf(listed);
  }
  await withdrawDeleted(session, answers);
  const postponed = await reviewSources(session, answers, lookup);
  const isPartial = postponed.length > 0;
  const cancel = allReviews(session).find(({ cancels }) => cancels);
  const by = cancel === undefined ? null : decisionBy(cancel);
  if (by !== null) return { kind: 'cancelled', by };
  const states = requestStates(session);
  const news = displayKey(states, 'waiting') !== session.displayed || session.boxes.isTicked;
  // Possible denials are reviewed before anything is decided.
  const isOver = isWaitOver(session) && !postponed.some(stops);
  if (news) {
    // An update would hide an edit that somebody made after the list was read.
    const edited = await editedReason(session, lookup);
    if (edited !== null) return { kind: 'void', because: edited };
    if (!isOver) await updateApprovalComment(session, states, 'waiting', github);
  }
  if (areAllDenied(session)) return { kind: 'decided' };
  return isOver ? await confirmApprovals(session, lookup) : { kind: 'waiting', news, isPartial };
}

/** Reviews every answer that is new or was changed; returns those whose author this lookup has not looked up. */
async function reviewSources(
  session: ApprovalSession,
  answers: ListedAnswers,
  lookup: AnswerLookup,
): Promise<readonly AnswerDraft[]> {
  const { comments } = answers;
  const sources = sourcesOf(session, answers).filter((source) => hasChanged(session, source));
  for (const source of sources) await withdrawEdited(session, source);
  await lookup.fetch(draftsOf(session, sources, comments));
  const postponed: AnswerDraft[] = [];
  for (const source of sources) {
    // Again: an answer that was reviewed just now may have closed the request.
    const read = readAnswer(session, source, comments);
    if (read === null) continue;
    const review = read.kind === 'review' ? read.review : lookup.review(read.draft);
    if (review === null) {
      if (read.kind === 'draft') postponed.push(read.draft);
      continue;
    }
    session.reviews.set(source.key, { content: source.content, review });
    await acknowledge(session, review, { comments, lookup });
  }
  return postponed;
}

function sourcesOf(
  session: ApprovalSession,
  { comments, reviews }: ListedAnswers,
): readonly AnswerSource[] {
  return [
    ...session.clicks.map(clickSource),
    ...comments.filter(({ id }) => id !== session.comment.id).map(commentSource),
    ...reviews.map(reviewSource),
    ...session.boxes.ticks.map(tickSource),
  ];
}

/** Whether the approval comment is certainly unchanged since it was last checked. With boxes its text is not enough: one may have been ticked and unticked. */
function isKnownVersion(session: ApprovalSession, listed: IssueComment): boolean {
  return session.options.settings.boxes
    ? versionOf(listed) === session.readVersion
    : session.bodies.has(bodyKey(listed.body));
}

function versionOf({ body, updatedAt }: IssueComment): string {
  return `${updatedAt} ${bodyKey(body)}`;
}

function draftsOf(
  session: ApprovalSession,
  sources: readonly AnswerSource[],
  comments: readonly IssueComment[],
): readonly AnswerDraft[] {
  return sources.flatMap((source) => {
    const read = readAnswer(session, source, comments);
    return read?.kind === 'draft' ? [read.draft] : [];
  });
}

/** An answer is reviewed again only if its time or text changed; a denial never. */
function hasChanged(session: ApprovalSession, source: AnswerSource): boolean {
  const before = session.reviews.get(source.key);
  return before === undefined || (before.content !== source.content && !isDenial(before.review));
}

async function withdrawEdited(session: ApprovalSession, source: AnswerSource): Promise<void> {
  const before = session.reviews.get(source.key);
  if (before === undefined) return;
  session.reviews.delete(source.key);
  await recordWithdrawn(session, before.review, changedReason(source));
}

/** Withdraws approvals whose comment was deleted. A denial stays: deleting it must not undo it. */
async function withdrawDeleted(session: ApprovalSession, answers: ListedAnswers): Promise<void> {
  const present = new Set(sourcesOf(session, answers).map(({ key }) => key));
  for (const [key, { review }] of session.reviews) {
    if (present.has(key) || isDenial(review)) continue;
    session.reviews.delete(key);
    await recordWithdrawn(session, review, goneReason(review.source));
  }
}

/**
 * Checks approvals again when the wait is over while other requests are unanswered. Throws what the trail cannot write.
 */
export async function confirmAtTimeout(session: ApprovalSession): Promise<PollEnd> {
  if (requestStates(session).every(({ kind }) => kind !== 'approved')) return { kind: 'timeout' };
  const end = endOfPoll(LAST_LOOK_MS);
  try {
    const lookup = startLookup(session, session.options.github.within(end));
    const result = await confirmApprovals(session, lookup);
    return result.kind === 'void' ? result : { kind: 'timeout' };
  } catch (error) {
    return end.aborted && isCut(error) ? { kind: 'void', because: UNREAD } : unreadable(error);
  }
}

/**
 * Once every request is decided, looks at everything that it rests on as it is now: the approval comment, the issue, the
 * head, and each approval with its author's permission. What `lookup` has just found counts as current. Only what still
 * counts is an answer.
 */
async function confirmApprovals(
  session: ApprovalSession,
  lookup: AnswerLookup,
): Promise<PollResult> {
  const { clock } = session.options;
  let current = lookup;
  for (let round = 0; round < RECHECKS_MAX; round += 1) {
    const counted = [...session.reviews.entries()].filter(([, { review }]) => isApproval(review));
    const isCurrent =
      clock.monotonicMs() - current.startedMs < CURRENT_MS &&
      counted.every(([, { review }]) => current.reviewed.has(review));
    let reviews: readonly Review[] = [];
    if (!isCurrent) {
      current = startLookup(session, current.github);
      reviews = await listReviews(session, current.github);
      const sources = counted.flatMap(
        ([, { review }]) => sourceNow(session, review.source, reviews) ?? [],
      );
      await current.fetch(draftsOf(session, sources, []));
    }
    const because =
      (await editedReason(session, current)) ?? staleReason(session, await current.thread());
    if (because !== null) return { kind: 'void', because };
    session.confirmedMs = current.startedMs;
    if (isCurrent && counted.every(([, { review }]) => isStillTicked(session, review.source)))
      return { kind: 'decided' };
    let changed = false;
    for (const [key, { review }] of counted) {
      const again = reviewAgain(session, review, { lookup: current, reviews });
      const denied = deniedBefore(session, review.source);
      if (typeof again !== 'string' && countedKey(review, denied) === countedKey(again, denied))
        continue;
      changed = true;
      session.reviews.delete(key);
      if (typeof again === 'string') {
        await recordWithdrawn(session, review, again);
        continue;
      }
      session.reviews.set(key, { content: again.source.content, review: again });
      await acknowledge(session, again, { comments: [], lookup: current });
    }
    if (!changed) return { kind: 'decided' };
    await updateApprovalComment(session, requestStates(session), 'waiting', current.github);
    if (!isWaitOver(session)) return { kind: 'waiting', news: true };
  }
  return { kind: 'waiting', news: true };
}

/**
 * Why a request that was approved no longer is, now that the calls before it took time: a comment or review that approved it no longer
 * does, or somebody has denied it or cancelled the run since. `null` if it still is. What was looked up in the last ten seconds is current.
 * Boxes and clicks are not looked up again: a closed approval comment has no boxes, and its check run no buttons. Rejects with GitHub's error.
 */
export async function withdrawnSince(
  session: ApprovalSession,
  { id }: Pick<ApprovalRequest, 'id'>,
): Promise<string | null> {
  const { clock, github, issue } = session.options;
  if (clock.monotonicMs() - session.confirmedMs < CURRENT_MS) return null;
  const { comments } = await github.comments(issue);
  const answers = { comments, reviews: await listReviews(session, github) };
  const counted = allReviews(session).filter((review) => decisionOn(review, id)?.counted === true);
  const lookup = startLookup(session, github);
  const newDrafts = draftsOf(
    session,
    sourcesOf(session, answers).filter((source) => hasChanged(session, source)),
    comments,
  )
    .filter(stops)
    .map(unexpired);
  const approving = counted.map(({ source }) => source).filter(({ kind }) => kind === 'comment');
  await lookup.fetch([...draftsOf(session, approving, []), ...newDrafts]);
  for (const review of counted) {
    const because = withdrawnReason(session, review, { id, lookup, reviews: answers.reviews });
    if (because !== null) return because;
  }
  return await deniedSince(session, newDrafts, { id, lookup });
}

/** An answer to requests that end only with it: what was approved before it expired can run after that, and be denied until then. */
function unexpired(draft: AnswerDraft): AnswerDraft {
  const { at } = draft.source;
  const comment = { ...draft.asked.comment, asked: at, expires: at };
  return { ...draft, asked: { ...draft.asked, comment } };
}

/** Why an answer that approved a request no longer does. Of a review only the state is compared: the call before may have pushed a new head. */
function withdrawnReason(
  session: ApprovalSession,
  review: AnswerReview,
  {
    id,
    lookup,
    reviews,
  }: {
    readonly id: string;
    readonly lookup: AnswerLookup;
    readonly reviews: readonly Review[];
  },
): string | null {
  const { source } = review;
  if (source.kind === 'tick' || source.kind === 'click') return null;
  if (source.kind === 'review') {
    const now = sourceNow(session, source, reviews);
    if (now === null) return goneReason(source);
    return now.content === source.content ? null : changedReason(source);
  }
  const again = reviewAgain(session, review, { lookup, reviews });
  if (typeof again === 'string') return again;
  const now = decisionOn(again, id);
  return now?.counted === true ? null : (now?.because ?? 'its comment no longer answers');
}

/**
 * Who denied a request since it was approved, or cancelled the run, which then ends. The audit trail has it before this resolves. Somebody
 * who may have done so and cannot be looked up counts as an approver.
 */
async function deniedSince(
  session: ApprovalSession,
  drafts: readonly AnswerDraft[],
  { id, lookup }: { readonly id: string; readonly lookup: AnswerLookup },
): Promise<string | null> {
  for (const draft of drafts) {
    const review = lookup.review(draft);
    const { place } = draft.source;
    if (review === null) return `${place} may deny it, and its author could not be looked up`;
    const by = decisionBy(review);
    const decision = decisionOn(review, id);
    const isDenied = decision?.decision === 'deny' && decision.counted;
    if (by === null || !(isDenied || review.cancels)) continue;
    await recordLateDenial(session, review, { id, lookup });
    if (review.cancels) session.options.onCancel?.(by);
    const did = review.cancels ? 'cancelled the run' : 'denied it';
    const words = isDenied && decision.words !== '' ? ` (${decision.words})` : '';
    return `@${by.login} ${did} after it was approved${words}`;
  }
  return null;
}

function decisionOn({ decisions }: AnswerReview, id: string): AnswerDecision | undefined {
  return decisions.find(({ request }) => request.id === id);
}

/** Reviews an answer again; returns the reason if it no longer counts. */
function reviewAgain(
  session: ApprovalSession,
  { source }: AnswerReview,
  { lookup, reviews }: { readonly lookup: AnswerLookup; readonly reviews: readonly Review[] },
): AnswerReview | string {
  const current = sourceNow(session, source, reviews);
  if (current === null) return goneReason(source);
  if (current.kind === 'comment' && lookup.isDeleted(current.comment)) return goneReason(source);
  const read = readAnswer(session, current, []);
  if (read?.kind !== 'draft') return `the ${source.kind} no longer answers`;
  return lookup.review(read.draft) ?? 'its author could not be looked up again';
}

/** An answer as it is now; `null` if it is gone. The lookup itself finds whether a comment was changed or deleted. */
function sourceNow(
  session: ApprovalSession,
  source: AnswerSource,
  reviews: readonly Review[],
): AnswerSource | null {
  switch (source.kind) {
    case 'comment':
    case 'click':
      return source;
    case 'tick':
      return isStillTicked(session, source) ? source : null;
    case 'review': {
      const review = reviews.find(({ id }) => id === source.review.id);
      return review === undefined ? null : reviewSource(review);
    }
  }
}

/** False for a box that was unticked since. */
function isStillTicked({ boxes }: ApprovalSession, { kind, key }: AnswerSource): boolean {
  return kind !== 'tick' || boxes.ticks.some((tick) => tickSource(tick).key === key);
}

function changedReason({ kind }: AnswerSource): string {
  const what = kind === 'review' ? 'the review changed' : 'the comment was edited';
  return `${what} after it was counted`;
}

function goneReason({ kind }: AnswerSource): string {
  return kind === 'tick' ? UNTICKED : `the ${kind} was deleted`;
}

/** What of a review still counts, to compare two reviews of one answer. */
function countedKey({ decisions }: AnswerReview, denied: ReadonlyMap<string, string>): string {
  const counted = decisions.filter((one) => one.counted && !denied.has(one.request.id));
  return JSON.stringify(
    counted.map(({ decision, request, words, standing }) => [
      decision,
      request.id,
      words,
      standing,
    ]),
  );
}

/** Why the approval request is stale: the issue was closed, or the pull request has another head. */
function staleReason(
  session: ApprovalSession,
  { open, headSha }: Pick<ThreadState, 'open' | 'headSha'>,
): string | null {
  const { issue, pullHeads } = session.options;
  const isIssue = pullHeads().length === 0;
  if (!open) return isIssue ? `#${issue} was closed` : `pull request #${issue} was closed`;
  return isIssue || isOwnHead(session, headSha)
    ? null
    : `pull request #${issue} has a new head (${headSha ?? 'none'})`;
}

/**
 * Whether a head is the last one of the run. An earlier one is, too, while GitHub may be late to show the last push: never again once a later
 * one was shown, because then somebody took the push back.
 */
function isOwnHead(session: ApprovalSession, headSha: string | null): boolean {
  const heads = session.options.pullHeads();
  const nowMs = session.options.clock.monotonicMs();
  const { count, sinceMs: beforeMs, shown } = session.heads;
  const sinceMs = count === heads.length ? beforeMs : nowMs;
  const index = heads.findLastIndex((head) => head === headSha);
  session.heads = { count: heads.length, sinceMs, shown: Math.max(shown, index) };
  return index >= shown && (index === heads.length - 1 || nowMs - sinceMs < HEAD_LATE_MS);
}

function areAllDenied(session: ApprovalSession): boolean {
  return countVotes(session.requests, allReviews(session)).every(({ denial }) => denial !== null);
}

function isDenial(review: AnswerReview): boolean {
  return review.decisions.some(({ counted, decision }) => counted && decision === 'deny');
}

function isApproval(review: AnswerReview): boolean {
  return !isDenial(review) && review.decisions.some(({ counted }) => counted);
}
