import { timeText } from '../../common/index.ts';
import type { RequestState } from '../request/comment-view.ts';
import { hasExpired, isExpired, waitMsOf } from './expiry.ts';
import { decisionBy } from '../answers/acknowledgements.ts';
import type { Answer, ApprovalRequest, DecisionBy } from '../approver.ts';
import { allReviews, type ApprovalSession, updateApprovalComment } from './approval-session.ts';
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
    await updateApprovalComment(session, votes.map(requestState), 'suspended');
    const comment = session.comment.ref;
    return session.requests.map((request) => ({ kind: 'suspended', request, comment }));
  }
  if (end.kind === 'cancelled') await recordCancel(session, votes, end.by);
  const answers = votes.map((vote) => answerFor(session, vote, end));
  for (const answer of answers) {
    if (answer.kind !== 'unanswered') continue;
    const { id, call } = answer.request;
    await trail.append({ type: 'approval.void', approval: id, call, because: answer.because });
  }
  const states = votes.map((vote, index) =>
    closedState(session, vote, { answer: answers[index], end }),
  );
  await updateApprovalComment(session, states, 'closed');
  return answers;
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

function answerFor(session: ApprovalSession, votes: Votes, end: PollEnd): Answer {
  const { request, denial } = votes;
  const denier = denial === null ? null : decisionBy(denial.review);
  if (denial !== null && denier !== null)
    return { kind: 'denied', request, by: denier, reason: denial.decision.words };
  switch (end.kind) {
    case 'cancelled':
      return { kind: 'denied', request, by: end.by, reason: 'The run was cancelled.' };
    case 'void':
      return unanswered(session, request, `The approval request was void: ${end.because}.`);
    case 'decided':
    case 'timeout':
      break;
  }
  return approvedOrUnanswered(session, votes);
}

function approvedOrUnanswered(session: ApprovalSession, votes: Votes): Answer {
  const { request } = votes;
  const { waitMs } = session.options.settings;
  const changer = votes.change === null ? null : decisionBy(votes.change.review);
  const text = votes.change?.decision.change;
  if (changer !== null && text !== undefined) {
    const change = { text, by: changer };
    return { kind: 'approved', request, by: [changer], change, comment: session.comment.ref };
  }
  const by = votes.approvals
    .map(({ review }) => decisionBy(review))
    .filter((person) => person !== null);
  if (votes.change === null && isApproved(votes) && by.length === votes.approvals.length) {
    const note = noteOf(votes);
    const always = votes.always === null ? null : decisionBy(votes.always.review);
    return {
      kind: 'approved',
      request,
      by,
      comment: session.comment.ref,
      ...(note === undefined ? {} : { note }),
      ...(always === null ? {} : { always }),
    };
  }
  const { count } = request.needs;
  const missing = by.length === 0 ? [] : uncoveredFiles(votes);
  const who = by.length === 0 ? 'Nobody' : `Only ${by.length} of ${Math.max(count, by.length)}`;
  const because = isExpired(session, request)
    ? `The approval request expired on ${timeText(expiresAt(session.comment, request))}.`
    : missing.length > 0
      ? `No code owner of ${missing[0]} approved within ${duration(waitMsOf(request, waitMs))}.`
      : `${who} ${request.expects === 'answer' ? 'answered' : 'approved'} within ${duration(waitMsOf(request, waitMs))}.`;
  return unanswered(session, request, because);
}

function unanswered(session: ApprovalSession, request: ApprovalRequest, because: string): Answer {
  return {
    kind: 'unanswered',
    request,
    because: `${because} It was asked at ${session.comment.ref.url}.`,
  };
}

function closedState(
  session: ApprovalSession,
  votes: Votes,
  closing: { readonly end: PollEnd; readonly answer: Answer | undefined },
): RequestState {
  const { waitMs } = session.options.settings;
  const state = requestState(votes);
  const { end, answer } = closing;
  if (answer?.kind === 'approved' || state.kind === 'denied') return state;
  if (end.kind === 'cancelled')
    return { kind: 'denied', by: end.by.login, reason: 'the run was cancelled' };
  if (end.kind === 'void') return { kind: 'void', because: end.because };
  if (isExpired(session, votes.request)) return { kind: 'expired' };
  const limit = duration(waitMsOf(votes.request, waitMs));
  return { kind: 'void', because: `not answered within ${limit}` };
}

function duration(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
