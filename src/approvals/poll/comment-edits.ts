/** Edits of the approval comment by others: a ticked box is an answer, any other edit makes the requests void. */
import { CountersignError } from '../../common/index.ts';
import type { Account, IssueComment } from '../../github/index.ts';
import { readTicks, type TickHistory } from '../answers/read-ticks.ts';
import { tellToComment } from '../answers/reply.ts';
import { sameAccount } from '../answers/review-rules.ts';
import { bodyKey, readBoxes } from '../request/boxes.ts';
import { answerableIds } from '../answers/acknowledgements.ts';
import { type ApprovalSession, warn } from './approval-session.ts';

/** How often the history is read until it ends with the comment as it is. GitHub may write one before the other. */
const HISTORY_READS = 3;
const HISTORY_PAUSE_MS = 1_000;

const DELETED = 'the approval comment was deleted';

/**
 * Why the approval comment is not as this run left it; `null` if it is, but for boxes that people ticked, which the session then
 * has. If the list shows another body, fetches the comment and its edits, too: people may have answered an edited body that was
 * restored since. Rejects with GitHub's error.
 */
export async function editedReason(
  session: ApprovalSession,
  comments: readonly IssueComment[],
): Promise<string | null> {
  return session.options.settings.boxes
    ? await readBoxEdits(session, comments)
    : await foreignEdit(session, comments);
}

/** For a comment without boxes: anybody else's edit is one too many. */
async function foreignEdit(
  session: ApprovalSession,
  comments: readonly IssueComment[],
): Promise<string | null> {
  const { github } = session.options;
  const listed = comments.find(({ id }) => id === session.comment.id);
  if (listed !== undefined && isOwnBody(session, listed)) return null;
  const current = await github.comment(session.comment.id);
  if (current === null) return DELETED;
  const editor = (await github.lastEdit(current.nodeId))?.editor ?? null;
  // A list may lag behind the run's own update.
  if (isOwnBody(session, current) && (editor === null || isOwnLogin(session, editor))) return null;
  return editedBy(editor);
}

async function readBoxEdits(
  session: ApprovalSession,
  comments: readonly IssueComment[],
): Promise<string | null> {
  const listed = comments.find(({ id }) => id === session.comment.id);
  if (listed !== undefined && versionOf(listed) === session.readVersion) return null;
  const read = await readHistory(session, listed);
  if (read === null) return DELETED;
  const { comment, history } = read;
  session.isTicked = readBoxes(comment.body).ticked.size > 0;
  switch (history.kind) {
    case 'edited':
      return editedBy(history.by?.login ?? null);
    case 'ticks':
      session.readVersion = versionOf(comment);
      session.ticks = history.ticks;
      return null;
    case 'unreadable':
      return await withoutHistory(session, comment);
  }
}

/**
 * Without the history nobody knows who ticked a box, unless this job's event or an earlier job says it. Nothing else counts, and people
 * are told to comment.
 */
async function withoutHistory(
  session: ApprovalSession,
  comment: IssueComment,
): Promise<string | null> {
  session.ticks = session.earlierTicks;
  if (isOwnBody(session, comment)) return await foreignEdit(session, []);
  const { base, ticked } = readBoxes(comment.body);
  if (!session.bodies.has(base)) return await foreignEdit(session, []);
  const { received } = session;
  const isReceived = received !== null && [...ticked].every((id) => id === received.id);
  if (isReceived) session.ticks = [...session.earlierTicks, received];
  else await tellOnce(session);
  return null;
}

async function tellOnce(session: ApprovalSession): Promise<void> {
  if (session.isTold) return;
  session.isTold = true;
  const { github, trail, issue } = session.options;
  const { id, ref } = session.comment;
  try {
    const posted = await tellToComment(github, issue, {
      comment: { id, url: ref.url },
      answerable: answerableIds(session),
    });
    if (posted === null) return;
    const written = { what: 'reply to a ticked box', id: posted.id, url: posted.url };
    await trail.append({ type: 'github.write', call: null, ...written });
  } catch (error) {
    await warn(trail, 'reply-not-posted', error);
  }
}

/** The approval comment and what its edits say; `null` if it was deleted. */
async function readHistory(
  session: ApprovalSession,
  listed: IssueComment | undefined,
): Promise<{ readonly comment: IssueComment; readonly history: TickHistory } | null> {
  const { github, clock, pollFirstMs = HISTORY_PAUSE_MS } = session.options;
  let comment = listed ?? (await github.comment(session.comment.id));
  for (let read = 1; comment !== null; read += 1) {
    const history = await readTicksOf(session, comment);
    if (history.kind !== 'unreadable' || read >= HISTORY_READS) return { comment, history };
    await clock.sleep(pollFirstMs);
    comment = await github.comment(session.comment.id);
  }
  return null;
}

async function readTicksOf(session: ApprovalSession, comment: IssueComment): Promise<TickHistory> {
  const isUnedited = comment.createdAt === comment.updatedAt && isOwnBody(session, comment);
  if (isUnedited) return { kind: 'ticks', ticks: [] };
  const isOwn = (account: Account): boolean =>
    session.parties.own.some((own) => sameAccount(own, account));
  try {
    const edits = await session.options.github.commentEdits(comment.nodeId);
    return readTicks(edits, { comment, bodies: session.bodies, isOwn });
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return { kind: 'unreadable' };
  }
}

function versionOf({ body, updatedAt }: IssueComment): string {
  return `${updatedAt} ${bodyKey(body)}`;
}

function isOwnBody({ bodies }: ApprovalSession, { body }: IssueComment): boolean {
  return bodies.has(bodyKey(body));
}

function editedBy(login: string | null): string {
  return `the approval comment was edited by ${login === null ? 'somebody else' : `@${login}`}`;
}

/** GraphQL omits the `[bot]` suffix of a bot's login. */
function isOwnLogin({ parties }: ApprovalSession, login: string): boolean {
  const names = [login, `${login}[bot]`].map((name) => name.toLowerCase());
  return parties.own.some((own) => names.includes(own.login.toLowerCase()));
}
