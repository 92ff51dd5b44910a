import type { EntryOf } from '../../../format/entry.ts';

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
