/**
 * Reads files of a checkout that untrusted commands could write: each folder is opened inside its parent, links are not
 * followed, and nothing blocks. Paths are bytes (Latin-1) from the root, with `/` between parts. This file does I/O.
 */
import {
  type BigIntStats,
  type Dirent,
  fstatSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { errnoOf, CountersignError, orNull } from '../../common/index.ts';
import { rawBytes } from './byte-paths.ts';
import {
  makeFolder,
  OPEN_READ,
  openChild,
  type OpenFile,
  openFile,
  type OpenFolder,
  openFolder,
  pathIn,
  pathOf,
} from './open-folder.ts';

/** The root of a checkout at the start of the run. Another folder in its place is refused. */
export interface CheckoutRoot {
  /** Absolute and real. */
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
}

const CHUNK_BYTES = 1024 * 1024;
/** Set-user-id and set-group-id. */
const BORROWS_RIGHTS = 0o6000n;

export function checkoutRoot(path: string): CheckoutRoot {
  const { dev, ino } = lstatSync(path);
  return { path, dev, ino };
}

/** Whether the root is still the folder that it was. */
export function isInPlace(root: CheckoutRoot): boolean {
  const now = lstatSync(root.path, { throwIfNoEntry: false });
  return now?.dev === root.dev && now.ino === root.ino;
}

/** Opens the root; throws `worktree-refused` if it was replaced. */
function openCheckout(root: CheckoutRoot): OpenFolder {
  const folder = openFolder(root.path);
  const { dev, ino } = fstatSync(folder.fd);
  if (dev === root.dev && ino === root.ino) return folder;
  folder[Symbol.dispose]();
  throw workTreeRefused(
    `${root.path} was replaced by another folder while the run worked.`,
    'Check the repository out anew.',
  );
}

/** The error for a checkout, or what a run made of it, that cannot be worked with. */
export function workTreeRefused(message: string, fix?: string): CountersignError {
  return new CountersignError('worktree-refused', message, { fix });
}

/** A path of `name`, as bytes (Latin-1), in this open folder. */
export function inFolder(folder: OpenFolder, name: string): string | Buffer {
  return pathIn(folder, rawBytes(name));
}

/** Opens the folder at a path, part by part. With `createsFolders`, missing ones are created. */
export function openPath(
  root: CheckoutRoot,
  path: string,
  { createsFolders = false }: { readonly createsFolders?: boolean } = {},
): OpenFolder {
  let folder = openCheckout(root);
  try {
    for (const part of partsOf(path)) {
      if (createsFolders) makeFolder(inFolder(folder, part));
      const child = openChild(folder, rawBytes(part));
      folder[Symbol.dispose]();
      folder = child;
    }
    return folder;
  } catch (error) {
    folder[Symbol.dispose]();
    throw error;
  }
}

function partsOf(path: string): readonly string[] {
  const parts = path === '' ? [] : path.split('/');
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..')) return parts;
  throw workTreeRefused(`${JSON.stringify(path)} is not the path of a file.`);
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export function entriesOf(folder: OpenFolder): readonly FolderEntry[] {
  const entries: Dirent<Buffer>[] = readdirSync(pathOf(folder), {
    withFileTypes: true,
    encoding: 'buffer',
  });
  return entries.map((entry) => ({
    name: entry.name.toString('latin1'),
    isFolder: entry.isDirectory(),
  }));
}

/** The `lstat` of `name`; `null` if nothing exists there, or it cannot be read. */
export function statOrNull(folder: OpenFolder, name: string): BigIntStats | null {
  return orNull(() => lstatSync(inFolder(folder, name), { bigint: true }));
}

type Unread = { readonly kind: 'absent' } | { readonly kind: 'skipped'; readonly because: string };

/** The file or link at a path, or why it was skipped. */
type ReadOutcome =
  | Unread
  | { readonly kind: 'file'; readonly isExecutable: boolean }
  | { readonly kind: 'link'; readonly target: Buffer };

interface ReadOptions {
  readonly maxBytes: number;
  /** Called with the size before the content. */
  readonly onStart?: (size: number) => void;
  readonly onChunk: (bytes: Buffer) => void;
}

/**
 * Reads the file or link at a path. FIFOs, sockets, devices, set-user-id programs and files above the limit are skipped
 * without reading them.
 */
export function readFileOrLink(
  root: CheckoutRoot,
  path: string,
  options: ReadOptions,
): ReadOutcome {
  const parts = partsOf(path);
  const opened = orOutcome(() => openPath(root, parts.slice(0, -1).join('/')));
  if ('kind' in opened) return opened;
  using folder = opened;
  return readEntry(folder, parts.at(-1) ?? '', options);
}

/**
 * Reads an entry of an open folder. A folder in its place counts as absent. What the functions of `options` throw is thrown: it
 * says nothing about the entry.
 */
export function readEntry(folder: OpenFolder, name: string, options: ReadOptions): ReadOutcome {
  const stats = statOrNull(folder, name);
  if (stats === null || stats.isDirectory()) return { kind: 'absent' };
  const path = inFolder(folder, name);
  if (stats.isSymbolicLink())
    return orOutcome(() => ({
      kind: 'link',
      target: readlinkSync(path, { encoding: 'buffer' }),
    }));
  const because = skipReason(stats);
  if (because !== null) return { kind: 'skipped', because };
  const opened = orOutcome(() => openFile(path, OPEN_READ));
  if ('kind' in opened) return opened;
  using file = opened;
  return readWhole(file, options);
}

/** As git sees it: the owner may execute the file. */
export function isExecutable({ mode }: BigIntStats): boolean {
  return (mode & 0o100n) !== 0n;
}

/** Why an entry that is neither a link nor a folder is skipped; `null` if it can be read. */
export function skipReason(stats: BigIntStats): string | null {
  if (stats.isFIFO()) return 'it is a FIFO';
  if (stats.isSocket()) return 'it is a socket';
  if (stats.isDirectory()) return 'it is a folder';
  if (!stats.isFile()) return 'it is a device';
  return (stats.mode & BORROWS_RIGHTS) === 0n
    ? null
    : 'it is a set-user-id or set-group-id program';
}

function readWhole(file: OpenFile, options: ReadOptions): ReadOutcome {
  // The entry may have been replaced since, so the opened file is checked.
  const stats = fstatSync(file.fd, { bigint: true });
  const because = skipReason(stats);
  if (because !== null) return { kind: 'skipped', because };
  const size = Number(stats.size);
  if (size > options.maxBytes)
    return { kind: 'skipped', because: `it has more than ${options.maxBytes} bytes` };
  options.onStart?.(size);
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, 1)));
  let rest = size;
  while (rest > 0) {
    const length = Math.min(chunk.length, rest);
    const got = orOutcome(() => readSync(file.fd, chunk, 0, length, null));
    if (typeof got !== 'number') return got;
    if (got === 0) return { kind: 'skipped', because: 'it changed while it was read' };
    options.onChunk(chunk.subarray(0, got));
    rest -= got;
  }
  return { kind: 'file', isExecutable: isExecutable(stats) };
}

const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** Whether nothing exists at a path. A parent folder may have been replaced by a link or a file. */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has(errnoOf(error));
}

/** What `read` returns, or the outcome of a file that the system does not let it read. */
function orOutcome<T>(read: () => T): T | Unread {
  try {
    return read();
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    if (isAbsent(error)) return { kind: 'absent' };
    const code = errnoOf(error) ?? String(error);
    const isSpecial = code === 'ENXIO';
    const because = isSpecial
      ? 'it is a socket, a FIFO or a device'
      : `it cannot be read (${code})`;
    return { kind: 'skipped', because };
  }
}

/** The content of a small file; `null` if it is missing or was skipped. */
export function readSmallFile(root: CheckoutRoot, path: string, maxBytes: number): Buffer | null {
  const chunks: Buffer[] = [];
  const outcome = readFileOrLink(root, path, {
    maxBytes,
    onChunk: (bytes) => void chunks.push(Buffer.from(bytes)),
  });
  return outcome.kind === 'file' ? Buffer.concat(chunks) : null;
}
