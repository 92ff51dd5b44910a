import type { RequestState } from '../request/card-view.ts';
import type { AnswerReview, AnswerDecision } from './judge-answer.ts';
import type { ApprovalRequest } from '../ports.ts';
import { authorOf, orderOf } from './answer-source.ts';

/** One ruling that counts, with the answer it comes from. */
export interface Vote {
  readonly judgement: AnswerReview;
  readonly ruling: AnswerDecision;
}

/** The votes on one request. */
export interface Votes {
  readonly request: ApprovalRequest;
  /** The first denial; it wins whenever it came. */
  readonly denial: Vote | null;
  /** One for each different person, in the order of their answers. */
  readonly approvals: readonly Vote[];
}

/** Counts what was judged. The order in which comments were seen does not matter, only their ids. */
export function countVotes(
  requests: readonly ApprovalRequest[],
  judgements: Iterable<AnswerReview>,
): readonly Votes[] {
  const ordered = [...judgements].sort((one, other) => orderOf(one.source) - orderOf(other.source));
  return requests.map((request) => {
    const votes = ordered.flatMap((judgement) =>
      judgement.rulings
        .filter((ruling) => ruling.counted && ruling.request.id === request.id)
        .map((ruling) => ({ judgement, ruling })),
    );
    return {
      request,
      denial: votes.find(({ ruling }) => ruling.decision === 'deny') ?? null,
      approvals: onePerPerson(votes.filter(({ ruling }) => ruling.decision === 'approve')),
    };
  });
}

/** True where a request needs no further answer. A `count` below one is read as one. */
export function isSettled(votes: Votes, count: number): boolean {
  return votes.denial !== null || votes.approvals.length >= Math.max(1, count);
}

/** Where a request stands, for the card. */
export function stateOf(votes: Votes, count: number): RequestState {
  const by = votes.approvals.map(loginOf);
  if (votes.denial !== null) {
    return { kind: 'denied', by: loginOf(votes.denial), reason: votes.denial.ruling.words };
  }
  if (!isSettled(votes, count)) return { kind: 'waiting', have: by };
  const note = noteOf(votes);
  return { kind: 'approved', by, ...(note === undefined ? {} : { note }) };
}

/** The first note that came with an approval. */
export function noteOf(votes: Votes): string | undefined {
  return votes.approvals.map(({ ruling }) => ruling.words).find((words) => words !== '');
}

function onePerPerson(votes: readonly Vote[]): readonly Vote[] {
  const seen = new Set<number>();
  return votes.filter(({ judgement }) => {
    const author = authorOf(judgement.source);
    if (author === null || seen.has(author.id)) return false;
    seen.add(author.id);
    return true;
  });
}

function loginOf(vote: Vote): string {
  return authorOf(vote.judgement.source)?.login ?? 'ghost';
}
