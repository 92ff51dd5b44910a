/** Runs git over a trusted store. Git reads the store and writes to a scratch repository that is removed afterwards. I/O. */
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { errnoOf, CountersignError } from '../../../common/index.ts';
import { byteRecords, rawBytes } from '../../files/byte-paths.ts';
import { type IsolatedGit, type GitMount, gitError, runGit } from '../isolated-git.ts';
import { SHA } from '../read/refs.ts';
import type { TrustedResult } from '../../exec/trusted-program.ts';
import { type TrustedStore, writeEmptyRepository } from './trusted-store.ts';

/** A temporary repository for new objects, references and an index on top of the store. */
export interface ScratchRepository {
  readonly store: TrustedStore;
  readonly folder: string;
  readonly gitDir: string;
}

export interface StoreGitOptions
  extends Partial<Pick<IsolatedGit, 'cwd' | 'stdin' | 'timeoutMs' | 'maxOutputBytes'>> {
  /** Where it may write. Absent: nowhere. */
  readonly scratch?: ScratchRepository;
  /** Added to the store and the scratch repository. */
  readonly mounts?: readonly GitMount[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs git over a store and returns its exit code and output. */
export async function tryStoreGit(
  store: TrustedStore,
  args: readonly string[],
  more: StoreGitOptions = {},
): Promise<TrustedResult> {
  const { scratch, mounts = [], env = {}, ...limits } = more;
  const { gitTimeoutMs } = store;
  return await runGit({
    ...(gitTimeoutMs === undefined ? {} : { timeoutMs: gitTimeoutMs }),
    ...limits,
    bubblewrap: await store.findBubblewrap(),
    args,
    mounts: [
      { path: store.gitDir, access: 'read' },
      ...(scratch === undefined ? [] : [{ path: scratch.folder, access: 'write' as const }]),
      ...mounts,
    ],
    env: { ...gitFoldersOf(store, scratch), ...env },
  });
}

/** Runs git over a store and returns its output; throws `worktree-refused` with git's message if it fails. */
export async function storeGit(
  store: TrustedStore,
  args: readonly string[],
  more: StoreGitOptions = {},
): Promise<Buffer> {
  const result = await tryStoreGit(store, args, more);
  if (result.exitCode === 0) return result.stdout;
  throw gitError(args, result);
}

/** Runs git over a store and returns its output as trimmed text. */
export async function storeGitLine(
  store: TrustedStore,
  args: readonly string[],
  more: StoreGitOptions = {},
): Promise<string> {
  return (await storeGit(store, args, more)).toString('latin1').trim();
}

function gitFoldersOf(
  store: TrustedStore,
  scratch: ScratchRepository | undefined,
): Record<string, string> {
  if (scratch === undefined) return { GIT_DIR: store.gitDir };
  return {
    GIT_DIR: scratch.gitDir,
    GIT_INDEX_FILE: join(scratch.folder, 'index'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: inList(join(store.gitDir, 'objects')),
  };
}

/** Quotes a folder in a list of folders, as git reads it. */
function inList(path: string): string {
  return path.includes(delimiter) || path.startsWith('"') ? JSON.stringify(path) : path;
}

/** Calls `work` with a scratch repository that is removed afterwards. */
export async function withScratch<T>(
  store: TrustedStore,
  work: (scratch: ScratchRepository) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(store.folder, 'scratch-'));
  try {
    const gitDir = join(folder, 'git');
    await mkdir(join(gitDir, 'objects', 'pack'), { recursive: true });
    const config = await readFile(join(store.gitDir, 'config'), 'utf8');
    await writeEmptyRepository(gitDir, { head: store.head, config });
    await copyShallow(store, gitDir);
    return await work({ store, folder, gitDir });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function copyShallow(store: TrustedStore, gitDir: string): Promise<void> {
  try {
    await copyFile(join(store.gitDir, 'shallow'), join(gitDir, 'shallow'));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** Returns a full commit id; throws `worktree-refused` for anything else. */
export function checkedSha(sha: string): string {
  if (SHA.test(sha)) return sha;
  throw new CountersignError(
    'worktree-refused',
    `${JSON.stringify(sha)} is not a full commit id.`,
    { fix: 'Give all 40 (or 64) hexadecimal digits.' },
  );
}

export interface TreeEntry {
  readonly mode: string;
  readonly sha: string;
}

export const GITLINK = '160000';
const LISTED = /^(\d{6}) (?:blob|commit) ([0-9a-f]{40,64})\t([^]+)$/;

const listed = new WeakMap<TrustedStore, Map<string, Promise<ReadonlyMap<string, TreeEntry>>>>();

/** The files of a commit or tree by path; empty for `null`. The content of an id never changes, so the result is cached. */
export async function filesOf(
  store: TrustedStore,
  tree: string | null,
  more: StoreGitOptions = {},
): Promise<ReadonlyMap<string, TreeEntry>> {
  if (tree === null) return new Map();
  const known = listed.get(store) ?? new Map<string, ReturnType<typeof listFiles>>();
  listed.set(store, known);
  const files = known.get(tree) ?? listFiles(store, checkedSha(tree), more);
  known.set(tree, files);
  files.catch(() => known.delete(tree));
  return await files;
}

async function listFiles(
  store: TrustedStore,
  tree: string,
  more: StoreGitOptions,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const files = new Map<string, TreeEntry>();
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
  for (const record of byteRecords(await storeGit(store, args, more))) {
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
 * Calls `take` with the content of each blob, in order. With `areSmall`, their sizes are not queried first. Throws
 * `worktree-refused` if one is missing or not a file.
 */
export async function eachBlob<T extends { readonly sha: string }>(
  store: TrustedStore,
  wanted: readonly T[],
  take: (one: T, bytes: Buffer) => Promise<void> | void,
  more: StoreGitOptions & { readonly areSmall?: true } = {},
): Promise<void> {
  const { areSmall, ...storeOptions } = more;
  const batches =
    areSmall === true && wanted.length > 0
      ? [{ all: wanted, bytes: BATCH_BYTES }]
      : await batchesOf(store, wanted, storeOptions);
  for (const batch of batches) {
    const output = await storeGit(store, ['cat-file', '--batch'], {
      ...storeOptions,
      stdin: linesOf(batch.all),
      maxOutputBytes: batch.bytes + batch.all.length * HEADER_BYTES,
    });
    let place = 0;
    for (const one of batch.all) {
      const end = output.indexOf(LINE_FEED, place);
      const size = Number(output.toString('latin1', place, end).split(' ')[2]);
      if (!Number.isSafeInteger(size)) throw missing(one.sha);
      await take(one, output.subarray(end + 1, end + 1 + size));
      place = end + size + 2;
    }
  }
}

interface Batch<T> {
  readonly all: T[];
  bytes: number;
}

async function batchesOf<T extends { readonly sha: string }>(
  store: TrustedStore,
  wanted: readonly T[],
  more: StoreGitOptions,
): Promise<readonly Batch<T>[]> {
  if (wanted.length === 0) return [];
  const stdin = linesOf(wanted);
  const output = await storeGit(store, ['cat-file', '--batch-check'], { ...more, stdin });
  const lines = output.toString('latin1').split('\n');
  const batches: Batch<T>[] = [];
  for (const [index, one] of wanted.entries()) {
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(lines[index] ?? '')?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(size)) throw missing(one.sha);
    const last = batches.at(-1);
    if (last !== undefined && last.bytes + size <= BATCH_BYTES) {
      last.all.push(one);
      last.bytes += size;
    } else batches.push({ all: [one], bytes: size });
  }
  return batches;
}

function linesOf(wanted: readonly { readonly sha: string }[]): Buffer {
  return rawBytes(wanted.map(({ sha }) => `${checkedSha(sha)}\n`).join(''));
}

function missing(sha: string): CountersignError {
  return new CountersignError('worktree-refused', `Git does not have the file ${sha}.`);
}
