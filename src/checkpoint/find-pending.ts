import {
  type AnswerCommand,
  type ApprovalMarker,
  namedIds,
  notOnlyReason,
  parseAnswer,
  readMarker,
} from '../approvals/index.ts';
import type { IssueComment } from '../github/index.ts';

/** The approval comment that an answer is for, by its marker. The marker only points; the checkpoint decides. */
export type Pending =
  /** The comment is not an answer, or nothing that it answers is open; `because` says which. */
  | { readonly kind: 'none'; readonly because: string }
  /** A job polls the approval comment and reads the answer itself, unless that job has ended. */
  | ({ readonly kind: 'waiting' } & FoundComment)
  /** The comment reports a crashed run that can be resumed. */
  | ({ readonly kind: 'crashed' } & FoundComment)
  /** A checkpoint has the requests of the approval comment. */
  | ({ readonly kind: 'suspended' } & FoundComment)
  /** A checkpoint has the requests, and the comment counts for none of them: its author should be told. */
  | ({ readonly kind: 'not-counted' } & Told & FoundComment);

/** What somebody is told whose comment does not count. */
export interface Told {
  readonly because: string;
  /** The comment only mentions an id. */
  readonly mentions: boolean;
  readonly denies: boolean;
}

/**
 * Finds the approval comment that an answer is for: the one with one of its ids, for `all` or no id the newest before it, for
 * `/cancel` the newest that is open. A comment that counts for nothing is for the one whose id it holds, else for the newest.
 * Only comments by the run's own account (`ownId`) are approval comments. Pure.
 */
export function findPending({
  comments,
  answer,
  ownId,
}: {
  readonly comments: readonly IssueComment[];
  readonly answer: IssueComment;
  readonly ownId: number;
}): Pending {
  const parsed = parseAnswer(answer.body);
  const earlier = approvalComments(
    comments.filter((comment) => comment.id < answer.id),
    ownId,
  );
  switch (parsed.kind) {
    case 'none':
      return { kind: 'none', because: 'the comment does not answer an approval comment' };
    case 'resume':
      return findCrashed(earlier, parsed.run, answer);
    case 'unclear':
      return findTold(earlier, parsed);
    case 'commands':
      return findAnswered(earlier, parsed.commands, answer);
  }
}

function findAnswered(
  earlier: readonly FoundComment[],
  commands: readonly AnswerCommand[],
  answer: IssueComment,
): Pending {
  const [newest] = earlier.filter(({ marker }) => marker.state !== 'crashed');
  const answered = earlier.filter((found) =>
    commands.some((command) => isAnswered(command, found, newest)),
  );
  const found = answered.find(({ marker }) => marker.state !== 'closed') ?? answered[0];
  const denies = commands.some(({ kind }) => kind === 'deny');
  if (found === undefined) {
    const ids = commands.flatMap(namedIds);
    const because = `no approval comment here has ${ids.join(', ')}`;
    return ids.length === 0 ? NOTHING_OPEN : findTold(earlier, { because, ids, denies });
  }
  const isBare = commands.every((command) => command.kind !== 'cancel' && command.ids === 'only');
  const calls = found.marker.ids.length;
  const others = earlier.filter((other) => other !== found).map(({ comment }) => comment);
  const because = isBare ? notOnlyReason({ calls, others, answer }) : null;
  return because === null ? pendingFrom(found) : findTold(earlier, { because, ids: [], denies });
}

const NOTHING_OPEN: Pending = {
  kind: 'none',
  because: 'no approval comment here has what the comment names',
};

/** The approval comment whose author of an answer should be told that it does not count. */
function findTold(
  earlier: readonly FoundComment[],
  answer: {
    readonly because: string;
    readonly ids: readonly string[];
    readonly denies: boolean;
    readonly resembles?: boolean;
  },
): Pending {
  const { ids, because, denies, resembles = true } = answer;
  const asking = earlier.filter(({ marker }) => marker.state !== 'crashed');
  const open = asking.filter(({ marker }) => marker.state !== 'closed');
  const isNamed = ({ marker }: FoundComment): boolean => marker.ids.some((id) => ids.includes(id));
  const named = open.find(isNamed);
  if (named !== undefined) return notCounted(named, { because, denies, mentions: !resembles });
  const [newest] = open;
  if (newest === undefined || !resembles || asking.some(isNamed)) return NOTHING_OPEN;
  return notCounted(newest, { because, denies });
}

/** A job that waits tells the author itself. */
function notCounted(
  found: FoundComment,
  { because, denies, mentions = false }: Omit<Told, 'mentions'> & { readonly mentions?: boolean },
): Pending {
  const pending = pendingFrom(found);
  return pending.kind === 'suspended'
    ? { ...found, kind: 'not-counted', because, denies, mentions }
    : pending;
}

/** Finds the approval comment of a button, by the button's check run. Pure. */
export function findPendingCheck({
  comments,
  check,
  ownId,
}: {
  readonly comments: readonly IssueComment[];
  readonly check: number;
  readonly ownId: number;
}): Pending {
  const found = approvalComments(comments, ownId).find(({ marker }) => marker.check === check);
  return found === undefined
    ? { kind: 'none', because: 'no approval comment here has that check run' }
    : pendingFrom(found);
}

/** Finds the approval comment whose box was ticked. Pure. */
export function findPendingTick({
  comments,
  comment,
  ownId,
}: {
  readonly comments: readonly IssueComment[];
  readonly comment: number;
  readonly ownId: number;
}): Pending {
  const found = approvalComments(comments, ownId).find((one) => one.comment.id === comment);
  return found === undefined
    ? { kind: 'none', because: 'the ticked box is in no approval comment' }
    : pendingFrom(found);
}

/** Finds the approval comment that a review of the pull request answers: the newest that is open and counts reviews. Pure. */
export function findPendingReview({
  comments,
  ownId,
}: {
  readonly comments: readonly IssueComment[];
  readonly ownId: number;
}): Pending {
  const found = approvalComments(comments, ownId).find(
    ({ marker }) => marker.reviews === true && marker.state !== 'closed',
  );
  return found === undefined
    ? { kind: 'none', because: 'no open approval comment here counts reviews' }
    : pendingFrom(found);
}

interface FoundComment {
  readonly comment: IssueComment;
  readonly marker: ApprovalMarker;
}

/** The run's own approval comments, the newest first. */
function approvalComments(
  comments: readonly IssueComment[],
  ownId: number,
): readonly FoundComment[] {
  return comments
    .filter(({ author }) => author?.id === ownId)
    .sort((one, other) => other.id - one.id)
    .flatMap((comment) => {
      const marker = readMarker(comment.body);
      return marker === null ? [] : [{ comment, marker }];
    });
}

function pendingFrom(found: FoundComment): Pending {
  const { state } = found.marker;
  switch (state) {
    case 'crashed':
    case 'closed':
      return { kind: 'none', because: 'the approval comment is closed' };
    case 'waiting':
      return { kind: 'waiting', ...found };
    case 'suspended':
      break;
  }
  return { kind: state, ...found };
}

/** The crashed run to resume: the one that the command names, or the newest. */
function findCrashed(
  comments: readonly FoundComment[],
  run: string | null,
  { createdAt, updatedAt }: IssueComment,
): Pending {
  if (createdAt !== updatedAt) return { kind: 'none', because: 'the comment was edited' };
  const found = comments.find(
    ({ marker }) => marker.state === 'crashed' && (run === null || marker.run === run),
  );
  if (found !== undefined) return { kind: 'crashed', ...found };
  return {
    kind: 'none',
    because: `no comment here reports that ${run ?? 'a run'} crashed and can be resumed`,
  };
}

function isAnswered(
  command: AnswerCommand,
  found: FoundComment,
  newest: FoundComment | undefined,
): boolean {
  const { marker } = found;
  if (marker.state === 'crashed') return false;
  if (command.kind === 'cancel') return marker.state !== 'closed';
  if (command.ids === 'all' || command.ids === 'only') return found === newest;
  const { ids } = command;
  return marker.ids.some((id) => ids.includes(id));
}
