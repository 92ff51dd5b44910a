import { CountersignError, errorText } from '../../common/index.ts';
import type { IssueComment } from '../../github/index.ts';
import { CARD_MAX_REQUESTS, isCut, renderApprovalComment } from '../request/card.ts';
import { type ApprovalCheck, faceOf, openApprovalCheck } from '../request/card-check.ts';
import type { ApprovalCommentView, WholePreviews } from '../request/card-view.ts';
import { closeSession, staysOpen } from './close.ts';
import { claimRequest } from '../answers/claim-approval.ts';
import { reopenSession, type SuspendedRequest, suspendedEntries } from './suspended-request.ts';
import { ruleHint } from '../request/rule-hint.ts';
import { type Answer, type ApprovalRequest, type Approver, Withdrawn } from '../ports.ts';
import {
  bodyKey,
  type CommentApproverOptions,
  partiesOf,
  type Session,
  shownAs,
  viewOf,
  warn,
} from './session.ts';
import { parseApprovers } from '../answers/settings.ts';
import type { HeardClick } from '../answers/answer-source.ts';
import { pollRequest, type PollEnd } from './poll-request.ts';

const CANCELLED = 'the run was cancelled';
const NO_IDENTITY =
  'the run could not tell which account it writes as, so that no answer could be told from its own.';

/** Asks by comment, and can be asked again about a card that an earlier job left open. */
export interface CommentApprover extends Approver {
  /** The card that the last `ask` or `resume` left open, for the checkpoint; `null` where there is none. */
  parked(): SuspendedRequest | null;
  /**
   * Looks once at a card that was parked, and answers as `ask` does; `suspended` for all of them where not every
   * request is settled. The card in the checkpoint counts, not what the comment says. Whatever ends the question, a
   * denial too, takes the card for this job first: `taken` where another job was before.
   */
  resume(
    parked: SuspendedRequest,
    requests: readonly ApprovalRequest[],
    options: { readonly signal: AbortSignal; readonly click?: HeardClick | null },
  ): Promise<readonly Answer[] | 'taken'>;
}

/**
 * Asks people by one card on an issue or pull request and waits for their comments (the contract of `Approver`).
 * Where no card can be made every request is `unanswered`, with what to change. Throws `policy-invalid` for
 * `approvals.from` that names nobody.
 */
export function createCommentApprover(options: CommentApproverOptions): CommentApprover {
  const from = parseApprovers(options.settings.from);
  let parked: SuspendedRequest | null = null;
  const close = async (session: Session, end: PollEnd): Promise<readonly Answer[]> => {
    const answers = await closeSession(session, end);
    parked = answers.some(({ kind }) => kind === 'suspended') ? suspendedEntries(session) : null;
    return answers;
  };
  return {
    ask: async (requests, { signal, cannotPark = false }) => {
      signal.throwIfAborted();
      const askable = askableOf(requests);
      const own = cannotPark ? neverParked(options) : options;
      const opened = askable.length === 0 ? null : await openCard(own, askable);
      if (typeof opened === 'string') return requests.map((request) => unasked(request, opened));
      if (opened === null) return requests.map(tooMany);
      const session: Session = { ...opened, from };
      const waitMs = Math.min(options.settings.waitMs, options.settings.expireMs);
      const answers = await close(session, await watchUntilEnd(session, waitMs, signal));
      return requests.map(
        (request) => answers.find((answer) => answer.request === request) ?? tooMany(request),
      );
    },
    parked: () => parked,
    resume: async (card, requests, { signal, click = null }) => {
      signal.throwIfAborted();
      const session = reopenSession({ options, from, card, requests, click });
      const end = await pollRequest(session, { waitMs: 0, signal });
      if (
        !staysOpen(session, end) &&
        !(await claimRequest(options.trail, options.github, card.commentId))
      )
        return 'taken';
      return close(session, end);
    },
  };
}

function neverParked(options: CommentApproverOptions): CommentApproverOptions {
  const { settings } = options;
  return settings.then === 'suspend'
    ? { ...options, settings: { ...settings, then: 'deny' } }
    : options;
}

async function watchUntilEnd(
  session: Session,
  waitMs: number,
  signal: AbortSignal,
): Promise<PollEnd> {
  try {
    return await pollRequest(session, { waitMs, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    const because = signal.reason instanceof Withdrawn ? signal.reason.message : CANCELLED;
    await closeSession(session, { kind: 'void', because });
    throw signal.reason;
  }
}

/** Two requests with one id could not be told apart in an answer: neither is asked. */
function askableOf(requests: readonly ApprovalRequest[]): readonly ApprovalRequest[] {
  const times = (id: string) => requests.filter((request) => request.id === id).length;
  return requests.filter(({ id }) => times(id) === 1).slice(0, CARD_MAX_REQUESTS);
}

/** Puts the card up and records that it was asked; the words why where that cannot be done. */
async function openCard(
  options: CommentApproverOptions,
  requests: readonly ApprovalRequest[],
): Promise<Omit<Session, 'from'> | string> {
  const expires = new Date(options.clock.now().getTime() + options.settings.expireMs).toISOString();
  const asking = { requests, states: [], expires, state: 'waiting' } as const;
  const bare = viewOf(options, { ...asking, whole: new Map(), check: null });
  const whole = await keepWhole(options, bare);
  const check = await offerButtons(options, { ...bare, whole });
  const view = viewOf(options, { ...asking, whole, check });
  let card: IssueComment;
  try {
    card = await options.github.createComment(options.issue, renderApprovalComment(view));
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    const because = `nobody could be asked on #${options.issue}: ${errorText(error)}`;
    await withdrawButtons(options, check, view);
    await recordAsked(options, requests, null);
    return because;
  }
  await options.trail.append({
    type: 'github.write',
    call: null,
    what: 'card',
    id: card.id,
    url: card.url,
  });
  await recordAsked(options, requests, { card, expires });
  const own = [card.author, options.self].filter((account) => account !== null);
  const [author] = own;
  if (author === undefined) return NO_IDENTITY;
  const ref = { issue: options.issue, commentId: card.id, url: card.url };
  return {
    options,
    requests,
    card: { id: card.id, createdAt: card.createdAt, expires, ref, author },
    parties: partiesOf(options, own),
    check,
    clicks: [],
    holds: true,
    bodies: new Set([bodyKey(card.body)]),
    judged: new Map(),
    whole,
    replied: new Set(),
    clickRefusal: null,
    shown: shownAs(
      requests.map(() => ({ kind: 'waiting', have: [] })),
      'waiting',
    ),
  };
}

/** The check run with the card's buttons; `null` where there can be none. A card does without. */
async function offerButtons(
  options: CommentApproverOptions,
  view: ApprovalCommentView,
): Promise<ApprovalCheck | null> {
  const { buttons, issue, trail } = options;
  if (buttons === undefined) return null;
  try {
    const check = await openApprovalCheck(buttons, { issue, view });
    const { id, url } = check;
    await trail.append({ type: 'github.write', call: null, what: 'check run of a card', id, url });
    return check;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    await warn(trail, 'buttons-not-offered', error);
    return null;
  }
}

/** A button without a card would answer nothing. */
async function withdrawButtons(
  options: CommentApproverOptions,
  check: ApprovalCheck | null,
  view: ApprovalCommentView,
): Promise<void> {
  if (check === null) return;
  const closed = { ...view, marker: { ...view.marker, state: 'closed' as const } };
  try {
    const face = faceOf(closed, { code: check.code, refusal: null });
    await options.buttons?.checks.updateCheckRun(check.id, face);
  } catch (error) {
    await warn(options.trail, 'check-not-updated', error);
  }
}

/** Keeps every preview whole beside the trail where the card has no room for all of them. */
async function keepWhole(
  options: CommentApproverOptions,
  view: ApprovalCommentView,
): Promise<WholePreviews> {
  const kept = new Map<string, { sha256: string; bytes: number }>();
  if (!isCut(view)) return kept;
  for (const { request } of view.requests)
    kept.set(request.id, await options.trail.blob(request.preview.text));
  return kept;
}

async function recordAsked(
  options: CommentApproverOptions,
  requests: readonly ApprovalRequest[],
  asked: { readonly card: IssueComment; readonly expires: string } | null,
): Promise<void> {
  await options.trail.append({
    type: 'approval.asked',
    card: asked === null ? null : { commentId: asked.card.id, url: asked.card.url },
    via: asked === null ? 'nobody' : 'comment',
    count: Math.max(1, options.settings.count),
    expires: asked?.expires ?? null,
    requests: requests.map(({ id, call, digest }) => ({ approval: id, call, digest })),
  });
}

function unasked(request: ApprovalRequest, because: string): Answer {
  return {
    kind: 'unanswered',
    request,
    because: `This call needs an approval, and ${because}${ruleHint(request)}`,
  };
}

function tooMany(request: ApprovalRequest): Answer {
  return {
    kind: 'unanswered',
    request,
    because:
      `One card holds at most ${CARD_MAX_REQUESTS} calls, each with an id of its own; this one was not asked. ` +
      'Make fewer calls in one turn.',
  };
}
