import type { ApprovalRequest } from '../approver.ts';
import { allReviews, type ApprovalSession } from './approval-session.ts';
import { expiresAt } from '../answers/review-rules.ts';
import { countVotes, isDecided } from '../answers/votes.ts';

/** True once no request can be answered any more by anybody. */
export function hasExpired({ options, comment }: ApprovalSession): boolean {
  return options.clock.now().getTime() >= Date.parse(comment.expires);
}

/** True once this request can no longer be answered. */
export function isExpired(
  { options, comment }: ApprovalSession,
  request: ApprovalRequest,
): boolean {
  return options.clock.now().getTime() >= expiresAt(comment, request);
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
 * Milliseconds until no request is waited for any more, if nobody answers. A request past its limit still counts an answer that arrives while others are waited for.
 */
export function remainingWaitMs(session: ApprovalSession): number {
  const { settings, clock } = session.options;
  const nowMs = clock.now().getTime();
  const passedMs = nowMs - Date.parse(session.comment.asked);
  const open = countVotes(session.requests, allReviews(session)).filter(
    (votes) => !isDecided(votes),
  );
  const remaining = open.map(({ request }) => {
    const untilExpiryMs = expiresAt(session.comment, request) - nowMs;
    return request.waitMs === undefined
      ? untilExpiryMs
      : Math.min(untilExpiryMs, waitMsOf(request, settings.waitMs) - passedMs);
  });
  return Math.max(0, ...remaining);
}
