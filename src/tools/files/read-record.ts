import { oneAtATime } from '../../common/index.ts';

export interface ReadRecordOptions {
  /**
   * Whether an existing file may be changed that was never read. Absent: `refuse`, so that nothing is overwritten unseen.
   * `allow` is for a single call outside of a conversation.
   */
  readonly unread?: 'refuse' | 'allow';
  /** The files of an earlier part of the same conversation. */
  readonly seen?: Readonly<Record<string, string>> | undefined;
}

export type ReadRecord = ReturnType<typeof createReadRecord>;

/**
 * Remembers the SHA-256 of files that one conversation read or wrote, by path from the workspace root, and serialises its
 * changes.
 */
export function createReadRecord(options: ReadRecordOptions = {}) {
  const { unread = 'refuse' } = options;
  const seen = new Map(Object.entries(options.seen ?? {}));
  return {
    unread,
    note: (path: string, sha256: string): void => void seen.set(path, sha256),
    /** Whether the model has read a file in its current version. */
    state: (path: string, sha256: string): 'unread' | 'current' | 'changed' => {
      const known = seen.get(path);
      if (known === undefined) return 'unread';
      return known === sha256 ? 'current' : 'changed';
    },
    /** Every path with its digest, for a checkpoint. */
    seen: (): Readonly<Record<string, string>> => Object.fromEntries(seen),
    /** Runs `work` once every earlier change has ended. */
    exclusively: oneAtATime(),
  };
}
