import {
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  type PathLike,
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
  type OpenFolder,
  OPEN_READ,
  openChild,
  openFile,
  openFolder,
  pathIn,
  pathOf,
  statIn,
} from '../../files/open-folder.ts';
import { isGitName, isWithin, splitPath } from '../../files/lexical-path.ts';
import { MAX_OVERLAY_BYTES } from '../bubblewrap/args.ts';
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
  /** The most bytes of all files. Absent: the size of an overlay. */
  readonly maxBytes?: number;
}

interface CopiedChanges {
  readonly kept: readonly string[];
  readonly refused: readonly string[];
  /** Folders that could only be deleted in part, because something hidden or protected is in them. */
  readonly inPart: readonly string[];
}

/**
 * Copies the changes at and below `paths`. Deletes, also a file in place of a folder, only after all writes were copied: if a file
 * was moved to a refused path, its old path must stay.
 */
export function copyOverlayChanges(request: CopyRequest): CopiedChanges {
  const copy = new OverlayCopy(request);
  const listed = request.paths
    .map((path) => splitPath(path))
    .filter((parts) => parts.length > 0 && !parts.includes('..'))
    .map((parts) => parts.join('/'));
  const paths = [...new Set(listed)]
    .filter((path) => !listed.some((above) => above !== path && isWithin(above, path)))
    .map((path) => path.split('/'));
  for (const parts of paths) copy.path(parts);
  copy.replace();
  copy.deletes = true;
  for (const parts of paths) copy.path(parts);
  const { kept, refused, inPart } = copy;
  return { kept, refused: [...new Set(refused)], inPart };
}

/** A file or folder of the workspace, in its opened parent. */
interface Entry {
  readonly parent: OpenFolder;
  readonly name: string;
  readonly path: string;
}

class OverlayCopy {
  readonly #request: CopyRequest;
  kept: string[] = [];
  readonly refused: string[] = [];
  readonly inPart: string[] = [];
  /** The bytes of the files that were copied. */
  #bytes = 0;
  /** What something of another kind is in the place of, copied under a temporary name beside it. */
  readonly #staged: { readonly path: string; readonly temporary: string }[] = [];
  /** Each path is processed twice; the second pass only deletes. */
  deletes = false;

  constructor(request: CopyRequest) {
    this.#request = request;
  }

  /** Opens the parent folders one inside the other, never through a link, and creates those that the command created. */
  path(parts: readonly string[]): void {
    const path = parts.join('/');
    const above = parts.slice(0, -1);
    using opened = new DisposableStack();
    let parent = opened.use(openFolder(this.#request.root));
    let isGone = false;
    try {
      for (const [index, part] of above.entries()) {
        const folder = above.slice(0, index + 1).join('/');
        const upper: Stats | null = isGone ? null : this.#inUpper(folder);
        // The command wrote nothing below this folder.
        if (upper === null && !isGone) return;
        isGone ||= upper !== null && isWhiteout(upper);
        if (!(isGone || upper?.isDirectory() === true) || this.#isRefused(folder)) {
          this.refused.push(path);
          return;
        }
        if (statIn(parent, part) === null) {
          if (this.deletes || upper === null || isGone) return;
          createFolder(pathIn(parent, part), upper);
        }
        parent = opened.use(openChild(parent, part));
      }
      const entry = { parent, name: parts.at(-1) ?? '', path };
      if (!isGone) this.#copyOrRefuse(entry);
      else if (this.deletes && statIn(parent, entry.name) !== null) this.#remove(entry);
    } catch {
      this.refused.push(path);
    }
  }

  /** Puts what was staged in its place, if everything was copied and everything in its place may be deleted. Otherwise removes it. */
  replace(): void {
    for (const { path } of this.#staged)
      if (!this.#at(path, (entry) => this.#isRemovable(entry))) this.refused.push(path);
    const isDropped = this.refused.length > 0;
    for (const { path, temporary } of this.#staged) {
      const isReplaced = this.#at(path, (entry) => {
        if (isDropped || !this.#removeTree(entry)) return false;
        renameSync(pathIn(entry.parent, temporary), pathIn(entry.parent, entry.name));
        return true;
      });
      if (isReplaced) continue;
      this.#at(path, ({ parent }) => {
        rmSync(pathIn(parent, temporary), { recursive: true, force: true });
        return true;
      });
      this.refused.push(path);
      this.kept = this.kept.filter((kept) => !isWithin(path, kept));
    }
  }

  /** What `work` says of a path whose parent folders exist; false if it fails. */
  #at(path: string, work: (entry: Entry) => boolean): boolean {
    const parts = path.split('/');
    try {
      using opened = new DisposableStack();
      let parent = opened.use(openFolder(this.#request.root));
      for (const part of parts.slice(0, -1)) parent = opened.use(openChild(parent, part));
      return work({ parent, name: parts.at(-1) ?? '', path });
    } catch {
      return false;
    }
  }

  #inUpper(path: string): Stats | null {
    return lstatOrNull(join(this.#request.overlay.upper, path));
  }

  #copyOrRefuse(entry: Entry): void {
    try {
      this.#copy(entry);
    } catch {
      this.refused.push(entry.path);
    }
  }

  #copy(entry: Entry): void {
    const { path } = entry;
    const from = join(this.#request.overlay.upper, path);
    const upper = lstatSync(from, { throwIfNoEntry: false });
    if (upper === undefined) {
      // The command did not write it, or its name is not valid UTF-8.
      if (path.includes('\uFFFD')) this.refused.push(path);
      return;
    }
    if (this.#isRefused(path)) this.refused.push(path);
    else if (upper.isDirectory()) this.#copyFolder(entry, upper);
    else if (isWhiteout(upper)) {
      if (this.deletes) this.#remove(entry);
    } else if (this.deletes) return;
    else if (upper.isFile()) this.#copyFile(entry, from, upper);
    else if (upper.isSymbolicLink())
      this.#create(entry, (temporary) => symlinkSync(readlinkSync(from), temporary));
    // Sockets, FIFOs and devices are not files of a checkout.
    else this.refused.push(path);
  }

  /** The overlay holds fewer bytes than its files seem to have: a hole takes none, and several names may be links to one file. */
  #copyFile(entry: Entry, from: string, upper: Stats): void {
    const bytes = this.#bytes + upper.size;
    if (bytes > (this.#request.maxBytes ?? MAX_OVERLAY_BYTES)) {
      this.refused.push(entry.path);
      return;
    }
    this.#bytes = bytes;
    this.#create(entry, (temporary) => copyFile(from, upper, temporary));
  }

  #copyFolder(entry: Entry, upper: Stats): void {
    const { parent, path } = entry;
    const there = statIn(parent, entry.name);
    const isNew = there?.isDirectory() !== true;
    if (isNew && this.deletes) return;
    const name = isNew && there !== null ? this.#stage(path) : entry.name;
    if (isNew) {
      createFolder(pathIn(parent, name), upper);
      this.kept.push(path);
    }
    using folder = openChild(parent, name);
    for (const child of readdirSync(join(this.#request.overlay.upper, path)))
      this.#copyOrRefuse({ parent: folder, name: child, path: `${path}/${child}` });
    if (this.deletes) this.#removeAbsentInMerged(folder, path);
  }

  /**
   * A folder that was deleted and created again has none of its old entries, and the upper directory does not list them.
   * Each name is checked in the merged directory, because its listing may be out of date.
   */
  #removeAbsentInMerged(folder: OpenFolder, path: string): void {
    for (const name of namesOrEmpty(pathOf(folder))) {
      const entry = { parent: folder, name, path: `${path}/${name}` };
      const merged = join(this.#request.overlay.merged, entry.path);
      if (statIn(folder, name) === null || lstatOrNull(merged) !== null) continue;
      if (!this.#isRefused(entry.path)) this.#remove(entry);
    }
  }

  #remove(entry: Entry): void {
    if (this.refused.length > 0) this.refused.push(entry.path);
    else if (this.#removeTree(entry)) this.kept.push(entry.path);
    else if (!this.#isRefused(entry.path)) this.inPart.push(entry.path);
  }

  /**
   * Removes a file or folder, except for hidden paths, which the command cannot have deleted. Returns whether all of it was
   * removed.
   */
  #removeTree({ parent, name, path }: Entry): boolean {
    if (this.#isRefused(path)) return false;
    if (statIn(parent, name)?.isDirectory() !== true) {
      rmSync(pathIn(parent, name), { force: true });
      return true;
    }
    using folder = openChild(parent, name);
    const left = namesOrEmpty(pathOf(folder)).filter(
      (child) => !this.#removeTree({ parent: folder, name: child, path: `${path}/${child}` }),
    );
    if (left.length > 0) return false;
    rmdirSync(pathIn(parent, name));
    return true;
  }

  /** Whether nothing in a file or folder must stay. A name that is not valid UTF-8 is not found. */
  #isRemovable({ parent, name, path }: Entry): boolean {
    const stats = statIn(parent, name);
    if (stats === null || this.#isRefused(path)) return false;
    if (!stats.isDirectory()) return true;
    using folder = openChild(parent, name);
    return namesOrEmpty(pathOf(folder)).every((child) =>
      this.#isRemovable({ parent: folder, name: child, path: `${path}/${child}` }),
    );
  }

  /** Creates the file under a temporary name and renames it, so that a reader sees the old or the new one. */
  #create({ parent, name, path }: Entry, make: (temporary: PathLike) => void): void {
    const isFolder = statIn(parent, name)?.isDirectory() === true;
    const temporary = pathIn(parent, isFolder ? this.#stage(path) : temporaryName());
    try {
      make(temporary);
      if (!isFolder) renameSync(temporary, pathIn(parent, name));
      this.kept.push(path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  #stage(path: string): string {
    const temporary = temporaryName();
    this.#staged.push({ path, temporary });
    return temporary;
  }

  #isRefused(path: string): boolean {
    return path.split('/').some((part) => isGitName(part)) || this.#request.refuse(path);
  }
}

/** With the same permissions, but its owner may always write it: what is in it comes next, and may have to be removed again. */
function createFolder(path: PathLike, { mode }: Stats): void {
  mkdirSync(path, (mode & 0o777) | 0o700);
}

/** Copies bytes, permissions and time; never set-user-id and set-group-id. */
function copyFile(from: string, { mode, atime, mtime }: Stats, to: PathLike): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  // Another command may put a link there, so only the opened file is changed.
  using file = openFile(to, OPEN_READ);
  if (!fstatSync(file.fd).isFile()) throw new Error('it is no longer a file');
  fchmodSync(file.fd, mode & 0o777);
  futimesSync(file.fd, atime, mtime);
}

function temporaryName(): string {
  return `.countersign-${randomUUID()}`;
}

function isWhiteout(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0;
}
