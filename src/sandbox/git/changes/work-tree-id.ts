/** One id for all files of a work tree, so that two moments of a run can be compared. This file does I/O. */
import { captureTree } from './capture-tree.ts';
import { changedSubmodules } from './changed-files.ts';
import { changesSince } from './changed-paths.ts';
import { withScratch } from '../store/scratch-repository.ts';
import type { TrustedStore } from '../store/trusted-store.ts';

const MAX_FILES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * The git tree of the files on disk, without those that the rules of the commit at the start ignore. `null` where it would
 * not say everything: a file that cannot be read or is too large, too many of them, or a changed submodule. Throws
 * `worktree-refused` where git fails.
 */
export async function workTreeId(store: TrustedStore): Promise<string | null> {
  return await withScratch(store, async (scratch) => {
    const { head } = store;
    const { paths, unscanned, gitlinks } = await changesSince(scratch, { base: head });
    const modules = await changedSubmodules(store, gitlinks);
    if (paths.length > MAX_FILES || unscanned.length > 0 || modules.length > 0) return null;
    const limits = { fileBytes: MAX_BYTES, totalBytes: MAX_BYTES };
    const { tree, leftOut } = await captureTree(scratch, { head, paths, limits });
    return leftOut.length === 0 ? tree : null;
  });
}
