import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../../common/index.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { type BlobVisibility, BlobPaths, reachableCommits } from './blob-paths.ts';
import { findUnknownFile } from '../read/scan-git-folder.ts';
import { type ObjectStore, readObjects } from '../read/objects.ts';
import type { GitPaths } from '../read/git-paths.ts';
import { type GitRef, type GitRefs, peel, readIndex, readRefs } from './git-view-refs.ts';
import { gitForView } from './git-view-git.ts';
import { type ViewContent, writeGitView } from './git-view-write.ts';

/**
 * The filtered copy of `.git` that reading commands see. Hidden files are masked in the work tree, but git's objects
 * would still contain them (`git show HEAD:.env`). Steps: scan the folder (`read/scan-git-folder.ts`), read its objects,
 * refs and index (`read/objects.ts`, `git-view-refs.ts`), determine which blobs may be read (`blob-paths.ts`), and write
 * a new git folder with those (`git-view-write.ts`). `git-views.ts` caches the result until git's state changes. This
 * file decides; its only I/O is one folder.
 */
export type GitView =
  /** Nothing in it must be hidden: the git folder itself, read-only, with a configuration without credentials. */
  | { readonly kind: 'whole' }
  /**
   * A git folder without the unreadable objects. It is mounted read-only at `GitPaths.own`; nothing of `GitPaths.common`
   * is needed.
   */
  | { readonly kind: 'filtered'; readonly folder: string }
  /** No git, and why. */
  | { readonly kind: 'hidden'; readonly because: string };

export interface GitViewOptions {
  readonly git: GitPaths;
  /** Whether a path from the workspace root is hidden. Everything below a masked folder is masked. */
  readonly isMasked: (path: string) => boolean;
  /** A private, empty folder outside of the workspace; the caller removes it. */
  readonly folder: string;
  /** The bubblewrap program (`findBubblewrapForGit`). Without it git is not started on an untrusted folder. */
  readonly bubblewrap: string | null;
  /** The repository's configuration without credentials. */
  readonly shownConfig: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Creates the view of a checkout's git folder. Never throws: a folder that cannot be read is hidden. The view shows the
 * folder at some moment of this call; compare `gitStateKey` from before with later ones, and create it again if they
 * differ.
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
  const unknownFile = findUnknownFile(options.git);
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
  if (unknownFile === null && (await isAllReadable(store, { paths, found }))) {
    return { kind: 'whole' };
  }
  const trees = [...found.trees].filter((oid) => store.others.has(oid));
  const blobs = [...found.open].filter((oid) => store.blobs.has(oid));
  mkdirSync(view);
  await writeGitView({
    git,
    view,
    places: options.git,
    scratch: folder,
    shownConfig: options.shownConfig,
    refs,
    content: {
      ...kept,
      keep: new Set([...reached, ...kept.tags, ...trees, ...blobs]),
      hide: found.masked.difference(found.open),
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
 * The refs that point to a commit. A ref to a tree or a blob has no path, so it is not shown; nor is a replacement, which
 * would put a tree under another path than the one it was checked under.
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

/** A view without the commit of HEAD is useless: its objects are elsewhere (alternates), or broken. */
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
  if (there) return;
  throw workTreeRefused(
    'The git folder is refused: the commit of HEAD is not among its own objects.',
    'If another clone has them (git clone --reference), copy them by "git repack -a -d".',
  );
}

/**
 * Whether every blob of the folder has a readable path, including blobs that no ref reaches. Blobs in no commit and not
 * in the index have no path, so their folder is not shown whole. That a blob has the content of its id is not checked: it
 * would cost as much as a copy, and only a command that can write `.git` can forge one.
 */
async function isAllReadable(
  store: ObjectStore,
  { paths, found }: { readonly paths: BlobPaths; readonly found: BlobVisibility },
): Promise<boolean> {
  if (found.masked.difference(found.open).size > 0) return false;
  const unreached = await paths.walk(store.others.keys());
  if (unreached.masked.difference(found.open).size > 0) return false;
  return store.blobs.difference(found.open).difference(unreached.open).size === 0;
}
