import type { TrailEvent } from '../../audit/index.ts';
import type { Account, Click, IssueComment, Review } from '../../github/index.ts';

type Decision = Extract<TrailEvent, { type: 'approval.decision' }>;

/** A click on a button of the approval check run, and when a job first received it. */
export interface ReceivedClick extends Click {
  readonly at: string;
}

/** An answer is a comment, a review of the pull request, or a click on a button. */
export type AnswerSource =
  | { readonly kind: 'comment'; readonly comment: IssueComment }
  | { readonly kind: 'review'; readonly review: Review }
  | { readonly kind: 'click'; readonly click: ReceivedClick };

/** Identifies an answer to one approval comment. A person's clicks on one button are one answer. */
export function sourceKey(source: AnswerSource): string {
  switch (source.kind) {
    case 'comment':
      return `comment ${source.comment.id}`;
    case 'review':
      return `review ${source.review.id}`;
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
    case 'click':
      return `A click on check run ${source.click.check.id}`;
  }
}

/** The answer's place, as a decision in the audit trail stores it. */
export function sourceForTrail(
  source: AnswerSource,
): Pick<Decision, 'comment' | 'check' | 'review'> {
  switch (source.kind) {
    case 'comment': {
      const { id, url, createdAt } = source.comment;
      return { comment: { id, url, createdAt } };
    }
    case 'review': {
      const { id, url, submittedAt, commitSha } = source.review;
      return { comment: null, review: { id, url, submittedAt, commit: commitSha ?? '' } };
    }
    case 'click': {
      const { check, at } = source.click;
      const place = { id: check.id, url: check.url, app: check.app.id, heardAt: at };
      return { comment: null, check: place };
    }
  }
}
