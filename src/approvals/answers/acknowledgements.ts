import { readMarker } from '../request/card-marker.ts';
import type { AnswerReview, AnswerDecision } from './judge-answer.ts';
import { isNewest, isOwnComment } from './fetch-answers.ts';
import { code, person } from '../request/markdown.ts';
import { REPLIES_MAX } from '../poll/suspended-request.ts';
import type { DecisionBy } from '../ports.ts';
import { type Session, warn } from '../poll/session.ts';
import { authorOf, placeOf, recordedPlace } from './answer-source.ts';
import type { IssueComment } from '../../github/index.ts';

const WHY_MAX = 500;

/**
 * Puts a judgement into the trail, then tells its author: 👍 where it counts, one reply saying why where it does not.
 * A command that is meant for another card is left to that card.
 */
export async function acknowledge(
  session: Session,
  judgement: AnswerReview,
  comments: readonly IssueComment[],
): Promise<void> {
  if (meantForAnother(session, judgement, comments)) return;
  for (const ruling of judgement.rulings) await recordRuling(session, judgement, ruling);
  const why = whyNot(judgement);
  if (judgement.rulings.length === 0 && why !== null) await recordIgnored(session, judgement, why);
  if (judgement.cancels || judgement.rulings.some(({ counted }) => counted))
    await thumbsUp(session, judgement);
  if (why !== null) await reply(session, judgement, why);
}

/** Records that something which counted does so no longer. */
export async function recordWithdrawn(
  session: Session,
  judgement: AnswerReview,
  because: string,
): Promise<void> {
  for (const ruling of judgement.rulings.filter(({ counted }) => counted)) {
    await recordRuling(session, judgement, { ...ruling, counted: false, because });
  }
}

/** Who gave an answer, as a decision keeps it; `null` where that is not known. */
export function decisionBy({ source, permission }: AnswerReview): DecisionBy | null {
  const author = authorOf(source);
  if (author === null || permission === null) return null;
  const who = { login: author.login, id: author.id, permission };
  if (source.kind === 'click')
    return { ...who, commentId: null, commentUrl: null, at: source.click.at };
  const { id, url, createdAt } = source.comment;
  return { ...who, commentId: id, commentUrl: url, at: createdAt };
}

async function recordRuling(
  session: Session,
  judgement: AnswerReview,
  ruling: AnswerDecision,
): Promise<void> {
  const author = authorOf(judgement.source);
  await session.options.trail.append({
    type: 'approval.decision',
    approval: ruling.request.id,
    call: ruling.request.call,
    decision: ruling.decision,
    counted: ruling.counted,
    because: ruling.because,
    by: { login: author?.login ?? 'ghost', id: author?.id ?? null },
    permission: judgement.permission,
    ...recordedPlace(judgement.source),
    ...(ruling.words === '' ? {} : { note: ruling.words }),
  });
}

async function recordIgnored(
  session: Session,
  judgement: AnswerReview,
  why: string,
): Promise<void> {
  const login = authorOf(judgement.source)?.login ?? 'ghost';
  await session.options.trail.append({
    type: 'warning',
    code: 'answer-not-counted',
    message: `${placeOf(judgement.source)} by @${login} does not count: ${why}.`,
  });
}

/** Why a command, or a part of it, does not count; `null` where all of it does. */
function whyNot(judgement: AnswerReview): string | null {
  if (judgement.refusal !== null) return judgement.refusal;
  const reasons = new Set(
    judgement.rulings
      .filter(({ counted }) => !counted)
      .map(({ request, because }) => `${request.id}: ${because}`),
  );
  for (const id of judgement.unknown) reasons.add(`${id} is not on the card`);
  return reasons.size === 0 ? null : [...reasons].join('; ');
}

/** Only ids of other cards, or no id at all where a later card is what the comment speaks of: no word from this one. */
function meantForAnother(
  session: Session,
  judgement: AnswerReview,
  comments: readonly IssueComment[],
): boolean {
  if (judgement.rulings.length > 0 || judgement.cancels) return false;
  if (judgement.unknown.length === 0) return !isNewest(session, judgement.source, comments);
  const others = comments.filter(
    (comment) => comment.id !== session.card.id && isOwnComment(session, comment),
  );
  const held = new Set(others.flatMap((comment) => readMarker(comment.body)?.ids ?? []));
  return judgement.unknown.every((id) => held.has(id));
}

/** A click has its receipt on the check run, which shows who decided. */
async function thumbsUp(session: Session, { source }: AnswerReview): Promise<void> {
  if (source.kind === 'click') return;
  try {
    await session.options.github.react(source.comment.id, '+1');
  } catch (error) {
    await warn(session.options.trail, 'receipt-not-given', error);
  }
}

/** Says why where the answer was given: under a comment, or on the check run whose button was pressed. */
async function reply(session: Session, { source }: AnswerReview, why: string): Promise<void> {
  if (source.kind === 'click') {
    const by = person(source.click.by?.login ?? 'ghost');
    session.clickRefusal = `The click by ${by} was not counted: ${code(why, WHY_MAX)}.`;
    return;
  }
  const { comment } = source;
  const own = session.parties.own.some(({ id }) => id === comment.author?.id);
  if (own || session.replied.has(comment.id) || session.replied.size >= REPLIES_MAX) return;
  session.replied.add(comment.id);
  const { github, trail, issue } = session.options;
  const login = comment.author?.login ?? 'ghost';
  const last =
    session.replied.size === REPLIES_MAX
      ? ' No further answers under this card will be explained.'
      : '';
  const which = `[this answer](${comment.url}) by ${person(login)}`;
  const body = `Countersign did not count ${which}: ${code(why, WHY_MAX)}.${last}`;
  try {
    const made = await github.createComment(issue, body);
    await trail.append({
      type: 'github.write',
      call: null,
      what: 'reply to an answer',
      id: made.id,
      url: made.url,
    });
  } catch (error) {
    await warn(trail, 'reply-not-made', error);
  }
}
