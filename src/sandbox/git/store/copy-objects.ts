/** Copies git's object files; never links or references them. This file does I/O. */
import { constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import {
  type CheckoutRoot,
  entriesOf,
  openPath,
  readEntry,
  workTreeRefused,
} from '../../files/checkout-folder.ts';
import { openFile, type OpenFolder } from '../../files/open-folder.ts';
import { regularFileTextOrEmpty } from '../../files/regular-file.ts';

const LOOSE_FOLDER = /^[0-9a-f]{2}$/u;
const LOOSE_FILE = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/u;
const PACK = /^pack-[0-9a-f]{40,64}\.(?:pack|idx)$/u;
const MAX_ALTERNATES = 20;
const MAX_ALTERNATES_BYTES = 64 * 1024;
/** The most bytes that a run may have added to a repository's objects. */
const MAX_NEW_BYTES = 1024 * 1024 * 1024;
const MAX_NEW_FILES = 100_000;

/**
 * Copies the objects of a repository and of its alternates, so that the store does not depend on them. Acceleration files
 * (commit graph, multi-pack index) are not copied.
 */
export async function copyObjects(from: string, to: string): Promise<void> {
  for (const source of withAlternates(from)) await copyFrom(source, to);
}

function withAlternates(from: string): readonly string[] {
  const sources = [from];
  for (const source of sources) {
    const text = regularFileTextOrEmpty(join(source, 'info', 'alternates'), MAX_ALTERNATES_BYTES);
    for (const line of text.split('\n').filter((path) => !path.startsWith('#'))) {
      // An empty line is the folder itself.
      const path = resolve(source, line);
      if (!sources.includes(path) && sources.length < MAX_ALTERNATES) sources.push(path);
    }
  }
  return sources;
}

/** The names of object files in this folder of `objects`; `null` if it has none. */
function objectNameIn(folder: string): RegExp | null {
  if (folder === 'pack') return PACK;
  return LOOSE_FOLDER.test(folder) ? LOOSE_FILE : null;
}

async function copyFrom(from: string, to: string): Promise<void> {
  for (const folder of await readdir(from, { withFileTypes: true })) {
    const objectName = objectNameIn(folder.name);
    if (!folder.isDirectory() || objectName === null) continue;
    const files = await readdir(join(from, folder.name), { withFileTypes: true });
    const names = files.filter((file) => file.isFile() && objectName.test(file.name));
    const [source, target] = [join(from, folder.name), join(to, folder.name)];
    await mkdir(target, { recursive: true });
    await Promise.all(
      names.map(async ({ name }) =>
        copyFile(join(source, name), join(target, name), constants.COPYFILE_FICLONE),
      ),
    );
  }
}

/**
 * Copies the objects that a run added: regular files that the store does not have. They are not trusted; the caller lets
 * git name them by their content. Throws `worktree-refused` if there are too many.
 */
export function copyNewObjects(options: {
  readonly git: CheckoutRoot;
  readonly known: string;
  readonly to: string;
}): void {
  const left = { bytes: MAX_NEW_BYTES, files: MAX_NEW_FILES };
  using objects = opened(options.git, 'objects');
  if (objects === null) return;
  for (const { name, isFolder } of entriesOf(objects)) {
    const objectName = objectNameIn(name);
    if (objectName === null || !isFolder) continue;
    using folder = opened(options.git, `objects/${name}`);
    if (folder === null) continue;
    const files = entriesOf(folder).filter(
      (file) => objectName.test(file.name) && !existsSync(join(options.known, name, file.name)),
    );
    if (files.length > 0) mkdirSync(join(options.to, name), { recursive: true });
    for (const file of files) copyOne(folder, file.name, { to: join(options.to, name), left });
  }
}

function opened(root: CheckoutRoot, path: string): OpenFolder | null {
  try {
    return openPath(root, path);
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    return null;
  }
}

function copyOne(
  folder: OpenFolder,
  name: string,
  options: { readonly to: string; readonly left: { bytes: number; files: number } },
): void {
  const { left } = options;
  using copy = openFile(join(options.to, name), 'wx');
  left.files -= 1;
  const outcome = readEntry(folder, name, {
    maxBytes: left.bytes,
    onStart: (size) => (left.bytes -= size),
    // Unlike `writeSync`, it writes all of them or throws: a disk may have room for some.
    onChunk: (bytes) => writeFileSync(copy.fd, bytes),
  });
  if (left.files < 0 || (outcome.kind === 'skipped' && outcome.because.includes('bytes')))
    throw workTreeRefused(
      `The run added more than ${MAX_NEW_FILES} files or ${MAX_NEW_BYTES} bytes to git's objects.`,
      'Let the run make smaller commits, or fetch less history.',
    );
}
