import { CountersignError, errorText } from '../../common/index.ts';
import type { IssueComment } from '../../github/index.ts';
import type { AnswerReview } from '../answers/judge-answer.ts';
import { isOver, untilOverMs } from './expiry.ts';
import { deniedBefore, fetchAnswers } from '../answers/fetch-answers.ts';
import { acknowledge, decisionBy, recordWithdrawn } from '../answers/acknowledgements.ts';
import type { DecisionBy } from '../ports.ts';
import { type AnswerSource, keyOf } from '../answers/answer-source.ts';
import {
  answerReviewsOf,
  bodyKey,
  type Session,
  shownAs,
  statesOf,
  updateApprovalComment,
} from './session.ts';
import { countVotes } from '../answers/tally.ts';

const POLL_FIRST_MS = 1_000;
const POLL_MAX_MS = 15_000;
const POLL_GROWTH = 1.25;
/** Looks in a row that may fail before the question is given up. */
const FAILURES_MAX = 5;
/** How often the issue and the head are looked at while nobody answers. */
const PLACE_CHECK_MS = 30_000;
/** At fifteen seconds a look, more than a week. */
const LOOKS_MAX = 50_000;
/** How often an answer that changed under the last check is looked at again at once. */
const RECHECKS_MAX = 5;

/** How watching a card ended. */
export type PollEnd =
  | { readonly kind: 'settled' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled'; readonly by: DecisionBy }
  | { readonly kind: 'void'; readonly because: string };

/**
 * Looks at a card's comments until every request is settled or given up, or `waitMs` is over; at least once. Throws only what
 * `signal` is aborted with, or what the trail cannot write.
 */
export async function pollRequest(
  session: Session,
  options: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<PollEnd> {
  const { clock, pollFirstMs } = session.options;
  const firstMs = pollFirstMs ?? POLL_FIRST_MS;
  const endMs = clock.monotonicMs() + options.waitMs;
  const looks = createLooks(session);
  let pauseMs = firstMs;
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    options.signal.throwIfAborted();
    const seen = await looks.next();
    if (seen.kind !== 'waiting') return seen;
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0 || (await isWanted(session))) break;
    pauseMs = seen.news ? firstMs : Math.min(POLL_MAX_MS, pauseMs * POLL_GROWTH);
    await clock.sleep(Math.min(pauseMs, leftMs, untilOverMs(session)), options.signal);
  }
  return { kind: 'timeout' };
}

/**
 * Whether the job of a click wants the run: it says so by setting the check run going again. That answers nothing; it
 * only ends the wait, so that the run is suspended and that job, which has the event, can judge it.
 */
async function isWanted({ check, options }: Session): Promise<boolean> {
  if (check === null || options.buttons === undefined) return false;
  try {
    return (await options.buttons.checks.checkRun(check.id))?.conclusion === null;
  } catch {
    return false;
  }
}

type Seen = PollEnd | { readonly kind: 'waiting'; readonly news: boolean };

function createLooks(session: Session): { next(): Promise<Seen> } {
  const { github, issue, clock } = session.options;
  let cursor: string | undefined;
  let failures = 0;
  let placeCheckedMs = clock.monotonicMs();
  return {
    next: async () => {
      try {
        const list = await github.comments(issue, cursor);
        const first = cursor === undefined;
        cursor = list.cursor;
        failures = 0;
        if (list.changed || first || isOver(session)) {
          const seen = await readComments(session, list.comments);
          if (seen.kind !== 'waiting') return seen;
        }
        if (clock.monotonicMs() - placeCheckedMs >= PLACE_CHECK_MS) {
          placeCheckedMs = clock.monotonicMs();
          const gone = await placeGone(session);
          if (gone !== null) return { kind: 'void', because: gone };
        }
        return { kind: 'waiting', news: list.changed };
      } catch (error) {
        failures += 1;
        if (!mayPass(error) || failures >= FAILURES_MAX) {
          return unread(error);
        }
        return { kind: 'waiting', news: false };
      }
    },
  };
}

function unread(error: unknown): PollEnd {
  if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
  return { kind: 'void', because: `the answers could not be read: ${errorText(error)}` };
}

/** Faults that may be gone at the next look. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof CountersignError && ['github-unreachable', 'github-limit'].includes(error.code)
  );
}

/** Judges what is new, updates the card, and says whether anything is still open. */
async function readComments(session: Session, comments: readonly IssueComment[]): Promise<Seen> {
  const touched = await cardTouched(session, comments);
  if (touched !== null) return { kind: 'void', because: touched };
  await withdrawGone(session, comments);
  for (const click of session.clicks) await judgeOnce(session, { kind: 'click', click }, comments);
  for (const comment of comments) {
    if (comment.id !== session.card.id)
      await judgeOnce(session, { kind: 'comment', comment }, comments);
  }
  const cancel = answerReviewsOf(session).find(({ cancels }) => cancels);
  const by = cancel === undefined ? null : decisionBy(cancel);
  if (by !== null) return { kind: 'cancelled', by };
  const states = statesOf(session);
  if (shownAs(states, 'waiting') !== session.shown) {
    // Writing the card would cover up what somebody else wrote on it since the list was read.
    const covered = await cardTouched(session, []);
    if (covered !== null) return { kind: 'void', because: covered };
    await updateApprovalComment(session, states, 'waiting');
  }
  if (allDenied(session)) return { kind: 'settled' };
  if (!isOver(session)) return { kind: 'waiting', news: true };
  return await lastCheck(session);
}

/** A comment is judged again only when it is another one: changed in time or text. */
async function judgeOnce(
  session: Session,
  source: AnswerSource,
  comments: readonly IssueComment[],
): Promise<void> {
  const key = keyOf(source);
  const was = contentOf(source);
  const before = session.judged.get(key);
  if (before !== undefined && (before.was === was || isDenial(before.judgement))) return;
  if (before !== undefined) {
    session.judged.delete(key);
    await recordWithdrawn(
      session,
      before.judgement,
      'the comment was edited after it had been counted',
    );
  }
  const judgement = await fetchAnswers(session, source, comments);
  if (judgement === null) return;
  session.judged.set(key, { was, judgement });
  await acknowledge(session, judgement, comments);
}

/** Approvals whose comment was deleted count no longer. A denial stays: nobody can delete it for somebody else. */
async function withdrawGone(session: Session, comments: readonly IssueComment[]): Promise<void> {
  const present = new Set(comments.map(({ id }) => id));
  for (const [key, { judgement }] of session.judged) {
    const { source } = judgement;
    if (source.kind === 'click' || present.has(source.comment.id) || isDenial(judgement)) continue;
    session.judged.delete(key);
    await recordWithdrawn(session, judgement, 'the comment was deleted');
  }
}

/**
 * The end of a watch whose time is over: what was approved beside what nobody answered counts only where it holds now.
 * Throws what the trail cannot write.
 */
export async function stillHolds(session: Session): Promise<PollEnd> {
  if (statesOf(session).every(({ kind }) => kind !== 'approved')) return { kind: 'timeout' };
  try {
    const seen = await lastCheck(session);
    return seen.kind === 'void' ? seen : { kind: 'timeout' };
  } catch (error) {
    return unread(error);
  }
}

/**
 * When everything is settled, every approval is looked up once more: the comment as it is now, the person as they are
 * now, the card, the issue and the head. Only what still holds is an answer.
 */
async function lastCheck(session: Session): Promise<Seen> {
  for (let round = 0; round < RECHECKS_MAX; round += 1) {
    const gone = (await placeGone(session)) ?? (await cardTouched(session, []));
    if (gone !== null) return { kind: 'void', because: gone };
    let changed = false;
    for (const [key, { judgement }] of session.judged) {
      if (isDenial(judgement) || !judgement.rulings.some(({ counted }) => counted)) continue;
      const again = await lookAgain(session, judgement.source);
      const denied = deniedBefore(session, judgement.source);
      if (typeof again !== 'string' && countedOf(judgement, denied) === countedOf(again, denied))
        continue;
      changed = true;
      session.judged.delete(key);
      if (typeof again === 'string') {
        await recordWithdrawn(session, judgement, again);
        continue;
      }
      session.judged.set(key, { was: contentOf(again.source), judgement: again });
      await acknowledge(session, again, []);
    }
    if (!changed) return { kind: 'settled' };
    await updateApprovalComment(session, statesOf(session), 'waiting');
    if (!isOver(session)) return { kind: 'waiting', news: true };
  }
  return { kind: 'waiting', news: true };
}

/** An answer as it is judged now; the words why where it is none any more. */
async function lookAgain(session: Session, source: AnswerSource): Promise<AnswerReview | string> {
  const gone = 'the comment is no command any more';
  if (source.kind === 'click') return (await fetchAnswers(session, source, [])) ?? gone;
  const now = await session.options.github.comment(source.comment.id);
  if (now === null) return 'the comment was deleted';
  return (await fetchAnswers(session, { kind: 'comment', comment: now }, [now])) ?? gone;
}

/** What of an answer still counts, to tell whether a second look came to the same result. */
function countedOf({ rulings }: AnswerReview, denied: ReadonlyMap<string, string>): string {
  const counted = rulings.filter((ruling) => ruling.counted && !denied.has(ruling.request.id));
  return JSON.stringify(
    counted.map(({ decision, request, words }) => [decision, request.id, words]),
  );
}

/**
 * Why the card is not as this run left it; `null` where it is. Looked at afresh where the list does not have it so, and
 * then for who wrote it last, too: people may have answered what stood there until somebody put it back.
 */
async function cardTouched(
  session: Session,
  comments: readonly IssueComment[],
): Promise<string | null> {
  const card = comments.find(({ id }) => id === session.card.id);
  if (card !== undefined && session.bodies.has(bodyKey(card.body))) return null;
  const now = await session.options.github.comment(session.card.id);
  if (now === null) return 'the card was deleted';
  const editor = (await session.options.github.lastEdit(now.nodeId))?.editor ?? null;
  // A list may lag behind the card's own update.
  const isOurs = session.bodies.has(bodyKey(now.body));
  if (isOurs && (editor === null || isOwnLogin(session, editor))) return null;
  return `the card was edited by ${editor === null ? 'somebody else' : `@${editor}`}`;
}

/** GraphQL leaves out the `[bot]` of a bot's name. */
function isOwnLogin({ parties }: Session, login: string): boolean {
  const names = [login, `${login}[bot]`].map((name) => name.toLowerCase());
  return parties.own.some((own) => names.includes(own.login.toLowerCase()));
}

/** Why nothing can be decided here any more: the issue was closed or locked away, the head is another one. */
async function placeGone(session: Session): Promise<string | null> {
  const { github, issue, pullHeadSha } = session.options;
  if (pullHeadSha !== undefined && pullHeadSha !== null) {
    const pull = await github.pullRequest(issue);
    if (!pull.open) return `pull request #${issue} was closed`;
    return pull.headSha === pullHeadSha
      ? null
      : `pull request #${issue} has a new head (${pull.headSha})`;
  }
  const { open } = await github.issue(issue);
  return open ? null : `#${issue} was closed`;
}

function allDenied(session: Session): boolean {
  return countVotes(session.requests, answerReviewsOf(session)).every(
    ({ denial }) => denial !== null,
  );
}

function isDenial(judgement: AnswerReview): boolean {
  return judgement.rulings.some(({ counted, decision }) => counted && decision === 'deny');
}

/** To tell whether an answer was changed since it was judged. A click never is. */
function contentOf(source: AnswerSource): string {
  if (source.kind === 'click') return '';
  const { updatedAt, body, author } = source.comment;
  return JSON.stringify([updatedAt, body, author?.id ?? null]);
}
