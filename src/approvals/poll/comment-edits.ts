/** Edits of the approval comment by others: a ticked box is an answer, any other edit makes the requests void. */
import { CountersignError } from '../../common/index.ts';
import {
  type CommentVersion,
  type GitHub,
  type Account,
  type CommentEdits,
  requireRequestError,
} from '../../github/index.ts';
import { answerableIds } from '../answers/acknowledgements.ts';
import { type AnswerLookup, SHOWN_LATE_MS } from '../answers/answer-lookup.ts';
import { replyToUnknownTick } from '../answers/reply.ts';
import { bodyKey, readBoxes, type Boxes, changedBox } from '../request/boxes.ts';
import { type ApprovalSession, postReply } from './approval-session.ts';
import type { Tick } from '../answers/answer-source.ts';

/** How often the history is read until it ends with the comment as it is. GitHub may write one before the other. */
const HISTORY_READS = 3;
const HISTORY_PAUSE_MS = 1_000;

/**
 * Why the approval comment is not as this run left it, by its text and its edits now; `null` if it is, but for boxes that people
 * ticked, which the session then has. Rejects with GitHub's error, and with `github-unreachable` if GitHub may not show the comment yet.
 */
export async function editedReason(
  session: ApprovalSession,
  lookup: AnswerLookup,
): Promise<string | null> {
  const nodeId = await ownNodeId(session, lookup.github);
  const current = nodeId === null ? undefined : (await lookup.thread(nodeId)).comments.get(nodeId);
  if (current === undefined) return deletedReason(session);
  return session.options.settings.boxes
    ? await readBoxEdits(session, current, lookup.github)
    : foreignEdit(session, current);
}

function deletedReason({ comment, options }: ApprovalSession): string {
  if (options.clock.now().getTime() - Date.parse(comment.asked) >= SHOWN_LATE_MS)
    return 'the approval comment was deleted';
  throw new CountersignError(
    'github-unreachable',
    'GitHub does not show the approval comment, which was posted just now.',
  );
}

/** For a comment without boxes: anybody else's edit is one too many. */
function foreignEdit(session: ApprovalSession, { body, edit }: CommentVersion): string | null {
  const isOwnEdit = edit === null || session.parties.own.some(({ id }) => id === edit.editor?.id);
  return session.bodies.has(bodyKey(body)) && isOwnEdit
    ? null
    : editedBy(edit?.editor?.login ?? null);
}

async function readBoxEdits(
  session: ApprovalSession,
  found: CommentVersion,
  github: GitHub,
): Promise<string | null> {
  const { clock, issue, pollFirstMs = HISTORY_PAUSE_MS } = session.options;
  let current: CommentVersion | undefined = found;
  for (let read = 1; current !== undefined; read += 1) {
    session.boxes.isTicked = readBoxes(current.body).ticked.size > 0;
    const history = await readHistory(session, current, github);
    switch (history.kind) {
      case 'edited':
        return editedBy(history.by?.login ?? null);
      case 'ticks':
        session.boxes.ticks = history.ticks;
        return null;
      case 'unreadable':
        if (read >= HISTORY_READS) return await withoutHistory(session, current, github);
    }
    await clock.sleep(pollFirstMs);
    current = (await github.threadState(issue, [session.nodeId])).comments.get(session.nodeId);
  }
  return deletedReason(session);
}

async function readHistory(
  session: ApprovalSession,
  { body, edit }: CommentVersion,
  github: GitHub,
): Promise<TickHistory> {
  if (edit === null && session.bodies.has(bodyKey(body))) return { kind: 'ticks', ticks: [] };
  try {
    return readTicks(session, await github.commentEdits(session.nodeId), body);
  } catch (error) {
    requireRequestError(error);
    return { kind: 'unreadable' };
  }
}

/**
 * Without the history nobody knows who ticked a box, unless this job's event or an earlier job says it. Nothing else counts, and people
 * are told to comment.
 */
async function withoutHistory(
  session: ApprovalSession,
  current: CommentVersion,
  github: GitHub,
): Promise<string | null> {
  const { boxes } = session;
  const { earlier, received } = boxes;
  boxes.ticks = earlier;
  const { base, ticked } = readBoxes(current.body);
  if (ticked.size === 0 || !session.bodies.has(base)) return foreignEdit(session, current);
  // The last editor may have unticked the box of the event and ticked it again.
  const isReceived =
    received?.by?.id !== undefined &&
    received.by.id === current.edit?.editor?.id &&
    [...ticked].every((id) => id === received.id);
  if (isReceived) boxes.ticks = [...earlier, received];
  else await explainTick(session, github);
  return null;
}

async function explainTick(session: ApprovalSession, github: GitHub): Promise<void> {
  if (session.boxes.isExplained) return;
  session.boxes.isExplained = true;
  const { trail, issue, clock } = session.options;
  const { id, ref } = session.comment;
  const answerable = answerableIds(session, clock.now().toISOString());
  const tick = { comment: { id, url: ref.url }, answerable };
  await postReply(trail, 'reply to a ticked box', () => replyToUnknownTick(github, issue, tick));
}

/** The node of the approval comment; `null` if it was deleted. A checkpoint does not have it. */
async function ownNodeId(
  session: ApprovalSession,
  github: Pick<GitHub, 'comment'>,
): Promise<string | null> {
  if (session.nodeId !== '') return session.nodeId;
  const found = await github.comment(session.comment.id);
  session.nodeId = found?.nodeId ?? '';
  return found?.nodeId ?? null;
}

function editedBy(login: string | null): string {
  return `the approval comment was edited by ${login === null ? 'somebody else' : `@${login}`}`;
}

/** What the edits of an approval comment say. */
type TickHistory =
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[] }
  /** Somebody edited more than a box; `null` if GitHub does not say who. */
  | { readonly kind: 'edited'; readonly by: Account | null }
  /** The edits are not all known, or not in the form that is expected. */
  | { readonly kind: 'unreadable' };

/**
 * Reads who ticked which box from all edits of the approval comment, each compared with the body before it. A box that was unticked
 * before the run updated the comment does not count as a tick. Any other edit by somebody else, one whose text was deleted, and one by the run's
 * account that this run did not make, is an edit of the comment. Pure.
 *
 * GitHub documents `diff` as a summary of an edit; it is the whole body after it. Anything else is unreadable: the newest has to be
 * the comment as it is, with the body `now`.
 */
function readTicks(
  { comment, bodies, parties }: ApprovalSession,
  history: CommentEdits,
  now: string,
): TickHistory {
  const edits = oldestFirst(history, now);
  if (edits === null) return { kind: 'unreadable' };
  let ticks: { readonly tick: Tick; readonly isFinal: boolean }[] = [];
  let before: Boxes | null = null;
  for (const { body, editor, at } of edits) {
    const edited = { kind: 'edited', by: editor } as const;
    if (body === null) return edited;
    const after = readBoxes(body);
    if (editor !== null && parties.own.some(({ id }) => id === editor.id)) {
      if (!bodies.has(bodyKey(body))) return edited;
      ticks = ticks.map(({ tick }) => ({ tick, isFinal: true }));
    } else {
      if (before === null && !bodies.has(after.base)) return edited;
      const box = changedBox(before ?? { base: after.base, ticked: new Set() }, after);
      if (box === null) return edited;
      const { id, isTicked } = box;
      const tick = { id, by: editor, at, comment: comment.id, url: comment.ref.url };
      if (isTicked) ticks.push({ tick, isFinal: false });
      else ticks = ticks.filter((one) => one.isFinal || one.tick.id !== id);
    }
    before = after;
  }
  return { kind: 'ticks', ticks: ticks.map(({ tick }) => tick) };
}

/** All edits in order; `null` if some are missing, or if none of the two ends is the comment as it is. */
function oldestFirst({ total, edits }: CommentEdits, body: string): CommentEdits['edits'] | null {
  if (total !== edits.length) return null;
  const times = edits.map(({ at }) => Date.parse(at));
  const isNow = (edit: CommentEdits['edits'][number] | undefined): boolean =>
    typeof edit?.body === 'string' && bodyKey(edit.body) === bodyKey(body);
  // GitHub lists the newest first. Within a second the times do not decide it.
  if (isNow(edits[0]) && isOrdered(times.toReversed())) return edits.toReversed();
  return isNow(edits.at(-1)) && isOrdered(times) ? edits : null;
}

/** False also if one of them is no time. */
function isOrdered(times: readonly number[]): boolean {
  return times.every((time, index) => time >= (times[index - 1] ?? time));
}
