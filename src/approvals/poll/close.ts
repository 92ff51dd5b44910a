import type { RequestState } from '../request/card-view.ts';
import { waitMsOf } from './expiry.ts';
import { decisionBy } from '../answers/acknowledgements.ts';
import { ruleHint } from '../request/rule-hint.ts';
import type { Answer, ApprovalRequest, DecisionBy } from '../ports.ts';
import { answerReviewsOf, type Session, updateApprovalComment } from './session.ts';
import { countVotes, noteOf, stateOf, type Votes } from '../answers/tally.ts';
import { stillHolds, type PollEnd } from './poll-request.ts';

/**
 * Turns the end of a watch into one answer for each request, records what is void, and leaves the card saying so.
 * A batch is parked as a whole: where one request stays open, those that were approved wait with it.
 */
export async function closeSession(session: Session, watched: PollEnd): Promise<readonly Answer[]> {
  const { settings, trail } = session.options;
  const over = watched.kind === 'timeout' && !staysOpen(session, watched);
  const end = over ? await stillHolds(session) : watched;
  const votes = countVotes(session.requests, answerReviewsOf(session));
  const expired = hasExpired(session);
  if (staysOpen(session, end)) {
    await updateApprovalComment(
      session,
      votes.map((vote) => stateOf(vote, settings.count)),
      'suspended',
    );
    return session.requests.map((request) => ({
      kind: 'suspended',
      request,
      card: session.card.ref,
    }));
  }
  if (end.kind === 'cancelled') await recordCancel(session, votes, end.by);
  const answers = votes.map((vote) => answerOf(session, vote, { end, expired }));
  for (const answer of answers) {
    if (answer.kind !== 'unanswered') continue;
    const { id, call } = answer.request;
    await trail.append({ type: 'approval.void', approval: id, call, because: answer.because });
  }
  const states = votes.map((vote, index) =>
    closedState(session, vote, { answer: answers[index], end, expired }),
  );
  await updateApprovalComment(session, states, 'closed');
  return answers;
}

/** True where the question is to be left open for another job. */
export function staysOpen(session: Session, end: PollEnd): boolean {
  return (
    end.kind === 'timeout' && session.options.settings.then === 'suspend' && !hasExpired(session)
  );
}

function hasExpired({ options, card }: Session): boolean {
  return options.clock.now().getTime() >= Date.parse(card.expires);
}

/** A `/cancel` is a denial of all that was open; the run is told once that is in the trail. */
async function recordCancel(
  session: Session,
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

interface Ending {
  readonly end: PollEnd;
  readonly expired: boolean;
}

function answerOf(session: Session, votes: Votes, ending: Ending): Answer {
  const { request } = votes;
  const { end } = ending;
  const denier = votes.denial === null ? null : decisionBy(votes.denial.judgement);
  if (votes.denial !== null && denier !== null) {
    return { kind: 'denied', request, by: denier, reason: votes.denial.ruling.words };
  }
  switch (end.kind) {
    case 'cancelled':
      return { kind: 'denied', request, by: end.by, reason: 'The run was cancelled.' };
    case 'void':
      return unanswered(session, request, `The question was void: ${end.because}.`);
    case 'settled':
    case 'timeout':
      break;
  }
  return approvedOr(session, votes, ending);
}

function approvedOr(session: Session, votes: Votes, { expired }: Ending): Answer {
  const { request } = votes;
  const { count, waitMs } = session.options.settings;
  const by = votes.approvals
    .map(({ judgement }) => decisionBy(judgement))
    .filter((one) => one !== null);
  if (by.length >= Math.max(1, count)) {
    const note = noteOf(votes);
    return {
      kind: 'approved',
      request,
      by,
      card: session.card.ref,
      ...(note === undefined ? {} : { note }),
    };
  }
  const have = by.length === 0 ? 'Nobody' : `Only ${by.length} of ${count}`;
  const because = expired
    ? `The question expired at ${session.card.expires}.`
    : `${have} ${request.expects === 'answer' ? 'answered' : 'approved'} within ${minutes(waitMsOf(request, waitMs))}.`;
  return unanswered(session, request, because);
}

function unanswered(session: Session, request: ApprovalRequest, because: string): Answer {
  return {
    kind: 'unanswered',
    request,
    because: `${because} It was asked at ${session.card.ref.url}.${ruleHint(request)}`,
  };
}

function closedState(
  session: Session,
  votes: Votes,
  closing: Ending & { readonly answer: Answer | undefined },
): RequestState {
  const state = stateOf(votes, session.options.settings.count);
  const { end, answer } = closing;
  if (answer?.kind === 'approved' || state.kind === 'denied') return state;
  if (end.kind === 'cancelled')
    return { kind: 'denied', by: end.by.login, reason: 'the run was cancelled' };
  if (end.kind === 'void') return { kind: 'void', because: end.because };
  return closing.expired
    ? { kind: 'expired' }
    : {
        kind: 'void',
        because: `not answered within ${minutes(waitMsOf(votes.request, session.options.settings.waitMs))}`,
      };
}

function minutes(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
