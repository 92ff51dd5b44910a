import {
  type AnswerCommand,
  type ApprovalMarker,
  parseAnswer,
  parseResume,
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
  | ({ readonly kind: 'suspended' } & FoundComment);

/**
 * Finds the approval comment that an answer is for: the one with one of its ids, for `all` the newest before it, for
 * `/cancel` the newest that is open. Only comments by the run's own account (`ownId`)
 * are approval comments. Pure.
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
  const resume = parseResume(answer.body);
  const command = parseAnswer(answer.body);
  if (command === null && resume === null)
    return { kind: 'none', because: 'the comment does not answer an approval comment' };
  const earlier = approvalComments(
    comments.filter((comment) => comment.id < answer.id),
    ownId,
  );
  if (resume !== null) return findCrashed(earlier, resume.run, answer);
  const found = earlier.find(({ marker }) => command !== null && isAnswered(command, marker));
  return found === undefined
    ? { kind: 'none', because: 'no approval comment here has what the comment names' }
    : pendingFrom(found);
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

function isAnswered(command: AnswerCommand, marker: ApprovalMarker): boolean {
  if (marker.state === 'crashed') return false;
  if (command.kind === 'cancel') return marker.state !== 'closed';
  if (command.ids === 'all') return true;
  const { ids } = command;
  return marker.ids.some((id) => ids.includes(id));
}
