import {
  type AnswerCommand,
  type ApprovalMarker,
  parseAnswer,
  parseResume,
  readMarker,
} from '../approvals/index.ts';
import type { IssueComment } from '../github/index.ts';

/** What a comment that may be an answer points to. */
export type Pending =
  /** It is no answer, or an answer to nothing that is open; `because` says which. */
  | { readonly kind: 'none'; readonly because: string }
  /** A job says that it holds the card and will see the answer itself, unless that job is gone. */
  | { readonly kind: 'held'; readonly card: IssueComment; readonly marker: ApprovalMarker }
  /** The card tells of a run that was killed and can be gone on with. */
  | { readonly kind: 'killed'; readonly card: IssueComment; readonly marker: ApprovalMarker }
  /** The card waits in a checkpoint. */
  | { readonly kind: 'suspended'; readonly card: IssueComment; readonly marker: ApprovalMarker };

/**
 * Finds the card that an answer is for: the one that holds one of its ids, for `all` the newest before it, for
 * `/cancel` the newest that is open. Only comments by the run's own account are cards; what a marker says only points, and the checkpoint decides.
 * `ownLogin` is the account that cards are written as, such as `github-actions[bot]`. Pure.
 */
export function findPending(of: {
  readonly comments: readonly IssueComment[];
  readonly answer: IssueComment;
  readonly ownLogin: string;
}): Pending {
  const resume = parseResume(of.answer.body);
  const answered = parseAnswer(of.answer.body);
  if (answered === null && resume === null)
    return { kind: 'none', because: 'the comment is no answer to a card' };
  const earlier = of.comments.filter((comment) => comment.id < of.answer.id);
  const cards = cardsAmong(earlier, of.ownLogin);
  if (resume !== null) return killedAmong(cards, resume.run, of.answer);
  const found = cards.find(({ marker }) => answered !== null && isMeant(answered, marker));
  return found === undefined
    ? { kind: 'none', because: 'no card of this repository holds what the comment names' }
    : pendingOn(found);
}

/** Finds the card that a button belongs to, by the check run that the button is of. Pure, and as little believed. */
export function findPendingCheck(of: {
  readonly comments: readonly IssueComment[];
  readonly check: number;
  readonly ownLogin: string;
}): Pending {
  const found = cardsAmong(of.comments, of.ownLogin).find(
    ({ marker }) => marker.check === of.check,
  );
  return found === undefined
    ? { kind: 'none', because: 'no card of this repository has that check run' }
    : pendingOn(found);
}

interface FoundCard {
  readonly card: IssueComment;
  readonly marker: ApprovalMarker;
}

/** The run's own cards, the newest first. */
function cardsAmong(comments: readonly IssueComment[], ownLogin: string): readonly FoundCard[] {
  return comments
    .filter((comment) => isOwn(comment, ownLogin))
    .sort((one, other) => other.id - one.id)
    .flatMap((card) => {
      const marker = readMarker(card.body);
      return marker === null ? [] : [{ card, marker }];
    });
}

function pendingOn(found: FoundCard): Pending {
  const { state } = found.marker;
  switch (state) {
    case 'killed':
    case 'closed':
      return { kind: 'none', because: 'the card is closed' };
    case 'waiting':
      return { kind: 'held', ...found };
    case 'suspended':
      break;
  }
  return { kind: state, ...found };
}

function isOwn(comment: IssueComment, ownLogin: string): boolean {
  return comment.author?.login.toLowerCase() === ownLogin.toLowerCase();
}

/** The run that somebody wants to go on: the newest that was killed, or the one that they name. */
function killedAmong(
  cards: readonly FoundCard[],
  run: string | null,
  { createdAt, updatedAt }: IssueComment,
): Pending {
  if (createdAt !== updatedAt) return { kind: 'none', because: 'the comment was edited' };
  const found = cards.find(
    ({ marker }) => marker.state === 'killed' && (run === null || marker.run === run),
  );
  if (found !== undefined) return { kind: 'killed', ...found };
  return {
    kind: 'none',
    because: `no card here tells of ${run ?? 'a run'} that was killed and waits`,
  };
}

function isMeant(answered: AnswerCommand, marker: ApprovalMarker): boolean {
  if (marker.state === 'killed') return false;
  if (answered.kind === 'cancel') return marker.state !== 'closed';
  if (answered.ids === 'all') return true;
  const { ids } = answered;
  return marker.ids.some((id) => ids.includes(id));
}
