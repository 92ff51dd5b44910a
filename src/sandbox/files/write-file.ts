import { errnoOf, orNull } from '../../common/index.ts';
import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  type PathLike,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { OPEN_READ, type OpenFile, openFile, type OpenFolder, pathIn } from './open-folder.ts';
import { fileError, lexicalParts, namesFolder, refusedFile, refusedPath } from './lexical-path.ts';
import type { WriteOptions } from '../ports.ts';
import {
  type ResolvedPath,
  type WorkspaceRoot,
  refuseOtherMount,
  resolvePath,
} from './resolve-path.ts';

/** The most bytes that a tool may write. */
const MAX_WRITE_BYTES = 64 * 1024 * 1024;

const PERMISSIONS = 0o777;
/** As git does: the umask decides who else may read a new file. */
const NEW_FILE_MODE = 0o666;
/** The owner or the group that `chown` leaves as it is. */
const UNCHANGED = -1;
const CHUNK_BYTES = 65_536;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** What file systems without hard links, such as vfat, answer. */
const NO_HARD_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

const flushed = promisify(fsync);

interface WriteRequest extends WriteOptions {
  readonly bytes: Uint8Array;
}

/**
 * Replaces a file atomically: writes and syncs a temporary file in the opened folder, and renames it. Only the sync is
 * asynchronous, because writing to the page cache is faster than a thread. The target of a link inside the workspace is
 * replaced; a dangling link is refused, because whoever made the link would choose what is created. A replaced file loses
 * its other hard links, so they are never written through. Throws `path-refused`, `file-refused`. This file does I/O.
 */
export async function writeFileIn(
  workspace: WorkspaceRoot,
  path: string,
  request: WriteRequest,
): Promise<void> {
  if (request.bytes.byteLength > MAX_WRITE_BYTES) {
    throw refusedFile(path, `${request.bytes.byteLength} bytes are more than ${MAX_WRITE_BYTES}`);
  }
  try {
    // Checked before folders are made for it.
    lexicalParts(workspace, path);
    if (namesFolder(path)) throw refusedFile(path, 'it names a folder');
    using found = resolvePath(workspace, path, { followLast: true, makeParents: true });
    if (found === null) throw refusedFile(path, 'its folder does not exist');
    const name = checkTarget(path, found);
    refuseOtherMount(workspace, path, found.folder.fd);
    await replace(path, { folder: found.folder, name, old: found.stats }, request);
  } catch (error) {
    throw fileError(path, error);
  }
}

interface Target {
  readonly folder: OpenFolder;
  readonly name: string;
  readonly old: Stats | null;
}

function checkTarget(path: string, found: ResolvedPath): string {
  if (found.name === null || found.stats?.isDirectory() === true) {
    throw refusedFile(path, 'it is a folder');
  }
  if (found.stats === null && found.fromLink) {
    throw refusedPath(path, 'it is a symbolic link to something that does not exist');
  }
  if (found.stats !== null && !found.stats.isFile()) {
    throw refusedPath(path, 'it is a device, a FIFO or a socket');
  }
  return found.name;
}

async function replace(path: string, target: Target, request: WriteRequest): Promise<void> {
  const temporary = `.countersign-${randomUUID()}.tmp`;
  const temporaryPath = pathIn(target.folder, temporary);
  const mode = target.old?.mode ?? NEW_FILE_MODE;
  const file = openFile(temporaryPath, CREATE, mode & PERMISSIONS);
  try {
    await fill(file, request.bytes, target.old);
    checkExpected(path, target, request.expectSha256);
    moveInto(path, target, { temporaryPath, exclusive: request.expectSha256 === null });
  } catch (error) {
    discard(temporaryPath);
    throw error;
  }
}

async function fill(opened: OpenFile, bytes: Uint8Array, old: Stats | null): Promise<void> {
  using file = opened;
  writeFileSync(file.fd, bytes);
  if (old !== null) keepAccess(file.fd, old);
  await flushed(file.fd);
}

/** A replaced file keeps its permission bits, its owner where root writes it, and its group where its writer may give it away. */
function keepAccess(fd: number, old: Stats): void {
  fchmodSync(fd, old.mode & PERMISSIONS);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && old.uid !== 0) fchownSync(fd, old.uid, UNCHANGED);
  if (fstatSync(fd).gid !== old.gid) orNull(() => fchownSync(fd, UNCHANGED, old.gid));
}

function checkExpected(path: string, target: Target, expected: string | null | undefined): void {
  if (expected === undefined || expected === null) return;
  const now = digestIn(target.folder, target.name);
  if (now === expected) return;
  throw refusedFile(
    path,
    now === null ? 'it was removed since it was read' : 'it changed since it was read',
  );
}

function digestIn(folder: OpenFolder, name: string): string | null {
  try {
    using file = openFile(pathIn(folder, name), OPEN_READ);
    if (!fstatSync(file.fd).isFile()) return null;
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let bytes = readSync(file.fd, chunk); bytes > 0; bytes = readSync(file.fd, chunk)) {
      hash.update(chunk.subarray(0, bytes));
    }
    return hash.digest('hex');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function moveInto(
  path: string,
  target: Target,
  from: { temporaryPath: PathLike; exclusive: boolean },
): void {
  const goal = pathIn(target.folder, target.name);
  if (!from.exclusive) {
    renameSync(from.temporaryPath, goal);
    return;
  }
  try {
    moveToNew(from.temporaryPath, goal);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw refusedFile(path, 'it exists already');
    throw error;
  }
  discard(from.temporaryPath);
}

/** Throws `EEXIST` if the name exists, as `link` does and `rename` does not. */
function moveToNew(temporaryPath: PathLike, goal: PathLike): void {
  try {
    linkSync(temporaryPath, goal);
  } catch (error) {
    if (!NO_HARD_LINKS.has(errnoOf(error) ?? '')) throw error;
    // An empty file takes the name, through no link and in place of nothing. Then it is replaced.
    openFile(goal, CREATE, NEW_FILE_MODE)[Symbol.dispose]();
    try {
      renameSync(temporaryPath, goal);
    } catch (refusal) {
      discard(goal);
      throw refusal;
    }
  }
}

/** It may have been renamed, or its folder removed. */
function discard(path: PathLike): void {
  orNull(() => unlinkSync(path));
}
