import type { EntryOf } from './entry.ts';

/** What a person answered with on GitHub. */
interface Answer {
  readonly url: string;
  /** By the clock of GitHub, or of whoever heard of it. */
  readonly time: string;
}

/** The comment, button, review or tick of an answer; `null` for one at a terminal or by a program. */
export function answerOf({
  comment,
  check,
  review,
  edit,
}: EntryOf<'approval.decision'>): Answer | null {
  if (comment !== null) return { url: comment.url, time: comment.createdAt };
  if (check !== undefined) return { url: check.url, time: check.heardAt };
  if (review !== undefined) return { url: review.url, time: review.submittedAt };
  return edit === undefined ? null : { url: edit.url, time: edit.editedAt };
}
