/**
 * Transfers the work tree of a suspended run to the job that resumes it: commits, staged and unstaged changes,
 * untracked files, and the same in submodules. Contents are stored as on disk, without filters or newline conversion,
 * so that they are restored byte for byte. This file does I/O.
 */
import { CountersignError } from '../../../common/index.ts';
import { decodedPath } from '../../files/byte-paths.ts';
import { captureTree, type SkippedPath, tooLarge } from './capture-tree.ts';
import {
  commitTree,
  importCommits,
  readRunState,
  type RunState,
  withoutFurther,
} from './collect-commits.ts';
import { changesSince } from './changed-paths.ts';
import { BRANCHES } from '../read/refs.ts';
import {
  checkedSha,
  filesOf,
  noEntry,
  openScratch,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  updateIndex,
} from '../store/scratch-repository.ts';
import type { TreeFiles, TrustedStore } from '../store/trusted-store.ts';
import { refusedObjects } from './import-bundle.ts';
import type { LeftOut, WorkTreeChanges } from './work-tree-changes.ts';

const REF = 'refs/countersign/suspended';
const MAX_FILES = 20_000;
/** A checkpoint of 128 MiB has room for its base64 and for the conversation. */
const MAX_BUNDLE_BYTES = 126 * 1024 * 1024;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const MAX_LEFT_OUT = 100;
const REFUSED_CONTENT = 'git refuses its content';
const NO_HISTORY = 'the history of a repository in the work tree is not saved';

/**
 * Bundles everything that differs from `base`: later commits, the index, a merge in progress, branches, changed, deleted and
 * untracked files with their mode, and the same of each submodule that was checked out at the start. Omits ignored files and empty
 * folders. `leftOut` names what else is omitted: the history of an untracked nested repository (its files are included), tags, the
 * stash, a rebase in progress, and what cannot be read. `null` if nothing differs. Throws `worktree-refused` if the changes exceed the limits of a
 * checkpoint, or the run's commits are incomplete.
 */
export async function bundleChanges(
  store: TrustedStore,
  options: { readonly base: string },
): Promise<WorkTreeChanges | null> {
  const base = checkedSha(options.base);
  const run = await runStateOf(store, base);
  try {
    return await bundleRun(store, { base, run });
  } catch (error) {
    // Such as a branch that was fetched without its history, or is too large. What is checked out has to be whole.
    const less = withoutFurther(run);
    if (!(error instanceof CountersignError) || less === null) throw error;
    return await bundleRun(store, { base, run: less });
  }
}

async function runStateOf(store: TrustedStore, base: string): Promise<RunState> {
  using scratch = await openScratch(store);
  return await readRunState(scratch, base);
}

async function bundleRun(
  store: TrustedStore,
  { base, run }: { readonly base: string; readonly run: RunState },
): Promise<WorkTreeChanges | null> {
  using scratch = await openScratch(store);
  const { head, ref, tracked, isUnborn } = run;
  const { staged, further, state } = await importCommits(scratch, { base, run });
  const found = await changesSince(scratch, { base: head, tracked, ownRules: true });
  const { paths } = found;
  if (paths.length > MAX_FILES) throw tooMuch(`${paths.length} files`, `${MAX_FILES} files`);
  const removed = new Set(paths.filter(({ kind }) => kind === 'gone').map(({ path }) => path));
  const submodules = await changedSubmodules(scratch, base, removed);
  const limits = { fileBytes: MAX_FILE_BYTES, totalBytes: MAX_FILE_BYTES };
  const { tree, leftOut, taken } = await captureTree(scratch, { head, paths, limits });
  const large = leftOut.find(({ because }) => because.includes(' bytes'));
  if (large !== undefined)
    throw tooMuch(`a file (${decodedPath(large.path)}) of which ${large.because}`, `less`);
  const about = gitStateOf({ index: run.index, state });
  // A fetch may have brought hundreds of tags: git's state comes last.
  const lost = [
    ...leftOut,
    ...found.unscanned,
    ...found.repositories.map((path) => ({ path, because: NO_HISTORY })),
    ...state.leftOut,
  ].map(asText);
  const isOther = isUnborn || (ref !== null && !store.refs.has(ref));
  const isMoved = head !== base || staged !== null || isOther;
  const isSame =
    !isMoved && [taken, submodules, lost, Object.keys(about)].every(({ length }) => length === 0);
  if (isSame) return null;
  const parents = [staged ?? head, ...further];
  const saved = await checkedBundle(scratch, { base, head, tree, parents });
  lost.unshift(...saved.leftOut.map(asText));
  return {
    base,
    bundle: saved.bundle,
    commit: saved.commit,
    ...(staged === null ? {} : { staged }),
    ...(ref?.startsWith(BRANCHES) === true
      ? { branch: decodedPath(ref.slice(BRANCHES.length)) }
      : {}),
    ...(isUnborn ? { unborn: true } : {}),
    ...about,
    ...(submodules.length === 0 ? {} : { submodules }),
    ...(lost.length === 0 ? {} : { leftOut: lost.slice(0, MAX_LEFT_OUT) }),
  };
}

/** The parts of git's state that are there. */
function gitStateOf({
  index,
  state: { operation, branches },
}: Pick<RunState, 'index' | 'state'>): Pick<WorkTreeChanges, 'index' | 'operation' | 'branches'> {
  const hasState = Object.values(index).some(({ length }) => length > 0);
  return {
    ...(hasState ? { index } : {}),
    ...(Object.keys(operation).length === 0 ? {} : { operation }),
    ...(branches.length === 0 ? {} : { branches }),
  };
}

function asText({ path, because }: SkippedPath): LeftOut {
  return { path: decodedPath(path), because };
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

/**
 * Bundles a tree, and imports the bundle once as a job that resumes does. Files whose content git refuses there, such as a
 * `.gitmodules` with an option as an address, stay as they are in `head`.
 */
async function checkedBundle(
  scratch: ScratchRepository,
  options: {
    readonly base: string;
    readonly head: string;
    readonly tree: string;
    readonly parents: readonly string[];
  },
): Promise<{
  readonly bundle: string;
  readonly commit: string;
  readonly leftOut: readonly SkippedPath[];
}> {
  const { base, head, tree, parents } = options;
  const commit = await commitTree(scratch, tree, parents);
  const bundle = await createBundle(scratch, base, commit);
  using other = await openScratch(scratch.store);
  const refused = await refusedObjects(other, bundle);
  if (refused === null) return { bundle, commit, leftOut: [] };
  const [files, before] = [await filesOf(scratch, tree), await filesOf(scratch, head)];
  const paths = [...files].filter(([, { sha }]) => refused.ids.has(sha)).map(([path]) => path);
  const isChange = paths.every((path) => before.get(path)?.sha !== files.get(path)?.sha);
  if (paths.length === 0 || !isChange) throw refused.error;
  const less = await treeWithout(scratch, paths, before);
  const { leftOut, ...saved } = await checkedBundle(scratch, { ...options, tree: less });
  return {
    ...saved,
    leftOut: [...leftOut, ...paths.map((path) => ({ path, because: REFUSED_CONTENT }))],
  };
}

/** The tree in the index of the scratch repository, with these paths as they were before. */
async function treeWithout(
  scratch: ScratchRepository,
  paths: readonly string[],
  before: TreeFiles,
): Promise<string> {
  const entries = paths.map((path) => ({ ...noEntry(scratch, path), ...before.get(path) }));
  await updateIndex(scratch, entries);
  return await scratchGitLine(scratch, ['write-tree']);
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
