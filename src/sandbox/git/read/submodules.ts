// I/O: finds the git folders of a checkout's submodules.
import { lstatSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { decodedPath } from '../../files/byte-paths.ts';
import { GIT_MODES, type IndexEntry } from './index-file.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';
import { gitFolderNamedIn, type GitPaths, kindOf } from './git-paths.ts';

const MAX_SUBMODULES = 100;

interface CheckedOutSubmodule {
  /** From the parent's root, as bytes (Latin-1). */
  readonly path: string;
  readonly root: string;
  readonly gitDir: string;
}

const MAX_FOLDERS = 1_000;

/** The git folders of submodules in a git folder, at any depth, as paths from it. Links are not followed. */
export function moduleFolders(gitFolder: string): readonly string[] {
  const found: string[] = [];
  const folders = kindOf(gitFolder) === 'folder' ? ['modules'] : [];
  for (const folder of folders) {
    for (const name of namesOrEmpty(join(gitFolder, folder))) {
      const path = `${folder}/${name}`;
      if (folders.length >= MAX_FOLDERS || kindOf(join(gitFolder, path)) !== 'folder') continue;
      // The name of a submodule may contain a slash.
      const isModule = kindOf(join(gitFolder, path, 'HEAD')) === 'file';
      if (isModule) found.push(path);
      folders.push(isModule ? `${path}/modules` : path);
    }
  }
  return found;
}

/**
 * The checked-out submodules of an index, listed before a run starts. Their git folders must be among those of the
 * parent (`.git/modules`).
 */
export function submodulesIn(
  root: string,
  places: GitPaths,
  index: ReadonlyMap<string, IndexEntry>,
): readonly CheckedOutSubmodule[] {
  return [...index.values()]
    .filter(({ mode }) => mode === GIT_MODES.submodule)
    .slice(0, MAX_SUBMODULES)
    .flatMap(({ path }) => submoduleAt(root, places, path) ?? []);
}

function submoduleAt(root: string, places: GitPaths, path: string): CheckedOutSubmodule | null {
  const checkout = join(root, decodedPath(path));
  try {
    if (realpathSync(checkout) !== checkout) return null;
    const dotGit = join(checkout, '.git');
    if (!lstatSync(dotGit).isFile()) return null;
    const gitDir = gitFolderNamedIn(dotGit);
    if (gitDir === null) return null;
    const kept = join(realpathSync(places.own), 'modules') + sep;
    return gitDir.startsWith(kept) ? { path, root: checkout, gitDir } : null;
  } catch {
    return null;
  }
}
