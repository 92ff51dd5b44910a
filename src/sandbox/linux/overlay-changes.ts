import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  closeFolder,
  type OpenFolder,
  OPEN_READ,
  openChild,
  openFolder,
  pathIn,
  pathOf,
  statIn,
} from '../files/open-folder.ts';
import { isGitName } from '../files/lexical-path.ts';
import type { OverlayPaths } from './supervision.ts';

/**
 * What a command wrote into the layer over the workspace: listed, or carried over where its verdict was about that. A layer holds
 * what was written in it under the same path; a character device 0:0 stands for what was deleted (the kernel's overlay file
 * system). The command is gone, so nobody changes the layer; the workspace may be changed by others meanwhile. This file does I/O.
 */
const MAX_ENTRIES = 100_000;

/** The paths that were written or deleted in a layer, files and links but for folders on the way to them; at most `limit`. */
export function listOverlayChanges(
  upper: string,
  limit: number,
): { paths: string[]; more: boolean } {
  const paths: string[] = [];
  const folders = [''];
  let entries = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const names = namesIn(join(upper, folder));
    if (names.length === 0 && folder !== '') paths.push(folder);
    for (const name of names) {
      entries += 1;
      const path = folder === '' ? name : `${folder}/${name}`;
      // Git refreshes its index where it is only asked.
      if (path === '.git') continue;
      if (lstatOr(join(upper, path))?.isDirectory() === true) folders.push(path);
      else paths.push(path);
      if (paths.length > limit || entries > MAX_ENTRIES)
        return { paths: paths.slice(0, limit), more: true };
    }
  }
  return { paths, more: false };
}

export interface CopyRequest {
  readonly layer: OverlayPaths;
  readonly root: string;
  /** What may be carried over, with everything below, as paths from the root. */
  readonly paths: readonly string[];
  /** What must not be, whatever was judged. */
  readonly refuse: (path: string) => boolean;
}

/**
 * Carries over what lies at and below `paths`. Returns what was carried, and what was not. First what was written, then what was
 * deleted, and that only where all that was written could be kept: what was moved to where nothing is kept stays in its old place.
 */
export function copyOverlayChanges(carried: CopyRequest): { kept: string[]; refused: string[] } {
  const done: CopyProgress = { ...carried, deletes: false, kept: [], refused: [] };
  const paths = carried.paths
    .map((path) => path.split('/').filter((part) => part !== '' && part !== '.'))
    .filter((parts) => parts.length > 0 && !parts.includes('..'));
  for (const parts of paths) copyPath(done, parts);
  for (const parts of paths) copyPath({ ...done, deletes: true }, parts);
  return { kept: done.kept, refused: [...new Set(done.refused)] };
}

interface CopyProgress extends CopyRequest {
  /** Of the two times that each path is gone through this is the second, which only deletes. */
  readonly deletes: boolean;
  readonly kept: string[];
  readonly refused: string[];
}

/** Opens the folders on the way, one below the other and never through a link, making those that the command made. */
function copyPath(done: CopyProgress, parts: readonly string[]): void {
  const name = parts.at(-1) ?? '';
  const above = parts.slice(0, -1);
  const opened: OpenFolder[] = [openFolder(done.root)];
  let isGone = false;
  try {
    for (const [index, part] of above.entries()) {
      const path = above.slice(0, index + 1).join('/');
      const upper: Stats | null = isGone ? null : lstatOr(join(done.layer.upper, path));
      // Nothing was written below.
      if (upper === null && !isGone) return;
      isGone ||= upper !== null && isWhiteout(upper);
      const parent = opened.at(-1);
      const isOpen = isGone || upper?.isDirectory() === true;
      if (parent === undefined || !isOpen || isRefused(done, path)) {
        done.refused.push(parts.join('/'));
        return;
      }
      if (statIn(parent, part) === null) {
        if (done.deletes || upper === null || isGone) return;
        mkdirSync(pathIn(parent, part), upper.mode & 0o777);
      }
      opened.push(openChild(parent, part));
    }
    const parent = opened.at(-1);
    if (parent === undefined) return;
    const entry = { parent, name, path: parts.join('/') };
    if (!isGone) copyOrRefuse(done, entry);
    else if (done.deletes && statIn(parent, name) !== null) remove(done, entry);
  } catch {
    done.refused.push(parts.join('/'));
  } finally {
    for (const folder of opened.reverse()) closeFolder(folder);
  }
}

interface Entry {
  readonly parent: OpenFolder;
  readonly name: string;
  readonly path: string;
}

function copyOrRefuse(done: CopyProgress, entry: Entry): void {
  try {
    copyEntry(done, entry);
  } catch {
    done.refused.push(entry.path);
  }
}

function copyEntry(done: CopyProgress, entry: Entry): void {
  const { path } = entry;
  const from = join(done.layer.upper, path);
  const upper = lstatOr(from);
  if (upper === null) {
    // Nothing was written there, or its name is no text.
    if (path.includes('\uFFFD')) done.refused.push(path);
    return;
  }
  if (isRefused(done, path)) done.refused.push(path);
  else if (upper.isDirectory()) copyFolder(done, entry, upper);
  else if (isWhiteout(upper)) {
    if (done.deletes) remove(done, entry);
  } else if (done.deletes) return;
  else if (upper.isFile()) keep(done, entry, () => replaceFile(from, done, { entry, upper }));
  else if (upper.isSymbolicLink())
    keep(done, entry, () =>
      replaceBy(done, entry, (place) => symlinkSync(readlinkSync(from), place)),
    );
  // A socket, a FIFO or a device is no file of a checkout.
  else done.refused.push(path);
}

function keep(done: CopyProgress, { path }: Entry, carryIt: () => void): void {
  carryIt();
  done.kept.push(path);
}

function copyFolder(done: CopyProgress, { parent, name, path }: Entry, upper: Stats): void {
  const there = statIn(parent, name);
  if (there?.isDirectory() !== true) {
    if (done.deletes) return;
    if (there !== null) rmSync(pathIn(parent, name), { force: true });
    mkdirSync(pathIn(parent, name), upper.mode & 0o777);
    done.kept.push(path);
  }
  const folder = openChild(parent, name);
  try {
    for (const child of namesIn(join(done.layer.upper, path)))
      copyOrRefuse(done, { parent: folder, name: child, path: `${path}/${child}` });
    if (done.deletes) removeAbsentInMerged(done, folder, path);
  } finally {
    closeFolder(folder);
  }
}

/**
 * A folder that was deleted and made anew holds nothing of the old one, and the layer does not say so name by name. Each name is asked
 * for: a list of them may be older than what others wrote meanwhile.
 */
function removeAbsentInMerged(done: CopyProgress, folder: OpenFolder, path: string): void {
  for (const child of namesIn(pathOf(folder))) {
    if (statIn(folder, child) === null || lstatOr(join(done.layer.merged, path, child)) !== null)
      continue;
    if (!isRefused(done, `${path}/${child}`))
      remove(done, { parent: folder, name: child, path: `${path}/${child}` });
  }
}

function remove(done: CopyProgress, entry: Entry): void {
  if (done.refused.length > 0) done.refused.push(entry.path);
  else if (removeTree(done, entry)) done.kept.push(entry.path);
}

/** Removes a file or folder, but for what the command did not see and so cannot have deleted; true where nothing of it is left. */
function removeTree(done: CopyProgress, { parent, name, path }: Entry): boolean {
  if (isRefused(done, path)) return false;
  if (statIn(parent, name)?.isDirectory() !== true) {
    rmSync(pathIn(parent, name), { force: true });
    return true;
  }
  const folder = openChild(parent, name);
  try {
    const left = namesIn(pathIn(parent, name)).filter(
      (child) => !removeTree(done, { parent: folder, name: child, path: `${path}/${child}` }),
    );
    if (left.length > 0) return false;
  } finally {
    closeFolder(folder);
  }
  rmdirSync(pathIn(parent, name));
  return true;
}

/** Bytes, permissions and time; never the bits that would make a program run as its owner. */
function replaceFile(
  from: string,
  done: CopyProgress,
  { entry, upper }: { readonly entry: Entry; readonly upper: Stats },
): void {
  replaceBy(done, entry, (place) => {
    copyFileSync(from, place, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // Another command may put a link there meanwhile, so that only the opened file is changed.
    const opened = openSync(place, OPEN_READ);
    try {
      if (!fstatSync(opened).isFile()) throw new Error('it is no file any more');
      fchmodSync(opened, upper.mode & 0o777);
      futimesSync(opened, upper.atime, upper.mtime);
    } finally {
      closeSync(opened);
    }
  });
}

/** Makes it under another name and puts that in its place, so that a reader sees the old or the new one. */
function replaceBy(done: CopyProgress, entry: Entry, make: (place: string) => void): void {
  const { parent, name } = entry;
  const place = pathIn(parent, `.countersign-${randomUUID()}`);
  try {
    make(place);
    // What the command did not see of a folder stays, and the folder with it.
    if (statIn(parent, name)?.isDirectory() === true && !removeTree(done, entry))
      throw new Error('a folder stands there that cannot be removed');
    renameSync(place, pathIn(parent, name));
  } catch (error) {
    rmSync(place, { force: true });
    throw error;
  }
}

function isRefused(done: CopyProgress, path: string): boolean {
  return path.split('/').some((part) => isGitName(part)) || done.refuse(path);
}

function isWhiteout(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function lstatOr(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    // The path may be too long, or lie in a folder that is closed.
    return null;
  }
}
