/** Restores the work tree of a suspended run in a fresh checkout, before the run resumes. This file does I/O. */
import { join } from 'node:path';
import { type CountersignError, firstNames } from '../../../common/index.ts';
import { bytesOfText, decodedPath, recordBytes } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { type ChangedPath, changesSince, foldersAbove } from './changed-paths.ts';
import { GIT_MODES } from '../read/index-file.ts';
import { BRANCHES, isRefName } from '../read/refs.ts';
import { addPacks, putFile, putGitFile, putHead, putRef } from '../store/write-git-files.ts';
import { removePath, writeNewFile } from '../../files/checkout-write.ts';
import {
  checkedSha,
  eachBlob,
  filesOf,
  inWorkTree,
  openScratch,
  readScratchIndex,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  tryScratchGit,
} from '../store/scratch-repository.ts';
import {
  copyIndex,
  disposableStore,
  type PathEntry,
  type TrustedStore,
} from '../store/trusted-store.ts';
import { importBundle } from './import-bundle.ts';
import { NO_INDEX_STATE, OPERATION_FILES } from './git-state.ts';
import type { IndexState, WorkTreeChanges } from './work-tree-changes.ts';

const GONE = '000000';
const MAX_NAMED = 5;

/**
 * Restores changes in a fresh work tree of their base: the commits first, then the files, then the index, then the
 * submodules. What a step of the job made there before is replaced if the changes contain the same path; other new files stay.
 * Throws `worktree-refused` if another file of `base` differs, if the bundle is incomplete, or if a changed submodule is not
 * checked out.
 */
export async function restoreChanges(root: string, changes: WorkTreeChanges): Promise<void> {
  using store = await disposableStore(root);
  await restoreRepository(store, changes);
}

async function restoreRepository(store: TrustedStore, changes: WorkTreeChanges): Promise<void> {
  const base = checkedSha(changes.base);
  const commit = checkedSha(changes.commit);
  using scratch = await openScratch(store);
  if (store.head !== base) throw notClean(base, `It is on ${store.head ?? 'no commit'}`);
  const staged = changes.staged === undefined ? null : checkedSha(changes.staged);
  const tips = [commit, ...(staged === null ? [] : [staged])];
  await importBundle(scratch, changes.bundle, { base, tips });
  const head = await scratchGitLine(scratch, ['rev-parse', '--verify', `${staged ?? commit}^`]);
  const ref = checkedRef(changes.branch);
  const restored = await differences(scratch, base, commit);
  const found = await changesSince(scratch, { base });
  refuseOthers(found.paths, { base, restored });
  await addPacks(store.git, join(scratch.gitDir, 'objects', 'pack'), []);
  await writeFiles(scratch, restored, found.paths);
  await refreshIndex(scratch, { staged: staged ?? head, commit, state: changes.index });
  // Git has each commit now.
  for (const { name, commit: id } of changes.branches ?? []) {
    const branch = `${BRANCHES}${name}`;
    if (isRefName(branch)) await putRef(store.git, branch, checkedSha(id));
  }
  for (const name of OPERATION_FILES) {
    const text = changes.operation?.[name];
    if (text !== undefined) putGitFile(store.git, name, text);
  }
  const isUnborn = changes.unborn === true && ref !== null;
  await putHead(store.git, isUnborn ? { commit: null, ref } : { commit: head, ref });
  for (const { path, changes: inside } of changes.submodules ?? []) {
    const module = store.submodules.find((one) => one.path === bytesOfText(path));
    if (module === undefined)
      throw workTreeRefused(
        `The run changed the submodule ${path}, which is not checked out here.`,
        'Give `submodules: true` to actions/checkout in the workflow that resumes it.',
      );
    await restoreRepository(module.store, inside);
  }
}

/** Throws `worktree-refused` if a file of `base` that is not restored differs. */
function refuseOthers(
  found: readonly ChangedPath[],
  options: { readonly base: string; readonly restored: readonly PathEntry[] },
): void {
  const { base } = options;
  const restored = new Set(options.restored.map(({ path }) => path));
  const others = found
    .filter(({ path, kind }) => kind !== 'new' && !restored.has(path))
    .map(({ path }) => decodedPath(path));
  if (others.length === 0) return;
  throw notClean(base, `It differs in ${firstNames(others, MAX_NAMED)}`);
}

function notClean(base: string, because: string): CountersignError {
  return workTreeRefused(
    `The work tree is not clean on ${base}. ${because}.`,
    'Check the repository out anew before the run resumes, and change no file of it in between.',
  );
}

function checkedRef(branch: string | undefined): string | null {
  if (branch === undefined) return null;
  const ref = BRANCHES + bytesOfText(branch);
  if (!isRefName(ref)) throw workTreeRefused(`${JSON.stringify(branch)} is no name of a branch.`);
  return ref;
}

async function differences(
  scratch: ScratchRepository,
  base: string,
  commit: string,
): Promise<readonly PathEntry[]> {
  const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', base, commit];
  const output = await scratchGit(scratch, raw);
  const fields = output.toString('latin1').split('\0');
  const found: PathEntry[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [, mode = '', , sha = ''] = (fields[index] ?? '').split(' ');
    // A submodule is restored by its own changes.
    if (mode !== GIT_MODES.submodule) found.push({ path: fields[index + 1] ?? '', mode, sha });
  }
  return found;
}

/** Deletions come first, so that a folder can replace a file, and a file a folder; `found` is what differs on the disk. */
async function writeFiles(
  scratch: ScratchRepository,
  all: readonly PathEntry[],
  found: readonly ChangedPath[],
): Promise<void> {
  const { store } = scratch;
  for (const { path } of all) removePath(store.root, path);
  const there = all.filter(({ mode }) => mode !== GONE);
  const folders = foldersAbove(there.map(({ path }) => path));
  for (const { path } of found) if (folders.has(path)) removePath(store.root, path);
  const put = ({ path, mode }: PathEntry, bytes: Buffer): void => {
    const isLink = mode === GIT_MODES.link && store.disk.hasLinks;
    const kind = isLink ? 'link' : mode === GIT_MODES.program ? 'program' : 'text';
    writeNewFile(store.root, { path, kind }, bytes);
  };
  await eachBlob(scratch, there, put);
}

/** Writes the index of a commit into the checkout, with the attributes of files that match it, and with its conflicts and flags. */
async function refreshIndex(
  scratch: ScratchRepository,
  options: {
    readonly staged: string;
    /** The commit of the files. */
    readonly commit: string;
    readonly state: IndexState | undefined;
  },
): Promise<void> {
  const { store } = scratch;
  await copyIndex(join(store.folder, 'index'), scratch.folder);
  const inTree = inWorkTree(scratch, 'read');
  await scratchGit(scratch, ['read-tree', '--reset', options.staged], inTree);
  await tryScratchGit(scratch, ['update-index', '-q', '--refresh'], inTree);
  const run = async (args: readonly string[], lines: readonly string[]): Promise<void> => {
    if (lines.length > 0) await scratchGit(scratch, args, { ...inTree, stdin: recordBytes(lines) });
  };
  const { conflicts, intended, skipped, assumed } = options.state ?? NO_INDEX_STATE;
  const entries = conflicts.map(({ mode, sha, stage, path }) => `${mode} ${sha} ${stage}\t${path}`);
  await run(['update-index', '-z', '--index-info'], entries);
  // Git adds only a path that has a file.
  const files = intended.length === 0 ? null : await filesOf(scratch, options.commit);
  await run(
    ['add', '--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'],
    intended.filter((path) => files?.has(path) === true),
  );
  // Git may have refused the name of a path, and sets flags only of entries.
  const names = new Set(readScratchIndex(scratch).map(({ path }) => path));
  for (const [flag, paths] of [
    ['--skip-worktree', skipped],
    ['--assume-unchanged', assumed],
  ] as const)
    await run(
      ['update-index', flag, '-z', '--stdin'],
      paths.filter((path) => names.has(path)),
    );
  putFile(join(store.git.own.path, 'index'), join(scratch.folder, 'index'));
}
