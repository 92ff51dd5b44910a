/**
 * A private git store, made before anything of a run ran, that answers what the checkout's own `.git` cannot be asked
 * any more: copies of its objects, its index and its commit, and a configuration of the action's own. Whatever the run
 * does to the checkout or its `.git` changes nothing in it. This file does I/O.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import { type CheckoutRoot, checkoutRoot } from '../../files/checkout-folder.ts';
import { findBubblewrapForGit, runGit } from '../isolated-git.ts';
import { storeSettings } from '../read/config.ts';
import { type IndexEntry, parseIndex } from '../read/index-file.ts';
import { findGit, type GitPaths, requireGit } from '../read/git-paths.ts';
import { type GitRoots, gitRoots, readHead } from '../read/refs.ts';
import { regularFileTextOrEmpty } from '../../files/regular-file.ts';
import { copyObjects } from './copy-objects.ts';
import { submodulesIn } from '../read/submodules.ts';

const PRIVATE = 0o700;
const MS = 1_000;
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
const MAX_DEPTH = 5;
/** What `attachStore` finds a store again by. */
export const START_FILE = 'start.json';

export interface TrustedStore {
  readonly root: CheckoutRoot;
  /** The checkout's own git folders; nothing is asked of them but what the run committed. */
  readonly git: GitRoots;
  /** The action's own, gone at the end. */
  readonly folder: string;
  readonly gitDir: string;
  /** The commit at the start; `null` where there was none. */
  readonly head: string | null;
  /** Of ids, in bytes. */
  readonly idBytes: 20 | 32;
  /** What was known of the files at the start; empty where the index could not be read. */
  readonly known: ReadonlyMap<string, IndexEntry>;
  /** Files that were written later than this, in nanoseconds, are read again. */
  readonly knownAt: bigint;
  readonly submodules: readonly Submodule[];
  /** The program that git is boxed by; `null`: it runs without. */
  readonly findBubblewrap: () => Promise<string | null>;
}

/** A submodule that was checked out, with a store of its own. */
export interface Submodule {
  /** From the parent's root, as bytes (Latin-1). */
  readonly path: string;
  readonly store: TrustedStore;
}

export interface StoreOptions {
  /** Where it is to lie, to be found again by `attachStore`; absent: in a fresh folder. */
  readonly folder?: string;
  /** `null`: without bubblewrap even where there is one. */
  readonly bubblewrap?: null;
}

/**
 * Makes the store of a checkout; `null` where there is no checkout. Call it before the run can change anything, and
 * `removeStore` at the end.
 */
export async function openStore(
  root: string,
  options: StoreOptions = {},
): Promise<TrustedStore | null> {
  return findGit(root) === null ? null : await requireStore(root, options);
}

/** The same; throws `worktree-refused` where there is no checkout. */
export async function requireStore(
  root: string,
  options: StoreOptions = {},
): Promise<TrustedStore> {
  const places = requireGit(root);
  const folder = await freshFolder(options.folder);
  try {
    const real = await realpath(root);
    return await makeStore({
      root: real,
      places,
      folder,
      findBubblewrap: bubblewrapFinder(options),
      depth: 0,
    });
  } catch (error) {
    removeStore({ folder });
    throw error;
  }
}

/** Works with a store that is gone afterwards. */
export async function withStore<T>(
  root: string,
  work: (store: TrustedStore) => Promise<T>,
): Promise<T> {
  const store = await requireStore(root);
  try {
    return await work(store);
  } finally {
    removeStore(store);
  }
}

export function removeStore({ folder }: Pick<TrustedStore, 'folder'>): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** What a store is made of, one that was left half made among them. */
const OF_A_STORE = /^(?:start\.json|index(?:\.lock)?|store|module-\d+|scratch-\w+)$/u;

/** Removes a store that was left at a path; false where other files lie there, which stay. */
export function removeStoreAt(folder: string): boolean {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isStore = names.includes('store') && names.every((name) => OF_A_STORE.test(name));
  if (names.length > 0 && !isStore) return false;
  removeStore({ folder });
  return true;
}

async function freshFolder(folder: string | undefined): Promise<string> {
  if (folder === undefined)
    return await realpath(await mkdtemp(join(tmpdir(), 'countersign-git-')));
  await mkdir(join(folder, '..'), { recursive: true });
  if (!removeStoreAt(folder))
    throw new CountersignError('worktree-refused', `${folder} holds other files.`, {
      fix: 'Name another folder for the audit trail: this one is needed beside it.',
    });
  await mkdir(folder, { mode: PRIVATE });
  return await realpath(folder);
}

/** Asked once where there is one; a machine that refuses it now may have been told to allow it by the end. */
export function bubblewrapFinder(options: StoreOptions): TrustedStore['findBubblewrap'] {
  if (options.bubblewrap === null) return async () => null;
  let found: string | null = null;
  return async () => (found ??= await findBubblewrapForGit());
}

interface StoreRequest {
  readonly root: string;
  readonly places: GitPaths;
  readonly folder: string;
  readonly findBubblewrap: TrustedStore['findBubblewrap'];
  readonly depth: number;
}

async function makeStore(making: StoreRequest): Promise<TrustedStore> {
  const { root, places, folder, findBubblewrap, depth } = making;
  const git = gitRoots(places);
  const head = readHead(git).commit;
  const gitDir = join(folder, 'store');
  await mkdir(join(gitDir, 'objects', 'pack'), { recursive: true, mode: PRIVATE });
  const config = regularFileTextOrEmpty(join(places.common, 'config'), MAX_CONFIG_BYTES);
  const { isLong, text } = storeSettings(config);
  const idBytes = (head?.length ?? (isLong ? 64 : 40)) === 64 ? 32 : 20;
  const [hasIndex] = await Promise.all([
    copyIndex(places.own, folder),
    copyObjects(join(places.common, 'objects'), join(gitDir, 'objects')),
    writeEmptyRepository(gitDir, { head, config: text }),
    copyIfThere(join(places.common, 'shallow'), join(gitDir, 'shallow')),
    copyExclude(places.common, gitDir),
    findBubblewrap(),
  ]);
  const at = hasIndex
    ? await refreshIndex({ root, folder, gitDir, bubblewrap: await findBubblewrap() })
    : 0n;
  const store: TrustedStore = {
    root: checkoutRoot(root),
    git,
    folder,
    gitDir,
    head,
    idBytes,
    ...readKnownFiles(folder, idBytes, at),
    submodules: [],
    findBubblewrap,
  };
  const submodules = depth < MAX_DEPTH ? await makeSubmoduleStores(store, making) : [];
  const whole = { ...store, submodules };
  await writeFile(join(folder, START_FILE), JSON.stringify(storedStart(whole)), { mode: 0o600 });
  return whole;
}

async function makeSubmoduleStores(
  parent: TrustedStore,
  making: StoreRequest,
): Promise<readonly Submodule[]> {
  const found = submodulesIn(parent.root.path, making.places, parent.known);
  return await Promise.all(
    found.map(async ({ path, root, gitDir }, number) => {
      const folder = join(making.folder, `module-${number}`);
      await mkdir(folder, { mode: PRIVATE });
      const places = { dotGit: join(root, '.git'), own: gitDir, common: gitDir };
      const store = await makeStore({ ...making, root, places, folder, depth: making.depth + 1 });
      return { path, store };
    }),
  );
}

/** What makes a folder a repository to git. */
export async function writeEmptyRepository(
  gitDir: string,
  options: { readonly head: string | null; readonly config: string },
): Promise<void> {
  await mkdir(join(gitDir, 'refs'), { recursive: true, mode: PRIVATE });
  await writeFile(join(gitDir, 'HEAD'), `${options.head ?? 'ref: refs/heads/none'}\n`);
  await writeFile(join(gitDir, 'config'), options.config);
}

async function copyIfThere(from: string, to: string): Promise<void> {
  const about = await stat(from).catch(() => null);
  if (about?.isFile() === true) await copyFile(from, to);
}

async function copyExclude(common: string, gitDir: string): Promise<void> {
  await mkdir(join(gitDir, 'info'), { mode: PRIVATE });
  await copyIfThere(join(common, 'info', 'exclude'), join(gitDir, 'info', 'exclude'));
}

/** Returns false where there is none to be used. */
async function copyIndex(own: string, folder: string): Promise<boolean> {
  const [from, to] = [join(own, 'index'), join(folder, 'index')];
  const about = await stat(from).catch(() => null);
  if (about === null || !about.isFile() || about.size > MAX_INDEX_BYTES) return false;
  await copyFile(from, to);
  // Git compares the time of an index with that of files: what changed in the same moment is looked at again.
  const then = Math.floor(about.mtimeMs) / MS;
  await utimes(to, then, then);
  return true;
}

/**
 * Lets git note in the copied index what it can tell of each file: with attributes that convert it, a file is what the
 * commit says though its bytes are others. The work tree is still what it was before the run. Returns when that was, in
 * nanoseconds.
 */
async function refreshIndex(options: {
  readonly root: string;
  readonly folder: string;
  readonly gitDir: string;
  readonly bubblewrap: string | null;
}): Promise<bigint> {
  const index = join(options.folder, 'index');
  await runGit({
    bubblewrap: options.bubblewrap,
    cwd: options.root,
    args: ['update-index', '-q', '--really-refresh', '--force-write-index'],
    mounts: [
      { path: options.root, access: 'read' },
      { path: options.folder, access: 'write' },
    ],
    env: { GIT_DIR: options.gitDir, GIT_WORK_TREE: options.root, GIT_INDEX_FILE: index },
  });
  return (await stat(index, { bigint: true })).mtimeNs;
}

/** What the index says that was copied and brought up to date at the given time. */
export function readKnownFiles(
  folder: string,
  idBytes: 20 | 32,
  at: bigint,
): Pick<TrustedStore, 'known' | 'knownAt'> {
  if (at === 0n) return { known: new Map(), knownAt: 0n };
  const entries = parseIndex(readFileSync(join(folder, 'index')), idBytes) ?? [];
  return { known: new Map(entries.map((entry) => [entry.path, entry])), knownAt: at };
}

/** What of a store cannot be found out again from its files. */
function storedStart({ root, git, head, idBytes, knownAt, submodules }: TrustedStore) {
  return {
    root,
    ...git,
    head,
    idBytes,
    knownAt: String(knownAt),
    submodules: submodules.map(({ path, store }) => ({ path, folder: store.folder })),
  };
}
