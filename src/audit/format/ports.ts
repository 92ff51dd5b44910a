import type { TrailEvent } from './events.ts';

/** Where a trail stands: what is published outside the agent's reach. */
export interface TrailHead {
  /** Hash of the last entry; 64 zeros before the first. */
  readonly hash: string;
  /** How many entries there are. */
  readonly count: number;
}

/**
 * The trail as the run writes it. `append` redacts, chains, writes and flushes to disk before it resolves:
 * whoever awaits it may then act. Concurrent appends are put in order. Throws `trail-unwritable` when the
 * disk is full or the folder cannot be written; nothing may be done after that.
 */
export interface Trail {
  readonly run: string;
  readonly folder: string;
  append(event: TrailEvent): Promise<TrailHead>;
  /**
   * Adds an entry without waiting for the disk, in the order of the calls. Resolves once the entry has its place in the
   * chain. Nothing that the entry announces may happen before `flush` resolves.
   */
  write(event: TrailEvent): Promise<TrailHead>;
  /** Resolves once every entry so far is on disk. Throws `trail-unwritable` if one could not be written. */
  flush(): Promise<void>;
  /**
   * Keeps a large value beside the trail, redacted, deduplicated by digest; its digest and size. It is on disk before any
   * entry that is appended afterwards. `digest`: the text's own SHA-256, from whoever made it already.
   */
  blob(text: string, digest?: string): Promise<{ readonly sha256: string; readonly bytes: number }>;
  head(): TrailHead;
  close(): Promise<void>;
}
