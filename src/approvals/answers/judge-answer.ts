import type { Permission } from '../../github/index.ts';
import type { CodeOwners } from './codeowners.ts';
import {
  type ApprovalTimes,
  reviewClick,
  reviewComment,
  reviewPerson,
  type Parties,
  type PersonFacts,
} from './judge.ts';
import type { Answered, NamedIds } from './parse-answer.ts';
import type { ApprovalRequest } from '../ports.ts';
import type { ApproverRule } from './settings.ts';
import { type AnswerSource, authorOf } from './answer-source.ts';

/** What one answer does to one request. */
export interface AnswerDecision {
  readonly request: ApprovalRequest;
  readonly decision: 'approve' | 'deny';
  readonly counted: boolean;
  /** Why it does not count; for one that counts, what it rests on. */
  readonly because: string;
  /** The note of an approval, the reason of a denial, the text of an answer. */
  readonly words: string;
}

/** What one answer does. */
export interface AnswerReview {
  readonly source: AnswerSource;
  /** The author's permission when this was judged; `null` where it was not looked up or could not be. */
  readonly permission: Permission | null;
  readonly rulings: readonly AnswerDecision[];
  /** Ids that the answer names and the card does not hold. */
  readonly unknown: readonly string[];
  /** Why the command as a whole does nothing; `null` where `rulings` say more. */
  readonly refusal: string | null;
  /** True for a `/cancel` that counts. */
  readonly cancels: boolean;
}

/** The card as far as judging needs it, and everything else that judging goes by. */
export interface ReviewAnswerOptions {
  readonly answered: Answered;
  readonly source: AnswerSource;
  readonly card: ApprovalTimes;
  readonly requests: readonly ApprovalRequest[];
  /** Requests that can no longer be answered, by id, with the reason why. */
  readonly closed: ReadonlyMap<string, string>;
  /** False where a later card of this run's identity lies between this one and the answer: `all` means that one. */
  readonly newest: boolean;
  readonly parties: Parties;
  readonly from: readonly ApproverRule[];
  readonly codeOwners: CodeOwners | null;
  /** `null` where nothing was looked up: then nothing counts. */
  readonly facts: PersonFacts | null;
}

/** True where the answer could count, so that its author has to be looked up. */
export function needsFacts(options: ReviewAnswerOptions): boolean {
  if (refusalOfForm(options) !== null) return false;
  if (options.answered.kind === 'cancel') return true;
  return named(options).some((request) => closedOrMisfit(options, request) === null);
}

/**
 * Decides what one answer does to the requests of one card. Pure: whoever calls has looked up
 * what GitHub says of the author now. Whatever is not plainly allowed does not count, and says why.
 */
export function reviewAnswer(options: ReviewAnswerOptions): AnswerReview {
  const { answered, source } = options;
  const refusal = refusalOfForm(options);
  const unknown = unknownIds(options);
  const permission = options.facts?.permission.ok === true ? options.facts.permission.value : null;
  if (answered.kind === 'cancel') {
    const judged = refusal ?? cancelRefusal(options);
    return { source, permission, rulings: [], unknown, refusal: judged, cancels: judged === null };
  }
  const rulings = named(options).map((request) => ruling(options, request, refusal));
  return {
    source,
    permission,
    rulings,
    unknown,
    refusal: rulings.length === 0 ? refusal : null,
    cancels: false,
  };
}

function ruling(
  options: ReviewAnswerOptions,
  request: ApprovalRequest,
  refusal: string | null,
): AnswerDecision {
  const { answered } = options;
  const decision = answered.kind === 'deny' ? 'deny' : 'approve';
  const because =
    refusal ??
    closedOrMisfit(options, request) ??
    personRefusal(options, { decision, paths: request.paths });
  const words = wordsOf(answered);
  if (because !== null) return { request, decision, counted: false, because, words };
  return {
    request,
    decision,
    counted: true,
    because: 'by someone whom the policy lets answer',
    words,
  };
}

/** What is wrong with the answer whatever it names. */
function refusalOfForm(options: ReviewAnswerOptions): string | null {
  const { answered } = options;
  const { source, card, parties } = options;
  const shown =
    source.kind === 'comment'
      ? reviewComment(source.comment, card, parties)
      : reviewClick(source.click, card, parties);
  if (!shown.ok) return shown.because;
  if (answered.kind === 'cancel') return null;
  if (answered.kind === 'approve' && answered.unreadable.length > 0) {
    return 'it says more than ids; put a note after `--note`';
  }
  if (answered.unreadable.length > 0 && answered.ids.length === 0)
    return 'it does not begin with an id from the card';
  if (answered.ids.length === 0) return `it does not say which; write \`/${answered.kind} ap-…\``;
  return answered.kind === 'answer' && answered.text === '' ? 'it has no text after the id' : null;
}

function closedOrMisfit(options: ReviewAnswerOptions, request: ApprovalRequest): string | null {
  const closed = options.closed.get(request.id);
  if (closed !== undefined) return closed;
  const question = request.expects === 'answer';
  const { kind } = options.answered;
  if (question && kind === 'approve')
    return 'it is a question; write `/answer` with its id and your words';
  if (!question && kind === 'answer')
    return 'it is not a question; write `/approve` or `/deny` with its id';
  return null;
}

/** Whoever may deny one of the calls may end the run. */
function cancelRefusal(options: ReviewAnswerOptions): string | null {
  const refusals = options.requests.map(({ paths }) =>
    personRefusal(options, { decision: 'deny', paths }),
  );
  return refusals.includes(null) ? null : (refusals[0] ?? 'the card holds nothing');
}

function personRefusal(
  options: ReviewAnswerOptions,
  what: { readonly decision: 'approve' | 'deny'; readonly paths: readonly string[] },
): string | null {
  const author = authorOf(options.source);
  if (author === null || options.facts === null) return 'its author was not looked up';
  const { from, codeOwners, parties, facts } = options;
  const judged = reviewPerson({ author, ...what, facts, from, codeOwners, parties });
  return judged.ok ? null : judged.because;
}

/** The requests of this card that the command names. `all` is what is open, and nothing where it means a later card. */
function named(options: ReviewAnswerOptions): readonly ApprovalRequest[] {
  const ids = idsOf(options.answered);
  if (ids === 'all')
    return options.newest ? options.requests.filter(({ id }) => !options.closed.has(id)) : [];
  return options.requests.filter(({ id }) => ids.includes(id));
}

function unknownIds(options: ReviewAnswerOptions): readonly string[] {
  const ids = idsOf(options.answered);
  if (ids === 'all') return [];
  return ids.filter((id) => options.requests.every((request) => request.id !== id));
}

function idsOf(answered: Answered): NamedIds {
  return answered.kind === 'cancel' ? [] : answered.ids;
}

function wordsOf(answered: Answered): string {
  switch (answered.kind) {
    case 'approve':
      return answered.note ?? '';
    case 'answer':
      return answered.text;
    case 'deny':
    case 'cancel':
      break;
  }
  return answered.reason;
}
