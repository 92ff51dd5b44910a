/** Files put into a fresh checkout: each folder is opened inside the one before it, and no link is followed. I/O. */
import {
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {
  type CheckoutRoot,
  inFolder,
  openSubfolder,
  openCheckout,
  openPath,
} from './checkout-folder.ts';
import { errnoOf } from './errno.ts';
import { closeFolder, type OpenFolder } from './open-folder.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const FRESH = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

export interface NewFile {
  /** From the root, as bytes (Latin-1). */
  readonly path: string;
  readonly kind: 'text' | 'program' | 'link';
}

/** Writes a file or link where nothing is, with the folders above it. */
export function writeNewFile(root: CheckoutRoot, file: NewFile, bytes: Buffer): void {
  const cut = file.path.lastIndexOf('/');
  const folder = makePath(root, cut === -1 ? '' : file.path.slice(0, cut));
  try {
    const at = inFolder(folder, file.path.slice(cut + 1));
    if (file.kind === 'link') {
      symlinkSync(bytes, at);
      return;
    }
    const fd = openSync(at, FRESH, 0o600);
    try {
      writeFileSync(fd, bytes);
      fchmodSync(fd, file.kind === 'program' ? 0o755 : 0o644);
    } finally {
      closeSync(fd);
    }
  } finally {
    closeFolder(folder);
  }
}

function makePath(root: CheckoutRoot, path: string): OpenFolder {
  let folder = openCheckout(root);
  try {
    for (const part of path === '' ? [] : path.split('/')) {
      makeFolder(folder, part);
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

function makeFolder(folder: OpenFolder, name: string): void {
  try {
    mkdirSync(inFolder(folder, name));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/** Removes what lies at a path; nothing where nothing is. */
export function removePath(root: CheckoutRoot, path: string): void {
  const cut = path.lastIndexOf('/');
  let folder: OpenFolder;
  try {
    folder = openPath(root, cut === -1 ? '' : path.slice(0, cut));
  } catch (error) {
    // What is a file or a link by now holds nothing of this path.
    if (NOT_THERE.includes(errnoOf(error))) return;
    throw error;
  }
  try {
    rmSync(inFolder(folder, path.slice(cut + 1)), { recursive: true, force: true });
  } finally {
    closeFolder(folder);
  }
}
