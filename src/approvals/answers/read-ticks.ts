import type { Account, CommentEdits, IssueComment } from '../../github/index.ts';
import { bodyKey, type Boxes, changedBox, readBoxes } from '../request/boxes.ts';
import type { Tick } from './answer-source.ts';

/** What the edits of an approval comment say. */
export type TickHistory =
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[] }
  /** Somebody edited more than a box; `null` if GitHub does not say who. */
  | { readonly kind: 'edited'; readonly by: Account | null }
  /** The edits are not all known, or not in the form that is expected. */
  | { readonly kind: 'unreadable' };

/** What is known of the approval comment beside its edits. */
interface KnownComment {
  readonly comment: Pick<IssueComment, 'id' | 'url' | 'body'>;
  /** The key of every body that the run wrote. */
  readonly bodies: ReadonlySet<string>;
  readonly isOwn: (account: Account) => boolean;
}

/**
 * Reads who ticked which box from all edits of the approval comment, each compared with the body before it. A box that was unticked
 * before the run wrote the comment anew is no tick. Any other edit by somebody else, one whose text was deleted, and one by the run's
 * account that this run did not make, is an edit of the comment. Pure.
 *
 * GitHub documents `diff` as a summary of an edit; it is the whole body after it. Anything else is unreadable: the newest has to be
 * the comment as it is.
 */
export function readTicks(history: CommentEdits, known: KnownComment): TickHistory {
  const edits = oldestFirst(history, known.comment.body);
  if (edits === null) return { kind: 'unreadable' };
  let ticks: { readonly tick: Tick; readonly isFinal: boolean }[] = [];
  let before: Boxes | null = null;
  for (const { body, editor, at } of edits) {
    const edited = { kind: 'edited', by: editor } as const;
    if (body === null) return edited;
    const after = readBoxes(body);
    if (editor !== null && known.isOwn(editor)) {
      if (!known.bodies.has(bodyKey(body))) return edited;
      ticks = ticks.map(({ tick }) => ({ tick, isFinal: true }));
    } else {
      if (before === null && !known.bodies.has(after.base)) return edited;
      const box = changedBox(before ?? { base: after.base, ticked: new Set() }, after);
      if (box === null) return edited;
      const { id, isTicked } = box;
      const { id: comment, url } = known.comment;
      if (isTicked) ticks.push({ tick: { id, by: editor, at, comment, url }, isFinal: false });
      else ticks = ticks.filter(({ tick, isFinal }) => isFinal || tick.id !== id);
    }
    before = after;
  }
  return { kind: 'ticks', ticks: ticks.map(({ tick }) => tick) };
}

/** All edits in order; `null` if some are missing, or if none of the two ends is the comment as it is. */
function oldestFirst({ total, edits }: CommentEdits, body: string): CommentEdits['edits'] | null {
  if (total !== edits.length) return null;
  const times = edits.map(({ at }) => Date.parse(at));
  if (times.some(Number.isNaN)) return null;
  const isNow = (edit: CommentEdits['edits'][number] | undefined): boolean =>
    edit?.body !== null && edit?.body !== undefined && bodyKey(edit.body) === bodyKey(body);
  // GitHub lists the newest first. Within a second the times do not decide it.
  if (isNow(edits[0]) && isOrdered(times.toReversed())) return edits.toReversed();
  return isNow(edits.at(-1)) && isOrdered(times) ? edits : null;
}

function isOrdered(times: readonly number[]): boolean {
  return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
}
