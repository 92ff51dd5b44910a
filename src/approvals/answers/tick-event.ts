import type { Trigger } from '../../github/index.ts';
import { changedBox, readBoxes } from '../request/boxes.ts';
import { readMarker } from '../request/comment-marker.ts';
import type { Tick } from './answer-source.ts';

/**
 * The box that a person ticked in an approval comment, by GitHub's event of the edit; `null` for any other event, and for an edit of
 * anything else. Whether the comment is the run's own, and whether the tick counts, is decided elsewhere. Pure.
 */
export function parseTick(trigger: Trigger): Tick | null {
  if (trigger.event !== 'issue_comment' || trigger.edit === null) return null;
  const { actor, edit, requestText } = trigger;
  const { text, commentId, url } = requestText;
  if (actor?.type !== 'User' || commentId === null || readMarker(text) === null) return null;
  const box = changedBox(readBoxes(edit.from), readBoxes(text));
  if (box === null || !box.isTicked) return null;
  return { id: box.id, by: actor, at: edit.at, comment: commentId, url: url ?? '' };
}
