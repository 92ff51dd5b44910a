import { fstatSync, readdirSync } from 'node:fs';
import { orNull } from '../../common/index.ts';
import type { FileWalk, WalkedFile, WalkFilter } from '../ports.ts';
import type { FolderEntry } from './checkout-folder.ts';
import { allNamesInside } from './hard-links.ts';
import { isGitName, partsBelow, fileError } from './lexical-path.ts';
import {
  mountOf,
  OPEN_READ,
  openChildOrNull,
  openFile,
  type OpenFolder,
  pathIn,
  pathOf,
} from './open-folder.ts';
import { readUpTo } from './regular-file.ts';
import { resolvePath, type WorkspaceRoot } from './resolve-path.ts';

const MAX_DEPTH = 64;
/** The walk stops after this many names. */
const MAX_WALKED_NAMES = 1_000_000;

/** Matches nearly every name, and no spelling of `.git`. */
const PLAIN_NAME = /^\w[\w.-]*$/;

interface Walk {
  readonly workspace: WorkspaceRoot;
  readonly filter: WalkFilter;
  names: number;
}

/**
 * See `Workspace.walk`. Each folder is opened inside its parent, so that no symlink can replace it. This file does I/O.
 */
export function walkFiles(workspace: WorkspaceRoot, path: string, filter: WalkFilter): FileWalk {
  const walk: Walk = { workspace, filter, names: 0 };
  return { files: filesAt(walk, path), isWhole: () => walk.names <= MAX_WALKED_NAMES };
}

function* filesAt(walk: Walk, path: string): Generator<WalkedFile> {
  try {
    using found = resolvePath(walk.workspace, path, { followLast: true });
    if (found === null) return;
    const { folder, name, stats } = found;
    if (name === null) yield* filesIn(walk, folder, '');
    else if (stats?.isDirectory() === true) yield* filesBelow(walk, folder, { name, above: path });
    else if (stats?.isFile() === true) yield walkedFile(walk, folder, { name, path });
  } catch (error) {
    throw fileError(path, error);
  }
}

/** The files below the folder `name` of `parent`; none if it is gone, unreadable, or of another file system. */
function* filesBelow(
  walk: Walk,
  parent: OpenFolder,
  { name, above }: { readonly name: string; readonly above: string },
): Generator<WalkedFile> {
  using folder = openChildOrNull(parent, name);
  if (folder === null) return;
  if (mountOf(folder.fd) === walk.workspace.identity.mount) yield* filesIn(walk, folder, above);
}

/** The files of a folder whose path from the root is `path` (empty for the root), in the order of their whole paths. */
function* filesIn(walk: Walk, folder: OpenFolder, path: string): Generator<WalkedFile> {
  const isWanted = walk.filter({
    path: path === '' ? '.' : path,
    text: (name, maxBytes) => {
      const { bytes } = readIn(folder, name, { maxBytes, mount: null }) ?? {};
      return bytes === undefined || bytes === 'too-large' ? null : bytes.toString();
    },
  });
  for (const { name, isFolder } of entriesOf(folder)) {
    walk.names += 1;
    if (walk.names > MAX_WALKED_NAMES) return;
    if (isHidden(walk.workspace, folder, name) || !isWanted(name, isFolder)) continue;
    const place = { name, path: path === '' ? name : `${path}/${name}` };
    if (!isFolder) yield walkedFile(walk, folder, place);
    else if (place.path.split('/').length <= MAX_DEPTH)
      yield* filesBelow(walk, folder, { name, above: place.path });
  }
}

function entriesOf(folder: OpenFolder): readonly FolderEntry[] {
  const entries = orNull(() => readdirSync(pathOf(folder), { withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .filter(({ name }) => PLAIN_NAME.test(name) || !isGitName(name))
    .map((entry) => {
      const isFolder = entry.isDirectory();
      return { name: entry.name, isFolder, key: isFolder ? `${entry.name}/` : entry.name };
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

function isHidden(workspace: WorkspaceRoot, folder: OpenFolder, name: string): boolean {
  const { hidden, caseInsensitive } = workspace;
  if (hidden.length === 0) return false;
  const place = `${folder.realPath}/${name}`;
  return hidden.some((one) => partsBelow(one, place, caseInsensitive) !== null);
}

function walkedFile(
  { workspace }: Walk,
  folder: OpenFolder,
  { name, path }: { readonly name: string; readonly path: string },
): WalkedFile {
  return {
    path,
    realPath: `${folder.realPath}/${name}`,
    read: async (maxBytes) => {
      const file = readIn(folder, name, { maxBytes, mount: workspace.identity.mount });
      if (file === null) return null;
      const isInside = file.stats.nlink === 1 || (await allNamesInside(workspace.root, file.stats));
      return isInside ? file.bytes : null;
    },
  };
}

/** A regular file of an open folder; `null` if it cannot be read or is on another mount: a file can be mounted alone. */
function readIn(
  folder: OpenFolder,
  name: string,
  { maxBytes, mount }: { readonly maxBytes: number; readonly mount: string | null },
) {
  try {
    using file = openFile(pathIn(folder, name), OPEN_READ);
    const stats = fstatSync(file.fd);
    if (!stats.isFile() || (mount !== null && mountOf(file.fd) !== mount)) return null;
    const bytes = stats.size > maxBytes ? ('too-large' as const) : readUpTo(file.fd, stats.size);
    return { stats, bytes };
  } catch {
    return null;
  }
}
