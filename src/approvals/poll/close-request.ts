import { capitalised, defined, timeText } from '../../common/index.ts';
import type { RequestState } from '../request/comment-view.ts';
import { hasExpired, isExpired, waitMsOf } from './expiry.ts';
import { type Answer, type DecisionBy, isQuestion } from '../approver.ts';
import {
  allReviews,
  type ApprovalSession,
  updateApprovalComment,
  warn,
} from './approval-session.ts';
import { expiresAt } from '../answers/review-rules.ts';
import {
  countVotes,
  isApproved,
  noteOf,
  requestState,
  uncoveredFiles,
  type Votes,
} from '../answers/votes.ts';
import { confirmAtTimeout, type PollEnd } from './poll-request.ts';

/**
 * Turns the end of polling into one answer for each request, records what is void, and updates the approval comment. A
 * turn suspends as a whole: if one request stays open, approved ones wait with it. `isOpen`: what `staysOpen` said of the
 * same end, if it was asked before. Time passes, and a second answer could differ from what was done on the first.
 */
export async function closeRequest(
  session: ApprovalSession,
  polled: PollEnd,
  isOpen: boolean = staysOpen(session, polled),
): Promise<readonly Answer[]> {
  const { trail } = session.options;
  const isTimeout = polled.kind === 'timeout' && !isOpen;
  const end = isTimeout ? await endOfWait(session, polled) : polled;
  const votes = countVotes(session.requests, allReviews(session));
  if (isOpen) {
    const isShown = await updateApprovalComment(session, votes.map(requestState), 'suspended');
    if (!isShown) await releaseClaim(session);
    const comment = session.comment.ref;
    return session.requests.map((request) => ({ kind: 'suspended', request, comment }));
  }
  if (end.kind === 'cancelled') await recordCancel(session, votes, end.by);
  const closed = votes.map((vote) => closedRequest(session, vote, end));
  for (const { answer } of closed) {
    if (answer.kind !== 'unanswered') continue;
    const { id, call } = answer.request;
    await trail.append({ type: 'approval.void', approval: id, call, because: answer.because });
  }
  await updateApprovalComment(
    session,
    closed.map(({ state }) => state),
    'closed',
  );
  return closed.map(({ answer }) => answer);
}

/** The approval comment still names the earlier checkpoint: the next answer resumes the run from there. */
async function releaseClaim(session: ApprovalSession): Promise<void> {
  const { claim, comment, options } = session;
  if (claim === null) return;
  session.claim = null;
  try {
    await options.github.removeReaction(comment.id, claim);
  } catch (error) {
    await warn(options.trail, 'claim-not-released', error);
  }
}

/** Answers that nobody has read may be denials: then nothing that was approved counts. */
async function endOfWait(
  session: ApprovalSession,
  { isUnread = false }: Extract<PollEnd, { kind: 'timeout' }>,
): Promise<PollEnd> {
  return isUnread
    ? { kind: 'void', because: 'the answers could not be read before the wait was over' }
    : await confirmAtTimeout(session);
}

/** True if the question stays open for another job. */
export function staysOpen(session: ApprovalSession, end: PollEnd): boolean {
  return (
    end.kind === 'timeout' && session.options.settings.then === 'suspend' && !hasExpired(session)
  );
}

/** A `/cancel` denies every open request. The run learns of it once the trail has it. */
async function recordCancel(
  session: ApprovalSession,
  votes: readonly Votes[],
  by: DecisionBy,
): Promise<void> {
  const { login, id, permission, commentId, commentUrl, at } = by;
  const comment =
    commentId === null || commentUrl === null
      ? null
      : { id: commentId, url: commentUrl, createdAt: at };
  for (const { request } of votes.filter(({ denial }) => denial === null)) {
    await session.options.trail.append({
      type: 'approval.decision',
      approval: request.id,
      call: request.call,
      decision: 'deny',
      counted: true,
      because: 'the whole run was cancelled',
      by: { login, id },
      permission,
      comment,
    });
  }
  session.options.onCancel?.(by);
}

/** How a request ended, for the run and for the approval comment. */
interface ClosedRequest {
  readonly answer: Answer;
  readonly state: RequestState;
}

function closedRequest(session: ApprovalSession, votes: Votes, end: PollEnd): ClosedRequest {
  const { request, denial } = votes;
  const state = requestState(votes);
  const unanswered = (because: string, shown: RequestState): ClosedRequest => {
    const asked = `${because} It was asked at ${session.comment.ref.url}.`;
    return { answer: { kind: 'unanswered', request, because: asked }, state: shown };
  };
  if (denial !== null) {
    const { by, decision } = denial;
    return { answer: { kind: 'denied', request, by, reason: decision.words }, state };
  }
  if (end.kind === 'cancelled') {
    const { by } = end;
    return {
      answer: { kind: 'denied', request, by, reason: 'The run was cancelled.' },
      state: { kind: 'denied', by: by.login, reason: 'the run was cancelled' },
    };
  }
  if (end.kind === 'void') {
    const { because } = end;
    return unanswered(`The approval request was void: ${because}.`, { kind: 'void', because });
  }
  const answer = approvedAnswer(session, votes);
  if (answer !== null) return { answer, state };
  if (isExpired(session, request)) {
    const expired = timeText(expiresAt(session.comment, request));
    return unanswered(`The approval request expired on ${expired}.`, { kind: 'expired' });
  }
  const limit = duration(waitMsOf(request, session.options.settings.waitMs));
  const { length: have } = votes.approvals;
  const verb = isQuestion(request) ? 'answered' : 'approved';
  if (have === 0) {
    const because = `not answered within ${limit}`;
    return unanswered(`Nobody ${verb} within ${limit}.`, { kind: 'void', because });
  }
  const [missing] = uncoveredFiles(votes);
  const who =
    missing === undefined
      ? `only ${have} of ${Math.max(request.needs.count, have)}`
      : `no code owner of ${missing}`;
  const because = `${who} ${verb} within ${limit}`;
  return unanswered(`${capitalised(because)}.`, { kind: 'void', because });
}

/** The answer of enough approvals; `null` if there are too few. */
function approvedAnswer(session: ApprovalSession, votes: Votes): Answer | null {
  const { request, change, always } = votes;
  const approved = { kind: 'approved', request, comment: session.comment.ref } as const;
  if (change !== null) return { ...approved, by: [change.by], change };
  if (!isApproved(votes)) return null;
  return {
    ...approved,
    by: votes.approvals.map(({ by }) => by),
    ...defined({ note: noteOf(votes), always: always?.by }),
  };
}

function duration(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
