import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../../common/index.ts';
import { type BlobVisibility, BlobPaths, reachableCommits } from './blob-paths.ts';
import { refusedGit, scanGitFolder } from '../read/scan-git-folder.ts';
import { type ObjectStore, readObjects } from '../read/objects.ts';
import type { GitPaths } from '../read/git-paths.ts';
import { type GitRef, type GitRefs, peel, readIndex, readRefs } from './git-view-refs.ts';
import { gitForView } from './git-view-git.ts';
import { type ViewContent, writeGitView } from './git-view-write.ts';

/**
 * What commands that only read see in place of `.git`. Files that may not be read are masked in the work tree; without a
 * view, git's objects would still show them (`git show HEAD:.env`). This file decides; it does no I/O of its own but one
 * folder.
 */
export type GitView =
  /** Nothing in it is to be hidden: the git folder itself, read-only, with a configuration without credentials. */
  | { readonly kind: 'whole' }
  /**
   * A git folder that lacks the objects that may not be read. It stands where `GitPlaces.own` is, read-only; nothing of
   * `GitPlaces.common` is needed beside it.
   */
  | { readonly kind: 'filtered'; readonly folder: string }
  /** No git at all, and why. */
  | { readonly kind: 'hidden'; readonly because: string };

export interface GitViewOptions {
  readonly git: GitPaths;
  /** From the workspace's root, `/` between parts. What lies below a masked folder is masked. */
  readonly isMasked: (path: string) => boolean;
  /** Private, empty, outside of the workspace; the caller removes it. */
  readonly folder: string;
  /** The program of bubblewrap (`findGitBox`). Without it git is not started on what may be anybody's work. */
  readonly bubblewrap: string | null;
  /** The repository's configuration without credentials. */
  readonly shownConfig: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Makes the view of a checkout's git folder. Never throws: what cannot be looked through is hidden. It shows the folder as
 * it was at some moment of this call; compare `gitStateKey` before it with later ones, and make it anew where they differ.
 */
export async function createGitView(options: GitViewOptions): Promise<GitView> {
  try {
    return await filterGit(options);
  } catch (error) {
    return { kind: 'hidden', because: errorText(error) };
  }
}

async function filterGit(options: GitViewOptions): Promise<GitView> {
  const { bubblewrap, folder, isMasked } = options;
  if (bubblewrap === null) {
    return {
      kind: 'hidden',
      because: 'Git needs a sandbox of its own to be shown in part. Install bubblewrap.',
    };
  }
  const view = join(folder, 'view');
  const git = gitForView({ ...options, bubblewrap, view });
  const scan = scanGitFolder(options.git);
  const [store, refs, index] = await Promise.all([
    readObjects(git),
    readRefs(git, options.git),
    readIndex(git),
  ]);
  const kept = keptRefs(store, refs);
  const reached = reachableCommits(store, { from: kept.commits, shallow: refs.shallow });
  requireHead(refs, reached, kept.refs);
  const paths = new BlobPaths({ store, isMasked, checkTime: () => git.checkTime() });
  const found = await paths.walk(reached);
  const maskedInIndex = paths
    .index(index, found)
    .filter(({ stage }) => stage === 0)
    .map(({ path }) => path);
  if (scan.unknown === null && (await isAllReadable(store, { paths, found }))) {
    return { kind: 'whole' };
  }
  mkdirSync(view);
  await writeGitView({
    git,
    view,
    places: options.git,
    scratch: folder,
    shownConfig: options.shownConfig,
    refs,
    content: {
      keep: keptObjects(store, { reached, found, tags: kept.tags }),
      hide: without(found.masked, found.open),
      refs: kept.refs,
      states: kept.states,
      stash: kept.stash,
      maskedInIndex,
    },
  });
  return { kind: 'filtered', folder: view };
}

interface KeptRefs extends Pick<ViewContent, 'refs' | 'states' | 'stash'> {
  readonly commits: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

/**
 * The refs that stand at a commit. One that stands at a tree or a blob says nothing of the path, so it is not shown; nor is
 * a replacement, which would put a tree under another path than the one that it was looked through under.
 */
function keptRefs(store: ObjectStore, { head, refs, states, stash }: GitRefs): KeptRefs {
  const commits = new Set<string>();
  const tags = new Set<string>();
  const keeps = (oid: string): boolean => {
    const peeled = peel(store, oid);
    if (peeled === null) return false;
    commits.add(peeled.commit);
    for (const tag of peeled.tags) tags.add(tag);
    return true;
  };
  if ('commit' in head) keeps(head.commit);
  return {
    refs: refs.filter(({ name, oid }) => !name.startsWith('refs/replace/') && keeps(oid)),
    states: new Map([...states].filter(([, oid]) => keeps(oid))),
    stash: stash.filter(({ oid }) => keeps(oid)).map(({ line }) => line),
    commits,
    tags,
  };
}

/** A view without its HEAD's commit would be of no use: its objects lie elsewhere (alternates), or are broken. */
function requireHead(
  { head, refs }: GitRefs,
  reached: ReadonlySet<string>,
  kept: readonly GitRef[],
): void {
  const there =
    'commit' in head
      ? reached.has(head.commit)
      : kept.some(({ name }) => name === head.branch) ||
        !refs.some(({ name }) => name === head.branch);
  if (!there) {
    throw refusedGit('the commit of HEAD is not among its own objects');
  }
}

/**
 * True where every blob of the folder stands at a path that may be read, also those that no ref reaches. Blobs that stand
 * in no commit and not in the index have no path, so their folder is not shown whole. That a blob has the bytes of its id
 * is taken from git: to hash them all would cost as much as a copy, and only who may write `.git` can forge one.
 */
async function isAllReadable(
  store: ObjectStore,
  { paths, found }: { readonly paths: BlobPaths; readonly found: BlobVisibility },
): Promise<boolean> {
  if (without(found.masked, found.open).size > 0) return false;
  const unreached = await paths.walk(store.others.keys());
  if (without(unreached.masked, found.open).size > 0) return false;
  return without(without(store.blobs, found.open), unreached.open).size === 0;
}

function keptObjects(
  store: ObjectStore,
  {
    reached,
    found,
    tags,
  }: {
    readonly reached: ReadonlySet<string>;
    readonly found: BlobVisibility;
    readonly tags: ReadonlySet<string>;
  },
): ReadonlySet<string> {
  const trees = [...found.trees].filter((oid) => store.others.has(oid));
  const blobs = [...found.open].filter((oid) => store.blobs.has(oid));
  return new Set([...reached, ...tags, ...trees, ...blobs]);
}

function without(all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...all].filter((oid) => !some.has(oid)));
}
