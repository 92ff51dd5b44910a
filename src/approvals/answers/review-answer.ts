import type { Permission } from '../../github/index.ts';
import type { CodeOwners } from './codeowners.ts';
import {
  type ApprovalTimes,
  type Parties,
  type PersonFacts,
  reviewClick,
  reviewComment,
  reviewPerson,
} from './review-rules.ts';
import type { AnswerCommand, NamedIds } from './parse-answer.ts';
import type { ApprovalRequest } from '../approver.ts';
import type { ApproverRules } from './approvers.ts';
import { type AnswerSource, authorOf } from './answer-source.ts';

/** What one answer decides about one request. */
export interface AnswerDecision {
  readonly request: ApprovalRequest;
  readonly decision: 'approve' | 'deny';
  readonly counted: boolean;
  /** Why it does not count, or on what basis it counts. */
  readonly because: string;
  /** The note of an approval, the reason of a denial, the text of an answer. */
  readonly words: string;
}

/** The review of one answer. */
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
}

/** An answer with everything that its review depends on. */
export interface ReviewAnswerOptions {
  readonly command: AnswerCommand;
  readonly source: AnswerSource;
  readonly comment: ApprovalTimes;
  readonly requests: readonly ApprovalRequest[];
  /** Requests that can no longer be answered, by id, with the reason. */
  readonly closed: ReadonlyMap<string, string>;
  /** False if the run's account posted a later approval comment before the answer: `all` means that one. */
  readonly newest: boolean;
  readonly parties: Parties;
  readonly from: ApproverRules;
  readonly codeOwners: CodeOwners | null;
  /** `null` if nothing was fetched: then nothing counts. */
  readonly facts: PersonFacts | null;
}

/** True if the answer could count, so that its author must be looked up. */
export function needsFacts(options: ReviewAnswerOptions): boolean {
  if (formRefusal(options) !== null) return false;
  if (options.command.kind === 'cancel') return true;
  return namedRequests(options).some((request) => requestRefusal(options, request) === null);
}

/**
 * Decides what one answer does to the requests of one approval comment. Pure: the caller has fetched what GitHub reports
 * of the author now. An answer counts only if a rule allows it; otherwise the review says why it does not.
 */
export function reviewAnswer(options: ReviewAnswerOptions): AnswerReview {
  const { command, source } = options;
  const form = formRefusal(options);
  const unknown = unknownIds(options);
  const permission = options.facts?.permission.ok === true ? options.facts.permission.value : null;
  if (command.kind === 'cancel') {
    const refusal = form ?? cancelRefusal(options);
    return { source, permission, decisions: [], unknown, refusal, cancels: refusal === null };
  }
  const decisions = namedRequests(options).map((request) => decide(options, request, form));
  const refusal = decisions.length === 0 ? form : null;
  return { source, permission, decisions, unknown, refusal, cancels: false };
}

function decide(
  options: ReviewAnswerOptions,
  request: ApprovalRequest,
  refusal: string | null,
): AnswerDecision {
  const { command } = options;
  const decision = command.kind === 'deny' ? 'deny' : 'approve';
  const because =
    refusal ??
    requestRefusal(options, request) ??
    personRefusal(options, { decision, paths: request.paths });
  const words = wordsOf(command);
  if (because !== null) return { request, decision, counted: false, because, words };
  const allowed = 'by someone whom the policy lets answer';
  return { request, decision, counted: true, because: allowed, words };
}

/** Why the command counts for no request, whichever it names. */
function formRefusal({ command, source, comment, parties }: ReviewAnswerOptions): string | null {
  const form =
    source.kind === 'comment'
      ? reviewComment(source.comment, comment, parties)
      : reviewClick(source.click, comment, parties);
  if (!form.ok) return form.because;
  if (command.kind === 'cancel') return null;
  if (command.kind === 'approve' && command.unreadable.length > 0)
    return 'it contains more than ids; put a note after `--note`';
  if (command.unreadable.length > 0 && command.ids.length === 0)
    return 'it does not begin with an id from the approval comment';
  if (command.ids.length === 0) return `it names no request; write \`/${command.kind} ap-…\``;
  return command.kind === 'answer' && command.text === '' ? 'it has no text after the id' : null;
}

function requestRefusal(options: ReviewAnswerOptions, request: ApprovalRequest): string | null {
  const closed = options.closed.get(request.id);
  if (closed !== undefined) return closed;
  const isQuestion = request.expects === 'answer';
  const { kind } = options.command;
  if (isQuestion && kind === 'approve')
    return 'it is a question; write `/answer` with its id and your answer';
  if (!isQuestion && kind === 'answer')
    return 'it is not a question; write `/approve` or `/deny` with its id';
  return null;
}

/** Whoever may deny one of the calls may end the run. */
function cancelRefusal(options: ReviewAnswerOptions): string | null {
  const refusals = options.requests.map(({ paths }) =>
    personRefusal(options, { decision: 'deny', paths }),
  );
  return refusals.includes(null) ? null : (refusals[0] ?? 'there is nothing to cancel');
}

function personRefusal(
  options: ReviewAnswerOptions,
  call: { readonly decision: 'approve' | 'deny'; readonly paths: readonly string[] },
): string | null {
  const author = authorOf(options.source);
  if (author === null || options.facts === null) return 'its author was not looked up';
  const { from, codeOwners, parties, facts } = options;
  const result = reviewPerson({ author, ...call, facts, from, codeOwners, parties });
  return result.ok ? null : result.because;
}

/** The requests that the command names. `all` is every open request, and none if it means a later comment. */
function namedRequests(options: ReviewAnswerOptions): readonly ApprovalRequest[] {
  const ids = idsOf(options.command);
  if (ids === 'all')
    return options.newest ? options.requests.filter(({ id }) => !options.closed.has(id)) : [];
  return options.requests.filter(({ id }) => ids.includes(id));
}

function unknownIds(options: ReviewAnswerOptions): readonly string[] {
  const ids = idsOf(options.command);
  if (ids === 'all') return [];
  return ids.filter((id) => options.requests.every((request) => request.id !== id));
}

function idsOf(command: AnswerCommand): NamedIds {
  return command.kind === 'cancel' ? [] : command.ids;
}

function wordsOf(command: AnswerCommand): string {
  switch (command.kind) {
    case 'approve':
      return command.note ?? '';
    case 'answer':
      return command.text;
    case 'deny':
    case 'cancel':
      break;
  }
  return command.reason;
}
