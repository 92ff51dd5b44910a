/** How a file stands against what the model was shown of it. */
export type ReadState = 'unread' | 'current' | 'changed';

export interface ReadRecordOptions {
  /**
   * What holds for an existing file that was never read: `refuse` (absent) its change, so that
   * nothing is overwritten unseen; or `allow` it, for a single call that has no conversation before
   * it.
   */
  readonly unread?: 'refuse' | 'allow';
  /** What a ledger of an earlier part of the same conversation had seen. */
  readonly seen?: Readonly<Record<string, string>>;
}

/**
 * Remembers the SHA-256 of what was read and written, by path from the workspace root, and lets one
 * change at a time through. One ledger belongs to one conversation.
 */
export interface ReadRecord {
  readonly unread: 'refuse' | 'allow';
  note(path: string, sha256: string): void;
  state(path: string, sha256: string): ReadState;
  /** Every path with its digest, to be kept where a run is suspended. */
  seen(): Readonly<Record<string, string>>;
  /** Runs `work` once every earlier change has ended. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** A ledger that has seen nothing yet. */
export function createReadRecord(options: ReadRecordOptions = {}): ReadRecord {
  const seen = new Map(Object.entries(options.seen ?? {}));
  let last: Promise<unknown> = Promise.resolve();
  return {
    unread: options.unread ?? 'refuse',
    note: (path, sha256) => void seen.set(path, sha256),
    state: (path, sha256) => {
      const known = seen.get(path);
      if (known === undefined) return 'unread';
      return known === sha256 ? 'current' : 'changed';
    },
    seen: () => Object.fromEntries(seen),
    exclusively: async (work) => {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return await turn;
    },
  };
}
