import * as z from 'zod';
import { defined, SHA_256 } from '../../common/index.ts';
import type { AnswerReview, AnswerDecision } from '../answers/review-answer.ts';
import {
  givenReplies,
  OUTSIDER_REPLIES_MAX,
  REPLIES_MAX,
  storedReplies,
} from '../answers/given-replies.ts';
import type { Answer, ApprovalRequest } from '../approver.ts';
import {
  allReviews,
  type ApprovalSession,
  type CommentApproverOptions,
  NO_TICKS,
  openSession,
  partiesOf,
} from './approval-session.ts';
import {
  type AnswerSource,
  clickSource,
  commentSource,
  type ReceivedClick,
  reviewSource,
  type Tick,
} from '../answers/answer-source.ts';

const account = z.strictObject({ login: z.string(), id: z.number(), type: z.string() });
/** A comment or a review. */
const link = z.strictObject({ id: z.number(), url: z.string() });
const DENIALS_MAX = 200;
const CLICKS_MAX = 200;
const BODIES_MAX = 500;
const NAMED_MAX = 1_000;

/**
 * An approval comment that no job polls, as the checkpoint stores it. It includes denials, so that deleting the comment
 * of a denial meanwhile does not undo it.
 */
export const suspendedRequestSchema = z.strictObject({
  issue: z.number().int().positive(),
  commentId: z.number().int().positive(),
  url: z.string(),
  createdAt: z.string(),
  /** Absent in checkpoints of earlier versions, where every request expired after the policy's `expire`. */
  asked: z.string().optional(),
  expires: z.string(),
  own: z.array(account).min(1).max(4),
  /** SHA-256 of every body that the run wrote. Any other body is somebody else's edit. */
  bodies: z.array(z.string().regex(SHA_256)).max(BODIES_MAX),
  /** Comments that got a reply saying why they do not count; no other job replies again. */
  replied: z.array(z.number().int().positive()).max(REPLIES_MAX),
  /** Accounts of people who may not answer and got a reply. */
  repliedTo: z.array(z.number().int()).max(OUTSIDER_REPLIES_MAX).default([]),
  /** The accounts that the policy's logins meant when people were asked; `null`: unknown, so that nobody counts by name. */
  named: z
    .array(z.strictObject({ login: z.string(), id: z.number() }))
    .max(NAMED_MAX)
    .nullable()
    .default(null),
  denials: z
    .array(
      z.strictObject({
        approval: z.string(),
        reason: z.string(),
        permission: z.enum(['none', 'read', 'triage', 'write', 'maintain', 'admin']),
        author: account,
        at: z.string(),
        /** `null` for a review and for a click on a button. */
        comment: link.nullable(),
        review: link.optional(),
      }),
    )
    .max(DENIALS_MAX),
  /** The check run with the buttons. */
  check: z
    .strictObject({
      id: z.number().int().positive(),
      url: z.string(),
      app: z.strictObject({ id: z.number().int(), slug: z.string() }),
      headSha: z.string(),
      code: z.string(),
    })
    .nullable()
    .default(null),
  /** Approvals by its button. Only the event of a click reports it, so they are stored, and reviewed again. */
  clicks: z
    .array(z.strictObject({ by: account, at: z.string() }))
    .max(CLICKS_MAX)
    .default([]),
  /** Ticked boxes that this job or an earlier one read. They are reviewed again. */
  ticks: z
    .array(z.strictObject({ id: z.string(), by: account, at: z.string() }))
    .max(CLICKS_MAX)
    .default([]),
  /** The keys of ticks that got a reply saying why they do not count. */
  repliedTicks: z.array(z.string()).max(REPLIES_MAX).default([]),
  /** The claim under which a job suspended the run again. Absent: no job has claimed the comment. */
  claim: z.number().int().positive().optional(),
});
export type SuspendedRequest = z.infer<typeof suspendedRequestSchema>;

/** What another job needs to resume a session. */
export function suspendSession(session: ApprovalSession): SuspendedRequest {
  const { ref, createdAt, asked, expires } = session.comment;
  const { replied, repliedTo, repliedTicks } = storedReplies(session.replies);
  return {
    ...ref,
    createdAt,
    asked,
    expires,
    own: [...session.parties.own],
    bodies: [...session.bodies].slice(-BODIES_MAX),
    replied,
    repliedTo,
    named: session.named === null ? null : [...session.named].map(([login, id]) => ({ login, id })),
    denials: allReviews(session).flatMap(denialsOf).slice(0, DENIALS_MAX),
    check: session.check,
    clicks: session.clicks
      .flatMap(({ decision, by, at }) => (decision === 'deny' || by === null ? [] : [{ by, at }]))
      .slice(-CLICKS_MAX),
    ticks: session.boxes.ticks
      .flatMap(({ id, by, at }) => (by === null ? [] : [{ id, by, at }]))
      .slice(-CLICKS_MAX),
    repliedTicks,
    ...defined({ claim: session.claim ?? undefined }),
  };
}

/** What is asked, and the click or the tick that started this job; `null` if none did. */
interface RestoredAnswers {
  readonly requests: readonly ApprovalRequest[];
  readonly click: ReceivedClick | null;
  readonly tick: Tick | null;
  /** The ids of the calls that are no longer possible. */
  readonly gone: readonly string[];
}

/** A session for an approval comment that another job posted. */
export function restoreSession(
  options: CommentApproverOptions,
  stored: SuspendedRequest,
  { requests, click, tick, gone }: RestoredAnswers,
): ApprovalSession {
  const { issue, commentId, url, createdAt, expires, check } = stored;
  const asked =
    stored.asked ?? new Date(Date.parse(expires) - options.settings.expireMs).toISOString();
  return openSession({
    options,
    requests,
    comment: { id: commentId, createdAt, asked, expires, ref: { issue, commentId, url } },
    parties: partiesOf(options, stored.own),
    codeOwners: options.codeOwners,
    named: stored.named === null ? null : new Map(stored.named.map(({ login, id }) => [login, id])),
    mayUpdate: false,
    bodies: new Set(stored.bodies),
    check,
    clicks: [...restoreClicks(stored), ...(click === null ? [] : [click])],
    reviews: restoreDenials(stored, requests),
    whole: new Map(),
    agentWords: options.agentWords(),
    gone: new Set(gone),
    replies: givenReplies(stored),
    boxes: {
      ...NO_TICKS,
      earlier: stored.ticks.map((earlier) => ({ ...earlier, comment: commentId, url })),
      received: tick,
    },
    unclaimed: new Set(),
  });
}

/**
 * Who denied a request before the run was suspended, and why; `null` if nobody did. A denied call stays denied, also if the rest of its
 * approval request is void.
 */
export function storedDenial(
  stored: Pick<SuspendedRequest, 'denials'>,
  approval: string,
): Pick<Extract<Answer, { kind: 'denied' }>, 'by' | 'reason'> | null {
  const denial = stored.denials.find((one) => one.approval === approval);
  if (denial === undefined) return null;
  const { author, permission, at, comment, reason } = denial;
  const { login, id } = author;
  const from = { commentId: comment?.id ?? null, commentUrl: comment?.url ?? null };
  return { by: { login, id, permission, ...from, at }, reason };
}

type StoredDenial = SuspendedRequest['denials'][number];

function denialsOf({ source, permission, decisions }: AnswerReview): StoredDenial[] {
  const { author, at, inTrail } = source;
  if (author === null || permission === null) return [];
  const { comment, review } = inTrail;
  return decisions
    .filter(({ counted, decision }) => counted && decision === 'deny')
    .map(({ request, words }) => ({
      approval: request.id,
      reason: words,
      permission,
      author,
      at,
      comment: comment && linkOf(comment),
      ...defined({ review: review && linkOf(review) }),
    }));
}

function linkOf({ id, url }: z.infer<typeof link>): z.infer<typeof link> {
  return { id, url };
}

function restoreClicks({ check, clicks, issue }: SuspendedRequest): readonly ReceivedClick[] {
  if (check === null) return [];
  const { code } = check;
  return clicks.map(({ by, at }) => ({ decision: 'approve', code, check, issue, by, at }));
}

/** The reviews that the denials came from, one for each answer. */
function restoreDenials(
  stored: SuspendedRequest,
  requests: readonly ApprovalRequest[],
): ApprovalSession['reviews'] {
  const reviews: ApprovalSession['reviews'] = new Map();
  for (const denial of stored.denials) {
    const request = requests.find(({ id }) => id === denial.approval);
    const source = sourceOf(denial, stored);
    if (request === undefined || source === null) continue;
    const decision: AnswerDecision = {
      request,
      decision: 'deny',
      counted: true,
      because: 'denied before the run was suspended',
      words: denial.reason,
    };
    const { key } = source;
    const review = {
      source,
      permission: denial.permission,
      decisions: [...(reviews.get(key)?.review.decisions ?? []), decision],
      unknown: [],
      refusal: null,
      cancels: false,
      denies: true,
      mentions: false,
    };
    reviews.set(key, { content: '', review });
  }
  return reviews;
}

/** The answer of a stored denial. Its comment may be deleted by now, and still denies. */
function sourceOf(denial: StoredDenial, { check, issue }: SuspendedRequest): AnswerSource | null {
  const { author, at, comment, review } = denial;
  if (comment !== null) {
    const unknown = { nodeId: '', viaApp: null, body: '', byOutsider: false };
    return commentSource({ ...comment, ...unknown, author, createdAt: at, updatedAt: at });
  }
  if (review !== undefined) {
    const unknown = { nodeId: '', body: '', commitSha: null, byOutsider: false };
    const state = 'CHANGES_REQUESTED';
    return reviewSource({ ...review, ...unknown, state, author, submittedAt: at });
  }
  if (check === null) return null;
  return clickSource({ decision: 'deny', code: check.code, check, issue, by: author, at });
}
