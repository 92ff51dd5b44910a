/**
 * The action's own private git store, created before the run starts, because the checkout's `.git` is not trusted
 * afterwards: copies of its objects, its index and its commit, and the action's own configuration. Nothing that the run
 * does to the checkout changes it.
 *
 * `isolated-git.ts` starts git; `scratch-repository.ts` runs it over the store and writes into a temporary repository on
 * top; `attachStore` finds the store again in a later process; `checkout-commit.ts` moves a fresh checkout to a commit
 * before a run. `git/changes` uses it to compare the disk with a commit. This file does I/O.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createTempFolder, orNull } from '../../../common/index.ts';
import { bytesOfText } from '../../files/byte-paths.ts';
import { type CheckoutRoot, checkoutRoot, workTreeRefused } from '../../files/checkout-folder.ts';
import { bubblewrapForGit, findBubblewrapForGit, runGit } from '../isolated-git.ts';
import { type DiskModes, diskModes, MAX_CONFIG_BYTES, storeSettings } from '../read/config.ts';
import { type IndexEntry, MAX_INDEX_BYTES, parseIndex, SHARED_INDEX } from '../read/index-file.ts';
import { findGit, type GitPaths, requireGit } from '../read/git-paths.ts';
import { type GitRoots, gitRoots, localRefs, readHead } from '../read/refs.ts';
import { regularFileTextOrEmpty } from '../../files/regular-file.ts';
import { copyObjects } from './copy-objects.ts';
import { submodulesIn } from '../read/submodules.ts';
import type { WorkTreeChanges } from '../changes/work-tree-changes.ts';

const PRIVATE = 0o700;
const MS = 1_000;
const LATER_SECONDS = 3_600;
const NS_PER_MS = 1_000_000n;
const MAX_DEPTH = 5;
/** The file that `attachStore` reads. */
const START_FILE = 'start.json';

export interface TreeEntry {
  readonly mode: string;
  readonly sha: string;
}

/** A file or submodule with its path, as bytes (Latin-1). */
export interface PathEntry extends TreeEntry {
  readonly path: string;
}

/** The files and submodules of a tree by their path, as bytes (Latin-1). */
export type TreeFiles = ReadonlyMap<string, TreeEntry>;

export interface TrustedStore {
  readonly root: CheckoutRoot;
  /** The checkout's own git folders, read only for what the run committed. */
  readonly git: GitRoots;
  /** The store's private folder, removed at the end. */
  readonly folder: string;
  readonly gitDir: string;
  /** The commit at the start; `null` without any commit. */
  readonly head: string | null;
  /** The branches, tags and stash at the start, without those that the run made before it was suspended. */
  readonly refs: ReadonlyMap<string, string>;
  /** The length of object ids in bytes. */
  readonly idBytes: 20 | 32;
  /** What the files of this disk have, by the configuration at the start. */
  readonly disk: DiskModes;
  /** The entries of the index at the start; empty if it could not be read. */
  readonly known: ReadonlyMap<string, IndexEntry>;
  /** Files that were modified later than this, in nanoseconds, are read again. */
  readonly knownAt: bigint;
  readonly submodules: readonly Submodule[];
  /** The files of commits and trees that were listed, by id. */
  readonly trees: Map<string, Promise<TreeFiles>>;
  /** The bubblewrap program for git; `null`: git runs without it. */
  readonly findBubblewrap: () => Promise<string | null>;
  /** How long one command of git may take. Absent: a minute. */
  readonly gitTimeoutMs?: number | undefined;
}

/** A submodule that was checked out, with a store of its own. */
interface Submodule {
  /** From the parent's root, as bytes (Latin-1). */
  readonly path: string;
  readonly store: TrustedStore;
}

interface StoreOptions {
  /** The folder of the store, for `attachStore`. Absent or `null`: a temporary folder. */
  readonly folder?: string | null;
  /** The program that is installed meanwhile, used if PATH has none that works. `null`: do not use bubblewrap at all. */
  readonly bubblewrap?: Promise<string | null> | null | undefined;
  /** What was restored in the checkout before. Absent or `null`: nothing. */
  readonly restored?: WorkTreeChanges | null | undefined;
  /** How long one command of git may take. Absent: a minute. Only for `attachStore`. */
  readonly gitTimeoutMs?: number | undefined;
}

/**
 * Creates the store of a checkout; `null` if the folder is not a checkout. Call it before the run can change anything,
 * and `removeStore` at the end.
 */
export async function openStore(
  root: string,
  options: StoreOptions = {},
): Promise<TrustedStore | null> {
  return findGit(root) === null ? null : await requireStore(root, options);
}

/** Like `openStore`, but throws `worktree-refused` if the folder is not a checkout. */
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
      restored: options.restored ?? null,
      depth: 0,
    });
  } catch (error) {
    removeStore({ folder });
    throw error;
  }
}

/** A store for one use. Disposing removes it. */
export async function disposableStore(root: string): Promise<TrustedStore & Disposable> {
  const store = await requireStore(root);
  return { ...store, [Symbol.dispose]: () => removeStore(store) };
}

export function removeStore({ folder }: Pick<TrustedStore, 'folder'>): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The entries of a store, including an incomplete one. */
const STORE_ENTRY = /^(?:start\.json|index(?:\.lock)?|store|module-\d+|scratch-\w+)$/u;

/** Removes a store at a path; returns false and removes nothing if other files are there. */
export function removeStoreAt(folder: string): boolean {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isStore = names.includes('store') && names.every((name) => STORE_ENTRY.test(name));
  if (names.length > 0 && !isStore) return false;
  removeStore({ folder });
  return true;
}

async function freshFolder(folder: string | null = null): Promise<string> {
  if (folder === null) return createTempFolder();
  await mkdir(join(folder, '..'), { recursive: true });
  if (!removeStoreAt(folder))
    throw workTreeRefused(
      `${folder} holds other files.`,
      'Name another folder for the audit trail: this one is needed beside it.',
    );
  await mkdir(folder, { mode: PRIVATE });
  return await realpath(folder);
}

/** Caches bubblewrap once it was found: a machine that refuses it now may allow it later. */
function bubblewrapFinder(options: StoreOptions): TrustedStore['findBubblewrap'] {
  const { bubblewrap } = options;
  if (bubblewrap === null) return async () => null;
  const find = async (): Promise<string | null> => {
    const installed = await bubblewrap;
    return (
      (await findBubblewrapForGit()) ??
      (typeof installed === 'string' ? await bubblewrapForGit(installed) : null)
    );
  };
  let found: string | null = null;
  return async () => (found ??= await find());
}

interface StoreRequest {
  readonly root: string;
  readonly places: GitPaths;
  readonly folder: string;
  readonly findBubblewrap: TrustedStore['findBubblewrap'];
  readonly restored: WorkTreeChanges | null;
  readonly depth: number;
}

async function makeStore(request: StoreRequest): Promise<TrustedStore> {
  const { root, places, folder, findBubblewrap, depth } = request;
  const git = gitRoots(places);
  const head = readHead(git).commit;
  const gitDir = join(folder, 'store');
  await mkdir(join(gitDir, 'objects', 'pack'), { recursive: true, mode: PRIVATE });
  await mkdir(join(gitDir, 'info'), { mode: PRIVATE });
  const config = regularFileTextOrEmpty(join(places.common, 'config'), MAX_CONFIG_BYTES);
  const { isLong, text } = storeSettings(config);
  const idBytes = (head?.length ?? (isLong ? 64 : 40)) === 64 ? 32 : 20;
  const [hasIndex] = await Promise.all([
    copyCheckoutIndex(places.own, { folder, gitDir }),
    copyObjects(join(places.common, 'objects'), join(gitDir, 'objects')),
    writeEmptyRepository(gitDir, { head, config: text }),
    copyIfThere(join(places.common, 'shallow'), join(gitDir, 'shallow')),
    copyIfThere(join(places.common, 'info', 'exclude'), join(gitDir, 'info', 'exclude')),
    findBubblewrap(),
  ]);
  const bubblewrap = await findBubblewrap();
  const knownAt = hasIndex ? await refreshIndex({ root, folder, gitDir, bubblewrap }) : 0n;
  const store: TrustedStore = {
    root: checkoutRoot(root),
    git,
    folder,
    gitDir,
    head,
    refs: refsAtStart(git, request.restored),
    idBytes,
    disk: diskModes(text),
    ...readKnownFiles(folder, idBytes, knownAt),
    submodules: [],
    trees: new Map(),
    findBubblewrap,
  };
  const submodules = depth < MAX_DEPTH ? await makeSubmoduleStores(store, request) : [];
  const whole = { ...store, submodules };
  await writeFile(join(folder, START_FILE), JSON.stringify(storedStart(whole)), { mode: 0o600 });
  return whole;
}

function refsAtStart(git: GitRoots, restored: WorkTreeChanges | null): ReadonlyMap<string, string> {
  const { branch, branches = [] } = restored ?? {};
  const own = branches.map(({ name }) => name);
  if (branch !== undefined) own.push(bytesOfText(branch));
  const refs = new Map(localRefs(git));
  for (const name of own) refs.delete(`refs/heads/${name}`);
  return refs;
}

async function makeSubmoduleStores(
  parent: TrustedStore,
  request: StoreRequest,
): Promise<readonly Submodule[]> {
  const submodules = submodulesIn(parent.root.path, request.places, parent.known);
  return await Promise.all(
    submodules.map(async ({ path, root, gitDir }, number) => {
      const folder = join(request.folder, `module-${number}`);
      await mkdir(folder, { mode: PRIVATE });
      const places = { dotGit: join(root, '.git'), own: gitDir, common: gitDir };
      const restored =
        request.restored?.submodules?.find((one) => bytesOfText(one.path) === path)?.changes ??
        null;
      const depth = request.depth + 1;
      const store = await makeStore({ ...request, root, places, folder, restored, depth });
      return { path, store };
    }),
  );
}

/** Writes the files that make a folder a git repository. */
export async function writeEmptyRepository(
  gitDir: string,
  options: { readonly head: string | null; readonly config: string },
): Promise<void> {
  await mkdir(join(gitDir, 'refs'), { recursive: true, mode: PRIVATE });
  await writeFile(join(gitDir, 'HEAD'), `${options.head ?? 'ref: refs/heads/none'}\n`);
  await writeFile(join(gitDir, 'config'), options.config);
}

/** Copies a regular file, if one is there. */
export async function copyIfThere(from: string, to: string): Promise<void> {
  const about = await stat(from).catch(() => null);
  if (about?.isFile() === true) await copyFile(from, to);
}

/** Returns false if the index is missing or too large. */
async function copyCheckoutIndex(
  own: string,
  to: { readonly folder: string; readonly gitDir: string },
): Promise<boolean> {
  if (!(await isIndex(join(own, 'index')))) return false;
  const copy = await copyIndex(join(own, 'index'), to.folder);
  const names = (await readdir(own)).filter((name) => SHARED_INDEX.test(name));
  const index = names.length === 0 ? Buffer.of() : await readFile(copy);
  // Git looks for the shared part of a split index in the git folder, and then writes its copy as one whole.
  for (const name of names) {
    const isNamed = index.includes(Buffer.from(name.slice(name.indexOf('.') + 1), 'hex'));
    if (isNamed && (await isIndex(join(own, name))))
      await copyFile(join(own, name), join(to.gitDir, name));
  }
  return true;
}

async function isIndex(path: string): Promise<boolean> {
  const about = await stat(path).catch(() => null);
  return about?.isFile() === true && about.size <= MAX_INDEX_BYTES;
}

/**
 * Copies an index into a folder, with a time after that of every file. Git reads files again that are not older than the
 * index, and without the filter that wrote them (Git LFS) they would count as changed. With this time, git compares their
 * attributes, to the second; `changes/changed-paths.ts` compares them to the nanosecond. A missing index, as that of a
 * repository in which nothing was ever checked out, stays missing: to git it is empty.
 */
export async function copyIndex(from: string, folder: string): Promise<string> {
  const to = join(folder, 'index');
  if (!existsSync(from)) return to;
  await copyFile(from, to);
  const later = Date.now() / MS + LATER_SECONDS;
  await utimes(to, later, later);
  return to;
}

/**
 * Lets git update the copied index with the state of each file: attributes may convert a file, which then matches the
 * commit although its bytes differ. The run has not changed the work tree yet. Returns the index's time in nanoseconds.
 */
async function refreshIndex(options: {
  readonly root: string;
  readonly folder: string;
  readonly gitDir: string;
  readonly bubblewrap: string | null;
}): Promise<bigint> {
  const index = join(options.folder, 'index');
  const startedNs = nowNs();
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
  const { mtimeNs } = await stat(index, { bigint: true });
  // If git could not write it, it still has the later time of `copyIndex`.
  return mtimeNs > nowNs() ? startedNs : mtimeNs;
}

function nowNs(): bigint {
  return BigInt(Date.now()) * NS_PER_MS;
}

/** Reads the entries of the refreshed index. */
function readKnownFiles(
  folder: string,
  idBytes: 20 | 32,
  knownAt: bigint,
): Pick<TrustedStore, 'known' | 'knownAt'> {
  if (knownAt === 0n) return { known: new Map(), knownAt: 0n };
  const entries = parseIndex(readFileSync(join(folder, 'index')), idBytes) ?? [];
  return { known: new Map(entries.map((entry) => [entry.path, entry])), knownAt };
}

/** The data of a store that its files do not contain. */
function storedStart({ root, git, head, refs, idBytes, knownAt, submodules }: TrustedStore) {
  return {
    root,
    ...git,
    head,
    refs: Object.fromEntries(refs),
    idBytes,
    knownAt: String(knownAt),
    submodules: submodules.map(({ path, store }) => ({ path, folder: store.folder })),
  } satisfies z.input<typeof startSchema>;
}

const rootSchema = z.strictObject({ path: z.string(), dev: z.number(), ino: z.number() });
const startSchema = z.strictObject({
  root: rootSchema,
  own: rootSchema,
  common: rootSchema,
  head: z.string().nullable(),
  refs: z.record(z.string(), z.string()),
  idBytes: z.union([z.literal(20), z.literal(32)]),
  knownAt: z.string().regex(/^\d{1,20}$/u),
  submodules: z.array(z.strictObject({ path: z.string(), folder: z.string() })),
});

/**
 * Reads a store; `null` if it is missing or incomplete. Commands without a sandbox could have written to it, as to all
 * files of the job's user.
 */
export function attachStore(folder: string, options: StoreOptions = {}): TrustedStore | null {
  const { gitTimeoutMs } = options;
  const findBubblewrap = bubblewrapFinder(options);
  return orNull(() => readStore(folder, { findBubblewrap, gitTimeoutMs }, 0));
}

function readStore(
  folder: string,
  options: Pick<TrustedStore, 'findBubblewrap' | 'gitTimeoutMs'>,
  depth: number,
): TrustedStore {
  const start = startSchema.parse(JSON.parse(readFileSync(join(folder, START_FILE), 'utf8')));
  const { root, own, common, head, refs, idBytes } = start;
  const submodules = depth < MAX_DEPTH ? start.submodules : [];
  return {
    root,
    git: { own, common },
    folder,
    gitDir: join(folder, 'store'),
    head,
    refs: new Map(Object.entries(refs)),
    idBytes,
    disk: diskModes(readFileSync(join(folder, 'store', 'config'), 'utf8')),
    ...readKnownFiles(folder, idBytes, BigInt(start.knownAt)),
    submodules: submodules.map((module) => ({
      path: module.path,
      store: readStore(module.folder, options, depth + 1),
    })),
    trees: new Map(),
    ...options,
  };
}
