import { errorText } from '../base/index.ts';
import type { GitHub, IssueComment } from '../github/index.ts';
import { readMarker } from './card-marker.ts';
import { type Looked, type PersonFacts, sameAccount, teamsToAsk } from './judge.ts';
import {
  type Judgement,
  judgeAnswer,
  type JudgeAnswerOptions,
  needsFacts,
} from './judge-answer.ts';
import { type Answered, parseAnswer } from './parse-answer.ts';
import { judgementsOf, type Session } from './session.ts';
import { countVotes } from './tally.ts';

/**
 * Judges one comment by what GitHub says now, or `null` where it is no command. Asks GitHub only where the comment
 * could count. Never throws: a look-up that fails refuses.
 */
export async function lookAt(
  session: Session,
  comment: IssueComment,
  comments: readonly IssueComment[],
): Promise<Judgement | null> {
  const answered = parseAnswer(comment.body);
  if (answered === null) return null;
  if (comment.id < session.card.id && !namesThisCard(session, answered)) return null;
  const { card, requests, parties, from, options } = session;
  const codeOwners = options.codeOwners ?? null;
  const judging: JudgeAnswerOptions = {
    answered,
    comment,
    card,
    requests,
    closed: deniedBefore(session, comment),
    newest: isNewest(session, comment, comments),
    parties,
    from,
    codeOwners,
    facts: null,
  };
  if (!needsFacts(judging) || comment.author === null) return judgeAnswer(judging);
  const teams = teamsToAsk(
    from,
    requests.flatMap(({ paths }) => paths),
    codeOwners,
  );
  const facts = await factsOf(options.github, {
    login: comment.author.login,
    nodeId: comment.nodeId,
    teams,
  });
  return judgeAnswer({ ...judging, facts });
}

/** False where a later card by the same account lies between the session's and the comment. */
export function isNewest(
  session: Session,
  comment: IssueComment,
  comments: readonly IssueComment[],
): boolean {
  return !comments.some(
    (other) => other.id > session.card.id && other.id < comment.id && isOwnCard(session, other),
  );
}

/** Requests that another comment has denied: a denial is final, so that nothing counts after it. */
export function deniedBefore(session: Session, comment: IssueComment): ReadonlyMap<string, string> {
  const others = judgementsOf(session).filter((judgement) => judgement.comment.id !== comment.id);
  const denied = countVotes(session.requests, others).filter(({ denial }) => denial !== null);
  return new Map(denied.map(({ request }) => [request.id, 'it was denied before']));
}

/** What was said before the card was said of something else, unless it knew one of the card's ids. */
function namesThisCard(session: Session, answered: Answered): boolean {
  if (answered.kind === 'cancel' || answered.ids === 'all') return false;
  const { ids } = answered;
  return session.requests.some(({ id }) => ids.includes(id));
}

/** True for another card by the same account: what is not on this one may be meant for that one. */
export function isOwnCard(session: Session, comment: IssueComment): boolean {
  const { author } = comment;
  return (
    author !== null && sameAccount(session.card.author, author) && readMarker(comment.body) !== null
  );
}

/** What GitHub says of a person and a comment now; what cannot be had is kept as words. */
export async function factsOf(
  github: Pick<GitHub, 'permissionOf' | 'lastEdit' | 'isTeamMember'>,
  of: { readonly login: string; readonly nodeId: string; readonly teams: readonly string[] },
): Promise<PersonFacts> {
  const [permission, lastEdit] = await Promise.all([
    looked(() => github.permissionOf(of.login)),
    looked(() => github.lastEdit(of.nodeId)),
  ]);
  const teams = new Map<string, Looked<boolean>>();
  for (const team of of.teams) {
    const [org = '', slug = ''] = team.split('/', 2);
    teams.set(team, await looked(() => github.isTeamMember({ org, slug }, of.login)));
  }
  return { permission, lastEdit, teams };
}

async function looked<T>(ask: () => Promise<T>): Promise<Looked<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, because: errorText(error) };
  }
}
