import type { IssueComment } from '../../github/index.ts';
import { readMarker } from '../request/comment-marker.ts';
import { type AnswerCommand, parseAnswer } from './parse-answer.ts';
import { allReviews, type ApprovalSession } from '../poll/approval-session.ts';
import { type AnswerSource, sourceKey } from './answer-source.ts';
import type { Draft } from './look.ts';
import { countVotes } from './votes.ts';

/** An answer as it is to be reviewed; `null` for a comment that is not a command, or one to an earlier request. */
export function draftOf(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Draft | null {
  const command = commandOf(source);
  if (command === null || precedesComment(session, source, command)) return null;
  const { comment, requests, parties, named, from, options } = session;
  return {
    command,
    source,
    comment,
    requests,
    closed: deniedBefore(session, source),
    newest: isNewest(session, source, comments),
    parties,
    from,
    codeOwners: options.codeOwners ?? null,
    named,
  };
}

/** The command of an answer. A button answers for every request of its comment. */
function commandOf(source: AnswerSource): AnswerCommand | null {
  if (source.kind === 'comment') return parseAnswer(source.comment.body);
  const all = { ids: 'all', unreadable: [] } as const;
  switch (source.click.decision) {
    case 'approve':
      return { kind: 'approve', ...all };
    case 'deny':
      return { kind: 'deny', ...all, reason: '' };
  }
}

/**
 * False if the same account posted a later approval comment between the session's and the answer. A button belongs to
 * one approval comment only.
 */
export function isNewest(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): boolean {
  if (source.kind === 'click') return true;
  const { comment } = source;
  return !comments.some(
    (other) =>
      other.id > session.comment.id && other.id < comment.id && isOwnComment(session, other),
  );
}

/** Requests that another answer denied. A denial is final, so nothing counts after it. */
export function deniedBefore(
  session: ApprovalSession,
  source: AnswerSource,
): ReadonlyMap<string, string> {
  const key = sourceKey(source);
  const others = allReviews(session).filter((review) => sourceKey(review.source) !== key);
  const denied = countVotes(session.requests, others).filter(({ denial }) => denial !== null);
  return new Map(denied.map(({ request }) => [request.id, 'it was denied before']));
}

/** True for an answer from before the approval comment, unless it names one of the comment's ids. */
function precedesComment(
  session: ApprovalSession,
  source: AnswerSource,
  command: AnswerCommand,
): boolean {
  if (source.kind === 'click' || source.comment.id >= session.comment.id) return false;
  if (command.kind === 'cancel' || command.ids === 'all') return true;
  const { ids } = command;
  return session.requests.every(({ id }) => !ids.includes(id));
}

/** True for an approval comment by the same account: an unknown id may be one of that comment's. */
export function isOwnComment(session: ApprovalSession, comment: IssueComment): boolean {
  const { author } = comment;
  if (author === null || author.id !== session.comment.author.id) return false;
  const marker = readMarker(comment.body);
  return marker !== null && marker.state !== 'crashed';
}
