import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
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
  utimesSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { closeFolder, type Folder, openChild, openFolder, pathIn, statIn } from './folder.ts';
import { isGitName } from './names.ts';
import type { Layer } from './supervision.ts';

/**
 * What a command wrote into the layer over the workspace: listed, or carried over where its verdict was about that. A layer holds
 * what was written in it under the same path; a character device 0:0 stands for what was deleted (the kernel's overlay file
 * system). The command is gone, so nobody changes the layer; the workspace may be changed by others meanwhile. This file does I/O.
 */
const MAX_ENTRIES = 100_000;
const REPLACEMENT = '\uFFFD';

/** The paths that were written or deleted in a layer, files and links but for folders on the way to them; at most `limit`. */
export function changedInLayer(upper: string, limit: number): { paths: string[]; more: boolean } {
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
      if (isFolder(join(upper, path))) folders.push(path);
      else paths.push(path);
      if (paths.length > limit || entries > MAX_ENTRIES)
        return { paths: paths.slice(0, limit), more: true };
    }
  }
  return { paths, more: false };
}

export interface Carried {
  readonly layer: Layer;
  readonly root: string;
  /** What may be carried over, with everything below, as paths from the root. */
  readonly paths: readonly string[];
  /** What must not be, whatever was judged. */
  readonly refuse: (path: string) => boolean;
}

/** Carries over what lies at and below `paths`. Returns what was carried, and what was not with the reason. */
export function carryOver(carried: Carried): { kept: string[]; refused: string[] } {
  const done: Progress = { ...carried, kept: [], refused: [] };
  for (const path of carried.paths) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.length === 0 || parts.includes('..')) continue;
    carryPath(done, parts);
  }
  return { kept: done.kept, refused: done.refused };
}

interface Progress extends Carried {
  readonly kept: string[];
  readonly refused: string[];
}

/** Opens the folders on the way, one below the other and never through a link, making those that the command made. */
function carryPath(done: Progress, parts: readonly string[]): void {
  const name = parts.at(-1) ?? '';
  const above = parts.slice(0, -1);
  const opened: Folder[] = [openFolder(done.root)];
  try {
    for (const [index, part] of above.entries()) {
      const path = above.slice(0, index + 1).join('/');
      const upper = lstatOr(join(done.layer.upper, path));
      // Nothing was written below.
      if (upper === null) return;
      const parent = opened.at(-1);
      if (parent === undefined || !upper.isDirectory() || isRefused(done, path)) {
        done.refused.push(parts.join('/'));
        return;
      }
      if (statIn(parent, part) === null) mkdirSync(pathIn(parent, part), upper.mode & 0o777);
      opened.push(openChild(parent, part));
    }
    const parent = opened.at(-1);
    if (parent !== undefined) carry(done, { parent, name, path: parts.join('/') });
  } catch {
    done.refused.push(parts.join('/'));
  } finally {
    for (const folder of opened.reverse()) closeFolder(folder);
  }
}

interface Entry {
  readonly parent: Folder;
  readonly name: string;
  readonly path: string;
}

function carry(done: Progress, entry: Entry): void {
  const { path } = entry;
  const from = join(done.layer.upper, path);
  const upper = lstatOr(from);
  if (upper === null) return;
  if (isRefused(done, path)) {
    done.refused.push(path);
    return;
  }
  if (isWhiteout(upper)) removeBelow(done, entry);
  else if (upper.isDirectory()) {
    carryFolder(done, entry, upper);
    return;
  } else if (upper.isFile()) replaceFile(from, entry, upper);
  else if (upper.isSymbolicLink())
    replaceBy(entry, (place) => symlinkSync(readlinkSync(from), place));
  else {
    // A socket, a FIFO or a device is no file of a checkout.
    done.refused.push(path);
    return;
  }
  done.kept.push(path);
}

function carryFolder(done: Progress, { parent, name, path }: Entry, upper: Stats): void {
  const there = statIn(parent, name);
  if (there !== null && !there.isDirectory()) rmSync(pathIn(parent, name), { force: true });
  if (there === null || !there.isDirectory()) {
    mkdirSync(pathIn(parent, name), upper.mode & 0o777);
    done.kept.push(path);
  }
  const folder = openChild(parent, name);
  try {
    for (const child of namesIn(join(done.layer.upper, path))) {
      // A name that is no text would be another one, and what has it would be left out without a word.
      if (child.includes(REPLACEMENT)) done.refused.push(`${path}/${child}`);
      else carry(done, { parent: folder, name: child, path: `${path}/${child}` });
    }
    // A folder that was deleted and made anew holds nothing of the old one, and the layer does not say so name by name.
    const seen = new Set(namesIn(join(done.layer.merged, path)));
    for (const child of there === null ? [] : namesIn(pathIn(parent, name))) {
      if (seen.has(child)) continue;
      const gone = { parent: folder, name: child, path: `${path}/${child}` };
      if (removeBelow(done, gone)) done.kept.push(gone.path);
    }
  } finally {
    closeFolder(folder);
  }
}

/** Removes a file or folder, but for what the command did not see and so cannot have deleted; true where nothing of it is left. */
function removeBelow(done: Progress, { parent, name, path }: Entry): boolean {
  if (isRefused(done, path)) return false;
  if (statIn(parent, name)?.isDirectory() !== true) {
    rmSync(pathIn(parent, name), { force: true });
    return true;
  }
  const folder = openChild(parent, name);
  try {
    const left = namesIn(pathIn(parent, name)).filter(
      (child) => !removeBelow(done, { parent: folder, name: child, path: `${path}/${child}` }),
    );
    if (left.length > 0) return false;
  } finally {
    closeFolder(folder);
  }
  rmdirSync(pathIn(parent, name));
  return true;
}

/** Bytes, permissions and time; never the bits that would make a program run as its owner. */
function replaceFile(from: string, entry: Entry, upper: Stats): void {
  replaceBy(entry, (place) => {
    copyFileSync(from, place, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const opened = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (!fstatSync(opened).isFile()) throw new Error('it is no file any more');
      chmodSync(place, upper.mode & 0o777);
      utimesSync(place, upper.atime, upper.mtime);
    } finally {
      closeSync(opened);
    }
  });
}

/** Makes it under another name and puts that in its place, so that a reader sees the old or the new one. */
function replaceBy({ parent, name }: Entry, make: (place: string) => void): void {
  const place = pathIn(parent, `.countersign-${randomUUID()}`);
  try {
    make(place);
    if (statIn(parent, name)?.isDirectory() === true)
      rmSync(pathIn(parent, name), { recursive: true, force: true });
    renameSync(place, pathIn(parent, name));
  } catch (error) {
    rmSync(place, { force: true });
    throw error;
  }
}

function isRefused(done: Progress, path: string): boolean {
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

/** No, for what cannot be named to the system: a name that is no text, or a path that is too long. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function lstatOr(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
