import type { TrailEvent } from '../../audit/index.ts';
import type { Account, Click, IssueComment } from '../../github/index.ts';

type Decision = Extract<TrailEvent, { type: 'approval.decision' }>;

/** A press of a button of the card's check run, and when the run first heard of it. */
export interface HeardClick extends Click {
  readonly at: string;
}

/** Where an answer stands: in a comment, or in a press of a button. */
export type AnswerSource =
  | { readonly kind: 'comment'; readonly comment: IssueComment }
  | { readonly kind: 'click'; readonly click: HeardClick };

/** Tells the answers to one card apart. A person's presses of one button are one answer. */
export function keyOf(source: AnswerSource): string {
  if (source.kind === 'comment') return `comment ${source.comment.id}`;
  const { by, decision } = source.click;
  return `click ${by?.id ?? 'nobody'} ${decision}`;
}

/** Who answered; `null` where the account is gone. */
export function authorOf(source: AnswerSource): Account | null {
  return source.kind === 'comment' ? source.comment.author : source.click.by;
}

/** Comments come in the order of their ids, which GitHub gives in order; clicks come after them, as they were heard. */
export function orderOf(source: AnswerSource): number {
  return source.kind === 'comment' ? source.comment.id : Number.MAX_SAFE_INTEGER;
}

/** Where people can look an answer up, in words. */
export function placeOf(source: AnswerSource): string {
  return source.kind === 'comment'
    ? `Comment ${source.comment.id}`
    : `A click on check run ${source.click.check.id}`;
}

/** An answer's place as a decision in the trail keeps it. */
export function recordedPlace(source: AnswerSource): Pick<Decision, 'comment' | 'check'> {
  if (source.kind === 'comment') {
    const { id, url, createdAt } = source.comment;
    return { comment: { id, url, createdAt } };
  }
  const { check, at } = source.click;
  return { comment: null, check: { id: check.id, url: check.url, app: check.app.id, heardAt: at } };
}
