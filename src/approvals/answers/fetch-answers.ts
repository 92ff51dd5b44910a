import { errorText } from '../../common/index.ts';
import type { GitHub, IssueComment, Person } from '../../github/index.ts';
import { readMarker } from '../request/comment-marker.ts';
import { type LookupResult, type PersonFacts, requiredTeams } from './review-rules.ts';
import {
  type AnswerReview,
  needsFacts,
  reviewAnswer,
  type ReviewAnswerOptions,
} from './review-answer.ts';
import { type AnswerCommand, parseAnswer } from './parse-answer.ts';
import { allReviews, type ApprovalSession } from '../poll/approval-session.ts';
import { type AnswerSource, authorOf, sourceKey } from './answer-source.ts';
import { countVotes } from './votes.ts';

/**
 * Reviews one answer by what GitHub reports now, or returns `null` for a comment that is not a command. Asks GitHub only
 * if the answer could count. Never throws: a failed lookup refuses the answer.
 */
export async function fetchReview(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Promise<AnswerReview | null> {
  const command = commandOf(source);
  if (command === null || precedesComment(session, source, command)) return null;
  const { comment, requests, parties, options } = session;
  const codeOwners = options.codeOwners ?? null;
  const review: ReviewAnswerOptions = {
    command,
    source,
    comment,
    requests,
    closed: deniedBefore(session, source),
    newest: isNewest(session, source, comments),
    parties,
    codeOwners,
    named: session.named,
    facts: null,
  };
  const author = authorOf(source);
  if (!needsFacts(review) || author === null) return reviewAnswer(review);
  const facts = await fetchPersonFacts(options.github, {
    author,
    nodeId: source.kind === 'comment' ? source.comment.nodeId : null,
    teams: requiredTeams(requests, codeOwners),
  });
  return reviewAnswer({ ...review, facts });
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

/** What GitHub reports now of a person and a comment (`nodeId`; `null` for a click). A failed lookup keeps its error text. */
async function fetchPersonFacts(
  github: Pick<GitHub, 'permissionOf' | 'lastEdit' | 'isTeamMember'>,
  person: {
    readonly author: Person;
    readonly nodeId: string | null;
    readonly teams: readonly string[];
  },
): Promise<PersonFacts> {
  const { author, nodeId } = person;
  const [permission, lastEdit] = await Promise.all([
    lookUp(() => github.permissionOf(author)),
    lookUp(async () => (nodeId === null ? null : await github.lastEdit(nodeId))),
  ]);
  const teams = new Map<string, LookupResult<boolean>>();
  for (const team of person.teams) {
    const [org = '', slug = ''] = team.split('/', 2);
    teams.set(team, await lookUp(() => github.isTeamMember({ org, slug }, author.login)));
  }
  return { permission, lastEdit, teams };
}

async function lookUp<T>(request: () => Promise<T>): Promise<LookupResult<T>> {
  try {
    return { ok: true, value: await request() };
  } catch (error) {
    return { ok: false, because: errorText(error) };
  }
}
