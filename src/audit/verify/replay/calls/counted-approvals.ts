import { isRealTime } from '../../../format/format.ts';
import { answerOf } from '../../../format/answers.ts';
import type { EntryOf } from '../../../format/entry.ts';
import type { ApprovalState } from '../replay-state.ts';

type Decision = EntryOf<'approval.decision'>;

/** Identifies the answer of a decision: a comment, a review, a tick of a box, a button, or the terminal or program. */
export function sourceOf({ comment, review, edit, check, by }: Decision): string {
  if (comment !== null) return `comment ${comment.id}`;
  if (review !== undefined) return `review ${review.id}`;
  const who = personOf(by);
  if (edit !== undefined) return `tick ${who}`;
  return check === undefined ? `terminal ${who}` : `button ${who}`;
}

/** One person, whatever their login is. */
function personOf({ id, login }: Decision['by']): string {
  return id === null ? `@${login.toLowerCase()}` : `#${id}`;
}

/** The most that the clocks of a runner and of GitHub differ: an answer that seems older than its request by more is older. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/**
 * Why the answer behind a counted approval cannot count; `null` if it can. On GitHub the approval names exactly one answer. An
 * account that is no bot gave it, after the request and before the entry.
 */
export function sourceFault(
  { via, card, askedAt, answersBefore }: ApprovalState,
  decision: Decision,
): string | null {
  const { comment, review, edit, check, by } = decision;
  const named = [comment ?? undefined, review, edit, check].filter((one) => one !== undefined);
  const onGitHub = via === 'comment' || via === 'check-run';
  if (named.length !== (onGitHub ? 1 : 0))
    return `people were asked by ${via}, and it names ${named.length} answers`;
  if (onGitHub && by.id === null) return 'it names no account';
  if (onGitHub && by.login.endsWith('[bot]')) return `${by.login} is no person`;
  const time = answerOf(decision)?.time;
  // A text that is no time is a finding of its own.
  const isTimed = time !== undefined && isRealTime(time);
  if (isTimed && Date.parse(time) + MAX_CLOCK_DIFFERENCE_MS < Date.parse(askedAt))
    return 'it is older than the request';
  if (isTimed && Date.parse(time) - MAX_CLOCK_DIFFERENCE_MS > Date.parse(decision.time))
    return 'it was read before it was made';
  // People are asked about one turn at a time, so what was read before a request is no answer to it.
  if ((comment?.id ?? Infinity) <= answersBefore.comment)
    return 'its comment was read before the request';
  if ((review?.id ?? Infinity) <= answersBefore.review)
    return 'its review was read before the request';
  if (card === null) return null;
  // GitHub numbers comments in their order.
  if (comment !== null && comment.id <= card.commentId)
    return `comment ${comment.id} is older than the approval comment`;
  return edit !== undefined && edit.comment !== card.commentId
    ? `comment ${edit.comment} is not the approval comment`
    : null;
}

/**
 * The approvals of one request that count. It knows at any time how many people gave them and which files they cover: the call may
 * be checked again after each of very many entries.
 */
export class CountedApprovals {
  readonly #decisions = new Map<string, Decision>();
  readonly #people = new Map<string, number>();
  /** How many approvals name each file of the call. */
  readonly #files: Map<string, number>;
  #uncovered: number;
  /** Approvals that are not limited to some files. */
  #unlimited = 0;

  /** `files`: those of the call that code owners must approve. */
  constructor(files: Iterable<string> = []) {
    this.#files = new Map([...files].map((file) => [file, 0]));
    this.#uncovered = this.#files.size;
  }

  /** How many different people have approved. */
  get people(): number {
    return this.#people.size;
  }

  /** A file that no approval covers; `null` if there is none. */
  get uncoveredFile(): string | null {
    if (this.#uncovered === 0 || this.#unlimited > 0) return null;
    return [...this.#files].find(([, approvals]) => approvals === 0)?.[0] ?? null;
  }

  hasFile(file: string): boolean {
    return this.#files.has(file);
  }

  values(): Iterable<Decision> {
    return this.#decisions.values();
  }

  /** Adds an approval, in place of an earlier one by the same answer. */
  add(decision: Decision): void {
    this.withdraw(decision);
    this.#decisions.set(sourceOf(decision), decision);
    this.#count(decision, 1);
  }

  /** Removes the approval by the same answer. */
  withdraw(decision: Decision): void {
    const source = sourceOf(decision);
    const before = this.#decisions.get(source);
    if (before === undefined) return;
    this.#decisions.delete(source);
    this.#count(before, -1);
  }

  clear(): void {
    for (const decision of this.#decisions.values()) this.withdraw(decision);
  }

  #count({ by, files }: Decision, change: 1 | -1): void {
    const person = personOf(by);
    const given = (this.#people.get(person) ?? 0) + change;
    if (given === 0) this.#people.delete(person);
    else this.#people.set(person, given);
    if (files === undefined) this.#unlimited += change;
    for (const file of files ?? []) {
      const before = this.#files.get(file);
      if (before === undefined) continue;
      this.#files.set(file, before + change);
      if (before === 0) this.#uncovered -= 1;
      if (before + change === 0) this.#uncovered += 1;
    }
  }
}
