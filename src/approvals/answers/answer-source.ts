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

/** Identifies an answer to one approval comment. A person's clicks on one button, or ticks of one box, are one answer. */
export function sourceKey(source: AnswerSource): string {
  switch (source.kind) {
    case 'comment':
      return `comment ${source.comment.id}`;
    case 'review':
      return `review ${source.review.id}`;
    case 'tick':
      return `tick ${source.tick.id} ${source.tick.by?.id ?? 'nobody'}`;
    case 'click':
      return `click ${source.click.by?.id ?? 'nobody'} ${source.click.decision}`;
  }
}

/** Who answered; `null` for a deleted account. */
export function authorOf(source: AnswerSource): Account | null {
  switch (source.kind) {
    case 'comment':
      return source.comment.author;
    case 'review':
      return source.review.author;
    case 'tick':
      return source.tick.by;
    case 'click':
      return source.click.by;
  }
}

/** When it was given, by GitHub's clock; for a click when a job received it. */
export function answeredAt(source: AnswerSource): string {
  switch (source.kind) {
    case 'comment':
      return source.comment.createdAt;
    case 'review':
      return source.review.submittedAt;
    case 'tick':
      return source.tick.at;
    case 'click':
      return source.click.at;
  }
}

/** Comments are ordered by id, which GitHub assigns in order. Other answers come after them, in the order received. */
export function sourceOrder(source: AnswerSource): number {
  return source.kind === 'comment' ? source.comment.id : Number.MAX_SAFE_INTEGER;
}

/** The answer's place, for a message. */
export function describeSource(source: AnswerSource): string {
  switch (source.kind) {
    case 'comment':
      return `Comment ${source.comment.id}`;
    case 'review':
      return `Review ${source.review.id}`;
    case 'tick':
      return `A tick of the box of ${source.tick.id}`;
    case 'click':
      return `A click on check run ${source.click.check.id}`;
  }
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
