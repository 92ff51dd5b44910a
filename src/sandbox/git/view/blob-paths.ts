import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { rawBytes } from '../../files/byte-paths.ts';
import { refusedGit, tooLargeGit } from '../read/scan-git-folder.ts';
import type { IndexEntry as FullIndexEntry } from '../read/index-file.ts';
import { commitLinks, kindOfMode, type ObjectStore, treeEntries } from '../read/objects.ts';
import { MAX_PATH_BYTES } from '../../files/lexical-path.ts';

/**
 * Determines the paths of blobs in a history. Trees are parsed here and not by git, so that every name counts, each blob
 * is known by all of its paths, and nothing depends on git's pattern syntax. Paths are bytes as Latin-1.
 */
const MAX_PATHS = 500_000;
const MAX_TREES = 1_000_000;
/** The longest time without yielding to other work. */
const TURN_MS = 20;
/** Entries between two checks of the clock. */
const ENTRIES_A_LOOK = 2_000;

/** The result of one walk. A blob may be in both sets; it is then readable under another path. */
export interface BlobVisibility {
  /** Blobs with a readable path. */
  readonly open: Set<string>;
  /** Blobs with a masked path, or below a masked folder. */
  readonly masked: Set<string>;
  readonly trees: Set<string>;
}

/** One path and the known paths below it. */
interface PathNode {
  readonly path: string;
  readonly masked: boolean;
  readonly below: Map<string, PathNode>;
  /** Trees that were read under this path. */
  readonly seen: Set<string>;
}

export type IndexEntry = Pick<FullIndexEntry, 'mode' | 'sha' | 'stage' | 'path'>;

interface BlobPathsOptions {
  readonly store: ObjectStore;
  /** From the root of the work tree, `/` between parts. */
  readonly isMasked: (path: string) => boolean;
  /** Throws after the time limit. */
  readonly checkTime: () => void;
}

export class BlobPaths {
  private readonly top: PathNode = { path: '', masked: false, below: new Map(), seen: new Set() };
  private paths = 0;
  private visits = 0;
  private entries = 0;
  private turnEnds = 0;
  private readonly options: BlobPathsOptions;

  constructor(options: BlobPathsOptions) {
    this.options = options;
  }

  /**
   * Walks the trees of these commits. Trees that an earlier walk has read under the same path are skipped, so a later
   * walk adds only new ones. Missing trees (a partial clone) are skipped.
   */
  async walk(commits: Iterable<string>): Promise<BlobVisibility> {
    const found: BlobVisibility = { open: new Set(), masked: new Set(), trees: new Set() };
    for (const commit of commits) {
      const object = this.options.store.others.get(commit);
      if (object?.type === 'commit') await this.tree(commitLinks(object.content).tree, found);
    }
    return found;
  }

  /** Adds the entries of the index, and returns the masked ones. */
  index(entries: readonly IndexEntry[], found: BlobVisibility): readonly IndexEntry[] {
    return entries.filter(({ mode, path, sha }) => {
      if (kindOfMode(mode) !== 'blob') return false;
      const place = path.split('/').reduce((above, name) => this.below(above, name), this.top);
      (place.masked ? found.masked : found.open).add(sha);
      return place.masked;
    });
  }

  private async tree(root: string, found: BlobVisibility): Promise<void> {
    const left = [{ oid: root, place: this.top }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { oid, place } = next;
      const tree = this.options.store.others.get(oid);
      found.trees.add(oid);
      if (tree?.type !== 'tree' || place.seen.has(oid)) continue;
      place.seen.add(oid);
      this.visits += 1;
      if (this.visits > MAX_TREES) throw tooLargeGit(`it holds more than ${MAX_TREES} trees`);
      for (const entry of treeEntries(tree.content, oid.length / 2)) {
        this.entries += 1;
        if (entry.kind === 'submodule') continue;
        const below = this.below(place, entry.name);
        if (entry.kind === 'tree') left.push({ oid: entry.oid, place: below });
        else (below.masked ? found.masked : found.open).add(entry.oid);
      }
      if (this.entries > ENTRIES_A_LOOK) await this.pause();
    }
  }

  /** Yields to other work, because a long history takes seconds. */
  private async pause(): Promise<void> {
    this.entries = 0;
    if (Date.now() < this.turnEnds) return;
    this.options.checkTime();
    await setImmediate();
    this.turnEnds = Date.now() + TURN_MS;
  }

  private below(above: PathNode, name: string): PathNode {
    const known = above.below.get(name);
    if (known !== undefined) return known;
    this.paths += 1;
    const path = above.path === '' ? name : `${above.path}/${name}`;
    if (this.paths > MAX_PATHS) throw tooLargeGit(`it holds more than ${MAX_PATHS} paths`);
    if (path.length > MAX_PATH_BYTES) throw refusedGit('it holds a path that is too long');
    const masked = above.masked || this.masks(path);
    const place: PathNode = { path, masked, below: new Map(), seen: new Set() };
    above.below.set(name, place);
    return place;
  }

  /** A path that is not valid UTF-8 is matched in both of its decodings, because a rule may use either. */
  private masks(path: string): boolean {
    const bytes = rawBytes(path);
    const { isMasked } = this.options;
    return isMasked(bytes.toString('utf8')) || (!isUtf8(bytes) && isMasked(path));
  }
}

/** The commits in the folder that are reachable from these, including them. */
export function reachableCommits(
  store: ObjectStore,
  { from, shallow }: { readonly from: Iterable<string>; readonly shallow: ReadonlySet<string> },
): Set<string> {
  const reached = new Set<string>();
  const left = [...from];
  for (let oid = left.pop(); oid !== undefined; oid = left.pop()) {
    const object = store.others.get(oid);
    if (object?.type !== 'commit' || reached.has(oid)) continue;
    reached.add(oid);
    if (!shallow.has(oid)) left.push(...commitLinks(object.content).parents);
  }
  return reached;
}
