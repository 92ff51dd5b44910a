/** The changed files and the commit of a checkout, found without the checkout's own git. This file does I/O. */
import { bytesOfText, decodedPath } from '../../files/byte-paths.ts';
import { isInPlace, workTreeRefused } from '../../files/checkout-folder.ts';
import { foldersAbove } from '../../files/lexical-path.ts';
import { type Changes, changesSince } from './changed-paths.ts';
import { findGit, requireGit } from '../read/git-paths.ts';
import { BRANCHES, gitRoots, readHead, smallText } from '../read/refs.ts';
import { checkedSha, openScratch } from '../store/scratch-repository.ts';
import type { TrustedStore } from '../store/trusted-store.ts';

/** The checked-out commit. Throws `worktree-refused` if the folder is no checkout or has no commit yet. */
export function headCommit(root: string): string {
  const { commit } = readHead(gitRoots(requireGit(root)));
  if (commit !== null) return commit;
  throw workTreeRefused(`${root} is a git checkout without a commit.`, 'Commit something first.');
}

/** The checked-out branch as text; `null` without a branch or without git. */
export function headBranch(root: string): string | null {
  const git = findGit(root);
  const ref = git === null ? null : readHead(gitRoots(git)).ref;
  if (ref === null || !ref.startsWith(BRANCHES)) return null;
  return decodedPath(ref.slice(BRANCHES.length));
}

export function isShallow(root: string): boolean {
  const git = findGit(root);
  return git !== null && smallText(gitRoots(git).common, 'shallow') !== null;
}

interface ChangedOptions {
  /** The commit to compare with; absent: the one at the start. */
  readonly since?: string;
}

interface ChangedFiles {
  /** As text, sorted: changed, added and deleted paths that are not ignored. A submodule counts as one path. */
  readonly files: readonly string[];
  /** Paths that are neither file nor symlink, and paths that were not scanned, with the reason. */
  readonly remarks: readonly { readonly path: string; readonly because: string }[];
}

/**
 * The files on disk that differ from a commit, independent of git's own current files. Only that commit's ignore rules
 * exclude new files, so a run cannot hide files by its own `.gitignore`.
 */
export async function changedFiles(
  store: TrustedStore,
  options: ChangedOptions = {},
): Promise<ChangedFiles> {
  const base = options.since === undefined ? store.head : checkedSha(options.since);
  return listChanges(await findChanges(store, base));
}

/** What differs between a commit and the disk at one moment; for several uses, as long as nothing can change the disk. */
export interface FoundChanges extends Omit<Changes, 'gitlinks' | 'repositories'> {
  /** The submodules with other files than the commits that their parent records, by path; a removed one is among `paths`. */
  readonly modules: readonly string[];
}

/** Compares the disk with a commit or an empty tree (`null`), submodules included. No rule ignores the paths `named`. */
export async function findChanges(
  store: TrustedStore,
  base: string | null,
  named: readonly string[] = [],
): Promise<FoundChanges> {
  const tracked = new Set(named.map(bytesOfText));
  using scratch = await openScratch(store);
  const { gitlinks, paths, unscanned } = await changesSince(scratch, { base, tracked });
  // Git takes no file below the path of a submodule for one of its parent, also if the submodule was not checked out.
  const moduleAbove = (path: string): string | undefined =>
    foldersAbove(path).find((folder) => gitlinks.has(folder));
  const modules = new Set(paths.flatMap(({ path }) => moduleAbove(path) ?? []));
  const own = paths.filter(({ path }) => moduleAbove(path) === undefined);
  const changed = new Set(own.map(({ path }) => path));
  for (const { path, store: module } of store.submodules) {
    if (changed.has(path)) continue;
    if (!isInPlace(module.root)) {
      modules.add(path);
      continue;
    }
    const inside = await findChanges(module, gitlinks.get(path) ?? module.head);
    if (listChanges(inside).files.length > 0) modules.add(path);
  }
  return { paths: own, unscanned, modules: [...modules].sort() };
}

/** What was found, as `changedFiles` returns it. */
export function listChanges({ paths, modules, unscanned }: FoundChanges): ChangedFiles {
  const files = [
    ...paths.map(({ path }) => path),
    ...modules,
    ...unscanned.map(({ path }) => path),
  ];
  const odd = paths.flatMap(({ path, skipReason }) =>
    skipReason === null ? [] : [{ path, because: skipReason }],
  );
  return {
    files: [...new Set(files.map(decodedPath))].sort(),
    remarks: [...odd, ...unscanned].map(({ path, because }) => ({
      path: decodedPath(path),
      because,
    })),
  };
}
