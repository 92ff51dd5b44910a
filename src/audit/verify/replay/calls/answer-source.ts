import { answerOf } from '../../../format/answers.ts';
import type { EntryOf } from '../../../format/entry.ts';
import { isRealTime } from '../../../format/format.ts';
import type { ApprovalState } from '../replay-state.ts';

/** The most that the clocks of a runner and of GitHub differ: an answer that seems older than its request by more is older. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/**
 * Why the answer behind a counted approval cannot count; `null` if it can. On GitHub the approval names exactly one answer. An
 * account that is no bot gave it, after the request and before the entry.
 */
export function sourceFault(
  { via, card, askedAt, answersBefore }: ApprovalState,
  decision: EntryOf<'approval.decision'>,
): string | null {
  const { comment, review, edit, check, by } = decision;
  const named = [comment ?? undefined, review, edit, check].filter((one) => one !== undefined);
  const onGitHub = via === 'comment' || via === 'check-run';
  if (named.length !== (onGitHub ? 1 : 0))
    return `people were asked by ${via}, and it names ${named.length} answers`;
  if (onGitHub && by.id === null) return 'it names no account';
  if (onGitHub && by.login.endsWith('[bot]')) return `${by.login} is no person`;
  const time = answerOf(decision)?.time;
  // A text that is no time is a finding of its own.
  const isTimed = time !== undefined && isRealTime(time);
  if (isTimed && Date.parse(time) + MAX_CLOCK_DIFFERENCE_MS < Date.parse(askedAt))
    return 'it is older than the request';
  if (isTimed && Date.parse(time) - MAX_CLOCK_DIFFERENCE_MS > Date.parse(decision.time))
    return 'it was read before it was made';
  // People are asked about one turn at a time, so what was read before a request is no answer to it.
  if ((comment?.id ?? Infinity) <= answersBefore.comment)
    return 'its comment was read before the request';
  if ((review?.id ?? Infinity) <= answersBefore.review)
    return 'its review was read before the request';
  if (card === null) return null;
  // GitHub numbers comments in their order.
  if (comment !== null && comment.id <= card.commentId)
    return `comment ${comment.id} is older than the approval comment`;
  return edit !== undefined && edit.comment !== card.commentId
    ? `comment ${edit.comment} is not the approval comment`
    : null;
}
