/** Runs git over a trusted store. Git reads the store and writes to a scratch repository that is removed afterwards. I/O. */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type CountersignError, orNull } from '../../../common/index.ts';
import { byteRecords, rawBytes, recordBytes } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { regularFileOrNull } from '../../files/regular-file.ts';
import { type GitMount, type IsolatedGit, gitError, runGit } from '../isolated-git.ts';
import { type IndexEntry, MAX_INDEX_BYTES, parseIndex } from '../read/index-file.ts';
import { SHA } from '../read/refs.ts';
import type { TrustedResult } from '../../exec/trusted-program.ts';
import {
  copyIfThere,
  type PathEntry,
  type TreeEntry,
  type TreeFiles,
  type TrustedStore,
  writeEmptyRepository,
} from './trusted-store.ts';

/** A temporary repository for new objects, references and an index on top of the store. */
export interface ScratchRepository extends Disposable {
  readonly store: TrustedStore;
  readonly folder: string;
  readonly gitDir: string;
}

/** How git runs over a scratch repository; `mounts` are added to the store and the scratch repository. */
export type ScratchGitOptions = Partial<
  Pick<IsolatedGit, 'cwd' | 'env' | 'mounts' | 'stdin' | 'timeoutMs' | 'maxOutputBytes'>
>;

/** Runs git over a scratch repository and returns its exit code and output. */
export async function tryScratchGit(
  { store, folder, gitDir }: ScratchRepository,
  args: readonly string[],
  { mounts = [], env = {}, ...limits }: ScratchGitOptions = {},
): Promise<TrustedResult> {
  return await runGit({
    timeoutMs: store.gitTimeoutMs,
    ...limits,
    bubblewrap: await store.findBubblewrap(),
    args,
    mounts: [{ path: store.gitDir, access: 'read' }, { path: folder, access: 'write' }, ...mounts],
    env: {
      GIT_DIR: gitDir,
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: inList(join(store.gitDir, 'objects')),
      ...env,
    },
  });
}

/** Runs git over a scratch repository and returns its output; throws `worktree-refused` with git's message if it fails. */
export async function scratchGit(
  scratch: ScratchRepository,
  args: readonly string[],
  options: ScratchGitOptions = {},
): Promise<Buffer> {
  const result = await tryScratchGit(scratch, args, options);
  if (result.exitCode === 0) return result.stdout;
  throw gitError(args, result);
}

/** Runs git over a scratch repository and returns its output as trimmed text. */
export async function scratchGitLine(
  scratch: ScratchRepository,
  args: readonly string[],
  options: ScratchGitOptions = {},
): Promise<string> {
  return (await scratchGit(scratch, args, options)).toString('latin1').trim();
}

/** Puts entries into the index. */
export async function updateIndex(
  scratch: ScratchRepository,
  entries: readonly PathEntry[],
  options: ScratchGitOptions = {},
): Promise<void> {
  const stdin = recordBytes(entries.map(({ mode, sha, path }) => `${mode} ${sha}\t${path}`));
  await scratchGit(scratch, ['update-index', '-z', '--index-info'], { ...options, stdin });
}

/** The entries of an index that git wrote here; absent `file`: that of the scratch repository. */
export function readScratchIndex(
  { store, folder }: ScratchRepository,
  file: string = join(folder, 'index'),
): readonly IndexEntry[] {
  const bytes = regularFileOrNull(file, MAX_INDEX_BYTES);
  const entries = bytes === null ? null : parseIndex(bytes, store.idBytes);
  if (entries === null) throw workTreeRefused('The index that git wrote cannot be read.');
  return entries;
}

/** The entry that removes a path from the index. */
export function noEntry({ store }: ScratchRepository, path: string): PathEntry {
  return { mode: '0', sha: '0'.repeat(store.idBytes * 2), path };
}

/** Options for git with the checkout as its work tree. */
export function inWorkTree(
  { store }: ScratchRepository,
  access: GitMount['access'],
): ScratchGitOptions {
  const { path } = store.root;
  return { cwd: path, mounts: [{ path, access }], env: { GIT_WORK_TREE: path } };
}

/** Quotes an absolute folder in a list of folders, as git reads it. */
function inList(path: string): string {
  return path.includes(delimiter) ? JSON.stringify(path) : path;
}

/** Creates a scratch repository. Disposing removes it; what cannot be removed goes with the store. */
export async function openScratch(store: TrustedStore): Promise<ScratchRepository> {
  const folder = await mkdtemp(join(store.folder, 'scratch-'));
  using made = new DisposableStack();
  made.defer(() => void orNull(() => rmSync(folder, { recursive: true })));
  const gitDir = join(folder, 'git');
  await mkdir(join(gitDir, 'objects'), { recursive: true });
  const config = await readFile(join(store.gitDir, 'config'), 'utf8');
  await writeEmptyRepository(gitDir, { head: store.head, config });
  await copyIfThere(join(store.gitDir, 'shallow'), join(gitDir, 'shallow'));
  const whole = made.move();
  return { store, folder, gitDir, [Symbol.dispose]: () => whole.dispose() };
}

/** Returns a full commit id; throws `worktree-refused` for anything else. */
export function checkedSha(sha: string): string {
  if (SHA.test(sha)) return sha;
  throw workTreeRefused(
    `${JSON.stringify(sha)} is not a full commit id.`,
    'Give all 40 (or 64) hexadecimal digits.',
  );
}

/** The files of a commit or tree by path; empty for `null`. The content of an id never changes, so the result is cached. */
export async function filesOf(scratch: ScratchRepository, tree: string | null): Promise<TreeFiles> {
  if (tree === null) return new Map();
  const { trees } = scratch.store;
  const files = trees.get(tree) ?? listFiles(scratch, checkedSha(tree));
  trees.set(tree, files);
  files.catch(() => trees.delete(tree));
  return await files;
}

const LISTED = /^(\d{6}) (?:blob|commit) ([0-9a-f]{40,64})\t([^]+)$/;

async function listFiles(scratch: ScratchRepository, tree: string): Promise<TreeFiles> {
  const output = await scratchGit(scratch, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  const files = new Map<string, TreeEntry>();
  for (const record of byteRecords(output)) {
    const [, mode, sha, path] = LISTED.exec(record) ?? [];
    if (mode !== undefined && sha !== undefined && path !== undefined)
      files.set(path, { mode, sha });
  }
  return files;
}

/** Contents are read in batches of this many bytes; a larger file is a batch of its own. */
const BATCH_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 200;
const LINE_FEED = 0x0a;

/**
 * Calls `take` with the content of each blob, in order. Throws `worktree-refused` if one is missing or not a file; with
 * `mayLack`, it is left out.
 */
export async function eachBlob<T extends { readonly sha: string }>(
  scratch: ScratchRepository,
  wanted: readonly T[],
  take: (blob: T, bytes: Buffer) => void,
  { mayLack = false }: { readonly mayLack?: boolean } = {},
): Promise<void> {
  if (wanted.length === 0) return;
  for (const { blobs, bytes } of await batchesOf(scratch, wanted, mayLack)) {
    const output = await scratchGit(scratch, ['cat-file', '--batch'], {
      stdin: linesOf(blobs),
      maxOutputBytes: bytes + blobs.length * HEADER_BYTES,
    });
    let start = 0;
    for (const blob of blobs) {
      const end = output.indexOf(LINE_FEED, start);
      const size = Number(output.toString('latin1', start, end).split(' ')[2]);
      if (!Number.isSafeInteger(size)) throw missing(blob.sha);
      take(blob, output.subarray(end + 1, end + 1 + size));
      start = end + size + 2;
    }
  }
}

async function batchesOf<T extends { readonly sha: string }>(
  scratch: ScratchRepository,
  wanted: readonly T[],
  mayLack: boolean,
): Promise<readonly { readonly blobs: readonly T[]; readonly bytes: number }[]> {
  const stdin = linesOf(wanted);
  const output = await scratchGitLine(scratch, ['cat-file', '--batch-check'], { stdin });
  const lines = output.split('\n');
  const batches: { blobs: T[]; bytes: number }[] = [];
  for (const [index, blob] of wanted.entries()) {
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(lines[index] ?? '')?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(size)) {
      if (mayLack) continue;
      throw missing(blob.sha);
    }
    const last = batches.at(-1);
    if (last !== undefined && last.bytes + size <= BATCH_BYTES) {
      last.blobs.push(blob);
      last.bytes += size;
    } else batches.push({ blobs: [blob], bytes: size });
  }
  return batches;
}

function linesOf(wanted: readonly { readonly sha: string }[]): Buffer {
  return rawBytes(wanted.map(({ sha }) => `${checkedSha(sha)}\n`).join(''));
}

function missing(sha: string): CountersignError {
  return workTreeRefused(`Git does not have the file ${sha}.`);
}
