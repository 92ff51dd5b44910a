import type { ApprovalRequest } from '../approver.ts';
import { allReviews, type ApprovalSession } from './approval-session.ts';
import { countVotes, isDecided } from '../answers/votes.ts';

/** True once the question can no longer be answered by anybody. */
export function hasExpired({ options, comment }: ApprovalSession): boolean {
  return options.clock.now().getTime() >= Date.parse(comment.expires);
}

/** How long to wait for a request: its own limit, capped by the policy's `wait`. */
export function waitMsOf({ waitMs }: ApprovalRequest, policyWaitMs: number): number {
  return Math.min(waitMs ?? policyWaitMs, policyWaitMs);
}

/** True once every request is decided or past its own limit. */
export function isWaitOver(session: ApprovalSession): boolean {
  return remainingWaitMs(session) <= 0;
}

/**
 * Milliseconds until no request is waited for any more, if nobody answers; infinite while a request without a limit of
 * its own is open. A request past its limit still counts an answer that arrives while others are waited for.
 */
export function remainingWaitMs(session: ApprovalSession): number {
  const { settings, clock } = session.options;
  // The only time by this run's own clock that a suspension keeps.
  const askedMs = Date.parse(session.comment.expires) - settings.expireMs;
  const passedMs = clock.now().getTime() - askedMs;
  const open = countVotes(session.requests, allReviews(session)).filter(
    (votes) => !isDecided(votes, settings.count),
  );
  const remaining = open.map(({ request }) =>
    request.waitMs === undefined
      ? Number.POSITIVE_INFINITY
      : waitMsOf(request, settings.waitMs) - passedMs,
  );
  return Math.max(0, ...remaining);
}
