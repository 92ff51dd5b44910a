/** The boxes of an approval comment: one for each call, which approves it when somebody ticks it. Pure. */
import { sha256 } from '../../common/index.ts';
import { authorLines, normalizeBody, type Trigger } from '../../github/index.ts';
import type { Tick } from '../answers/answer-source.ts';
import { readMarker } from './comment-marker.ts';

const BOX = /^- \[([ xX])\] approve (ap-[0-9a-hj-km-np-tv-z]{8})$/;

/** The box of a call, as a line of the approval comment. */
export function boxLine(id: string): string {
  return `- [ ] approve ${id}`;
}

/** Identifies a body. GitHub may return other newlines and trim the end; neither counts. */
export function bodyKey(body: string): string {
  return sha256(normalizeBody(body));
}

export interface Boxes {
  /** Identifies the body as it is with no box ticked. */
  readonly base: string;
  readonly ticked: ReadonlySet<string>;
}

/** Reads the boxes of a body. Text in quotes and code, such as a command that is shown, has none. */
export function readBoxes(body: string): Boxes {
  const text = normalizeBody(body);
  const ticked = new Set<string>();
  let base = '';
  let end = 0;
  for (const line of authorLines(text)) {
    const [, mark = ' ', id = ''] = BOX.exec(line.text) ?? [];
    if (mark === ' ') continue;
    ticked.add(id);
    base += text.slice(end, line.start) + boxLine(id);
    end = line.start + line.text.length;
  }
  return { base: bodyKey(base + text.slice(end)), ticked };
}

/** The id whose box alone differs between two bodies, and whether it is ticked; `null` if anything else differs, or nothing. */
export function changedBox(
  before: Boxes,
  after: Boxes,
): { readonly id: string; readonly isTicked: boolean } | null {
  if (before.base !== after.base) return null;
  const changed = [
    ...[...before.ticked].filter((id) => !after.ticked.has(id)),
    ...[...after.ticked].filter((id) => !before.ticked.has(id)),
  ];
  const [id, ...others] = changed;
  return id === undefined || others.length > 0 ? null : { id, isTicked: after.ticked.has(id) };
}

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
