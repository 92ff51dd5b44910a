import { defined, sha256 } from '../../common/index.ts';
import { readMarker } from '../request/comment-marker.ts';
import type { AnswerReview, AnswerDecision } from './review-answer.ts';
import type { AnswerLookup } from './answer-lookup.ts';
import { isForLaterComment, isOwnComment } from './fetch-answers.ts';
import { expiresAt, isInTime, type Standing } from './review-rules.ts';
import { code, codePerson } from '../request/markdown.ts';
import { type GivenReplies, OUTSIDER_REPLIES_MAX, REPLIES_MAX } from './given-replies.ts';
import { allReviews, type ApprovalSession, postReply, warn } from '../poll/approval-session.ts';
import { type AnswerableIds, answerableIn, linesInstead } from '../request/answer-lines.ts';
import { countVotes, isDecided } from './votes.ts';
import { markNotCounted, REASON_MAX, replyOnce, tickRefusalText } from './reply.ts';
import { tickSource, type Tick } from './answer-source.ts';
import { type Account, atLeast, type IssueComment } from '../../github/index.ts';

/** Most comments by people with a role in the repository that a job marks as not counted without a reply. */
const MARKS_MAX = 20;
/** How often a job tries to post one reply, each time with the retries of a request. */
const REPLY_ATTEMPTS_MAX = 3;

/**
 * Records a review in the audit trail, then acknowledges the answer: 👍 if it counts, one reply with the reason if it
 * does not. An answer to another approval comment is left to that comment's run.
 */
export async function acknowledge(
  session: ApprovalSession,
  review: AnswerReview,
  {
    comments,
    lookup,
  }: { readonly comments: readonly IssueComment[]; readonly lookup: AnswerLookup },
): Promise<void> {
  const unknown = unknownIds(session, review, comments);
  if (isForAnotherComment(session, review, { unknown, comments })) return;
  for (const decision of review.decisions) await recordDecision(session, review, decision);
  const reason = refusalText(session, review, unknown);
  if (review.decisions.length === 0 && reason !== null && !review.mentions) {
    const { place, author } = review.source;
    const ignored = `${place} by @${author?.login ?? 'ghost'} does not count: ${reason}.`;
    await warn(session.options.trail, 'answer-not-counted', ignored);
  }
  if (review.cancels || review.decisions.some(({ counted }) => counted))
    await thumbsUp(session, review, lookup);
  if (reason !== null) await reply(session, review, { reason, lookup });
  else if (review.source.kind === 'click') session.clickRefusal = null;
}

/** Records that an answer which counted no longer counts. */
export async function recordWithdrawn(
  session: ApprovalSession,
  review: AnswerReview,
  because: string,
): Promise<void> {
  for (const decision of review.decisions.filter(({ counted }) => counted)) {
    await recordDecision(session, review, { ...decision, counted: false, because });
  }
}

/**
 * Records that an answer which came after a request was approved denies it, or cancels the run, and acknowledges the answer. One that came
 * after the request expired is no decision, by the rules of the audit trail: why the approval is void then names it.
 */
export async function recordLateDenial(
  session: ApprovalSession,
  review: AnswerReview,
  { id, lookup }: { readonly id: string; readonly lookup: AnswerLookup },
): Promise<void> {
  const request = session.requests.find((one) => one.id === id);
  if (request === undefined) return;
  const because = 'the whole run was cancelled';
  const decision: AnswerDecision | undefined = review.cancels
    ? { request, decision: 'deny', counted: true, because, words: '' }
    : review.decisions.find((one) => one.request.id === id && one.decision === 'deny');
  if (decision !== undefined && isInTime(review.source.at, expiresAt(session.comment, request)))
    await recordDecision(session, review, decision);
  await thumbsUp(session, review, lookup);
}

async function recordDecision(
  session: ApprovalSession,
  review: AnswerReview,
  { request, decision, counted, because, words, standing, always, change }: AnswerDecision,
): Promise<void> {
  const { author, inTrail } = review.source;
  await session.options.trail.append({
    type: 'approval.decision',
    approval: request.id,
    call: request.call,
    decision,
    counted,
    because,
    by: { login: author?.login ?? 'ghost', id: author?.id ?? null },
    permission: review.permission,
    ...inTrail,
    ...(words === '' ? {} : { note: words }),
    ...(counted && standing !== undefined ? standingForTrail(standing) : {}),
    ...defined({ always }),
    ...(change === undefined ? {} : { changeSha256: sha256(change) }),
  });
}

function standingForTrail({ as, covers }: Standing) {
  return { as, ...(covers === 'all' ? {} : { files: covers }) };
}

const GONE = ': its call is no longer possible, as the job summary says';

/** Why a command, or a part of it, does not count; `null` if all of it counts. */
function refusalText(
  { gone }: ApprovalSession,
  review: AnswerReview,
  unknown: readonly string[],
): string | null {
  const reasons = new Set(
    review.decisions
      .filter(({ counted }) => !counted)
      .map(({ request, because }) => `${request.id}: ${because}`),
  );
  if (review.refusal !== null) reasons.add(review.refusal);
  for (const id of unknown)
    reasons.add(gone.has(id) ? `${id}${GONE}` : `${id} is not in the approval comment`);
  return reasons.size === 0 ? null : [...reasons].join('; ');
}

/** The ids that the answer names and no approval comment has, or which nobody can answer any more. */
function unknownIds(
  session: ApprovalSession,
  review: AnswerReview,
  comments: readonly IssueComment[],
): readonly string[] {
  if (review.unknown.length === 0) return [];
  const own = comments.filter((comment) => isOwnComment(session, comment));
  const ids = new Set(own.flatMap((comment) => readMarker(comment.body)?.ids ?? []));
  return review.unknown.filter((id) => session.gone.has(id) || !ids.has(id));
}

/** True if the answer names only ids of other approval comments, or none while a later comment asks. */
function isForAnotherComment(
  session: ApprovalSession,
  review: AnswerReview,
  answered: { readonly unknown: readonly string[]; readonly comments: readonly IssueComment[] },
): boolean {
  if (review.decisions.length > 0 || review.cancels || answered.unknown.length > 0) return false;
  if (review.unknown.length > 0 || review.refusal === null) return true;
  return isForLaterComment(session, review.source, answered.comments);
}

/** Only a comment gets a reaction: the approval comment and the check run show who decided. */
async function thumbsUp(
  session: ApprovalSession,
  { source }: AnswerReview,
  { github }: AnswerLookup,
): Promise<void> {
  if (source.kind !== 'comment') return;
  const { id } = source.comment;
  if (session.unclaimed === null) await markCounted(session, id, github);
  else session.unclaimed.add(id);
}

/** Acknowledges what this job counted before it claimed the run: without the claim, its answers would decide nothing. */
export async function acknowledgeClaimed(session: ApprovalSession): Promise<void> {
  const { unclaimed, options } = session;
  session.unclaimed = null;
  for (const id of unclaimed ?? []) await markCounted(session, id, options.github);
}

async function markCounted(
  session: ApprovalSession,
  commentId: number,
  github: Pick<AnswerLookup['github'], 'react'>,
): Promise<void> {
  try {
    await github.react(commentId, '+1');
  } catch (error) {
    await warn(session.options.trail, 'answer-not-acknowledged', error);
  }
}

/**
 * Gives the reason in a reply to the comment, or to a tick, or on the check run whose button was clicked. Nobody writes a review for
 * the run alone, so none gets a reply.
 */
async function reply(
  session: ApprovalSession,
  review: AnswerReview,
  { reason, lookup }: { readonly reason: string; readonly lookup: AnswerLookup },
): Promise<void> {
  const { source } = review;
  if (source.kind === 'click') {
    const by = codePerson(source.click.by?.login ?? 'ghost');
    session.clickRefusal = `The click by ${by} was not counted: ${code(reason, REASON_MAX)}.`;
    return;
  }
  if (source.kind === 'tick') await replyToTick(session, source.tick, { reason, lookup });
  if (source.kind !== 'comment') return;
  const { comment } = source;
  const { parties, replies } = session;
  const isOwn = parties.own.some(({ id }) => id === comment.author?.id);
  if (isOwn || replies.comments.has(comment.id)) return;
  const isSilent =
    replies.comments.size >= REPLIES_MAX || !(await mayReplyTo(replies, comment.author, lookup));
  if (isSilent && (!hasRole(review) || replies.marked >= MARKS_MAX)) return;
  if (isSilent) replies.marked += 1;
  const { trail } = session.options;
  await postReply(trail, 'reply to an answer', async () => {
    if (isSilent || review.mentions) {
      await markNotCounted(lookup.github, comment);
      return null;
    }
    replies.comments.add(comment.id);
    const last = replies.comments.size === REPLIES_MAX;
    const lines = isFormOnly(review)
      ? linesInstead(answerableIds(session, source.at), review.denies)
      : [];
    const refusal = { comment, because: reason, lines, counted: countedParts(review), last };
    replies.missed.set(comment.id, { refusal, attempts: 0 });
    return await replyMissed(session, comment.id, lookup.github);
  });
}

/** Posts the replies again that GitHub did not take at an earlier poll. */
export async function replyAgain(
  session: ApprovalSession,
  github: AnswerLookup['github'],
): Promise<void> {
  for (const [id, { attempts }] of session.replies.missed) {
    if (attempts >= REPLY_ATTEMPTS_MAX) continue;
    await postReply(session.options.trail, 'reply to an answer', () =>
      replyMissed(session, id, github),
    );
  }
}

async function replyMissed(
  { options, replies }: ApprovalSession,
  commentId: number,
  github: AnswerLookup['github'],
): Promise<IssueComment | null> {
  const missed = replies.missed.get(commentId);
  if (missed === undefined) return null;
  const { refusal, attempts } = missed;
  replies.missed.set(commentId, { refusal, attempts: attempts + 1 });
  const posted = await replyOnce(github, options.issue, refusal);
  replies.missed.delete(commentId);
  return posted;
}

/** People who may not answer get one reply each, and few in all: the others are for those who may. The rest get a reaction, if they have a role. */
async function mayReplyTo(
  { outsiders }: GivenReplies,
  author: Account | null,
  lookup: AnswerLookup,
): Promise<boolean> {
  if (author === null || (await lookup.mayAnswer(author))) return true;
  if (outsiders.has(author.id) || outsiders.size >= OUTSIDER_REPLIES_MAX) return false;
  outsiders.add(author.id);
  return true;
}

/** Comments by people without a role are marked by the jobs that they start: here, hundreds of them would delay an answer. */
function hasRole({ permission }: AnswerReview): boolean {
  return permission !== null && atLeast(permission, 'triage');
}

async function replyToTick(
  session: ApprovalSession,
  tick: Tick,
  { reason, lookup }: { readonly reason: string; readonly lookup: AnswerLookup },
): Promise<void> {
  const { key } = tickSource(tick);
  const { ticks } = session.replies;
  if (ticks.has(key) || ticks.size >= REPLIES_MAX) return;
  ticks.add(key);
  const { trail, issue } = session.options;
  const text = tickRefusalText(tick, reason);
  await postReply(trail, 'reply to a tick', () => lookup.github.createComment(issue, text));
}

/** True if the answer was refused for its form, so that its author may write a better one. */
function isFormOnly({ permission, unknown, cancels }: AnswerReview): boolean {
  return !cancels && (permission === null || unknown.length > 0);
}

/** What of an answer counts, for its author. */
function countedParts({ cancels, decisions }: AnswerReview): readonly string[] {
  if (cancels) return ['/cancel'];
  return decisions.filter(({ counted }) => counted).map(({ request }) => request.id);
}

/** What nobody has decided yet, without what it was too late for at a time by GitHub's clock. */
export function answerableIds(session: ApprovalSession, at: string): AnswerableIds {
  const open = countVotes(session.requests, allReviews(session))
    .filter((votes) => !isDecided(votes))
    .map(({ request }) => request);
  return answerableIn(open.filter((request) => isInTime(at, expiresAt(session.comment, request))));
}
