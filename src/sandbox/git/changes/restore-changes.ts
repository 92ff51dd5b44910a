/** Restores the work tree of a suspended run in a fresh checkout, before the run resumes. This file does I/O. */
import { join } from 'node:path';
import { bytesOfText } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { changesSince } from './changed-paths.ts';
import { GIT_MODES } from '../read/index-file.ts';
import { addPacks, putFile, putHead } from '../store/write-git-files.ts';
import { removePath, writeNewFile } from '../../files/checkout-write.ts';
import {
  checkedSha,
  eachBlob,
  inWorkTree,
  openScratch,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  tryScratchGit,
} from '../store/scratch-repository.ts';
import {
  copyIndex,
  disposableStore,
  type TreeEntry,
  type TrustedStore,
} from '../store/trusted-store.ts';
import { branchRef, type WorkTreeChanges } from './bundle-changes.ts';

const GONE = '000000';
const BUNDLE = /^# v[23] git bundle\n/;
/**
 * The checks of git that find a folder with the name of one of its files, and a line of attributes that is too long. A git that has
 * these checks reads nothing of either.
 */
const UNREAD_BY_GIT =
  'gitattributesBlob=ignore,gitattributesLineLength=ignore,gitmodulesBlob=ignore';

/**
 * Restores changes in a clean work tree of their base: the commits first, then the files, then the index, then the
 * submodules. Throws `worktree-refused` if the tree is not clean on `base`, if the bundle is incomplete, or if a
 * changed submodule is not checked out.
 */
export async function restoreChanges(root: string, changes: WorkTreeChanges): Promise<void> {
  using store = await disposableStore(root);
  await restoreRepository(store, changes);
}

async function restoreRepository(store: TrustedStore, changes: WorkTreeChanges): Promise<void> {
  const base = checkedSha(changes.base);
  const commit = checkedSha(changes.commit);
  using scratch = await openScratch(store);
  const isClean = async (): Promise<boolean> =>
    (await changesSince(scratch, { base })).paths.length === 0;
  if (store.head !== base || !(await isClean()))
    throw workTreeRefused(
      `The work tree is not clean on ${base}.`,
      'Check the repository out anew before the run resumes.',
    );
  const staged = changes.staged === undefined ? null : checkedSha(changes.staged);
  const tips = [commit, ...(staged === null ? [] : [staged])];
  await importBundle(scratch, changes.bundle, { base, tips });
  const head = await scratchGitLine(scratch, ['rev-parse', '--verify', `${staged ?? commit}^`]);
  const ref = await checkedRef(scratch, changes.branch);
  await addPacks(store.git, join(scratch.gitDir, 'objects', 'pack'), []);
  await writeFiles(scratch, await differences(scratch, base, commit));
  await refreshIndex(scratch, staged ?? head);
  await putHead(store.git, { commit: head, ref });
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

/** Git names every object by its content; an incomplete bundle is rejected. */
async function importBundle(
  scratch: ScratchRepository,
  bundle: string,
  options: { readonly base: string; readonly tips: readonly string[] },
): Promise<void> {
  const bytes = Buffer.from(bundle, 'base64');
  const end = bytes.indexOf('\n\n');
  if (end === -1 || !BUNDLE.test(bytes.toString('latin1', 0, 20)))
    throw workTreeRefused('The bundle of the work tree is not a git bundle.');
  const stdin = bytes.subarray(end + 2);
  const checkedByAll = await tryScratchGit(scratch, unpacking('--strict'), { stdin });
  // Only now: an old git refuses the name of a check that it does not have.
  if (checkedByAll.exitCode !== 0)
    await scratchGit(scratch, unpacking(`--strict=${UNREAD_BY_GIT}`), { stdin });
  const whole = ['rev-list', '--objects', '--quiet', ...options.tips, '--not', options.base];
  const checked = await tryScratchGit(scratch, whole);
  if (checked.exitCode !== 0) throw workTreeRefused('The bundle does not contain all commits.');
}

function unpacking(strict: string): readonly string[] {
  return ['index-pack', strict, '--fix-thin', '--stdin'];
}

async function checkedRef(
  scratch: ScratchRepository,
  branch: string | undefined,
): Promise<string | null> {
  if (branch === undefined) return null;
  await scratchGit(scratch, ['check-ref-format', '--branch', branch]);
  return branchRef(branch);
}

/** A file to restore. */
interface Difference extends TreeEntry {
  readonly path: string;
}

async function differences(
  scratch: ScratchRepository,
  base: string,
  commit: string,
): Promise<readonly Difference[]> {
  const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', base, commit];
  const output = await scratchGit(scratch, raw);
  const fields = output.toString('latin1').split('\0');
  const found: Difference[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [, mode = '', , sha = ''] = (fields[index] ?? '').split(' ');
    // A submodule is restored by its own changes.
    if (mode !== GIT_MODES.submodule) found.push({ path: fields[index + 1] ?? '', mode, sha });
  }
  return found;
}

/** Deletions come first, so that a folder can replace a file, and a file a folder. */
async function writeFiles(scratch: ScratchRepository, all: readonly Difference[]): Promise<void> {
  const { store } = scratch;
  for (const { path } of all) removePath(store.root, path);
  const there = all.filter(({ mode }) => mode !== GONE);
  const put = ({ path, mode }: Difference, bytes: Buffer): void => {
    const isLink = mode === GIT_MODES.link && store.disk.hasLinks;
    const kind = isLink ? 'link' : mode === GIT_MODES.program ? 'program' : 'text';
    writeNewFile(store.root, { path, kind }, bytes);
  };
  await eachBlob(scratch, there, put);
}

/** Writes the index of a commit into the checkout, with the attributes of files that match it. */
async function refreshIndex(scratch: ScratchRepository, tree: string): Promise<void> {
  const { store } = scratch;
  await copyIndex(join(store.folder, 'index'), scratch.folder);
  const options = inWorkTree(scratch, 'read');
  await scratchGit(scratch, ['read-tree', '--reset', tree], options);
  await tryScratchGit(scratch, ['update-index', '-q', '--refresh'], options);
  putFile(join(store.git.own.path, 'index'), join(scratch.folder, 'index'));
}
