/** Whether the model has read a file in its current version. */
type ReadState = 'unread' | 'current' | 'changed';

export interface ReadRecordOptions {
  /**
   * Whether an existing file may be changed that was never read. Absent: `refuse`, so that nothing is overwritten unseen.
   * `allow` is for a single call outside of a conversation.
   */
  readonly unread?: 'refuse' | 'allow';
  /** The files of an earlier part of the same conversation. */
  readonly seen?: Readonly<Record<string, string>> | undefined;
}

/**
 * Remembers the SHA-256 of files that one conversation read or wrote, by path from the workspace root, and serialises its
 * changes.
 */
export interface ReadRecord {
  readonly unread: 'refuse' | 'allow';
  note(path: string, sha256: string): void;
  state(path: string, sha256: string): ReadState;
  /** Every path with its digest, for a checkpoint. */
  seen(): Readonly<Record<string, string>>;
  /** Runs `work` once every earlier change has ended. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** A record with the files of `options.seen`. */
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
