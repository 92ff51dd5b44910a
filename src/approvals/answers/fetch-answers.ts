import { errorText } from '../../common/index.ts';
import type { GitHub, IssueComment } from '../../github/index.ts';
import { readMarker } from '../request/card-marker.ts';
import { type FetchedAnswers, type PersonFacts, sameAccount, teamsToAsk } from './judge.ts';
import {
  type AnswerReview,
  reviewAnswer,
  type ReviewAnswerOptions,
  needsFacts,
} from './judge-answer.ts';
import { type Answered, parseAnswer } from './parse-answer.ts';
import { answerReviewsOf, type Session } from '../poll/session.ts';
import { type AnswerSource, authorOf, keyOf } from './answer-source.ts';
import { countVotes } from './tally.ts';

/**
 * Judges one answer by what GitHub says now, or `null` where a comment is no command. Asks GitHub only where the
 * answer could count. Never throws: a look-up that fails refuses.
 */
export async function fetchAnswers(
  session: Session,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Promise<AnswerReview | null> {
  const answered = answeredIn(source);
  if (answered === null || isOfAnotherCard(session, source, answered)) return null;
  const { card, requests, parties, from, options } = session;
  const codeOwners = options.codeOwners ?? null;
  const judging: ReviewAnswerOptions = {
    answered,
    source,
    card,
    requests,
    closed: deniedBefore(session, source),
    newest: isNewest(session, source, comments),
    parties,
    from,
    codeOwners,
    facts: null,
  };
  const author = authorOf(source);
  if (!needsFacts(judging) || author === null) return reviewAnswer(judging);
  const teams = teamsToAsk(
    from,
    requests.flatMap(({ paths }) => paths),
    codeOwners,
  );
  const facts = await factsOf(options.github, {
    login: author.login,
    nodeId: source.kind === 'comment' ? source.comment.nodeId : null,
    teams,
  });
  return reviewAnswer({ ...judging, facts });
}

/** What an answer says. A button says of all that its card holds what its label says. */
function answeredIn(source: AnswerSource): Answered | null {
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
 * False where a later card by the same account lies between the session's and the comment. A button belongs to one
 * card for good.
 */
export function isNewest(
  session: Session,
  source: AnswerSource,
  comments: readonly IssueComment[],
): boolean {
  if (source.kind === 'click') return true;
  const { comment } = source;
  return !comments.some(
    (other) => other.id > session.card.id && other.id < comment.id && isOwnComment(session, other),
  );
}

/** Requests that another answer has denied: a denial is final, so that nothing counts after it. */
export function deniedBefore(session: Session, source: AnswerSource): ReadonlyMap<string, string> {
  const key = keyOf(source);
  const others = answerReviewsOf(session).filter((judgement) => keyOf(judgement.source) !== key);
  const denied = countVotes(session.requests, others).filter(({ denial }) => denial !== null);
  return new Map(denied.map(({ request }) => [request.id, 'it was denied before']));
}

/** What was said before the card was said of something else, unless it knew one of the card's ids. */
function isOfAnotherCard(session: Session, source: AnswerSource, answered: Answered): boolean {
  if (source.kind === 'click' || source.comment.id >= session.card.id) return false;
  if (answered.kind === 'cancel' || answered.ids === 'all') return true;
  const { ids } = answered;
  return session.requests.every(({ id }) => !ids.includes(id));
}

/** True for another card by the same account: what is not on this one may be meant for that one. */
export function isOwnComment(session: Session, comment: IssueComment): boolean {
  const { author } = comment;
  if (author === null || !sameAccount(session.card.author, author)) return false;
  const marker = readMarker(comment.body);
  return marker !== null && marker.state !== 'killed';
}

/** What GitHub says of a person and a comment (`nodeId`; `null` for a click) now; what cannot be had is kept as words. */
export async function factsOf(
  github: Pick<GitHub, 'permissionOf' | 'lastEdit' | 'isTeamMember'>,
  of: {
    readonly login: string;
    readonly nodeId: string | null;
    readonly teams: readonly string[];
  },
): Promise<PersonFacts> {
  const [permission, lastEdit] = await Promise.all([
    looked(() => github.permissionOf(of.login)),
    looked(async () => (of.nodeId === null ? null : await github.lastEdit(of.nodeId))),
  ]);
  const teams = new Map<string, FetchedAnswers<boolean>>();
  for (const team of of.teams) {
    const [org = '', slug = ''] = team.split('/', 2);
    teams.set(team, await looked(() => github.isTeamMember({ org, slug }, of.login)));
  }
  return { permission, lastEdit, teams };
}

async function looked<T>(ask: () => Promise<T>): Promise<FetchedAnswers<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, because: errorText(error) };
  }
}
