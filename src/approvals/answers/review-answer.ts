import { defined } from '../../common/index.ts';
import type { Permission } from '../../github/index.ts';
import {
  type AskedFacts,
  expiresAt,
  isInTime,
  lateReason,
  type PersonFacts,
  commentRefusal,
  type Standing,
  standingOf,
  timedRefusal,
} from './review-rules.ts';
import { type AnswerCommand, namedIds, stops } from './parse-answer.ts';
import { type ApprovalRequest, type DecisionBy, isQuestion } from '../approver.ts';
import type { AnswerSource } from './answer-source.ts';

/** What one answer decides about one request. */
export interface AnswerDecision {
  readonly request: ApprovalRequest;
  readonly decision: 'approve' | 'deny';
  readonly counted: boolean;
  /** Why it does not count, or on what basis it counts. */
  readonly because: string;
  /** The note of an approval, the reason of a denial, the text of an answer. */
  readonly words: string;
  /** With an approval that counts: by which entries of `from`, and for which files. */
  readonly standing?: Standing;
  /** With an approval that counts: the policy should also allow such calls. */
  readonly always?: true;
  /** With an approval that counts: the text that the call is to run with. */
  readonly change?: string;
}

export interface AnswerReview {
  readonly source: AnswerSource;
  /** The author's permission at the time of the review; `null` if it was not fetched or the lookup failed. */
  readonly permission: Permission | null;
  readonly decisions: readonly AnswerDecision[];
  /** Ids that the answer names and the approval comment does not have. */
  readonly unknown: readonly string[];
  /** Why the whole command does nothing; `null` if `decisions` say more. */
  readonly refusal: string | null;
  /** True for a `/cancel` that counts. */
  readonly cancels: boolean;
  /** Whether the answer is, or seems meant as, a denial. */
  readonly denies: boolean;
  /** True if the answer only mentions an id: whoever wrote it gets a reaction and no reply. */
  readonly mentions: boolean;
}

/** An answer with everything of its review but what GitHub says now. */
export interface AnswerDraft {
  readonly commands: readonly AnswerCommand[];
  readonly source: AnswerSource;
  readonly asked: AskedFacts;
  /** Requests that can no longer be answered, by id, with the reason. */
  readonly closed: ReadonlyMap<string, string>;
  /** False if the run's account posted a later approval comment before the answer: `all` means that one. */
  readonly newest: boolean;
  /** Why a command without an id cannot mean the only request of the approval comment; `null` if it does. */
  readonly notOnly: string | null;
}

/** An answer with everything that its review depends on. */
interface FetchedAnswer extends AnswerDraft {
  readonly facts: PersonFacts | null;
}

/** Who gave an answer, as a decision stores it; `null` if that is unknown. */
export function decisionBy({ source, permission }: AnswerReview): DecisionBy | null {
  const { author, at } = source;
  if (author === null || permission === null) return null;
  const who = { login: author.login, id: author.id, permission };
  if (source.kind !== 'comment') return { ...who, commentId: null, commentUrl: null, at };
  const { id, url } = source.comment;
  return { ...who, commentId: id, commentUrl: url, at };
}

/** True if the answer could count, so that its author must be looked up. */
export function needsFacts(draft: AnswerDraft): boolean {
  return draft.commands.some((command) => {
    if (formRefusal(draft, command) !== null) return false;
    if (command.kind === 'cancel') return isOfRun(draft, command);
    return namedRequests(draft, command).some(
      (request) => requestRefusal(draft, { command, request }) === null,
    );
  });
}

/**
 * Decides what one answer does to the requests of one approval comment. Pure: the caller has fetched what GitHub reports
 * of the author now. An answer counts only if a rule allows it; otherwise the review says why it does not. A request gets one
 * decision: a denial wins over an approval by another line of the same comment. Without `facts` nothing counts.
 */
export function reviewAnswer(draft: AnswerDraft, facts: PersonFacts | null): AnswerReview {
  const { commands, source } = draft;
  const reviews = commands.map((command) => reviewCommand({ ...draft, facts }, command));
  const permission = facts?.permission.ok === true ? facts.permission.value : null;
  const refusals = reviews.map(({ refusal }) => refusal).filter((refusal) => refusal !== null);
  return {
    source,
    permission,
    decisions: onePerRequest(reviews.flatMap(({ decisions }) => decisions)),
    unknown: [...new Set(commands.flatMap((command) => unknownIds(draft, command)))],
    refusal: refusals.length === 0 ? null : [...new Set(refusals)].join('; '),
    cancels: reviews.some(({ cancels }) => cancels),
    denies: stops(draft),
    mentions: false,
  };
}

function reviewCommand(
  options: FetchedAnswer,
  command: AnswerCommand,
): Pick<AnswerReview, 'decisions' | 'refusal' | 'cancels'> {
  const form = formRefusal(options, command);
  if (command.kind === 'cancel') {
    if (!isOfRun(options, command)) return { decisions: [], refusal: null, cancels: false };
    const refusal = form ?? cancelRefusal(options);
    return { decisions: [], refusal, cancels: refusal === null };
  }
  const decisions = namedRequests(options, command).map((request) =>
    decide(options, { command, request, form }),
  );
  return { decisions, refusal: decisions.length === 0 ? form : null, cancels: false };
}

function onePerRequest(decisions: readonly AnswerDecision[]): readonly AnswerDecision[] {
  const byRequest = new Map<string, AnswerDecision>();
  for (const decision of decisions) {
    const before = byRequest.get(decision.request.id);
    if (before === undefined || (before.decision === 'approve' && decision.decision === 'deny'))
      byRequest.set(decision.request.id, decision);
  }
  return [...byRequest.values()];
}

function decide(
  options: FetchedAnswer,
  asked: {
    readonly command: AnswerCommand;
    readonly request: ApprovalRequest;
    readonly form: string | null;
  },
): AnswerDecision {
  const { command, request, form } = asked;
  const decision = command.kind === 'deny' ? 'deny' : 'approve';
  const because = form ?? requestRefusal(options, asked);
  const words = wordsOf(command);
  const refused = { request, decision, counted: false, words } as const;
  if (because !== null) return { ...refused, because };
  const standing = personStanding(options, { decision, request });
  if (typeof standing === 'string') return { ...refused, because: standing };
  const allowed = 'by someone whom the policy lets answer';
  const counted = { request, decision, counted: true, because: allowed, words } as const;
  if (decision === 'deny') return counted;
  const { always, change } = command.kind === 'approve' ? command : {};
  return { ...counted, standing, ...defined({ always, change }) };
}

/** Why the command counts for no request at all; `null` if its form is right. */
function formRefusal(
  { source, asked: { comment, parties }, newest, notOnly }: AnswerDraft,
  command: AnswerCommand,
): string | null {
  const form =
    source.kind === 'comment'
      ? commentRefusal(source.comment, comment, parties)
      : timedRefusal(source, comment, parties);
  if (form !== null) return form;
  if (command.ids !== 'all' && command.ids !== 'only') return null;
  if (!newest) return 'it names no call, and a later approval comment was posted';
  return command.ids === 'only' ? notOnly : null;
}

function requestRefusal(
  { source, asked, closed }: AnswerDraft,
  { command, request }: { readonly command: AnswerCommand; readonly request: ApprovalRequest },
): string | null {
  const isClosed = closed.get(request.id);
  if (isClosed !== undefined) return isClosed;
  const endMs = expiresAt(asked.comment, request);
  if (!isInTime(source.at, endMs))
    return lateReason(asked.comment, endMs, 'it was posted after this request expired');
  if (isQuestion(request) && command.kind === 'approve')
    return 'it is a question; write `/answer` with its id and your answer';
  if (command.kind === 'approve' && command.change !== undefined && request.changeable !== true)
    return 'its text cannot be changed; write `/approve` or `/deny`';
  if (!isQuestion(request) && command.kind === 'answer')
    return 'it is not a question; write `/approve` or `/deny` with its id';
  return null;
}

/** Whether a `/cancel` is for the run of the approval comment: it names a call that the run asked about, or none at all. */
function isOfRun(draft: AnswerDraft, command: AnswerCommand): boolean {
  const named = namedIds(command);
  return named.length === 0 || unknownIds(draft, command).length < named.length;
}

/** Whoever may deny one of the calls may end the run. */
function cancelRefusal(options: FetchedAnswer): string | null {
  const refusals = options.asked.requests.map((request) => {
    const standing = personStanding(options, { decision: 'deny', request });
    return typeof standing === 'string' ? standing : null;
  });
  return refusals.includes(null) ? null : (refusals[0] ?? 'there is nothing to cancel');
}

function personStanding(
  { source: { author }, asked, facts }: FetchedAnswer,
  call: { readonly decision: 'approve' | 'deny'; readonly request: ApprovalRequest },
): Standing | string {
  if (author === null || facts === null) return 'its author was not looked up';
  return standingOf(asked, { author, ...call, facts });
}

/** The requests that the command names. `all` is every open request, and none if it means a later comment. */
function namedRequests(
  { asked: { requests }, closed, newest, notOnly }: AnswerDraft,
  command: AnswerCommand,
): readonly ApprovalRequest[] {
  const { ids } = command;
  if (ids === 'all') return newest ? requests.filter(({ id }) => !closed.has(id)) : [];
  if (ids === 'only') return newest && notOnly === null ? requests : [];
  return requests.filter(({ id }) => ids.includes(id));
}

/** The ids that a command names and nobody can answer here. A call that is no longer possible still says which run to end. */
function unknownIds({ asked }: AnswerDraft, command: AnswerCommand): readonly string[] {
  const gone = command.kind === 'cancel' ? asked.gone : new Set();
  return namedIds(command).filter(
    (id) => !gone.has(id) && asked.requests.every((request) => request.id !== id),
  );
}

function wordsOf(command: AnswerCommand): string {
  switch (command.kind) {
    case 'approve':
      return command.note ?? '';
    case 'answer':
      return command.text;
    case 'deny':
    case 'cancel':
      return command.reason;
  }
}
