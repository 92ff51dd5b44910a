import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from './plain-file.ts';

/**
 * What of a workspace commands do not get to see, found by walking it without following links. This file does I/O.
 */
export interface HiddenPaths {
  /** Files, links and whole folders, as paths from the root in the order in which they were met. */
  readonly paths: readonly string[];
  /** `.git` of repositories below the root's own, as paths from the root. */
  readonly repositories: readonly string[];
  /** Sockets, as paths from the root: who connects to one talks to a process outside of the sandbox. */
  readonly sockets: readonly string[];
}

/** Whether commands must not see a file or folder; `path` is from the root, with `/` between its parts. */
export type IsHidden = (path: string) => boolean;

/** A workspace of more names than this is not walked; nothing can then be promised about what is hidden. */
const MAX_NAMES = 2_000_000;
/** Folders below each other; what lies deeper is hidden as a whole. */
const MAX_DEPTH = 400;

interface Found {
  readonly paths: string[];
  readonly repositories: string[];
  readonly sockets: string[];
}

/** Walks the workspace. Throws where it holds more names than can be looked at. */
export function findHiddenPaths(root: string, isHidden: IsHidden): HiddenPaths {
  const found: Found = { paths: [], repositories: [], sockets: [] };
  walk(root, isHidden, found);
  const linked = filesWithOtherNames(root, found.paths);
  if (linked.size > 0) addOtherNames(root, linked, found);
  return found;
}

function walk(root: string, isHidden: IsHidden, found: Found): void {
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  let names = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder.path))) {
      names += 1;
      if (names > MAX_NAMES)
        throw new Error(
          `the workspace holds more than ${MAX_NAMES} names, too many to look through`,
        );
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.name.toLowerCase() === '.git') {
        if (folder.path !== '') found.repositories.push(path);
      } else if (isHidden(path) || (entry.isDirectory() && folder.depth >= MAX_DEPTH)) {
        found.paths.push(path);
      } else if (entry.isDirectory()) folders.push({ path, depth: folder.depth + 1 });
      else if (entry.isSocket()) found.sockets.push(path);
    }
  }
}

/** A folder that cannot be listed cannot be read by a command either: it runs as the same user. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The identities of hidden files that have more than one name: hidden under one, they could be read under the other. */
function filesWithOtherNames(root: string, paths: readonly string[]): Set<string> {
  const linked = new Set<string>();
  for (const path of paths) {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats?.isFile() === true && stats.nlink > 1) linked.add(`${stats.dev}:${stats.ino}`);
  }
  return linked;
}

function addOtherNames(root: string, linked: ReadonlySet<string>, found: Found): void {
  const known = new Set(found.paths);
  walk(
    root,
    (path) => {
      if (known.has(path)) return false;
      const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (stats?.isFile() === true && linked.has(`${stats.dev}:${stats.ino}`))
        found.paths.push(path);
      return false;
    },
    { paths: [], repositories: [], sockets: [] },
  );
}

const PACKAGE_MANAGER_FILE = /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml)$/;
const CREDENTIAL_LINE = /auth|passw|token|secret|certfile|keyfile|\b_?key\b/i;
const MAX_SETTINGS_BYTES = 100_000;

/**
 * Whether a file only holds a package manager's settings: without them `npm test` and `yarn` are other programs. One that a
 * line of which could be a credential is none.
 */
export function isPlainSettings(root: string, path: string): boolean {
  if (!PACKAGE_MANAGER_FILE.test(path.split('/').at(-1) ?? '')) return false;
  try {
    const file = join(root, path);
    if (!lstatSync(file).isFile()) return false;
    return !CREDENTIAL_LINE.test(readPlainFile(file, MAX_SETTINGS_BYTES).toString('utf8'));
  } catch {
    return false;
  }
}
