/** What lies in a checkout, by `lstat` alone: nothing is opened but folders. This file does I/O. */
import { type BigIntStats, fstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import {
  type CheckoutRoot,
  lookAt,
  type Named,
  namesOf,
  openBelow,
  openPath,
  whyLeft,
} from './checkout-folder.ts';
import { closeFolder, type Folder } from './open-folder.ts';

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
  readonly because: string | null;
}

export interface DiskTree {
  /** Everything but folders, by path. */
  readonly entries: Map<string, DiskEntry>;
  /** Folders that `enter` kept closed. */
  readonly closed: string[];
  /** Folders whose content was not looked at. */
  readonly unseen: { readonly path: string; readonly because: string }[];
}

export interface WalkedFrom {
  readonly root: CheckoutRoot;
  /** A folder below the root; empty: the root. */
  readonly from: string;
  readonly enter: (path: string) => boolean;
}

/** Looks at everything below a folder but what is named `.git`, in whatever case, and adds it to `tree`. */
export async function walkDisk(at: WalkedFrom, tree: DiskTree): Promise<void> {
  let folder: Folder;
  try {
    folder = openPath(at.root, at.from);
  } catch (error) {
    if (at.from === '') throw error;
    tree.unseen.push({ path: at.from, because: 'it cannot be opened' });
    return;
  }
  const depth = at.from === '' ? 0 : at.from.split('/').length;
  await below({ ...at, tree, count: tree.entries.size }, { folder, path: at.from, depth });
}

export function emptyTree(): DiskTree {
  return { entries: new Map(), closed: [], unseen: [] };
}

interface Walk extends WalkedFrom {
  readonly tree: DiskTree;
  count: number;
}

interface Open {
  readonly folder: Folder;
  readonly path: string;
  readonly depth: number;
}

/** Closes the folder that it is given. */
async function below(walk: Walk, at: Open): Promise<void> {
  const { tree } = walk;
  try {
    for (const named of namesOf(at.folder)) {
      if (named.name.toLowerCase() === '.git') continue;
      const path = at.path === '' ? named.name : `${at.path}/${named.name}`;
      walk.count += 1;
      if (walk.count % TURN === 0) await setImmediate();
      if (walk.count > MAX_ENTRIES) {
        tree.unseen.push({ path, because: `there are more than ${MAX_ENTRIES} names` });
        return;
      }
      if (named.isFolder) await enterFolder(walk, at, { named, path });
      else look(walk, at.folder, { named, path });
    }
  } finally {
    closeFolder(at.folder);
  }
}

async function enterFolder(
  walk: Walk,
  at: Open,
  { named, path }: { readonly named: Named; readonly path: string },
): Promise<void> {
  const { tree, root } = walk;
  if (!walk.enter(path)) {
    tree.closed.push(path);
    return;
  }
  if (at.depth >= MAX_DEPTH) {
    tree.unseen.push({ path, because: `it lies deeper than ${MAX_DEPTH} folders` });
    return;
  }
  let child: Folder;
  try {
    child = openBelow(at.folder, named.name);
  } catch {
    look(walk, at.folder, { named, path });
    return;
  }
  if (fstatSync(child.fd).dev !== root.dev) {
    closeFolder(child);
    tree.unseen.push({ path, because: 'it lies on another file system' });
    return;
  }
  await below(walk, { folder: child, path, depth: at.depth + 1 });
}

function look(
  { tree }: Walk,
  folder: Folder,
  { named, path }: { readonly named: Named; readonly path: string },
): void {
  const about = lookAt(folder, named.name);
  if (about === null) return;
  if (about.isDirectory()) tree.unseen.push({ path, because: 'it cannot be opened' });
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
    because: isLink ? null : whyLeft(about),
  };
}
