import type { TrailEvent } from '../../audit/index.ts';
import type { Account, Click, IssueComment } from '../../github/index.ts';

type Decision = Extract<TrailEvent, { type: 'approval.decision' }>;

/** A click on a button of the approval check run, and when a job first received it. */
export interface ReceivedClick extends Click {
  readonly at: string;
}

/** An answer is a comment or a click on a button. */
export type AnswerSource =
  | { readonly kind: 'comment'; readonly comment: IssueComment }
  | { readonly kind: 'click'; readonly click: ReceivedClick };

/** Identifies an answer to one approval comment. A person's clicks on one button are one answer. */
export function sourceKey(source: AnswerSource): string {
  if (source.kind === 'comment') return `comment ${source.comment.id}`;
  const { by, decision } = source.click;
  return `click ${by?.id ?? 'nobody'} ${decision}`;
}

/** Who answered; `null` for a deleted account. */
export function authorOf(source: AnswerSource): Account | null {
  return source.kind === 'comment' ? source.comment.author : source.click.by;
}

/** When an answer was given, as ISO 8601: a comment by GitHub's clock, a click when a job received it. */
export function answeredAt(source: AnswerSource): string {
  return source.kind === 'comment' ? source.comment.createdAt : source.click.at;
}

/** Comments are ordered by id, which GitHub assigns in order. Clicks come after them, in the order received. */
export function sourceOrder(source: AnswerSource): number {
  return source.kind === 'comment' ? source.comment.id : Number.MAX_SAFE_INTEGER;
}

/** The answer's place, for a message. */
export function describeSource(source: AnswerSource): string {
  return source.kind === 'comment'
    ? `Comment ${source.comment.id}`
    : `A click on check run ${source.click.check.id}`;
}

/** The answer's place, as a decision in the audit trail stores it. */
export function sourceForTrail(source: AnswerSource): Pick<Decision, 'comment' | 'check'> {
  if (source.kind === 'comment') {
    const { id, url, createdAt } = source.comment;
    return { comment: { id, url, createdAt } };
  }
  const { check, at } = source.click;
  return { comment: null, check: { id: check.id, url: check.url, app: check.app.id, heardAt: at } };
}
