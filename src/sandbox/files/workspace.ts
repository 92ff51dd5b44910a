import { fstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type OpenFolder,
  identityOf,
  OPEN_READ,
  openChild,
  openFolder,
  pathIn,
  pathOf,
  currentPathOf,
  statIn,
} from './open-folder.ts';
import { allNamesInside } from './hard-links.ts';
import {
  isGitName,
  lexicalParts,
  partsBelow,
  refusedPath,
  fileError,
  refusedFile,
} from './lexical-path.ts';
import type { Workspace, WorkspaceEntry } from '../ports.ts';
import {
  type ResolvedPath,
  type WorkspaceRoot,
  refuseOtherMount,
  resolvePath,
} from './resolve-path.ts';
import { isSameFile, readUpTo, realOr } from './regular-file.ts';
import { walkFiles } from './walk-files.ts';
import { writeFileIn } from './write-file.ts';

const PERMISSIONS = 0o777;

interface WorkspaceOptions {
  /**
   * Absolute paths that are refused with everything below them, even inside the workspace: the runner's command and
   * temporary files.
   */
  readonly hidden?: readonly string[];
}

/**
 * Opens a checkout for the file tools. `root` is resolved once; `/` is refused. Throws `path-refused`, `file-refused`.
 * This file does I/O.
 */
export async function openWorkspace(
  root: string,
  options: WorkspaceOptions = {},
): Promise<Workspace> {
  const workspace = readWorkspaceRoot(resolve(root), options.hidden ?? []);
  return workspaceOn(workspace, { changes: 0 });
}

function workspaceOn(workspace: WorkspaceRoot, counter: { changes: number }): Workspace {
  return {
    root: workspace.root,
    asEvaluated: (places) => workspaceOn({ ...workspace, places }, counter),
    changes: () => counter.changes,
    relative: (path) => lexicalParts(workspace, path).join('/') || '.',
    stat: async (path) => statAt(workspace, path),
    readLink: async (path) => readLinkAt(workspace, path),
    open: async (path) => openFile(workspace, path),
    read: async (path, { maxBytes }) => readWhole(workspace, path, maxBytes),
    write: async (path, bytes, writeOptions = {}) => {
      counter.changes += 1;
      await writeFileIn(workspace, path, { bytes, ...writeOptions });
    },
    list: async (path, { limit }) => listAt(workspace, path, limit),
    walk: (path, filter) => walkFiles(workspace, path, filter),
  };
}

/** Whether the file system of `root` ignores case, determined from existing names; nothing is created. */
export function isCaseInsensitive(root: string): boolean {
  const names = readdirSync(root).slice(0, 64);
  const sample =
    names.map((name) => join(root, name)).find((path) => flipCase(path) !== path) ?? root;
  const flipped = flipCase(sample);
  if (flipped === sample || names.includes(flipped.slice(root.length + 1))) return false;
  return isSameFile(sample, flipped);
}

function flipCase(path: string): string {
  const cut = path.lastIndexOf('/') + 1;
  const name = path.slice(cut);
  const lower = name.toLowerCase();
  return path.slice(0, cut) + (lower === name ? name.toUpperCase() : lower);
}

function readWorkspaceRoot(path: string, hidden: readonly string[]): WorkspaceRoot {
  try {
    using folder = openFolder(realpathSync(path));
    if (folder.realPath === '/')
      throw refusedPath('/', 'the whole machine cannot be the workspace');
    return {
      root: folder.realPath,
      aliases: path === folder.realPath ? [] : [path],
      caseInsensitive: isCaseInsensitive(folder.realPath),
      hidden: hidden.flatMap((one) => [...new Set([resolve(one), realOr(one)])]),
      identity: identityOf(folder),
    };
  } catch (error) {
    throw fileError(path, error);
  }
}

/** Resolves `path`, calls `use` with the result, which is never `undefined`, and closes its folder. `null`: a parent folder is missing. */
async function withResolved<T extends object | string | boolean>(
  workspace: WorkspaceRoot,
  path: string,
  options: {
    readonly followLast: boolean;
    readonly use: (resolved: ResolvedPath) => T | null | Promise<T | null>;
  },
): Promise<T | null> {
  try {
    using resolved = resolvePath(workspace, path, options);
    return resolved === null ? null : await options.use(resolved);
  } catch (error) {
    throw fileError(path, error);
  }
}

function absentFile(path: string): never {
  throw refusedFile(path, 'there is no such file or folder');
}

async function statAt(workspace: WorkspaceRoot, path: string): Promise<WorkspaceEntry | null> {
  const named = lexicalParts(workspace, path).join('/') || '.';
  return await withResolved(workspace, path, {
    followLast: true,
    use: ({ folder, name, stats }) => {
      const { realPath } = folder;
      if (name === null) return entryOf({ path: named, realPath }, statSync(pathOf(folder)));
      return stats === null
        ? null
        : entryOf({ path: named, realPath: `${realPath}/${name}` }, stats);
    },
  });
}

async function readLinkAt(workspace: WorkspaceRoot, path: string): Promise<string | null> {
  return await withResolved(workspace, path, {
    followLast: false,
    use: ({ folder, name, stats }) =>
      name === null || stats?.isSymbolicLink() !== true ? null : readlinkSync(pathIn(folder, name)),
  });
}

function entryOf(place: Pick<WorkspaceEntry, 'path' | 'realPath'>, stats: Stats): WorkspaceEntry {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
  return {
    ...place,
    kind: stats.isSymbolicLink() ? 'symlink' : kind,
    size: stats.size,
    mode: stats.mode & PERMISSIONS,
  };
}

async function openFile(workspace: WorkspaceRoot, path: string): Promise<FileHandle> {
  const file = await withResolved(workspace, path, {
    followLast: true,
    use: async ({ folder, name, stats }) => {
      if (name === null || stats?.isDirectory() === true) throw refusedFile(path, 'it is a folder');
      if (stats === null) return null;
      // Checked before, too: to open a device can have an effect.
      if (!stats.isFile()) throw refusedPath(path, 'it is a device, a FIFO or a socket');
      const handle = await open(pathIn(folder, name), OPEN_READ);
      try {
        await checkOpened(workspace, path, handle);
        return handle;
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
  });
  return file ?? absentFile(path);
}

/** Checks the opened file instead of its name: its kind, its current path, its mount and its hard links. */
async function checkOpened(
  workspace: WorkspaceRoot,
  path: string,
  handle: FileHandle,
): Promise<void> {
  const stats = fstatSync(handle.fd);
  if (!stats.isFile()) throw refusedPath(path, 'it is a device, a FIFO or a socket');
  const current = currentPathOf(handle.fd);
  if (current !== null && partsBelow(workspace.root, current, workspace.caseInsensitive) === null) {
    throw refusedPath(path, 'it was moved out of the workspace while it was opened');
  }
  refuseOtherMount(workspace, path, handle.fd);
  if (stats.nlink > 1 && !(await allNamesInside(workspace.root, stats))) {
    throw refusedPath(path, 'it is a hard link, and its other name was not found in the workspace');
  }
}

async function readWhole(
  workspace: WorkspaceRoot,
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  try {
    await using handle = await openFile(workspace, path);
    const { size } = fstatSync(handle.fd);
    if (size > maxBytes) throw refusedFile(path, `it is larger than ${maxBytes} bytes`);
    return readUpTo(handle.fd, size);
  } catch (error) {
    throw fileError(path, error);
  }
}

async function listAt(
  workspace: WorkspaceRoot,
  path: string,
  limit: number,
): Promise<WorkspaceEntry[]> {
  const named = lexicalParts(workspace, path);
  const entries = await withResolved(workspace, path, {
    followLast: true,
    use: ({ folder, name, stats }) => {
      if (name === null) return entriesIn(folder, named, limit);
      if (stats === null) return null;
      if (!stats.isDirectory()) throw refusedFile(path, 'it is not a folder');
      using child = openChild(folder, name);
      refuseOtherMount(workspace, path, child.fd);
      return entriesIn(child, named, limit);
    },
  });
  return entries ?? absentFile(path);
}

function entriesIn(folder: OpenFolder, parts: readonly string[], limit: number): WorkspaceEntry[] {
  const names = readdirSync(pathOf(folder)).filter((name) => !isGitName(name));
  const entries: WorkspaceEntry[] = [];
  for (const name of names.sort().slice(0, Math.max(0, limit))) {
    const stats = statIn(folder, name);
    if (stats === null) continue;
    const path = [...parts, name].join('/');
    entries.push(entryOf({ path, realPath: `${folder.realPath}/${name}` }, stats));
  }
  return entries;
}
