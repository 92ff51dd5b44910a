/**
 * Transfers the work tree of a suspended run to the job that resumes it: commits, staged and unstaged changes,
 * untracked files, and the same in submodules. Contents are stored as on disk, without filters or newline conversion,
 * so that they are restored byte for byte. This file does I/O.
 */
import type { CountersignError } from '../../../common/index.ts';
import { bytesOfText, decodedPath } from '../../files/byte-paths.ts';
import { captureTree, tooLarge } from './capture-tree.ts';
import { collectCommits, commitTree } from './collect-commits.ts';
import { changesSince } from './changed-paths.ts';
import {
  checkedSha,
  filesOf,
  openScratch,
  scratchGit,
  type ScratchRepository,
} from '../store/scratch-repository.ts';
import type { TrustedStore } from '../store/trusted-store.ts';

/** Changes of a work tree on top of a commit. */
export interface WorkTreeChanges {
  readonly base: string;
  /** A git bundle, base64. */
  readonly bundle: string;
  /** The bundle's tip: its tree is the work tree, its parent `staged`, or else the commit that was checked out. */
  readonly commit: string;
  /** A commit of the staged changes, on the checked-out commit; absent if nothing is staged. */
  readonly staged?: string;
  /** The branch that was checked out; absent if none was. */
  readonly branch?: string;
  readonly submodules?: readonly { readonly path: string; readonly changes: WorkTreeChanges }[];
}

const REF = 'refs/countersign/suspended';
const MAX_FILES = 20_000;
/** A checkpoint of 128 MiB has room for its base64 and for the conversation. */
const MAX_BUNDLE_BYTES = 126 * 1024 * 1024;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const BRANCH = 'refs/heads/';

/**
 * Bundles everything that differs from `base`: later commits, the index, the branch, changed, deleted and untracked
 * files with their mode, and the same of each submodule that was checked out at the start. Omits ignored files, empty
 * folders, other branches, the history of an untracked nested repository (its files are included), and entries that are
 * neither file nor symlink. `null` if nothing differs. Throws `worktree-refused` if the changes exceed the limits of a
 * checkpoint, or the run's commits are incomplete.
 */
export async function bundleChanges(
  store: TrustedStore,
  options: { readonly base: string },
): Promise<WorkTreeChanges | null> {
  const base = checkedSha(options.base);
  using scratch = await openScratch(store);
  const { head, ref, staged, tracked } = await collectCommits(scratch, base);
  const { paths } = await changesSince(scratch, { base: head, tracked, ownRules: true });
  if (paths.length > MAX_FILES) throw tooMuch(`${paths.length} files`, `${MAX_FILES} files`);
  const removed = new Set(paths.filter(({ kind }) => kind === 'gone').map(({ path }) => path));
  const submodules = await changedSubmodules(scratch, base, removed);
  const limits = { fileBytes: MAX_FILE_BYTES, totalBytes: MAX_FILE_BYTES };
  const { tree, leftOut, taken } = await captureTree(scratch, { head, paths, limits });
  const large = leftOut.find(({ because }) => because.includes(' bytes'));
  if (large !== undefined)
    throw tooMuch(`a file (${decodedPath(large.path)}) of which ${large.because}`, `less`);
  if (head === base && taken.length === 0 && staged === null && submodules.length === 0)
    return null;
  const commit = await commitTree(scratch, tree, staged ?? head);
  return {
    base,
    bundle: await createBundle(scratch, base, commit),
    commit,
    ...(staged === null ? {} : { staged }),
    ...(ref?.startsWith(BRANCH) === true ? { branch: decodedPath(ref.slice(BRANCH.length)) } : {}),
    ...(submodules.length === 0 ? {} : { submodules }),
  };
}

async function changedSubmodules(
  scratch: ScratchRepository,
  base: string,
  removed: ReadonlySet<string>,
): Promise<NonNullable<WorkTreeChanges['submodules']>> {
  const { submodules } = scratch.store;
  if (submodules.length === 0) return [];
  const recorded = await filesOf(scratch, base);
  const changed: { path: string; changes: WorkTreeChanges }[] = [];
  for (const { path, store: module } of submodules.filter((one) => !removed.has(one.path))) {
    const commit = recorded.get(path)?.sha;
    const changes = commit === undefined ? null : await bundleChanges(module, { base: commit });
    if (changes !== null) changed.push({ path: decodedPath(path), changes });
  }
  return changed;
}

async function createBundle(
  scratch: ScratchRepository,
  base: string,
  tip: string,
): Promise<string> {
  await scratchGit(scratch, ['update-ref', REF, tip]);
  const bytes = await scratchGit(scratch, ['bundle', 'create', '--quiet', '-', `${base}..${REF}`], {
    // A count that takes too long also exceeds the limit.
    maxOutputBytes: 2 * MAX_BUNDLE_BYTES,
  });
  if (bytes.length > MAX_BUNDLE_BYTES)
    throw tooMuch(`${bytes.length} bytes`, `${MAX_BUNDLE_BYTES} bytes`);
  return bytes.toString('base64');
}

function tooMuch(have: string, limit: string): CountersignError {
  return tooLarge(`The work tree's changes are ${have}; a checkpoint holds ${limit}.`);
}

/** The full ref of a branch, as bytes. */
export function branchRef(branch: string): string {
  return BRANCH + bytesOfText(branch);
}
