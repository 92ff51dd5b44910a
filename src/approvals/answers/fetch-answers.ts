import type { IssueComment, Review } from '../../github/index.ts';
import { mayHaveBeenOpen, notOnlyReason, readMarker } from '../request/comment-marker.ts';
import type { AnswerDraft, AnswerReview } from './review-answer.ts';
import {
  type AnswerCommand,
  type NamedIds,
  namedIds,
  parseAnswer,
  type ParsedAnswer,
  type UnclearAnswer,
} from './parse-answer.ts';
import { allReviews, type ApprovalSession } from '../poll/approval-session.ts';
import { answerableIn } from '../request/answer-lines.ts';
import type { AnswerSource } from './answer-source.ts';
import { countVotes } from './votes.ts';

/** An answer as it was read: to be reviewed by what GitHub says now, or already reviewed because it counts for nothing. */
type ReadAnswer =
  | { readonly kind: 'draft'; readonly draft: AnswerDraft }
  | { readonly kind: 'review'; readonly review: AnswerReview };

/** Reads an answer; `null` for a comment that says nothing to this approval comment. */
export function readAnswer(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): ReadAnswer | null {
  const parsed = parsedSource(session, source);
  if (parsed.kind === 'none' || parsed.kind === 'resume') return null;
  if (parsed.kind === 'unclear') {
    const review = unclearReview(session, source, parsed);
    return review === null ? null : { kind: 'review', review };
  }
  const { commands } = parsed;
  if (precedesComment(session, source, commands)) return null;
  const draft = {
    commands,
    source,
    asked: session,
    closed: deniedBefore(session, source),
    ...meaningOf(session, source, comments),
  };
  return { kind: 'draft', draft };
}

/** What an answer says. A button answers for every request of its comment, and a review for every call. */
function parsedSource(session: ApprovalSession, source: AnswerSource): ParsedAnswer {
  switch (source.kind) {
    case 'comment':
      return parseAnswer(source.comment.body);
    case 'review':
      return parsedReview(session, source.review);
    case 'tick':
      return commandOf('approve', [source.tick.id]);
    case 'click':
      return commandOf(source.click.decision, 'all');
  }
}

function commandOf(decision: 'approve' | 'deny', ids: NamedIds): ParsedAnswer {
  const command: AnswerCommand =
    decision === 'approve' ? { kind: 'approve', ids } : { kind: 'deny', ids, reason: '' };
  return { kind: 'commands', commands: [command] };
}

/**
 * A review answers only if it approves or requests changes, on the head that the requests are about, after they were made. It also
 * requests changes on a head that the run replaced by a push meanwhile. GitHub's times have whole seconds, so a review in the second of the
 * approval comment may have come before it.
 */
function parsedReview(
  { options, comment, requests }: ApprovalSession,
  review: Review,
): ParsedAnswer {
  const isAfter = Date.parse(review.submittedAt) > Date.parse(comment.createdAt);
  const heads = options.pullHeads();
  const about = review.state === 'CHANGES_REQUESTED' ? heads : heads.slice(-1);
  const { calls } = answerableIn(requests);
  if (!isAfter || !about.some((head) => head === review.commitSha) || calls.length === 0)
    return { kind: 'none' };
  switch (review.state) {
    case 'APPROVED':
      return contradicts(review.body, calls)
        ? {
            kind: 'unclear',
            because: 'the review approves every call, and its text says otherwise',
            ids: calls,
            resembles: true,
            denies: true,
          }
        : commandOf('approve', calls);
    case 'CHANGES_REQUESTED':
      return commandOf('deny', calls);
    default:
      return { kind: 'none' };
  }
}

/** Whether the text of an approving review refuses, names only some of the calls, or answers otherwise than by approving them. */
function contradicts(body: string, calls: readonly string[]): boolean {
  const parsed = parseAnswer(body);
  if (parsed.kind === 'unclear') return parsed.denies || parsed.ids.length > 0;
  if (parsed.kind !== 'commands') return false;
  const { commands } = parsed;
  if (commands.some((command) => command.kind !== 'approve' || command.change !== undefined))
    return true;
  const named = commands.flatMap((command) => namedIds(command));
  return named.length > 0 && !calls.every((id) => named.includes(id));
}

/**
 * The review of a comment that counts for nothing, if somebody should be told: a person wrote it after the approval comment,
 * and it contains an id of an open request, or resembles an answer.
 */
function unclearReview(
  session: ApprovalSession,
  source: AnswerSource,
  parsed: UnclearAnswer,
): AnswerReview | null {
  if (isEarlier(session, source) || !isPerson(source.author, session)) return null;
  const closed = deniedBefore(session, source);
  const open = session.requests.filter(({ id }) => !closed.has(id));
  const isNamed = open.some(({ id }) => parsed.ids.includes(id));
  if (!isNamed && !parsed.resembles) return null;
  return {
    source,
    permission: null,
    decisions: [],
    unknown: parsed.ids.filter((id) => session.requests.every((request) => request.id !== id)),
    refusal: parsed.because,
    cancels: false,
    denies: parsed.denies,
    mentions: !parsed.resembles,
  };
}

/** Whether an answer is a comment from before the approval comment. */
function isEarlier({ comment }: ApprovalSession, source: AnswerSource): boolean {
  return source.kind === 'comment' && source.comment.id < comment.id;
}

function isPerson(author: IssueComment['author'], { parties }: ApprovalSession): boolean {
  if (author === null || author.type !== 'User') return false;
  return !parties.own.some((own) => own.id === author.id);
}

/** Which approval comment a command without an id means. Only a comment needs to be told that: the other answers belong to one. */
function meaningOf(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Pick<AnswerDraft, 'newest' | 'notOnly'> {
  if (source.kind !== 'comment') return { newest: true, notOnly: null };
  const { comment: answer } = source;
  const { id } = session.comment;
  const others = comments.filter((other) => other.id !== id && isOwnComment(session, other));
  return {
    newest: others.every((other) => other.id < id || other.id >= answer.id),
    notOnly: notOnlyReason({ calls: session.requests.length, others, answer }),
  };
}

/** True if a later approval comment was open when the answer was written: its run reads the answer. */
export function isForLaterComment(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): boolean {
  if (source.kind !== 'comment') return false;
  return comments.some(
    (other) =>
      other.id > session.comment.id &&
      isOwnComment(session, other) &&
      mayHaveBeenOpen(other, source.comment),
  );
}

/** Requests that another answer denied. A denial is final, so nothing counts after it. */
export function deniedBefore(
  session: ApprovalSession,
  source: AnswerSource,
): ReadonlyMap<string, string> {
  const others = allReviews(session).filter((review) => review.source.key !== source.key);
  const denied = countVotes(session.requests, others).filter(({ denial }) => denial !== null);
  return new Map(denied.map(({ request }) => [request.id, 'it was denied before']));
}

/** True for an answer from before the approval comment, unless it names one of the comment's ids. */
function precedesComment(
  session: ApprovalSession,
  source: AnswerSource,
  commands: readonly AnswerCommand[],
): boolean {
  if (!isEarlier(session, source)) return false;
  const ids = commands.flatMap((command) => namedIds(command));
  return session.requests.every(({ id }) => !ids.includes(id));
}

/** True for an approval comment by an account of the run: an unknown id may be one of that comment's. */
export function isOwnComment(session: ApprovalSession, comment: IssueComment): boolean {
  if (!session.parties.own.some(({ id }) => id === comment.author?.id)) return false;
  const marker = readMarker(comment.body);
  return marker !== null && marker.state !== 'crashed';
}
