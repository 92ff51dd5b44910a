import { errorText } from '../../common/index.ts';
import type { Account, GitHub, IssueComment, Review } from '../../github/index.ts';
import { mayHaveBeenOpen, notOnlyReason, readMarker } from '../request/comment-marker.ts';
import { type LookupResult, type PersonFacts, requiredTeams, sameAccount } from './review-rules.ts';
import {
  type AnswerReview,
  needsFacts,
  reviewAnswer,
  type ReviewAnswerOptions,
} from './review-answer.ts';
import {
  type AnswerCommand,
  type NamedIds,
  namedIds,
  parseAnswer,
  type ParsedAnswer,
  type UnclearAnswer,
} from './parse-answer.ts';
import { allReviews, type ApprovalSession } from '../poll/approval-session.ts';
import { isQuestion } from '../approver.ts';
import { type AnswerSource, authorOf, sourceKey } from './answer-source.ts';
import { countVotes } from './votes.ts';

/**
 * Reviews one answer by what GitHub reports now, or returns `null` for a comment that says nothing to this approval comment.
 * Asks GitHub only if the answer could count. Never throws: a failed lookup refuses the answer.
 */
export async function fetchReview(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Promise<AnswerReview | null> {
  const parsed = parsedSource(session, source);
  if (parsed.kind === 'none' || parsed.kind === 'resume') return null;
  if (parsed.kind === 'unclear') return unclearReview(session, source, parsed);
  const { commands } = parsed;
  if (precedesComment(session, source, commands)) return null;
  const { comment, requests, parties, from, options } = session;
  const codeOwners = options.codeOwners ?? null;
  const review: ReviewAnswerOptions = {
    commands,
    source,
    comment,
    requests,
    closed: deniedBefore(session, source),
    newest: isNewest(session, source, comments),
    notOnly: notOnly(session, source, comments),
    parties,
    from,
    codeOwners,
    facts: null,
  };
  const author = authorOf(source);
  if (!needsFacts(review) || author === null) return reviewAnswer(review);
  const paths = requests.flatMap((request) => request.paths);
  const facts = await fetchPersonFacts(options.github, {
    login: author.login,
    nodeId: source.kind === 'comment' ? source.comment.nodeId : null,
    teams: requiredTeams(from, paths, codeOwners),
  });
  return reviewAnswer({ ...review, facts });
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
 * What a review says to the requests: nothing unless it approves, or requests changes, on the head that they are about, after they were
 * made. GitHub's times have whole seconds, so a review in the second of the approval comment may have come before it.
 */
function parsedReview(
  { options, comment, requests }: ApprovalSession,
  review: Review,
): ParsedAnswer {
  const isAfter = Date.parse(review.submittedAt) > Date.parse(comment.createdAt);
  const isAboutHead = review.commitSha !== null && review.commitSha === options.pullHeadSha;
  const calls = requests.filter((request) => !isQuestion(request)).map(({ id }) => id);
  if (!isAfter || !isAboutHead || calls.length === 0) return { kind: 'none' };
  switch (review.state) {
    case 'APPROVED':
      return commandOf('approve', calls);
    case 'CHANGES_REQUESTED':
      return commandOf('deny', calls);
    default:
      return { kind: 'none' };
  }
}

/**
 * The review of a comment that counts for nothing, if somebody should be told: a person wrote it after the approval comment,
 * and it holds an id of an open request, or resembles an answer.
 */
function unclearReview(
  session: ApprovalSession,
  source: AnswerSource,
  parsed: UnclearAnswer,
): AnswerReview | null {
  const author = authorOf(source);
  const isEarlier = source.kind === 'comment' && source.comment.id <= session.comment.id;
  if (isEarlier || !isPerson(author, session)) return null;
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

function isPerson(author: Account | null, { parties }: ApprovalSession): boolean {
  if (author === null || author.type !== 'User') return false;
  return !parties.own.some((own) => sameAccount(own, author));
}

/** Why a command without an id cannot mean the only request of this approval comment; `null` if it does. */
function notOnly(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): string | null {
  if (source.kind !== 'comment') return null;
  const others = comments.filter(
    (other) => other.id !== session.comment.id && isOwnComment(session, other),
  );
  return notOnlyReason({ calls: session.requests.length, others, answer: source.comment });
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

/**
 * False if the same account posted a later approval comment between the session's and the answer. Only a comment needs to be
 * told which one it means.
 */
function isNewest(
  session: ApprovalSession,
  source: AnswerSource,
  comments: readonly IssueComment[],
): boolean {
  if (source.kind !== 'comment') return true;
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
  commands: readonly AnswerCommand[],
): boolean {
  if (source.kind !== 'comment' || source.comment.id >= session.comment.id) return false;
  const ids = commands.flatMap((command) => namedIds(command));
  return session.requests.every(({ id }) => !ids.includes(id));
}

/** True for an approval comment by the same account: an unknown id may be one of that comment's. */
export function isOwnComment(session: ApprovalSession, comment: IssueComment): boolean {
  const { author } = comment;
  if (author === null || !sameAccount(session.comment.author, author)) return false;
  const marker = readMarker(comment.body);
  return marker !== null && marker.state !== 'crashed';
}

/** What GitHub reports now of a person and a comment (`nodeId`; `null` for a click). A failed lookup keeps its error text. */
async function fetchPersonFacts(
  github: Pick<GitHub, 'permissionOf' | 'lastEdit' | 'isTeamMember'>,
  person: {
    readonly login: string;
    readonly nodeId: string | null;
    readonly teams: readonly string[];
  },
): Promise<PersonFacts> {
  const { login, nodeId } = person;
  const [permission, lastEdit] = await Promise.all([
    lookUp(() => github.permissionOf(login)),
    lookUp(async () => (nodeId === null ? null : await github.lastEdit(nodeId))),
  ]);
  const teams = new Map<string, LookupResult<boolean>>();
  for (const team of person.teams) {
    const [org = '', slug = ''] = team.split('/', 2);
    teams.set(team, await lookUp(() => github.isTeamMember({ org, slug }, login)));
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
