/** What lies in a checkout, by `lstat` alone: nothing is opened but folders. This file does I/O. */
import { type BigIntStats, fstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import {
  type CheckoutRoot,
  statOrNull,
  type FolderEntry,
  entriesOf,
  openSubfolder,
  openPath,
  skipReason,
} from './checkout-folder.ts';
import { closeFolder, type OpenFolder } from './open-folder.ts';

export const MAX_ENTRIES = 500_000;
export const MAX_DEPTH = 200;
/** How many are looked at before whatever else waits has its turn. */
const TURN = 1_000;

/** What `lstat` says of a file or link, as far as it is compared: there may be half a million of them. */
export interface DiskEntry {
  readonly isLink: boolean;
  readonly isExecutable: boolean;
  readonly size: bigint;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** Why its content is not read; `null` for a file or a link. */
  readonly skipReason: string | null;
}

export interface DiskTree {
  /** Everything but folders, by path. */
  readonly entries: Map<string, DiskEntry>;
  /** Folders that `enter` kept closed. */
  readonly closed: string[];
  /** Folders whose content was not looked at. */
  readonly unscanned: { readonly path: string; readonly because: string }[];
}

export interface ScanOptions {
  readonly root: CheckoutRoot;
  /** A folder below the root; empty: the root. */
  readonly from: string;
  readonly enter: (path: string) => boolean;
}

/** Looks at everything below a folder but what is named `.git`, in whatever case, and adds it to `tree`. */
export async function scanCheckout(at: ScanOptions, tree: DiskTree): Promise<void> {
  let folder: OpenFolder;
  try {
    folder = openPath(at.root, at.from);
  } catch (error) {
    if (at.from === '') throw error;
    tree.unscanned.push({ path: at.from, because: 'it cannot be opened' });
    return;
  }
  const depth = at.from === '' ? 0 : at.from.split('/').length;
  await scanFolder({ ...at, tree, count: tree.entries.size }, { folder, path: at.from, depth });
}

export function emptyTree(): DiskTree {
  return { entries: new Map(), closed: [], unscanned: [] };
}

interface Scan extends ScanOptions {
  readonly tree: DiskTree;
  count: number;
}

interface ScannedFolder {
  readonly folder: OpenFolder;
  readonly path: string;
  readonly depth: number;
}

/** Closes the folder that it is given. */
async function scanFolder(walk: Scan, at: ScannedFolder): Promise<void> {
  const { tree } = walk;
  try {
    for (const named of entriesOf(at.folder)) {
      if (named.name.toLowerCase() === '.git') continue;
      const path = at.path === '' ? named.name : `${at.path}/${named.name}`;
      walk.count += 1;
      if (walk.count % TURN === 0) await setImmediate();
      if (walk.count > MAX_ENTRIES) {
        tree.unscanned.push({ path, because: `there are more than ${MAX_ENTRIES} names` });
        return;
      }
      if (named.isFolder) await enterFolder(walk, at, { named, path });
      else addEntry(walk, at.folder, { named, path });
    }
  } finally {
    closeFolder(at.folder);
  }
}

async function enterFolder(
  walk: Scan,
  at: ScannedFolder,
  { named, path }: { readonly named: FolderEntry; readonly path: string },
): Promise<void> {
  const { tree, root } = walk;
  if (!walk.enter(path)) {
    tree.closed.push(path);
    return;
  }
  if (at.depth >= MAX_DEPTH) {
    tree.unscanned.push({ path, because: `it lies deeper than ${MAX_DEPTH} folders` });
    return;
  }
  let child: OpenFolder;
  try {
    child = openSubfolder(at.folder, named.name);
  } catch {
    addEntry(walk, at.folder, { named, path });
    return;
  }
  if (fstatSync(child.fd).dev !== root.dev) {
    closeFolder(child);
    tree.unscanned.push({ path, because: 'it lies on another file system' });
    return;
  }
  await scanFolder(walk, { folder: child, path, depth: at.depth + 1 });
}

function addEntry(
  { tree }: Scan,
  folder: OpenFolder,
  { named, path }: { readonly named: FolderEntry; readonly path: string },
): void {
  const about = statOrNull(folder, named.name);
  if (about === null) return;
  if (about.isDirectory()) tree.unscanned.push({ path, because: 'it cannot be opened' });
  else tree.entries.set(path, entryOf(about));
}

function entryOf(about: BigIntStats): DiskEntry {
  const isLink = about.isSymbolicLink();
  const { size, ino, mtimeNs, ctimeNs } = about;
  return {
    isLink,
    isExecutable: (about.mode & 0o111n) !== 0n,
    size,
    ino,
    mtimeNs,
    ctimeNs,
    skipReason: isLink ? null : skipReason(about),
  };
}
