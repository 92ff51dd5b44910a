/**
 * Finds what differs between a commit and the disk without running git on the checkout: a file is unchanged if its
 * attributes match the index of the start, or its content has the same id. This file does I/O.
 */
import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFileOrLink, readSmallFile } from '../../files/checkout-folder.ts';
import {
  type DiskEntry,
  type DiskTree,
  emptyTree,
  isUnscanned,
  scanCheckout,
} from '../../files/checkout-scan.ts';
import { GIT_MODES, type IndexEntry } from '../read/index-file.ts';
import {
  filesOf,
  type ScratchRepository,
  tryScratchGit,
  eachBlob,
} from '../store/scratch-repository.ts';
import type { TreeEntry, TreeFiles, TrustedStore } from '../store/trusted-store.ts';
import { byteRecords, recordBytes, underRoot } from '../../files/byte-paths.ts';
import { gitError } from '../isolated-git.ts';
import { modeOnDisk } from '../read/config.ts';

export interface ChangedPath {
  /** From the root, as bytes (Latin-1). */
  readonly path: string;
  readonly kind: 'new' | 'changed' | 'gone';
  /** Why its content is not read, such as `it is a FIFO`; `null` if it can be read. */
  readonly skipReason: string | null;
}

export interface Changes {
  /** Sorted by their bytes. */
  readonly paths: readonly ChangedPath[];
  /** What was not scanned: too deep, too many, another file system. */
  readonly unscanned: DiskTree['unscanned'];
  /** The `.git` of repositories in the work tree. Their files are among `paths`, their history is not. */
  readonly repositories: DiskTree['repositories'];
  /** The commits that the base records of its submodules, by path. */
  readonly gitlinks: ReadonlyMap<string, string>;
}

interface ChangesOptions {
  /** The commit or tree to compare with; `null`: an empty tree. */
  readonly base: string | null;
  /** Paths that ignore rules do not apply to. */
  readonly tracked?: ReadonlySet<string>;
  /** Ignore rules that the run wrote apply too. */
  readonly ownRules?: boolean;
}

/** A larger file whose attributes differ from the index counts as changed. */
const MAX_HASHED_BYTES = 128 * 1024 * 1024;
const TURN = 64;

/** Compares the disk with a commit, without ignored files and submodules. */
export async function changesSince(
  scratch: ScratchRepository,
  options: ChangesOptions,
): Promise<Changes> {
  const { store } = scratch;
  const base = await filesOf(scratch, options.base);
  const modules = new Set(store.submodules.map(({ path }) => path));
  const named = foldersAbove([...base.keys(), ...store.known.keys(), ...(options.tracked ?? [])]);
  const tree = emptyTree();
  const folders = new Set<string>();
  // A folder without tracked files is opened only if no rule ignores it as a whole.
  const enter = (path: string): boolean => {
    folders.add(path);
    return named.has(path) && !modules.has(path);
  };
  await scanCheckout({ root: store.root, from: '', enter }, tree);
  const isNew = await newFiles(scratch, { ...options, base, tree, modules });
  const found: ChangedPath[] = [];
  let count = 0;
  for (const [path, entry] of tree.entries) {
    const before = base.get(path);
    if (before === undefined) {
      if (isNew.has(path)) found.push({ path, kind: 'new', skipReason: entry.skipReason });
    } else if (before.mode === GIT_MODES.submodule || !isSame(store, { path, entry, before })) {
      found.push({ path, kind: 'changed', skipReason: entry.skipReason });
    }
    count += 1;
    if (count % TURN === 0) await setImmediate();
  }
  for (const [path, before] of base) {
    // A submodule has a folder, if only an empty one.
    const isThere = before.mode === GIT_MODES.submodule && folders.has(path);
    if (isThere || tree.entries.has(path)) continue;
    // A sparse checkout omits files on purpose, and below an unscanned folder it is unknown what was deleted.
    if (store.known.get(path)?.isSkipped === true) continue;
    if (isUnscanned(tree, path)) continue;
    found.push({ path, kind: 'gone', skipReason: null });
  }
  const paths = found.sort((one, other) => (one.path < other.path ? -1 : 1));
  const links = [...base].filter(([, { mode }]) => mode === GIT_MODES.submodule);
  const gitlinks = new Map(links.map(([path, { sha }]) => [path, sha]));
  return { paths, repositories: tree.repositories, unscanned: tree.unscanned, gitlinks };
}

/** The new paths that are not ignored; also scans folders that were skipped at first. */
async function newFiles(
  scratch: ScratchRepository,
  options: Omit<ChangesOptions, 'base'> & {
    readonly base: TreeFiles;
    readonly tree: DiskTree;
    readonly modules: ReadonlySet<string>;
  },
): Promise<ReadonlySet<string>> {
  const { base, tree, tracked, modules } = options;
  const { store } = scratch;
  const isTracked = (path: string): boolean =>
    base.has(path) || store.known.has(path) || tracked?.has(path) === true;
  const untracked = (): string[] => [...tree.entries.keys()].filter((path) => !isTracked(path));
  const closed = tree.closed.splice(0).filter((path) => !modules.has(path));
  if (closed.length === 0 && untracked().length === 0)
    return new Set([...tree.entries.keys()].filter((path) => !base.has(path)));
  const rules = await writeIgnoreRules(scratch, base);
  const addOwn = (): void => {
    if (options.ownRules === true) rules.addFromDisk([...tree.entries.keys()]);
  };
  addOwn();
  const left = await rules.ignored(closed.map((path) => `${path}/`));
  for (const from of closed.filter((path) => !left.has(`${path}/`)))
    await scanCheckout({ root: store.root, from, enter: () => true }, tree);
  addOwn();
  const out = await rules.ignored(untracked());
  return new Set([...tree.entries.keys()].filter((path) => !out.has(path)));
}

export function foldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

function isSame(
  store: TrustedStore,
  options: { readonly path: string; readonly entry: DiskEntry; readonly before: TreeEntry },
): boolean {
  const { path, entry, before } = options;
  if (entry.skipReason !== null || modeOnDisk(store.disk, entry, before.mode) !== before.mode)
    return false;
  const known = store.known.get(path);
  if (known !== undefined && isUntouched(known, entry, store.knownAt))
    return known.sha === before.sha && known.mode === before.mode;
  return idOf(store, path) === before.sha;
}

const SECOND = 1_000_000_000n;

/** Whether a file's attributes match the index of the start. No program can set its `ctime` back. */
function isUntouched({ stat, stage }: IndexEntry, about: DiskEntry, knownAt: bigint): boolean {
  return (
    stage === 0 &&
    about.ctimeNs < knownAt &&
    about.mtimeNs < knownAt &&
    stat.size === Number(about.size & 0xffffffffn) &&
    stat.ino === Number(about.ino & 0xffffffffn) &&
    stat.mtime === Number((about.mtimeNs / SECOND) & 0xffffffffn) &&
    stat.mtimeNs === Number(about.mtimeNs % SECOND) &&
    stat.ctime === Number((about.ctimeNs / SECOND) & 0xffffffffn) &&
    stat.ctimeNs === Number(about.ctimeNs % SECOND)
  );
}

/** The id that git would compute for a file; `null` if it cannot be read. */
function idOf({ root, idBytes }: TrustedStore, path: string): string | null {
  const algorithm = idBytes === 32 ? 'sha256' : 'sha1';
  let hash: Hash | undefined;
  const begin = (size: number): Hash => createHash(algorithm).update(`blob ${size}\0`);
  const taken = readFileOrLink(root, path, {
    maxBytes: MAX_HASHED_BYTES,
    onStart: (size) => void (hash = begin(size)),
    onChunk: (bytes) => void hash?.update(bytes),
  });
  if (taken.kind === 'link') return begin(taken.target.length).update(taken.target).digest('hex');
  return taken.kind === 'file' ? (hash?.digest('hex') ?? null) : null;
}

const RULES = /(?:^|\/)\.gitignore$/;
const FILE = /^100(?:644|755)$/;
const MAX_RULE_FILES = 5_000;
const MAX_RULE_BYTES = 1024 * 1024;
const MAX_FOLDERS = 10_000;
const NONE_IGNORED = 1;

/** A repository's ignore rules, in a folder of their own. */
interface IgnoreRules {
  /** The ignored ones of these paths. A folder's path ends with `/`. */
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Replaces the commit's rules by those that are on disk now, among these paths. */
  addFromDisk(paths: readonly string[]): void;
}

/** Writes the rules of a commit into a scratch repository. Rules that the run wrote do not apply. */
async function writeIgnoreRules(scratch: ScratchRepository, base: TreeFiles): Promise<IgnoreRules> {
  const tree = join(scratch.folder, 'rules');
  mkdirSync(tree);
  const inBase = [...base]
    .filter(([path, { mode }]) => RULES.test(path) && FILE.test(mode))
    .slice(0, MAX_RULE_FILES)
    .map(([path, { sha }]) => ({ path, sha }));
  await eachBlob(scratch, inBase, ({ path }, bytes) => writeRules(tree, path, bytes), {
    // A partial clone lacks the rules of folders that a sparse checkout omits.
    mayLack: true,
  });
  return {
    ignored: async (paths) => await checkIgnore(scratch, tree, paths),
    addFromDisk: (paths) => {
      for (const path of paths.filter((one) => RULES.test(one)).slice(0, MAX_RULE_FILES))
        writeRules(
          tree,
          path,
          readSmallFile(scratch.store.root, path, MAX_RULE_BYTES) ?? Buffer.alloc(0),
        );
    },
  };
}

function writeRules(tree: string, path: string, bytes: Buffer): void {
  if (bytes.length > MAX_RULE_BYTES) return;
  try {
    mkdirSync(underRoot(tree, dirname(path)), { recursive: true });
    writeFileSync(underRoot(tree, path), bytes);
  } catch {
    // A folder named .gitignore, which has no rules, was or became a file: the rules of the commit stay.
  }
}

async function checkIgnore(
  scratch: ScratchRepository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const folders = paths.filter((path) => path.endsWith('/'));
  // A rule for folders matches only a folder.
  for (const path of folders.slice(0, MAX_FOLDERS)) {
    try {
      mkdirSync(underRoot(tree, path), { recursive: true });
    } catch {
      // A file with rules has this path, or the name is too long: its files are checked one by one.
    }
  }
  const asked = paths.map((path) => `./${path.replace(/\/$/, '')}`);
  const args = ['check-ignore', '-z', '--no-index', '--stdin'];
  const result = await tryScratchGit(scratch, args, {
    cwd: tree,
    stdin: recordBytes(asked),
    // The command does not accept literal pathspecs; "./" prevents a name from being read as pathspec magic.
    env: { GIT_WORK_TREE: tree, GIT_DIR: scratch.store.gitDir, GIT_LITERAL_PATHSPECS: '0' },
  });
  if (result.exitCode !== 0 && result.exitCode !== NONE_IGNORED) throw gitError(args, result);
  const ignored = new Set(byteRecords(result.stdout).map((path) => path.slice('./'.length)));
  return new Set(paths.filter((path) => ignored.has(path.replace(/\/$/, ''))));
}
