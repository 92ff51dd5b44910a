import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../files/errno.ts';
import { runTrusted } from '../exec/trusted-program.ts';

/**
 * A folder that is laid over the workspace by an overlay: a whiteout in it (a character device 0:0, as the kernel's overlay
 * file system reads it) takes away what lies below, whether it exists yet or not, a folder in one piece. This file does I/O.
 */
const WHITEOUT = 'whiteout';
const TIMEOUT_MS = 5_000;
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Makes the whiteout that all layers in `folder` link to. `null` where this file system takes none. */
export async function createWhiteout(folder: string): Promise<string | null> {
  const path = join(folder, WHITEOUT);
  const made = await runTrusted({
    argv: ['mknod', '-m', '0', path, 'c', '0', '0'],
    cwd: '/',
    env: { PATH, LC_ALL: 'C' },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: TIMEOUT_MS,
  });
  return made.exitCode === 0 && existsSync(path) ? path : null;
}

export interface WhiteoutLayer {
  readonly root: string;
  /** Where the layer is made; there is nothing yet. */
  readonly folder: string;
  readonly whiteout: string;
  readonly hidden: readonly string[];
  /** Files that are shown in place of the workspace's own, by their path from the root. */
  readonly replaced: ReadonlyMap<string, string>;
}

/**
 * Makes the layer. The folders in it show in place of the workspace's own, so they get the same mode, owner and time. Throws what
 * the system throws; the layer is then of no use.
 */
export function createWhiteoutLayer({
  root,
  folder,
  whiteout,
  hidden,
  replaced,
}: WhiteoutLayer): void {
  rmSync(folder, { recursive: true, force: true });
  const folders = new Set<string>(['']);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const open = (path: string): void => {
    if (folders.has(path)) return;
    open(parentOf(path));
    mkdirSync(join(folder, path), { mode: 0o700 });
    folders.add(path);
  };
  for (const path of hidden) {
    open(parentOf(path));
    linkWhiteout(whiteout, join(folder, path));
  }
  for (const [path, text] of replaced) {
    open(parentOf(path));
    writeFileSync(join(folder, path), text, { mode: 0o644 });
  }
  // The deepest first: what is made in a folder changes its time.
  for (const path of [...folders].sort((a, b) => b.length - a.length)) {
    copyAttributes(join(root, path), join(folder, path));
  }
}

function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}

/** The same path may be named twice, by its name and as another name of a file. */
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
  // This process removes it again, whoever it runs as.
  chmodSync(to, (stats.mode & 0o7777) | 0o700);
  if (process.getuid?.() === 0) chownSync(to, stats.uid, stats.gid);
  utimesSync(to, stats.atime, stats.mtime);
}
