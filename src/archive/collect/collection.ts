import type { CountersignError } from '../../common/index.ts';
import type { AddedTrail, TrailState } from './add-trail.ts';

/** Most problems and names that a result lists; all are counted, and the archive has them. */
const MAX_LISTED = 100;

/** Something that was not collected, or does not count. */
export interface CollectionProblem {
  readonly problem: TrailState | 'refused' | 'waiting' | 'missing' | 'not listed';
  /** The folder, the repository, or the repository and the artifact. */
  readonly where: string;
  readonly because: string;
  /** Where the trail is kept, below the archive; absent if there is none. */
  readonly folder?: string;
}

/** Names, of which the first are listed. */
export interface Named {
  readonly count: number;
  readonly names: readonly string[];
}

export interface CollectionResult {
  /** Trails that the archive did not have, by what it makes of them. */
  readonly added: Readonly<Record<TrailState, number>>;
  /** Trails that it had. */
  readonly known: number;
  readonly problemCount: number;
  readonly problems: readonly CollectionProblem[];
  /** Artifacts with trails that expired before they were collected, in this collection or earlier. */
  readonly expired: Named;
  /** Artifacts of other tools. */
  readonly others: Named;
  /** What ended the collection before it was complete; `null` if nothing did. */
  readonly endedEarly: CountersignError | null;
}

const PROBLEMS: ReadonlySet<TrailState> = new Set(['conflict', 'broken', 'unreadable']);

/** Sums up a collection while it works. Its size does not depend on how much is collected. */
export class Collection {
  readonly #added: Record<TrailState, number> = {
    counted: 0,
    superseded: 0,
    conflict: 0,
    foreign: 0,
    broken: 0,
    unreadable: 0,
  };
  readonly #problems: CollectionProblem[] = [];
  readonly #expired = new Names();
  readonly #others = new Names();
  #known = 0;
  #problemCount = 0;

  add(where: string, { isNew, state, because, foreign, folder }: AddedTrail): void {
    if (isNew) this.#added[state] += 1;
    else this.#known += 1;
    if (foreign !== null) this.problem({ problem: 'foreign', where, because: foreign, folder });
    else if (isNew && PROBLEMS.has(state))
      this.problem({ problem: state, where, because: because ?? '', folder });
  }

  problem(problem: CollectionProblem): void {
    this.#problemCount += 1;
    if (this.#problems.length < MAX_LISTED) this.#problems.push(problem);
  }

  expired(names: readonly string[]): void {
    for (const name of names) this.#expired.add(name);
  }

  other(name: string): void {
    this.#others.add(name);
  }

  result(): Omit<CollectionResult, 'endedEarly'> {
    return {
      added: this.#added,
      known: this.#known,
      problemCount: this.#problemCount,
      problems: this.#problems,
      expired: this.#expired.result(),
      others: this.#others.result(),
    };
  }
}

class Names {
  readonly #names = new Set<string>();
  #count = 0;

  add(name: string): void {
    this.#count += 1;
    if (this.#names.size < MAX_LISTED) this.#names.add(name);
  }

  result(): Named {
    return { count: this.#count, names: [...this.#names] };
  }
}
