/** Lists the files of a checkout by `lstat`; only folders are opened. This file does I/O. */
import { type BigIntStats, fstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import {
  type CheckoutRoot,
  statOrNull,
  entriesOf,
  isExecutable,
  openPath,
  skipReason,
} from './checkout-folder.ts';
import { rawBytes } from './byte-paths.ts';
import { openChildOrNull, type OpenFolder } from './open-folder.ts';

const MAX_ENTRIES = 500_000;
const MAX_DEPTH = 200;
const ROOT = '.';
/** Yields to other work after this many entries. */
const TURN = 1_000;

/** The attributes of a file or link that are compared. A checkout may have half a million of them. */
export interface DiskEntry {
  readonly isLink: boolean;
  readonly isExecutable: boolean;
  readonly size: bigint;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** Why its content is not read; `null` for a readable file or a link. */
  readonly skipReason: string | null;
}

export interface DiskTree {
  /** All entries except folders, by path. */
  readonly entries: Map<string, DiskEntry>;
  /** Folders that `enter` excluded. */
  readonly closed: string[];
  /** Entries named `.git`, except that of the root: the scan leaves them out. */
  readonly repositories: string[];
  /** Folders that could not be scanned, or only in part, and why. `.` is the root. */
  readonly unscanned: { readonly path: string; readonly because: string }[];
}

interface ScanOptions {
  readonly root: CheckoutRoot;
  /** A folder below the root; empty: the root. */
  readonly from: string;
  readonly enter: (path: string) => boolean;
  /** The most names. Absent: half a million. */
  readonly maxEntries?: number;
}

/** Adds all entries below a folder to `tree`, except those named `.git` in any case. */
export async function scanCheckout(options: ScanOptions, tree: DiskTree): Promise<void> {
  const { from } = options;
  using folder = openTop(options);
  if (folder === null) {
    tree.unscanned.push({ path: from, because: 'it cannot be opened' });
    return;
  }
  const depth = from === '' ? 0 : from.split('/').length;
  await scanFolder({ ...options, tree, count: tree.entries.size }, { folder, path: from, depth });
}

/** `null` if it cannot be opened, unless it is the root. */
function openTop({ root, from }: ScanOptions): OpenFolder | null {
  try {
    return openPath(root, from);
  } catch (error) {
    if (from === '') throw error;
    return null;
  }
}

/** Whether a path that was not found lies where not everything was looked at. */
export function isUnscanned({ unscanned }: DiskTree, path: string): boolean {
  return unscanned.some(({ path: folder }) => folder === ROOT || path.startsWith(`${folder}/`));
}

export function emptyTree(): DiskTree {
  return { entries: new Map(), closed: [], repositories: [], unscanned: [] };
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

async function scanFolder(scan: Scan, scanned: ScannedFolder): Promise<void> {
  const { tree, root, maxEntries = MAX_ENTRIES } = scan;
  const { folder, depth } = scanned;
  for (const { name, isFolder } of entriesOf(folder)) {
    const path = scanned.path === '' ? name : `${scanned.path}/${name}`;
    if (name.toLowerCase() === '.git') {
      if (path !== '.git') tree.repositories.push(path);
      continue;
    }
    scan.count += 1;
    if (scan.count % TURN === 0) await setImmediate();
    if (scan.count > maxEntries) {
      tree.unscanned.push({
        path: scanned.path === '' ? ROOT : scanned.path,
        because: `there are more than ${maxEntries} names`,
      });
      return;
    }
    if (isFolder && !scan.enter(path)) {
      tree.closed.push(path);
      continue;
    }
    if (isFolder && depth >= MAX_DEPTH) {
      tree.unscanned.push({ path, because: `it is deeper than ${MAX_DEPTH} folders` });
      continue;
    }
    using child = isFolder ? openChildOrNull(folder, rawBytes(name)) : null;
    if (child === null) addEntry(tree, path, statOrNull(folder, name));
    else if (fstatSync(child.fd).dev === root.dev)
      await scanFolder(scan, { folder: child, path, depth: depth + 1 });
    else tree.unscanned.push({ path, because: 'it is on another file system' });
  }
}

function addEntry(tree: DiskTree, path: string, stats: BigIntStats | null): void {
  if (stats === null) return;
  if (stats.isDirectory()) tree.unscanned.push({ path, because: 'it cannot be opened' });
  else tree.entries.set(path, entryOf(stats));
}

function entryOf(stats: BigIntStats): DiskEntry {
  const isLink = stats.isSymbolicLink();
  const { size, ino, mtimeNs, ctimeNs } = stats;
  return {
    isLink,
    isExecutable: isExecutable(stats),
    size,
    ino,
    mtimeNs,
    ctimeNs,
    skipReason: isLink ? null : skipReason(stats),
  };
}
