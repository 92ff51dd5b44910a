/** Writes files to a fresh checkout: each folder is opened inside its parent, and links are not followed. I/O. */
import { errnoOf } from '../../common/index.ts';
import {
  closeSync,
  constants,
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
import { closeFolder, type OpenFolder } from './open-folder.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const FRESH = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

export interface NewFile {
  /** From the root, as bytes (Latin-1). */
  readonly path: string;
  readonly kind: 'text' | 'program' | 'link';
}

/** Writes a new file or link and creates its parent folders. Fails if something exists at the path. */
export function writeNewFile(root: CheckoutRoot, file: NewFile, bytes: Buffer): void {
  const cut = file.path.lastIndexOf('/');
  const folder = makePath(root, cut === -1 ? '' : file.path.slice(0, cut));
  try {
    const target = inFolder(folder, file.path.slice(cut + 1));
    if (file.kind === 'link') {
      symlinkSync(bytes, target);
      return;
    }
    // As git does: the umask decides who else may read the file.
    const fd = openSync(target, FRESH, file.kind === 'program' ? 0o777 : 0o666);
    try {
      writeFileSync(fd, bytes);
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

const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** Removes the file or folder at a path, if any. */
export function removePath(root: CheckoutRoot, path: string): void {
  const cut = path.lastIndexOf('/');
  let folder: OpenFolder;
  try {
    folder = openPath(root, cut === -1 ? '' : path.slice(0, cut));
  } catch (error) {
    // If a parent is a file or a link now, nothing exists at this path.
    if (NOT_THERE.has(errnoOf(error))) return;
    throw error;
  }
  try {
    rmSync(inFolder(folder, path.slice(cut + 1)), { recursive: true, force: true });
  } finally {
    closeFolder(folder);
  }
}
