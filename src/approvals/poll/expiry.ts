import type { ApprovalRequest } from '../ports.ts';
import { answerReviewsOf, type Session } from './session.ts';
import { countVotes, isSettled } from '../answers/tally.ts';

/** How long a request is waited for: its own limit, within what the policy waits. */
export function waitMsOf({ waitMs }: ApprovalRequest, policyWaitMs: number): number {
  return Math.min(waitMs ?? policyWaitMs, policyWaitMs);
}

/** True where nothing of the card is waited for any more: each request is settled, or its own time is over. */
export function isOver(session: Session): boolean {
  return untilOverMs(session) <= 0;
}

/**
 * Milliseconds until nothing of the card is waited for, if nobody says anything more; endless where a request without a
 * limit of its own is open. An answer that comes while the card still waits for others counts all the same.
 */
export function untilOverMs(session: Session): number {
  const { settings, clock } = session.options;
  // The one time of this run's own clock that a card keeps, also over a suspension.
  const askedMs = Date.parse(session.card.expires) - settings.expireMs;
  const passedMs = clock.now().getTime() - askedMs;
  const open = countVotes(session.requests, answerReviewsOf(session)).filter(
    (votes) => !isSettled(votes, settings.count),
  );
  const lefts = open.map(({ request }) =>
    request.waitMs === undefined
      ? Number.POSITIVE_INFINITY
      : waitMsOf(request, settings.waitMs) - passedMs,
  );
  return Math.max(0, ...lefts);
}
