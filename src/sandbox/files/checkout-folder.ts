/**
 * Files of a checkout that a run could write to, read so that nobody leads the reader elsewhere: each folder is opened
 * inside the one before it, no link is followed, and nothing is waited for. Paths are bytes (Latin-1), from the root,
 * parts divided by `/`. This file does I/O.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { CountersignError } from '../../common/index.ts';
import { rawBytes } from './byte-paths.ts';
import { errnoOf } from './errno.ts';
import { closeFolder, FD_PATHS, type OpenFolder, OPEN_READ, openFolder } from './open-folder.ts';

/** The root of a checkout as it was when the run began; another folder in its place is refused. */
export interface CheckoutRoot {
  /** Absolute and real. */
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

const OPEN_FOLDER = OPEN_READ | constants.O_DIRECTORY;
// oxlint-disable-next-line no-control-regex -- every other byte is one of a longer character, or of none
const ASCII = /^[\0-\x7f]*$/;
const CHUNK_BYTES = 1024 * 1024;
/** Set-user-id and set-group-id. */
const BORROWS_RIGHTS = 0o6000n;

export function checkoutRoot(path: string): CheckoutRoot {
  const { dev, ino } = lstatSync(path);
  return { path, dev, ino };
}

/** Opens the root; throws `worktree-refused` where it is not the folder that it was. */
export function openCheckout(root: CheckoutRoot): OpenFolder {
  const folder = openFolder(root.path);
  const { dev, ino } = fstatSync(folder.fd);
  if (dev === root.dev && ino === root.ino) return folder;
  closeFolder(folder);
  throw new CountersignError(
    'worktree-refused',
    `${root.path} was replaced by another folder while the run worked.`,
    { fix: 'Check the repository out anew.' },
  );
}

/** A path that names `name` in this very folder. */
export function inFolder(folder: OpenFolder, name: string): string | Buffer {
  const above = FD_PATHS ? `/proc/self/fd/${folder.fd}` : folder.realPath;
  return ASCII.test(name)
    ? `${above}/${name}`
    : Buffer.concat([Buffer.from(`${above}/`), rawBytes(name)]);
}

/** Opens the folder `name` in `parent`; a link of that name is an error. */
export function openSubfolder(parent: OpenFolder, name: string): OpenFolder {
  const at = inFolder(parent, name);
  const fd = openSync(at, OPEN_FOLDER);
  const real = `${parent.realPath}/${rawBytes(name).toString('utf8')}`;
  if (FD_PATHS) return { fd, realPath: real };
  closeSync(fd);
  // Opened by its name, and checked afterwards that nothing on the way was a link.
  return openFolder(real);
}

/** Opens the folder at a path, part by part. */
export function openPath(root: CheckoutRoot, path: string): OpenFolder {
  let folder = openCheckout(root);
  try {
    for (const part of partsOf(path)) {
      const child = openSubfolder(folder, part);
      closeFolder(folder);
      folder = child;
    }
    return folder;
  } catch (error) {
    closeFolder(folder);
    throw error;
  }
}

function partsOf(path: string): readonly string[] {
  const parts = path === '' ? [] : path.split('/');
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..')) return parts;
  throw new CountersignError('worktree-refused', `${JSON.stringify(path)} is no path of a file.`);
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export function entriesOf(folder: OpenFolder): readonly FolderEntry[] {
  const at = FD_PATHS ? `/proc/self/fd/${folder.fd}/.` : folder.realPath;
  const entries: Dirent<Buffer>[] = readdirSync(at, { withFileTypes: true, encoding: 'buffer' });
  return entries.map((entry) => ({
    name: entry.name.toString('latin1'),
    isFolder: entry.isDirectory(),
  }));
}

/** What `name` is, links not followed; `null` where nothing is, or nobody may know. */
export function statOrNull(folder: OpenFolder, name: string): BigIntStats | null {
  try {
    return lstatSync(inFolder(folder, name), { bigint: true });
  } catch {
    return null;
  }
}

/** What a path holds; or why it is left alone. */
export type ReadOutcome =
  | { readonly kind: 'absent' }
  | { readonly kind: 'left'; readonly because: string }
  | { readonly kind: 'file'; readonly isExecutable: boolean; readonly size: number }
  | { readonly kind: 'link'; readonly target: Buffer };

export interface ReadOptions {
  readonly maxBytes: number;
  /** Told the size first, then each part of the content. */
  readonly onStart?: (size: number) => void;
  readonly onChunk: (bytes: Buffer) => void;
}

/**
 * Reads the file or link at a path. A FIFO, a socket, a device, a program that runs with another's rights and what is too
 * large are left alone: nothing of them is read.
 */
export function readFileOrLink(
  root: CheckoutRoot,
  path: string,
  options: ReadOptions,
): ReadOutcome {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? '';
  let folder: OpenFolder;
  try {
    folder = openPath(root, parts.slice(0, -1).join('/'));
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    return outcomeOfError(error);
  }
  try {
    return readEntry(folder, name, options);
  } finally {
    closeFolder(folder);
  }
}

/** The same for a name in a folder that is held open. */
export function readEntry(folder: OpenFolder, name: string, options: ReadOptions): ReadOutcome {
  const about = statOrNull(folder, name);
  if (about === null) return { kind: 'absent' };
  try {
    if (about.isSymbolicLink()) {
      const target = readlinkSync(inFolder(folder, name), { encoding: 'buffer' });
      return { kind: 'link', target };
    }
    const because = skipReason(about);
    return because === null
      ? readWhole(inFolder(folder, name), options)
      : { kind: 'left', because };
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** Why something that is neither a link nor a folder is not read; `null` where it may be. */
export function skipReason(about: BigIntStats): string | null {
  if (about.isFIFO()) return 'it is a FIFO';
  if (about.isSocket()) return 'it is a socket';
  if (about.isDirectory()) return 'it is a folder';
  if (!about.isFile()) return 'it is a device';
  return (about.mode & BORROWS_RIGHTS) === 0n
    ? null
    : 'it is a set-user-id or set-group-id program';
}

function readWhole(at: string | Buffer, options: ReadOptions): ReadOutcome {
  const fd = openSync(at, OPEN_READ);
  try {
    // What was looked at may have been replaced since: what counts is what is open.
    const about = fstatSync(fd, { bigint: true });
    const because = skipReason(about);
    if (because !== null) return { kind: 'left', because };
    const size = Number(about.size);
    if (size > options.maxBytes)
      return { kind: 'left', because: `it has more than ${options.maxBytes} bytes` };
    options.onStart?.(size);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, 1)));
    let rest = size;
    while (rest > 0) {
      const got = readSync(fd, chunk, 0, Math.min(chunk.length, rest), null);
      if (got === 0) return { kind: 'left', because: 'it changed while it was read' };
      options.onChunk(chunk.subarray(0, got));
      rest -= got;
    }
    return { kind: 'file', isExecutable: (about.mode & 0o111n) !== 0n, size };
  } finally {
    closeSync(fd);
  }
}

const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/** A link or a file in the place of a folder above means that nothing of the checkout is at the path. */
function outcomeOfError(error: unknown): ReadOutcome {
  const code = errnoOf(error);
  if (NOT_THERE.includes(code)) return { kind: 'absent' };
  if (code === 'ENXIO') return { kind: 'left', because: 'it is a socket, a FIFO or a device' };
  return { kind: 'left', because: `it cannot be read (${code === '' ? String(error) : code})` };
}

/** The whole content of a small file; `null` where there is none that may be read. */
export function readSmallFile(root: CheckoutRoot, path: string, maxBytes: number): Buffer | null {
  const chunks: Buffer[] = [];
  const taken = readFileOrLink(root, path, {
    maxBytes,
    onChunk: (bytes) => void chunks.push(Buffer.from(bytes)),
  });
  return taken.kind === 'file' ? Buffer.concat(chunks) : null;
}
