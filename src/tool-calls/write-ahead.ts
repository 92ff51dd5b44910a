import type { Trail, TrailEvent, TrailHead } from '../audit/index.ts';

/** What is recorded on the way to an effect: begun in order at once, waited for together. */
export interface WriteAhead {
  /** Its `append` resolves once the entry has its place in the order, with the head as it was before. */
  readonly trail: Trail;
  /** Resolves when every entry that was begun is on disk; rejects where one could not be written. */
  onDisk(): Promise<void>;
}

/**
 * A trail for the entries that come before one effect. Each flush costs as much as all the work on an entry does, so
 * they share one. `before` is an entry that was begun earlier and must be there, too. Nothing may have an effect before
 * `onDisk` has resolved.
 */
export function createWriteAhead(trail: Trail, before: Promise<unknown>): WriteAhead {
  const begun: Promise<unknown>[] = [before];
  const begin = (event: TrailEvent): Promise<TrailHead> => {
    const written = trail.append(event);
    // Its failure is told by `onDisk`.
    written.catch(() => undefined);
    begun.push(written);
    return Promise.resolve(trail.head());
  };
  return {
    trail: {
      run: trail.run,
      folder: trail.folder,
      append: begin,
      appendBuffered: begin,
      blob: (text, digest) => trail.blob(text, digest),
      head: () => trail.head(),
      close: () => trail.close(),
    },
    onDisk: async () => {
      await Promise.all(begun.splice(0));
    },
  };
}
