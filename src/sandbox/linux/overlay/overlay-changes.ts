import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  type PathLike,
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
} from '../../files/open-folder.ts';
import { isGitName } from '../../files/lexical-path.ts';
import type { OverlayPaths } from '../bubblewrap/supervision.ts';
import { lstatOrNull, namesOrEmpty } from '../../files/regular-file.ts';

/**
 * The changes in an overlay's upper directory: listed, or copied to the workspace. The upper directory has each written
 * file under the same path; a character device 0:0 (whiteout) marks a deleted one. The command has ended, so nobody
 * changes the overlay; other commands may change the workspace meanwhile. This file does I/O.
 */
const MAX_ENTRIES = 100_000;

/** At most `limit` paths that were written or deleted: files, links and empty folders. */
export function listOverlayChanges(
  upper: string,
  limit: number,
): { paths: string[]; more: boolean } {
  const paths: string[] = [];
  const folders = [''];
  let entries = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const names = namesOrEmpty(join(upper, folder));
    if (names.length === 0 && folder !== '') paths.push(folder);
    for (const name of names) {
      entries += 1;
      const path = folder === '' ? name : `${folder}/${name}`;
      // Git refreshes its index even for reading commands.
      if (path === '.git') continue;
      if (lstatOrNull(join(upper, path))?.isDirectory() === true) folders.push(path);
      else paths.push(path);
      if (paths.length > limit || entries > MAX_ENTRIES)
        return { paths: paths.slice(0, limit), more: true };
    }
  }
  return { paths, more: false };
}

interface CopyRequest {
  readonly overlay: OverlayPaths;
  readonly root: string;
  /** Paths from the root to copy, with everything below them. */
  readonly paths: readonly string[];
  /** Paths that must not be changed, even if listed. */
  readonly refuse: (path: string) => boolean;
}

/**
 * Copies the changes at and below `paths`. Returns the copied and the refused paths, and the folders that could only be deleted
 * in part, because something hidden or protected is in them. Deletes only after all writes were
 * copied: if a file was moved to a refused path, its old path must stay.
 */
export function copyOverlayChanges(request: CopyRequest): {
  readonly kept: readonly string[];
  readonly refused: readonly string[];
  readonly inPart: readonly string[];
} {
  const lists = { kept: [], refused: [], inPart: [] };
  const progress: CopyProgress = { ...request, deletes: false, ...lists };
  const paths = request.paths
    .map((path) => path.split('/').filter((part) => part !== '' && part !== '.'))
    .filter((parts) => parts.length > 0 && !parts.includes('..'));
  for (const parts of paths) copyPath(progress, parts);
  for (const parts of paths) copyPath({ ...progress, deletes: true }, parts);
  const { kept, refused, inPart } = progress;
  return { kept, refused: [...new Set(refused)], inPart };
}

interface CopyProgress extends CopyRequest {
  /** Each path is processed twice; the second pass only deletes. */
  readonly deletes: boolean;
  readonly kept: string[];
  readonly refused: string[];
  readonly inPart: string[];
}

/** Opens the parent folders one inside the other, never through a link, and creates those that the command created. */
function copyPath(progress: CopyProgress, parts: readonly string[]): void {
  const name = parts.at(-1) ?? '';
  const above = parts.slice(0, -1);
  const opened: OpenFolder[] = [openFolder(progress.root)];
  let isGone = false;
  try {
    for (const [index, part] of above.entries()) {
      const path = above.slice(0, index + 1).join('/');
      const upper: Stats | null = isGone ? null : lstatOrNull(join(progress.overlay.upper, path));
      // The command wrote nothing below this folder.
      if (upper === null && !isGone) return;
      isGone ||= upper !== null && isWhiteout(upper);
      const parent = opened.at(-1);
      const isOpen = isGone || upper?.isDirectory() === true;
      if (parent === undefined || !isOpen || isRefused(progress, path)) {
        progress.refused.push(parts.join('/'));
        return;
      }
      if (statIn(parent, part) === null) {
        if (progress.deletes || upper === null || isGone) return;
        mkdirSync(pathIn(parent, part), upper.mode & 0o777);
      }
      opened.push(openChild(parent, part));
    }
    const parent = opened.at(-1);
    if (parent === undefined) return;
    const entry = { parent, name, path: parts.join('/') };
    if (!isGone) copyOrRefuse(progress, entry);
    else if (progress.deletes && statIn(parent, name) !== null) remove(progress, entry);
  } catch {
    progress.refused.push(parts.join('/'));
  } finally {
    for (const folder of opened.reverse()) closeFolder(folder);
  }
}

interface Entry {
  readonly parent: OpenFolder;
  readonly name: string;
  readonly path: string;
}

function copyOrRefuse(progress: CopyProgress, entry: Entry): void {
  try {
    copyEntry(progress, entry);
  } catch {
    progress.refused.push(entry.path);
  }
}

function copyEntry(progress: CopyProgress, entry: Entry): void {
  const { path } = entry;
  const from = join(progress.overlay.upper, path);
  const upper = lstatOrNull(from);
  if (upper === null) {
    // The command did not write it, or its name is not valid UTF-8.
    if (path.includes('\uFFFD')) progress.refused.push(path);
    return;
  }
  if (isRefused(progress, path)) progress.refused.push(path);
  else if (upper.isDirectory()) copyFolder(progress, entry, upper);
  else if (isWhiteout(upper)) {
    if (progress.deletes) remove(progress, entry);
  } else if (progress.deletes) return;
  else if (upper.isFile()) replaceFile(from, progress, { entry, upper });
  else if (upper.isSymbolicLink())
    replaceBy(progress, entry, (temporary) => symlinkSync(readlinkSync(from), temporary));
  // Sockets, FIFOs and devices are not files of a checkout.
  else progress.refused.push(path);
}

function copyFolder(progress: CopyProgress, { parent, name, path }: Entry, upper: Stats): void {
  const there = statIn(parent, name);
  if (there?.isDirectory() !== true) {
    if (progress.deletes) return;
    if (there !== null) rmSync(pathIn(parent, name), { force: true });
    mkdirSync(pathIn(parent, name), upper.mode & 0o777);
    progress.kept.push(path);
  }
  const folder = openChild(parent, name);
  try {
    for (const child of namesOrEmpty(join(progress.overlay.upper, path)))
      copyOrRefuse(progress, { parent: folder, name: child, path: `${path}/${child}` });
    if (progress.deletes) removeAbsentInMerged(progress, folder, path);
  } finally {
    closeFolder(folder);
  }
}

/**
 * A folder that was deleted and created again has none of its old entries, and the upper directory does not list them.
 * Each name is checked in the merged directory, because its listing may be out of date.
 */
function removeAbsentInMerged(progress: CopyProgress, folder: OpenFolder, path: string): void {
  for (const child of namesOrEmpty(pathOf(folder))) {
    if (
      statIn(folder, child) === null ||
      lstatOrNull(join(progress.overlay.merged, path, child)) !== null
    )
      continue;
    if (!isRefused(progress, `${path}/${child}`))
      remove(progress, { parent: folder, name: child, path: `${path}/${child}` });
  }
}

function remove(progress: CopyProgress, entry: Entry): void {
  if (progress.refused.length > 0) progress.refused.push(entry.path);
  else if (removeTree(progress, entry)) progress.kept.push(entry.path);
  else if (!isRefused(progress, entry.path)) progress.inPart.push(entry.path);
}

/**
 * Removes a file or folder, except for hidden paths, which the command cannot have deleted. Returns whether all of it was
 * removed.
 */
function removeTree(progress: CopyProgress, { parent, name, path }: Entry): boolean {
  if (isRefused(progress, path)) return false;
  if (statIn(parent, name)?.isDirectory() !== true) {
    rmSync(pathIn(parent, name), { force: true });
    return true;
  }
  const folder = openChild(parent, name);
  try {
    const left = namesOrEmpty(pathOf(folder)).filter(
      (child) => !removeTree(progress, { parent: folder, name: child, path: `${path}/${child}` }),
    );
    if (left.length > 0) return false;
  } finally {
    closeFolder(folder);
  }
  rmdirSync(pathIn(parent, name));
  return true;
}

/** Copies bytes, permissions and time; never set-user-id and set-group-id. */
function replaceFile(
  from: string,
  progress: CopyProgress,
  { entry, upper }: { readonly entry: Entry; readonly upper: Stats },
): void {
  replaceBy(progress, entry, (temporary) => {
    copyFileSync(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // Another command may put a link there, so only the opened file is changed.
    const opened = openSync(temporary, OPEN_READ);
    try {
      if (!fstatSync(opened).isFile()) throw new Error('it is no longer a file');
      fchmodSync(opened, upper.mode & 0o777);
      futimesSync(opened, upper.atime, upper.mtime);
    } finally {
      closeSync(opened);
    }
  });
}

/** Creates the file under a temporary name and renames it, so that a reader sees the old or the new one. */
function replaceBy(
  progress: CopyProgress,
  entry: Entry,
  make: (temporary: PathLike) => void,
): void {
  const { parent, name } = entry;
  const temporary = pathIn(parent, `.countersign-${randomUUID()}`);
  try {
    make(temporary);
    // Hidden files of a folder stay, and the folder with them.
    if (statIn(parent, name)?.isDirectory() === true && !removeTree(progress, entry))
      throw new Error('a folder that cannot be removed is in its place');
    renameSync(temporary, pathIn(parent, name));
    progress.kept.push(entry.path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function isRefused(progress: CopyProgress, path: string): boolean {
  return path.split('/').some((part) => isGitName(part)) || progress.refuse(path);
}

function isWhiteout(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0;
}
