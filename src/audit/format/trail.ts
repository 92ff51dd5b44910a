import type { TrailEvent } from './events.ts';
import type { BlobRef } from './recorded.ts';

/** The head of a trail, which is published where the agent cannot reach it. */
export interface TrailHead {
  /** Hash of the last entry; 64 zeros before the first. */
  readonly hash: string;
  /** How many entries there are. */
  readonly count: number;
}

/**
 * The trail as the run writes it. `append` redacts, chains, writes and flushes to disk before it resolves; the caller may
 * act after that. Concurrent appends are ordered. Rejects with `trail-unwritable` if the disk is full or the folder
 * cannot be written; the run must stop then.
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
   * Stores a large value beside the trail, redacted and deduplicated. Returns its digest and size once its bytes are on
   * disk; its name is there before any entry that is added later.
   */
  blob(text: string): Promise<BlobRef>;
  head(): TrailHead;
  close(): Promise<void>;
}
