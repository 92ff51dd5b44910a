import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../common/index.ts';
import { runSystemProgram } from '../../exec/trusted-program.ts';
import { folderAndName } from '../../files/byte-paths.ts';

/**
 * A lower directory for an overlay over the workspace. A whiteout in it (a character device 0:0, as overlayfs defines it)
 * hides the path below it, whether that exists yet or not, and a folder as a whole. This file does I/O.
 */
const WHITEOUT = 'whiteout';
const TIMEOUT_MS = 5_000;

/**
 * Creates the whiteout that all lower directories in `folder` hard-link to; `null` if this file system does not support
 * it.
 */
export async function createWhiteout(folder: string): Promise<string | null> {
  const path = join(folder, WHITEOUT);
  const { exitCode } = await runSystemProgram(
    ['mknod', '-m', '0', path, 'c', '0', '0'],
    TIMEOUT_MS,
  );
  return exitCode === 0 && existsSync(path) ? path : null;
}

interface WhiteoutLayer {
  readonly root: string;
  /** The directory to create. */
  readonly folder: string;
  readonly whiteout: string;
  readonly hidden: readonly string[];
}

/**
 * Creates the directory. Its folders appear merged with the workspace's own, so they get the same mode, owner and time.
 * Throws what the system throws; the directory is then not usable.
 */
export function createWhiteoutLayer({ root, folder, whiteout, hidden }: WhiteoutLayer): void {
  rmSync(folder, { recursive: true, force: true });
  const folders = new Set<string>(['']);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const createFolder = (path: string): void => {
    if (folders.has(path)) return;
    createFolder(folderAndName(path)[0]);
    mkdirSync(join(folder, path), { mode: 0o700 });
    folders.add(path);
  };
  for (const path of hidden) {
    createFolder(folderAndName(path)[0]);
    linkWhiteout(whiteout, join(folder, path));
  }
  // The deepest first, because creating an entry changes the time of its folder.
  for (const path of [...folders].sort((a, b) => b.length - a.length)) {
    copyAttributes(join(root, path), join(folder, path));
  }
}

/** A path may be listed twice: as itself and as another hard link of a file. */
function linkWhiteout(whiteout: string, path: string): void {
  try {
    linkSync(whiteout, path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

function copyAttributes(from: string, to: string): void {
  const stats = lstatSync(from, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return;
  // This process must be able to remove it, whichever user it runs as.
  chmodSync(to, (stats.mode & 0o7777) | 0o700);
  if (process.getuid?.() === 0) chownSync(to, stats.uid, stats.gid);
  utimesSync(to, stats.atime, stats.mtime);
}
