/** Writes files to a fresh checkout: each folder is opened inside its parent, and links are not followed. I/O. */
import { constants, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { folderAndName } from './byte-paths.ts';
import { type CheckoutRoot, inFolder, isAbsent, openPath } from './checkout-folder.ts';
import { openFile } from './open-folder.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const FRESH = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

interface NewFile {
  /** From the root, as bytes (Latin-1). */
  readonly path: string;
  readonly kind: 'text' | 'program' | 'link';
}

/** Writes a new file or link and creates its parent folders. Fails if something exists at the path. */
export function writeNewFile(root: CheckoutRoot, file: NewFile, bytes: Buffer): void {
  const [parent, name] = folderAndName(file.path);
  using folder = openPath(root, parent, { createsFolders: true });
  const target = inFolder(folder, name);
  if (file.kind === 'link') {
    symlinkSync(bytes, target);
    return;
  }
  // As git does: the umask decides who else may read the file.
  using fresh = openFile(target, FRESH, file.kind === 'program' ? 0o777 : 0o666);
  writeFileSync(fresh.fd, bytes);
}

/** Removes the file or folder at a path, if any. */
export function removePath(root: CheckoutRoot, path: string): void {
  const [parent, name] = folderAndName(path);
  try {
    using folder = openPath(root, parent);
    rmSync(inFolder(folder, name), { recursive: true, force: true });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}
