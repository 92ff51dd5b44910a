import { defined } from '../../common/index.ts';
import type { RequestState } from '../request/comment-view.ts';
import { type AnswerDecision, type AnswerReview, decisionBy } from './review-answer.ts';
import type { ApprovalRequest, DecisionBy } from '../approver.ts';
import { sourceOrder } from './answer-source.ts';

/** One decision that counts, and whose it is. */
interface Vote {
  readonly by: DecisionBy;
  readonly decision: AnswerDecision;
}

export interface Votes {
  readonly request: ApprovalRequest;
  /** The first denial. It wins over any approval, earlier or later. */
  readonly denial: Vote | null;
  /** Of the call as it was asked for: one for each different person, in the order of their answers. */
  readonly approvals: readonly Vote[];
  /** The first approval of a changed call, if the call as it was asked for was not approved before it. */
  readonly change: { readonly by: DecisionBy; readonly text: string } | null;
  /** The first approval that asks for a rule; its author may have approved the call before. */
  readonly always: Vote | null;
}

/** Counts reviewed answers in the order of their comments' ids, whatever the order of the reviews. */
export function countVotes(
  requests: readonly ApprovalRequest[],
  reviews: Iterable<AnswerReview>,
): readonly Votes[] {
  const ordered = [...reviews].sort(
    (one, other) => sourceOrder(one.source) - sourceOrder(other.source),
  );
  return requests.map((request) => {
    const votes = ordered.flatMap((review) => {
      // Nothing counts of which it is not known who gave it, with which permission.
      const by = decisionBy(review);
      return review.decisions.flatMap((decision) =>
        by !== null && decision.counted && decision.request.id === request.id
          ? [{ by, decision }]
          : [],
      );
    });
    const yes = votes.filter(({ decision }) => decision.decision === 'approve');
    const changed = yes.findIndex(({ decision }) => decision.change !== undefined);
    const [change = null] = yes.flatMap(({ by, decision: { change: text } }) =>
      text === undefined ? [] : [{ by, text }],
    );
    const isEarlier = isEnough(request, onePerPerson(yes.slice(0, changed)));
    return {
      request,
      denial: votes.find(({ decision }) => decision.decision === 'deny') ?? null,
      approvals: onePerPerson(yes.filter(({ decision }) => decision.change === undefined)),
      change: isEarlier ? null : change,
      always: yes.find(({ decision }) => decision.always === true) ?? null,
    };
  });
}

/** True if a request needs no further answer. */
export function isDecided(votes: Votes): boolean {
  return votes.denial !== null || isApproved(votes);
}

/** True if enough different people approved, and an owner of each file where code owners decide. */
export function isApproved(votes: Votes): boolean {
  return votes.change !== null || isEnough(votes.request, votes.approvals);
}

function isEnough(request: ApprovalRequest, approvals: readonly Vote[]): boolean {
  const isCounted = approvals.length >= Math.max(1, request.needs.count);
  return isCounted && uncoveredFiles({ request, approvals }).length === 0;
}

/** The files of the call whose owners have not approved yet; empty if code owners do not decide. */
export function uncoveredFiles({
  request,
  approvals,
}: Pick<Votes, 'request' | 'approvals'>): readonly string[] {
  const covered = approvals.map(({ decision }) => decision.standing?.covers ?? []);
  if (covered.includes('all') || !isByOwners(request)) return [];
  return (request.paths ?? []).filter((path) => !covered.some((paths) => paths.includes(path)));
}

function isByOwners({ needs }: ApprovalRequest): boolean {
  return needs.from.some((entries) => entries.includes('codeowners'));
}

/** The state of a request, for the approval comment. */
export function requestState(votes: Votes): RequestState {
  const { denial, change } = votes;
  const by = votes.approvals.map((vote) => vote.by.login);
  if (denial !== null)
    return { kind: 'denied', by: denial.by.login, reason: denial.decision.words };
  if (change !== null)
    return { kind: 'approved', by: [change.by.login], note: 'with a changed text' };
  if (!isApproved(votes)) {
    const missing = by.length === 0 ? [] : uncoveredFiles(votes);
    return { kind: 'waiting', have: by, ...(missing.length === 0 ? {} : { missing }) };
  }
  const note = noteOf(votes);
  return { kind: 'approved', by, ...defined({ note }) };
}

/** The first note that an approval has. */
export function noteOf(votes: Votes): string | undefined {
  return votes.approvals.map(({ decision }) => decision.words).find((words) => words !== '');
}

function onePerPerson(votes: readonly Vote[]): readonly Vote[] {
  const byPerson = Map.groupBy(votes, ({ by }) => by.id);
  return [...byPerson.values()].flatMap(([first]) => first ?? []);
}
