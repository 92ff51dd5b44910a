import {
  type Account,
  type GitHub,
  type IssueComment,
  type Reaction,
  requireRequestError,
} from '../../github/index.ts';
import { type AnswerableIds, answerLines } from '../request/answer-lines.ts';
import { code, codePerson } from '../request/markdown.ts';
import type { Tick } from './answer-source.ts';

/** Longest reason why an answer does not count that people are shown, in characters. */
export const REASON_MAX = 500;
/** On a comment that does not count. GitHub answers 201 to the first job that adds it, and only that job replies. */
const NOT_COUNTED = 'confused';
/** On an approval comment with a ticked box of which nobody knows who ticked it. An outsider's answer cannot add it. */
const BOX_EXPLAINED = 'eyes';

/** A comment that does not count, and what its author should know. */
export interface RefusalReply {
  readonly comment: Pick<IssueComment, 'id' | 'url'> & { readonly author: Account | null };
  readonly because: string;
  /** What the author can write instead, as lines to copy. Absent: another comment would not count either. */
  readonly lines?: readonly string[];
  /** What of the comment counts all the same. Absent or empty: nothing. */
  readonly counted?: readonly string[];
  /** Nothing more is explained after this, to nobody or (`outsiders`) to nobody who may not approve. */
  readonly last?: boolean | 'outsiders';
}

/** Marks a comment as one that does not count. `false` if a job did so before. Rejects with GitHub's error. */
export async function markNotCounted(
  github: Pick<GitHub, 'react'>,
  comment: Pick<IssueComment, 'id'>,
): Promise<boolean> {
  return (await github.react(comment.id, NOT_COUNTED)).created;
}

/** Whether a job has read a comment: it counts, or its author was told that it does not. Rejects with GitHub's error. */
export async function isAcknowledged(
  github: Pick<GitHub, 'hasReacted'>,
  { id }: Pick<IssueComment, 'id'>,
  account: Pick<Account, 'id'>,
): Promise<boolean> {
  return (
    (await github.hasReacted(id, '+1', account.id)) ||
    (await github.hasReacted(id, NOT_COUNTED, account.id))
  );
}

/**
 * Tells the author of a comment why it does not count, once however many jobs read it: by a reaction, and by the job that adds
 * it first in a reply with the line to copy. Resolves with the reply, or `null` if another job replies. Rejects with GitHub's error;
 * a later poll or job can then reply.
 */
export async function replyOnce(
  github: ReplyClient,
  issue: number,
  refusal: RefusalReply,
): Promise<IssueComment | null> {
  const text = replyText(refusal);
  return await replyIfFirst(github, { issue, to: refusal.comment, reaction: NOT_COUNTED, text });
}

/** What a reply needs of GitHub. */
type ReplyClient = Pick<GitHub, 'react' | 'removeReaction' | 'createComment'>;

/**
 * Posts a reply, unless a job has added the reaction before. If GitHub does not take the reply, the reaction is removed, so that a later
 * poll or job replies. A reaction that cannot be added leaves nobody without a reply.
 */
async function replyIfFirst(
  github: ReplyClient,
  reply: {
    readonly issue: number;
    readonly to: Pick<IssueComment, 'id'>;
    readonly reaction: Reaction;
    readonly text: string;
  },
): Promise<IssueComment | null> {
  const { issue, to, reaction, text } = reply;
  const mark = await github.react(to.id, reaction).catch((error: unknown) => {
    requireRequestError(error);
    return null;
  });
  if (mark?.created === false) return null;
  try {
    return await github.createComment(issue, text);
  } catch (error) {
    if (mark !== null) await github.removeReaction(to.id, mark.id).catch(() => undefined);
    throw error;
  }
}

const LAST = 'No further answers to this approval comment will be explained.';
const LAST_TO_OUTSIDERS =
  'Further answers by people who may not approve get a reaction, and no reply.';

function replyText({ comment, because, lines, counted = [], last = false }: RefusalReply): string {
  const answer = `[this answer](${comment.url}) by ${codePerson(comment.author?.login ?? 'ghost')}`;
  const end = last === false ? '' : ` ${last === true ? LAST : LAST_TO_OUTSIDERS}`;
  const what =
    counted.length === 0
      ? `Countersign did not count ${answer}`
      : `Countersign counted ${counted.map((part) => code(part)).join(', ')} of ${answer}, and did not count the rest`;
  return replyBody(`${what}: ${code(because, REASON_MAX)}.${end}`, lines);
}

/** `lines`: what to write instead. */
function replyBody(reason: string, lines: readonly string[] = []): string {
  const hint = lines.length === 0 ? [] : ['Write a new comment that begins with this line:'];
  return [`<!-- countersign:reply -->\n${reason}`, ...hint, ...lines].join('\n\n');
}

/** The reply to somebody whose tick of a box does not count. */
export function tickRefusalText({ id, by }: Tick, because: string): string {
  const person = codePerson(by?.login ?? 'ghost');
  return replyBody(
    `Countersign did not count the tick of ${code(id)} by ${person}: ${code(because, REASON_MAX)}.`,
  );
}

/**
 * Tells people to comment, because a box of the approval comment is ticked and GitHub does not say who did it. Once however many jobs
 * see it: `null` if another job did so. Rejects with GitHub's error.
 */
export async function replyToUnknownTick(
  github: ReplyClient,
  issue: number,
  {
    comment,
    answerable,
  }: { readonly comment: Pick<IssueComment, 'id' | 'url'>; readonly answerable: AnswerableIds },
): Promise<IssueComment | null> {
  const reason = `A box of [the approval comment](${comment.url}) was ticked, and GitHub does not say by whom. It does not count.`;
  const text = replyBody(reason, answerLines(answerable));
  return await replyIfFirst(github, { issue, to: comment, reaction: BOX_EXPLAINED, text });
}
