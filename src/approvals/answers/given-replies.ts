import type { RefusalReply } from './reply.ts';

/** Most replies to commands that do not count, for one approval comment. */
export const REPLIES_MAX = 10;
/** How many of them go to people who may not answer, one each: they cannot use up the replies. */
export const OUTSIDER_REPLIES_MAX = 3;

/** The replies that say why an answer to an approval comment does not count: no answer gets a second one. */
export interface GivenReplies {
  /** Ids of comments that got one. */
  readonly comments: Set<number>;
  /** Keys of ticks that got one. */
  readonly ticks: Set<string>;
  /** Accounts of people who may not answer and got one. */
  readonly outsiders: Set<number>;
  /** Replies that GitHub has not taken, by the comment that they are about. */
  readonly missed: Map<number, { readonly refusal: RefusalReply; readonly attempts: number }>;
  /** How many comments that do not count this job has marked without a reply. */
  marked: number;
}

/** The replies of a run, as its checkpoint stores them. */
interface StoredReplies {
  readonly replied: number[];
  readonly repliedTo: number[];
  readonly repliedTicks: string[];
}

/** The replies of earlier jobs. */
export function givenReplies(stored: Partial<StoredReplies> = {}): GivenReplies {
  return {
    comments: new Set(stored.replied),
    ticks: new Set(stored.repliedTicks),
    outsiders: new Set(stored.repliedTo),
    missed: new Map(),
    marked: 0,
  };
}

/** What the next job must know. It may give the replies that GitHub has not taken. */
export function storedReplies(given: GivenReplies): StoredReplies {
  const { comments, ticks, outsiders, missed } = given;
  const unanswered = new Set([...missed.values()].map(({ refusal }) => refusal.comment.author?.id));
  return {
    replied: [...comments].filter((id) => !missed.has(id)),
    repliedTo: [...outsiders].filter((id) => !unanswered.has(id)),
    repliedTicks: [...ticks],
  };
}
