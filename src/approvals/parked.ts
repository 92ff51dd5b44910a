import * as z from 'zod';
import { once } from '../base/index.ts';
import type { IssueComment } from '../github/index.ts';
import type { Judgement, Ruling } from './judge-answer.ts';
import type { ApprovalRequest } from './ports.ts';
import { type CommentApproverOptions, judgementsOf, type Session } from './session.ts';
import type { ApproverRule } from './settings.ts';

const account = once(() => z.strictObject({ login: z.string(), id: z.number(), type: z.string() }));
const DENIALS_MAX = 200;
const BODIES_MAX = 500;
/** Most replies under one card to commands that do not count. */
export const REPLIES_MAX = 10;

/**
 * A card that waits without a job, as the checkpoint keeps it. Denials are kept with it: whoever deletes the comment
 * of a denial in the meantime has not taken it back.
 */
export const parkedCard = once(() =>
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
          comment: z.strictObject({
            id: z.number(),
            url: z.string(),
            createdAt: z.string(),
            author: account(),
          }),
        }),
      )
      .max(DENIALS_MAX),
  }),
);
export type ParkedCard = z.infer<ReturnType<typeof parkedCard>>;

/** What is kept of a session that is to be gone on with by another job. */
export function parkedOf(session: Session): ParkedCard {
  const { ref, createdAt, expires } = session.card;
  return {
    ...ref,
    createdAt,
    expires,
    own: [...session.parties.own],
    bodies: [...session.bodies].slice(-BODIES_MAX),
    replied: [...session.replied],
    denials: judgementsOf(session).flatMap(denialsOf).slice(0, DENIALS_MAX),
  };
}

/** A session on a card that another job opened. */
export function reopenSession(of: {
  readonly options: CommentApproverOptions;
  readonly from: readonly ApproverRule[];
  readonly card: ParkedCard;
  readonly requests: readonly ApprovalRequest[];
}): Session {
  const { options, from, card, requests } = of;
  const [author = { login: 'ghost', id: 0, type: 'Bot' }] = card.own;
  const ref = { issue: card.issue, commentId: card.commentId, url: card.url };
  const { requester, pullAuthor, commitAuthors, settings } = options;
  return {
    options,
    from,
    requests,
    card: { id: card.commentId, createdAt: card.createdAt, expires: card.expires, ref, author },
    parties: { own: card.own, requester, pullAuthor, commitAuthors, self: settings.self },
    bodies: new Set(card.bodies),
    judged: keptDenials(card.denials, requests),
    whole: new Map(),
    replied: new Set(card.replied),
    shown: '',
  };
}

type KeptDenial = ParkedCard['denials'][number];

function denialsOf(judgement: Judgement): KeptDenial[] {
  const { comment, permission: held } = judgement;
  const { author } = comment;
  if (author === null || held === null) return [];
  const { id, url, createdAt } = comment;
  return judgement.rulings
    .filter(({ counted, decision }) => counted && decision === 'deny')
    .map(({ request, words }) => ({
      approval: request.id,
      reason: words,
      permission: held,
      comment: { id, url, createdAt, author },
    }));
}

/** The judgements that the denials came from, one for each comment. */
function keptDenials(
  denials: readonly KeptDenial[],
  requests: readonly ApprovalRequest[],
): Session['judged'] {
  const kept: Session['judged'] = new Map();
  for (const denial of denials) {
    const request = requests.find(({ id }) => id === denial.approval);
    if (request === undefined) continue;
    const { id, createdAt } = denial.comment;
    const because = 'denied before the run was suspended';
    const ruling: Ruling = {
      request,
      decision: 'deny',
      counted: true,
      because,
      words: denial.reason,
    };
    const comment: IssueComment = {
      ...denial.comment,
      nodeId: '',
      viaApp: null,
      body: '',
      updatedAt: createdAt,
    };
    const rulings = [...(kept.get(id)?.judgement.rulings ?? []), ruling];
    const { permission: held } = denial;
    const judgement = {
      comment,
      permission: held,
      rulings,
      unknown: [],
      refusal: null,
      cancels: false,
    };
    kept.set(id, { key: '', judgement });
  }
  return kept;
}
