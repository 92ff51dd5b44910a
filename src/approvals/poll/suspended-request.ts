import * as z from 'zod';
import { memoize } from '../../common/index.ts';
import type { IssueComment } from '../../github/index.ts';
import type { AnswerReview, AnswerDecision } from '../answers/judge-answer.ts';
import type { ApprovalRequest } from '../ports.ts';
import {
  type CommentApproverOptions,
  answerReviewsOf,
  partiesOf,
  type Session,
} from './session.ts';
import { type AnswerSource, authorOf, type HeardClick, keyOf } from '../answers/answer-source.ts';
import type { ApproverRule } from '../answers/settings.ts';

const account = memoize(() =>
  z.strictObject({ login: z.string(), id: z.number(), type: z.string() }),
);
const DENIALS_MAX = 200;
const CLICKS_MAX = 200;
const BODIES_MAX = 500;
/** Most replies under one card to commands that do not count. */
export const REPLIES_MAX = 10;

/**
 * A card that waits without a job, as the checkpoint keeps it. Denials are kept with it: whoever deletes the comment
 * of a denial in the meantime has not taken it back.
 */
export const suspendedRequestOf = memoize(() =>
  z.strictObject({
    issue: z.number().int().positive(),
    commentId: z.number().int().positive(),
    url: z.string(),
    createdAt: z.string(),
    expires: z.string(),
    own: z.array(account()).min(1).max(4),
    /** SHA-256 of every body that the card was given; any other was written by somebody else. */
    bodies: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(BODIES_MAX),
    /** Comments that were told why they do not count: no other job tells them again. */
    replied: z.array(z.number().int().positive()).max(REPLIES_MAX),
    denials: z
      .array(
        z.strictObject({
          approval: z.string(),
          reason: z.string(),
          permission: z.enum(['none', 'read', 'triage', 'write', 'maintain', 'admin']),
          author: account(),
          at: z.string(),
          /** `null` where a button was pressed. */
          comment: z.strictObject({ id: z.number(), url: z.string() }).nullable(),
        }),
      )
      .max(DENIALS_MAX),
    /** The check run with the card's buttons. */
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
    /** Approvals by its button: only the event of a press tells of it, so they are kept, and judged again. */
    clicks: z
      .array(z.strictObject({ by: account(), at: z.string() }))
      .max(CLICKS_MAX)
      .default([]),
  }),
);
export type SuspendedRequest = z.infer<ReturnType<typeof suspendedRequestOf>>;

/** What is kept of a session that is to be gone on with by another job. */
export function suspendedEntries(session: Session): SuspendedRequest {
  const { ref, createdAt, expires } = session.card;
  return {
    ...ref,
    createdAt,
    expires,
    own: [...session.parties.own],
    bodies: [...session.bodies].slice(-BODIES_MAX),
    replied: [...session.replied],
    denials: answerReviewsOf(session).flatMap(denialsOf).slice(0, DENIALS_MAX),
    check: session.check,
    clicks: session.clicks.flatMap(approvalBy).slice(-CLICKS_MAX),
  };
}

function approvalBy({ decision, by, at }: HeardClick): SuspendedRequest['clicks'] {
  return decision === 'deny' || by === null ? [] : [{ by, at }];
}

/** A session on a card that another job opened. */
export function reopenSession(of: {
  readonly options: CommentApproverOptions;
  readonly from: readonly ApproverRule[];
  readonly card: SuspendedRequest;
  readonly requests: readonly ApprovalRequest[];
  /** What woke the run; `null` where it was no press of a button. */
  readonly click: HeardClick | null;
}): Session {
  const { options, from, card, requests, click } = of;
  const [author = { login: 'ghost', id: 0, type: 'Bot' }] = card.own;
  const ref = { issue: card.issue, commentId: card.commentId, url: card.url };
  return {
    options,
    from,
    requests,
    card: { id: card.commentId, createdAt: card.createdAt, expires: card.expires, ref, author },
    parties: partiesOf(options, card.own),
    holds: false,
    bodies: new Set(card.bodies),
    check: card.check,
    clicks: [...keptClicks(card), ...(click === null ? [] : [click])],
    judged: keptDenials(card, requests),
    whole: new Map(),
    replied: new Set(card.replied),
    clickRefusal: null,
    shown: '',
  };
}

type KeptDenial = SuspendedRequest['denials'][number];

function denialsOf(judgement: AnswerReview): KeptDenial[] {
  const { source, permission: held } = judgement;
  const author = authorOf(source);
  if (author === null || held === null) return [];
  const place =
    source.kind === 'click'
      ? { at: source.click.at, comment: null }
      : { at: source.comment.createdAt, comment: placeOf(source.comment) };
  return judgement.rulings
    .filter(({ counted, decision }) => counted && decision === 'deny')
    .map(({ request, words }) => ({
      approval: request.id,
      reason: words,
      permission: held,
      author,
      ...place,
    }));
}

function placeOf({ id, url }: IssueComment): KeptDenial['comment'] {
  return { id, url };
}

function keptClicks(card: SuspendedRequest): readonly HeardClick[] {
  const { check, clicks, issue } = card;
  if (check === null) return [];
  const { code } = check;
  return clicks.map(({ by, at }) => ({ decision: 'approve', code, check, issue, by, at }));
}

/** The judgements that the denials came from, one for each answer. */
function keptDenials(
  card: SuspendedRequest,
  requests: readonly ApprovalRequest[],
): Session['judged'] {
  const kept: Session['judged'] = new Map();
  for (const denial of card.denials) {
    const request = requests.find(({ id }) => id === denial.approval);
    const source = sourceOf(denial, card);
    if (request === undefined || source === null) continue;
    const ruling: AnswerDecision = {
      request,
      decision: 'deny',
      counted: true,
      because: 'denied before the run was suspended',
      words: denial.reason,
    };
    const key = keyOf(source);
    const rulings = [...(kept.get(key)?.judgement.rulings ?? []), ruling];
    const { permission: held } = denial;
    const judgement = {
      source,
      permission: held,
      rulings,
      unknown: [],
      refusal: null,
      cancels: false,
    };
    kept.set(key, { was: '', judgement });
  }
  return kept;
}

/** Where a kept denial stood; its comment may be gone by now, and denies all the same. */
function sourceOf(denial: KeptDenial, { check, issue }: SuspendedRequest): AnswerSource | null {
  const { author, at, comment } = denial;
  if (comment !== null) {
    const gone = { nodeId: '', viaApp: null, body: '', createdAt: at, updatedAt: at };
    return { kind: 'comment', comment: { ...comment, ...gone, author } };
  }
  if (check === null) return null;
  const click = { decision: 'deny', code: check.code, check, issue, by: author, at } as const;
  return { kind: 'click', click };
}
