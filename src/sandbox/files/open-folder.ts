import { errnoOf, orNull } from '../../common/index.ts';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  type PathLike,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';

/**
 * An open folder, so that operations happen in that folder even if its name is replaced. Node has no `openat`; on Linux
 * `/proc/self/fd/N/name` replaces it. Elsewhere names are used, and checked again after opening. This file does I/O.
 */
const FD_PATHS = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Open for reading without following a final link and without waiting for a FIFO. */
export const OPEN_READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const OPEN_FOLDER = OPEN_READ | constants.O_DIRECTORY;

export interface OpenFolder extends OpenFile {
  /** Its absolute and real path when it was opened. */
  readonly realPath: string;
}

/** An open file. It is closed at the end of the block that declares it with `using`. */
export interface OpenFile extends Disposable {
  readonly fd: number;
}

/** Opens a file. Throws what the system throws. */
export function openFile(path: PathLike, flags: string | number, mode?: number): OpenFile {
  const fd = openSync(path, flags, mode);
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}

/** The root's identity and mount when the workspace was opened. */
export interface RootIdentity {
  readonly dev: number;
  readonly ino: number;
  readonly mount: string;
}

/** Opens a folder by its absolute, real path. Throws what the system throws. */
export function openFolder(real: string): OpenFolder {
  return requireUnmoved(openFile(real, OPEN_FOLDER), real);
}

/** Opens the folder `name` in `parent` without following a link of that name. */
export function openChild(parent: OpenFolder, name: string | Buffer): OpenFolder {
  const opened = openFile(pathIn(parent, name), OPEN_FOLDER);
  return requireUnmoved(opened, join(parent.realPath, name.toString()));
}

/** The same; `null` if it cannot be opened. */
export function openChildOrNull(parent: OpenFolder, name: string | Buffer): OpenFolder | null {
  return orNull(() => openChild(parent, name));
}

/** Creates a folder; an existing entry of that name stays. */
export function makeFolder(path: string | Buffer): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** A path that names `name`, as text or bytes, in this very folder. `name` is one part, never `..`. */
export function pathIn(folder: OpenFolder, name: string | Buffer): string | Buffer {
  const above = FD_PATHS ? `/proc/self/fd/${folder.fd}/` : `${folder.realPath}/`;
  return typeof name === 'string' ? above + name : Buffer.concat([Buffer.from(above), name]);
}

export function pathOf(folder: OpenFolder): string {
  return FD_PATHS ? `/proc/self/fd/${folder.fd}/.` : folder.realPath;
}

/** The `lstat` of `name` in the folder; `null` if nothing exists there. */
export function statIn(folder: OpenFolder, name: string): Stats | null {
  try {
    return lstatSync(pathIn(folder, name));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The mount of an open file: on Linux the mount id (a bind mount has its own), elsewhere the device. */
export function mountOf(fd: number): string {
  if (!FD_PATHS) return String(fstatSync(fd).dev);
  const info = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
  return /^mnt_id:\s*(\d+)$/mu.exec(info)?.[1] ?? String(fstatSync(fd).dev);
}

/** The current path of an open file; `null` if the system cannot tell. */
export function currentPathOf(fd: number): string | null {
  return FD_PATHS ? orNull(() => readlinkSync(`/proc/self/fd/${fd}`)) : null;
}

export function identityOf(folder: OpenFolder): RootIdentity {
  const stats = fstatSync(folder.fd);
  return { dev: stats.dev, ino: stats.ino, mount: mountOf(folder.fd) };
}

function requireUnmoved(file: OpenFile, real: string): OpenFolder {
  const folder = { ...file, realPath: real };
  if (FD_PATHS) return folder;
  const opened = fstatSync(file.fd);
  const named = lstatSync(realpathSync(real));
  if (realpathSync(real) === real && opened.ino === named.ino && opened.dev === named.dev) {
    return folder;
  }
  file[Symbol.dispose]();
  throw Object.assign(new Error(`${real} changed while it was opened`), { code: 'ELOOP' });
}
