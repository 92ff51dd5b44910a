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
  /** The approval comment. */
  readonly comment: number;
  readonly url: string;
}

/** An answer is a comment, a review of the pull request, a ticked box, or a click on a button. */
export type AnswerSource =
  | { readonly kind: 'comment'; readonly comment: IssueComment }
  | { readonly kind: 'review'; readonly review: Review }
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'click'; readonly click: ReceivedClick };

interface AnswerDetails {
  /** `null` for a deleted account. */
  readonly author: Account | null;
  /** By GitHub's clock; for a click when a job received it. */
  readonly at: string;
  readonly key: string;
  /** Its place, for a message. */
  readonly place: string;
}

/** What every answer has. */
function detailsOf(source: AnswerSource): AnswerDetails {
  switch (source.kind) {
    case 'comment': {
      const { id, author, createdAt: at } = source.comment;
      return { author, at, key: `comment ${id}`, place: `Comment ${id}` };
    }
    case 'review': {
      const { id, author, submittedAt: at } = source.review;
      return { author, at, key: `review ${id}`, place: `Review ${id}` };
    }
    case 'tick': {
      const { id, by: author, at } = source.tick;
      const key = `tick ${id} ${author?.id ?? 'nobody'}`;
      return { author, at, key, place: `A tick of the box of ${id}` };
    }
    case 'click': {
      const { by: author, at, check, decision } = source.click;
      const key = `click ${author?.id ?? 'nobody'} ${decision}`;
      return { author, at, key, place: `A click on check run ${check.id}` };
    }
  }
}

/** Identifies an answer to one approval comment. A person's clicks on one button, or ticks of one box, are one answer. */
export const sourceKey = (source: AnswerSource): string => detailsOf(source).key;

/** Who answered; `null` for a deleted account. */
export const authorOf = (source: AnswerSource): Account | null => detailsOf(source).author;

/** When it was given, by GitHub's clock; for a click when a job received it. */
export const answeredAt = (source: AnswerSource): string => detailsOf(source).at;

/** The answer's place, for a message. */
export const describeSource = (source: AnswerSource): string => detailsOf(source).place;

/** Comments are ordered by id, which GitHub assigns in order. Other answers come after them, in the order received. */
export function sourceOrder(source: AnswerSource): number {
  return source.kind === 'comment' ? source.comment.id : Number.MAX_SAFE_INTEGER;
}

/** The answer's place, as a decision in the audit trail stores it. */
export function sourceForTrail(
  source: AnswerSource,
): Pick<Decision, 'comment' | 'check' | 'review' | 'edit'> {
  switch (source.kind) {
    case 'comment': {
      const { id, url, createdAt } = source.comment;
      return { comment: { id, url, createdAt } };
    }
    case 'review': {
      const { id, url, submittedAt, commitSha } = source.review;
      return { comment: null, review: { id, url, submittedAt, commit: commitSha ?? '' } };
    }
    case 'tick': {
      const { comment, url, at } = source.tick;
      return { comment: null, edit: { comment, url, editedAt: at } };
    }
    case 'click': {
      const { check, at } = source.click;
      const place = { id: check.id, url: check.url, app: check.app.id, heardAt: at };
      return { comment: null, check: place };
    }
  }
}
