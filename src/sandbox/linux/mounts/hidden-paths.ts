import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../common/index.ts';
import { bytesOfText, rawBytes, underRoot } from '../../files/byte-paths.ts';
import { leadingPaths } from '../../files/lexical-path.ts';
import { lstatOrNull, namesOrEmpty, regularFileOrNull } from '../../files/regular-file.ts';

/**
 * The paths of a workspace that are hidden from commands, found by walking it without following links. This file does
 * I/O.
 */
export interface HiddenPaths {
  /** Files, links and whole folders, as paths from the root. */
  readonly paths: readonly string[];
  /** `.git` of repositories below the root's own, as paths from the root. */
  readonly repositories: readonly string[];
  /** Sockets, as paths from the root. A socket connects to a process outside of the sandbox. */
  readonly sockets: readonly string[];
}

/** Whether a file or folder is hidden from commands. `path` is from the root, with `/` between its parts. */
export type IsHidden = (path: string) => boolean;

/** The most names in a workspace. With more, hidden files cannot be determined. */
const MAX_NAMES = 2_000_000;
/** The deepest folder level; deeper folders are hidden as a whole. */
const MAX_DEPTH = 400;

type Found = { readonly [Kind in keyof HiddenPaths]: string[] };

/** Finds the hidden paths. Throws if the workspace has too many names, or a path cannot be hidden. */
export function findHiddenPaths(root: string, isHidden: IsHidden): HiddenPaths {
  const found: Found = { paths: [], repositories: [], sockets: [] };
  scan(root, isHidden, found);
  const linked = hardLinkedFiles(root, found.paths);
  if (linked.size > 0) addHardLinks(root, linked, found);
  return { ...found, paths: outermost(new Set(found.paths)) };
}

/**
 * Without the paths in a folder that is hidden as a whole, which it is also because of one name that is not valid UTF-8. Hiding both
 * fails, or hides only the path in it, depending on their order.
 */
function outermost(paths: ReadonlySet<string>): readonly string[] {
  return [...paths].filter(
    (path) =>
      !leadingPaths(path)
        .slice(0, -1)
        .some((one) => paths.has(one)),
  );
}

/** A folder that is still to be scanned. */
interface ScannedFolder {
  /** From the root, as text: rules match this path. */
  readonly path: string;
  /** The same as bytes (Latin-1) if a name in it is not valid UTF-8; otherwise `null`. */
  readonly bytes: string | null;
  readonly depth: number;
  /** The nearest folder with a UTF-8 path: it is hidden in place of entries whose names are not valid UTF-8. */
  readonly named: string;
}

function scan(root: string, isHidden: IsHidden, found: Found): void {
  const folders: ScannedFolder[] = [{ path: '', bytes: null, depth: 0, named: '' }];
  let names = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(root, folder);
    // Its owner could make it readable again, and its content would be visible.
    if (entries === null) found.paths.push(hideablePath(root, folder));
    for (const { entry, name, bytes } of entries ?? []) {
      names += 1;
      if (names > MAX_NAMES)
        throw new Error(`the workspace holds more than ${MAX_NAMES} names, too many to scan`);
      const path = below(folder.path, name);
      const named = bytes === null ? path : folder.named;
      const child = { path, bytes, depth: folder.depth + 1, named };
      if (name.toLowerCase() === '.git') {
        if (folder.path !== '' && bytes === null) found.repositories.push(path);
      } else if (isHidden(path) || (entry.isDirectory() && folder.depth >= MAX_DEPTH)) {
        found.paths.push(hideablePath(root, child));
      } else if (entry.isDirectory()) folders.push(child);
      else if (entry.isSocket() && bytes === null) found.sockets.push(path);
    }
  }
}

/** The path to hide: the entry itself, or, if its name is not valid UTF-8, the next parent folder with a valid name. */
function hideablePath(root: string, { path, bytes, named }: ScannedFolder): string {
  if (bytes === null && path !== '') return path;
  if (named !== '') return named;
  throw new Error(
    `${JSON.stringify(path)} in ${root} must be hidden from commands, but its name is not valid UTF-8, or it cannot be listed: rename it`,
  );
}

interface Entry {
  readonly entry: Dirent;
  /** As text. */
  readonly name: string;
  /** Its path from the root as bytes (Latin-1) if that is not valid UTF-8. */
  readonly bytes: string | null;
}

/** `null` if the folder exists but cannot be listed. */
function entriesOf(root: string, folder: ScannedFolder): readonly Entry[] | null {
  try {
    if (folder.bytes === null) {
      const entries = readdirSync(join(root, folder.path), { withFileTypes: true });
      if (!entries.some((entry) => entry.name.includes('\uFFFD')))
        return entries.map((entry) => ({ entry, name: entry.name, bytes: null }));
    }
    const bytesOfFolder = folder.bytes ?? bytesOfText(folder.path);
    const entries = readdirSync(underRoot(root, bytesOfFolder), {
      withFileTypes: true,
      encoding: 'latin1',
    });
    return entries.map((entry) => {
      const name = rawBytes(entry.name).toString('utf8');
      const isText = folder.bytes === null && bytesOfText(name) === entry.name;
      return { entry, name, bytes: isText ? null : below(bytesOfFolder, entry.name) };
    });
  } catch (error) {
    const code = errnoOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null;
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * The device and inode of hidden files with more than one hard link, including files in hidden folders: they could be
 * read under the other name.
 */
function hardLinkedFiles(root: string, paths: readonly string[]): Set<string> {
  const linked = new Set<string>();
  const left = [...paths];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const stats = lstatOrNull(join(root, path));
    if (stats?.isFile() === true && stats.nlink > 1) linked.add(`${stats.dev}:${stats.ino}`);
    if (stats?.isDirectory() === true)
      for (const name of namesOrEmpty(join(root, path))) left.push(`${path}/${name}`);
  }
  return linked;
}

function addHardLinks(root: string, linked: ReadonlySet<string>, found: Found): void {
  const known = new Set(found.paths);
  const others: Found = { paths: [], repositories: [], sockets: [] };
  const isOther = (path: string): boolean => {
    const stats = lstatOrNull(join(root, path));
    return stats?.isFile() === true && linked.has(`${stats.dev}:${stats.ino}`);
  };
  scan(root, (path) => known.has(path) || isOther(path), others);
  for (const path of others.paths) found.paths.push(path);
}

const PACKAGE_MANAGER_FILE = /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml)$/;
/** A key that may name a credential, or an address with a user (`https://user:password@host`). */
const CREDENTIAL_LINE = /auth|passw|token|secret|certfile|keyfile|\b_?key\b|:[^\s@]*@/i;
const MAX_SETTINGS_BYTES = 100_000;

/**
 * Whether a file contains only settings of a package manager and no line that could be a credential. Without these
 * settings `npm test` and `yarn` would behave differently, so that such a file is not hidden.
 */
export function isPlainSettings(root: string, path: string): boolean {
  const file = join(root, path);
  const isNamedSo = PACKAGE_MANAGER_FILE.test(path.split('/').at(-1) ?? '');
  if (!isNamedSo || lstatOrNull(file)?.isFile() !== true) return false;
  const settings = regularFileOrNull(file, MAX_SETTINGS_BYTES);
  return settings !== null && !CREDENTIAL_LINE.test(settings.toString('utf8'));
}
