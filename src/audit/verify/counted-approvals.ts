import type { ApprovalState, EntryOf } from './replay-state.ts';

type Decision = EntryOf<'approval.decision'>;

/** What a decision was made with: a comment, a review, a tick of a box, a button, or the terminal or program. */
export function sourceOf({ comment, review, edit, check, by }: Decision): string {
  if (comment !== null) return `comment ${comment.id}`;
  if (review !== undefined) return `review ${review.id}`;
  const who = personOf(by);
  if (edit !== undefined) return `tick ${who}`;
  return check === undefined ? `terminal ${who}` : `button ${who}`;
}

/** One person, whatever their login is. */
export function personOf({ id, login }: Decision['by']): string {
  return id === null ? login.toLowerCase() : `#${id}`;
}

/**
 * Why a counted approval is none by its answer: it names no answer or several, no account, or one from before the request; `null`
 * if it is one.
 */
export function sourceFault({ via, card }: ApprovalState, decision: Decision): string | null {
  const { comment, review, edit, check, by } = decision;
  const named = [comment ?? undefined, review, edit, check].filter((one) => one !== undefined);
  const onGitHub = via === 'comment' || via === 'check-run';
  if (named.length !== (onGitHub ? 1 : 0))
    return `people were asked by ${via}, and it names ${named.length} answers`;
  if (onGitHub && by.id === null) return 'it names no account';
  if (card === null) return null;
  // GitHub numbers comments in their order.
  if (comment !== null && comment.id <= card.commentId)
    return `comment ${comment.id} is older than the approval comment`;
  return edit !== undefined && edit.comment !== card.commentId
    ? `comment ${edit.comment} is not the approval comment`
    : null;
}

/** How many different people have approved. */
export function countApprovers({ approvals }: ApprovalState): number {
  return new Set([...approvals.values()].map(({ by }) => personOf(by))).size;
}
