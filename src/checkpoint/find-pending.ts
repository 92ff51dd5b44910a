import {
  type AnswerCommand,
  type ApprovalMarker,
  mayHaveBeenOpen,
  namedIds,
  notOnlyReason,
  parseAnswer,
  readMarker,
  stops,
  type Tick,
} from '../approvals/index.ts';
import { type IssueComment, OWN_MARKER } from '../github/index.ts';

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
  /**
   * The comment names requests that no approval comment here has, of whatever account, or has a `/cancel` or `/resume` for which there is no
   * run: its author should be told, unless it counted.
   */
  | ({ readonly kind: 'unknown' } & UncountedAnswer)
  /** The comment names requests that were closed before: its author should be told, unless it counted. */
  | ({ readonly kind: 'closed' } & UncountedAnswer & FoundComment)
  /**
   * A checkpoint has the requests, and the comment counts for none of them: its author should be told. `denies`: it denies or cancels,
   * so the reply offers no approval to copy.
   */
  | ({ readonly kind: 'not-counted'; readonly denies: boolean } & UncountedAnswer & FoundComment);

/** A comment that may answer, and where its approval comment may be. */
interface AnswerAmongComments {
  readonly comments: readonly IssueComment[];
  readonly answer: IssueComment;
  /** The run's own account. */
  readonly ownId: number;
}

/** Why a comment does not count, for its author. */
interface UncountedAnswer {
  readonly because: string;
  /** The comment only mentions an id. */
  readonly mentions: boolean;
}

/**
 * Finds the approval comment that an answer is for: the one with one of its ids, for `all` or no id the newest before it, for
 * `/cancel` without an id any that is open. Of several the newest suspended one, else the newest that is open. A comment that counts for
 * nothing is for the one whose id it holds, else for the newest. Only comments by the run's own account (`ownId`) are approval
 * comments. Pure.
 */
export function findPending(given: AnswerAmongComments): Pending {
  const { answer } = given;
  const parsed = parseAnswer(answer.body);
  const earlier = earlierThan(given);
  switch (parsed.kind) {
    case 'none':
      return { kind: 'none', because: 'the comment does not answer an approval comment' };
    case 'resume':
      return findCrashed(earlier, parsed.run, answer);
    case 'unclear':
      return findUncounted(earlier, parsed);
    case 'commands': {
      const found = findAnswered(earlier, parsed.commands, answer);
      return found === NOTHING_OPEN ? (findUnknown(given, parsed.commands) ?? found) : found;
    }
  }
}

/**
 * The open approval comments that a `/cancel` is for, the newest first, but those of one run: a job ends only one suspended run.
 * Pure.
 */
export function alsoCancelled(given: AnswerAmongComments, run: string): readonly FoundComment[] {
  const parsed = parseAnswer(given.answer.body);
  const commands = parsed.kind === 'commands' ? parsed.commands : [];
  const cancels = commands.filter(({ kind }) => kind === 'cancel');
  return earlierThan(given).filter(
    (found) =>
      found.marker.run !== run &&
      found.marker.state !== 'closed' &&
      cancels.some((command) => isAnswered(command, found, undefined)),
  );
}

function earlierThan({ comments, answer, ownId }: AnswerAmongComments): readonly FoundComment[] {
  const earlier = comments.filter((comment) => comment.id < answer.id);
  return approvalComments(earlier, ownId);
}

/**
 * Whether a comment names calls, and no comment here asks about one of them: it was meant for another issue, or the approval comment
 * was deleted. What another account asks about is for its run.
 */
function findUnknown(
  given: AnswerAmongComments,
  commands: readonly AnswerCommand[],
): Pending | null {
  const { comments } = given;
  const ids = commands.flatMap(namedIds);
  const isAsked = comments.some(({ body }) =>
    readMarker(body)?.ids.some((asked) => ids.includes(asked)),
  );
  if (ids.length === 0)
    return commands.every(({ kind }) => kind === 'cancel') ? findNothingToCancel(given) : null;
  if (isAsked) return FOREIGN;
  const because = `no approval comment here has ${ids.join(', ')}; answer where it was asked, or start the run again if that comment was deleted`;
  return { kind: 'unknown', because, mentions: false };
}

/**
 * A `/cancel` for no open request, where this account's runs have written: elsewhere it may be the command of another program. A run of
 * another account reads it itself.
 */
function findNothingToCancel({ comments, ownId }: AnswerAmongComments): Pending | null {
  const isOwn = ({ author }: IssueComment): boolean => author?.id === ownId;
  if (!comments.some((each) => isOwn(each) && each.body.startsWith(OWN_MARKER))) return null;
  if (comments.some((each) => !isOwn(each) && readMarker(each.body) !== null)) return null;
  return { kind: 'unknown', because: NOTHING_TO_CANCEL, mentions: false };
}

const NOTHING_TO_CANCEL =
  'no run waits for an answer here; to end one that works, cancel its workflow run';

function findAnswered(
  earlier: readonly FoundComment[],
  commands: readonly AnswerCommand[],
  answer: IssueComment,
): Pending {
  const [newest] = earlier.filter(({ marker }) => marker.state !== 'crashed');
  const answered = earlier.filter((found) =>
    commands.some((command) => isAnswered(command, found, newest)),
  );
  const open = answered.filter(({ marker }) => marker.state !== 'closed');
  // It may be for several runs, and a job that polls reads it itself.
  const suspended = open.find(({ marker }) => marker.state === 'suspended');
  const found = suspended ?? open[0] ?? answered[0];
  const denies = stops({ commands });
  if (found === undefined) {
    const ids = commands.flatMap(namedIds);
    const because = `no approval comment here has ${ids.join(', ')}`;
    return ids.length === 0 ? NOTHING_OPEN : findUncounted(earlier, { because, ids, denies });
  }
  if (found.marker.state === 'closed' && commands.some((command) => namesOf(command, found)))
    return { ...found, kind: 'closed', because: CLOSED, mentions: false };
  const isAllOfClosed = found.marker.state === 'closed' && !mayHaveBeenOpen(found.comment, answer);
  if (isAllOfClosed && earlier.some(({ marker }) => marker.state === 'suspended'))
    return findUncounted(earlier, { because: ALL_CLOSED, ids: [], denies });
  const isBare = commands.every(({ ids }) => ids === 'only');
  const calls = found.marker.ids.length;
  const others = earlier.filter((other) => other !== found).map(({ comment }) => comment);
  const because = isBare ? notOnlyReason({ calls, others, answer }) : null;
  return because === null
    ? pendingFrom(found)
    : findUncounted(earlier, { because, ids: [], denies });
}

const CLOSED = 'what it names was closed before; the approval comment says by whom, or why';

const ALL_CLOSED = 'it names no call, and the newest approval comment was closed before';

const NOTHING_OPEN: Pending = {
  kind: 'none',
  because: 'no approval comment here has what the comment names',
};

const FOREIGN: Pending = {
  kind: 'none',
  because:
    "the approval comment is not by the account of this job's token; only a job with the token of its account can resume the run",
};

/** The approval comment of an answer that does not count, so that its author can be told. */
function findUncounted(
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
  const isForNewest = resembles && !asking.some(isNamed);
  const found = open.find(isNamed) ?? (isForNewest ? open[0] : undefined);
  if (found === undefined) return NOTHING_OPEN;
  // A job that waits tells the author itself.
  if (found.marker.state === 'waiting') return { ...found, kind: 'waiting' };
  return { ...found, kind: 'not-counted', because, denies, mentions: !resembles };
}

/** An answer without a comment: a click on a button, a ticked box, or a review. */
type WordlessAnswer =
  | { readonly kind: 'click'; readonly click: { readonly check: { readonly id: number } } }
  | { readonly kind: 'tick'; readonly tick: Pick<Tick, 'comment'> }
  | { readonly kind: 'review' };

const NO_TARGET: Readonly<Record<WordlessAnswer['kind'], string>> = {
  click: 'no approval comment here has that check run',
  tick: 'the ticked box is in no approval comment',
  review: 'no open approval comment here counts reviews',
};

/** Finds the approval comment of a button, of a ticked box, or the newest open one that counts reviews. Pure. */
export function findPendingTarget({
  comments,
  answer,
  ownId,
}: {
  readonly comments: readonly IssueComment[];
  readonly answer: WordlessAnswer;
  readonly ownId: number;
}): Pending {
  const approval = approvalComments(comments, ownId).find((one) => isTarget(one, answer));
  return approval === undefined
    ? { kind: 'none', because: NO_TARGET[answer.kind] }
    : pendingFrom(approval);
}

function isTarget({ comment, marker }: FoundComment, answer: WordlessAnswer): boolean {
  switch (answer.kind) {
    case 'click':
      return marker.check === answer.click.check.id;
    case 'tick':
      return comment.id === answer.tick.comment;
    case 'review':
      return marker.reviews === true && marker.state !== 'closed';
  }
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

function pendingFrom(approval: FoundComment): Pending {
  const { state } = approval.marker;
  return state === 'waiting' || state === 'suspended'
    ? { kind: state, ...approval }
    : { kind: 'none', because: 'the approval comment is closed' };
}

/** The crashed run to resume: the one that the command names, or the newest. */
function findCrashed(
  comments: readonly FoundComment[],
  run: string | null,
  { createdAt, updatedAt }: IssueComment,
): Pending {
  const uncounted = { kind: 'unknown', mentions: false } as const;
  if (createdAt !== updatedAt)
    return { ...uncounted, because: 'it was edited; write a new comment' };
  const found = comments.find(
    ({ marker }) => marker.state === 'crashed' && (run === null || marker.run === run),
  );
  if (found !== undefined) return { kind: 'crashed', ...found };
  const isOpen = ({ marker }: FoundComment): boolean =>
    (marker.state === 'waiting' || marker.state === 'suspended') &&
    (run === null || marker.run === run);
  // Whether its job still waits is not known here.
  const instead = comments.some(isOpen)
    ? 'answer the open approval comment instead'
    : 'start a new run';
  return {
    ...uncounted,
    because: `no comment here reports that ${run ?? 'a run'} crashed and can be resumed; ${instead}`,
  };
}

function isAnswered(
  command: AnswerCommand,
  found: FoundComment,
  newest: FoundComment | undefined,
): boolean {
  const { marker } = found;
  if (marker.state === 'crashed') return false;
  if (command.kind === 'cancel' && command.ids.length === 0) return marker.state !== 'closed';
  if (command.ids === 'all' || command.ids === 'only') return found === newest;
  return namesOf(command, found);
}

function namesOf(command: AnswerCommand, { marker }: FoundComment): boolean {
  const ids = namedIds(command);
  return marker.ids.some((id) => ids.includes(id));
}
