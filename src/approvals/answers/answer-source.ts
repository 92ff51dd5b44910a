import type { TrailEvent } from '../../audit/index.ts';
import type { Account, Click, IssueComment, Review } from '../../github/index.ts';

type Decision = Extract<TrailEvent, { type: 'approval.decision' }>;

/** A click on a button of the approval check run, and when a job first received it. */
export interface ReceivedClick extends Click {
  readonly at: string;
}

/** Somebody ticked the box of a call in the approval comment. */
export interface Tick {
  /** The approval id of the box. */
  readonly id: string;
  /** `null`: GitHub does not say who. */
  readonly by: Account | null;
  readonly at: string;
  readonly comment: number;
  readonly url: string;
}

/** What every answer has. */
interface AnswerDetails {
  /** `null` for a deleted account. */
  readonly author: Account | null;
  /** By GitHub's clock; for a click when a job received it. */
  readonly at: string;
  /** Identifies it among the answers to one approval comment. A person's clicks on one button, or ticks of one box, are one answer. */
  readonly key: string;
  /** Changes whenever the answer is edited, or dismissed. A click never is. */
  readonly content: string;
  /** Its place, for a message. */
  readonly place: string;
  /** Its place, as a decision in the audit trail stores it. */
  readonly inTrail: Pick<Decision, 'comment' | 'check' | 'review' | 'edit'>;
}

/** An answer is a comment, a review of the pull request, a ticked box, or a click on a button. */
export type AnswerSource = AnswerDetails &
  (
    | { readonly kind: 'comment'; readonly comment: IssueComment }
    | { readonly kind: 'review'; readonly review: Review }
    | { readonly kind: 'tick'; readonly tick: Tick }
    | { readonly kind: 'click'; readonly click: ReceivedClick }
  );

export function commentSource(comment: IssueComment): AnswerSource {
  const { id, url, author, createdAt: at, updatedAt, body } = comment;
  return {
    kind: 'comment',
    comment,
    author,
    at,
    key: `comment ${id}`,
    // Joined and not encoded, since each look makes the sources of all comments, which may be long.
    content: `${updatedAt} ${author?.id ?? null} ${body}`,
    place: `Comment ${id}`,
    inTrail: { comment: { id, url, createdAt: at } },
  };
}

export function reviewSource(review: Review): AnswerSource {
  const { id, url, author, submittedAt: at, state, commitSha } = review;
  return {
    kind: 'review',
    review,
    author,
    at,
    key: `review ${id}`,
    content: `${state} ${commitSha} ${author?.id ?? null}`,
    place: `Review ${id}`,
    inTrail: { comment: null, review: { id, url, submittedAt: at, commit: commitSha ?? '' } },
  };
}

export function tickSource(tick: Tick): AnswerSource {
  const { id, by: author, at, comment, url } = tick;
  return {
    kind: 'tick',
    tick,
    author,
    at,
    key: `tick ${id} ${author?.id ?? 'nobody'}`,
    content: '',
    place: `A tick of the box of ${id}`,
    inTrail: { comment: null, edit: { comment, url, editedAt: at } },
  };
}

export function clickSource(click: ReceivedClick): AnswerSource {
  const { by: author, at, check, decision } = click;
  return {
    kind: 'click',
    click,
    author,
    at,
    key: `click ${author?.id ?? 'nobody'} ${decision}`,
    content: '',
    place: `A click on check run ${check.id}`,
    inTrail: {
      comment: null,
      check: { id: check.id, url: check.url, app: check.app.id, heardAt: at },
    },
  };
}

/** Comments are ordered by id, which GitHub assigns in order. Other answers come after them, in the order received. */
export function sourceOrder(source: AnswerSource): number {
  return source.kind === 'comment' ? source.comment.id : Number.MAX_SAFE_INTEGER;
}
