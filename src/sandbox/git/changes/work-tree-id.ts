/** One id for all files of a work tree, to compare two moments of a run. This file does I/O. */
import { captureTree } from './capture-tree.ts';
import { findChanges } from './changed-files.ts';
import { openScratch } from '../store/scratch-repository.ts';
import type { TrustedStore } from '../store/trusted-store.ts';

const MAX_FILES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * The git tree of the files on disk, without those that the start commit's rules ignore. `null` if it would be
 * incomplete: a file is unreadable or too large, there are too many files, or a submodule changed. Throws
 * `worktree-refused` if git fails.
 */
export async function workTreeId(store: TrustedStore): Promise<string | null> {
  const { head } = store;
  const { paths, unscanned, modules } = await findChanges(store, head);
  if (paths.length > MAX_FILES || unscanned.length > 0 || modules.length > 0) return null;
  using scratch = await openScratch(store);
  const limits = { fileBytes: MAX_BYTES, totalBytes: MAX_BYTES };
  const { tree, leftOut } = await captureTree(scratch, { head, paths, limits, mayLack: true });
  return leftOut.length === 0 ? tree : null;
}
