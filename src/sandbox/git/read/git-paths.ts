import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { type Mount, pinned, readOnly, type ReadMount } from '../../linux/bubblewrap/args.ts';
import { lstatOrNull, readRegularFile, realOr } from '../../files/regular-file.ts';

/**
 * The git folders of a checkout, and which of their files make git run programs or use other repositories. Those are
 * read-only for sandboxed commands; objects, refs and the index are not, so that `add` and `commit` work. This file does
 * I/O.
 */
export interface GitPaths {
  /** The `.git` of the root: a folder, or the file of a linked work tree. */
  readonly dotGit: string;
  /** This work tree's own git folder. */
  readonly own: string;
  /** The folder shared with other work trees; the same as `own` in a plain clone. */
  readonly common: string;
}

/** A pointer to a git folder contains one path. */
const MAX_POINTER_BYTES = 64 * 1024;

/** Folders that are created if missing, so that they can be mounted read-only. Git ignores them when empty. */
const READ_ONLY_FOLDERS = ['hooks', 'info', 'modules', 'worktrees'];
/** Files that must not be created: each makes git use another configuration or other objects. */
const MUST_STAY_ABSENT = [
  'commondir',
  'config.worktree',
  'objects/info/alternates',
  'objects/info/http-alternates',
];
const READ_ONLY_FILES = ['config', 'gitdir', ...MUST_STAY_ABSENT];

/**
 * The git folders of a checkout; `null` if it has none that can be trusted: `.git` is a link, or a file whose folder does
 * not point back to this checkout.
 */
export function findGit(root: string): GitPaths | null {
  const dotGit = join(root, '.git');
  const kind = kindOf(dotGit);
  if (kind === 'folder') return { dotGit, own: dotGit, common: dotGit };
  if (kind !== 'file') return null;
  try {
    const own = gitFolderNamedIn(dotGit);
    if (own === null) return null;
    const back = realpathSync(resolve(own, pointerIn(join(own, 'gitdir'))));
    if (back !== realpathSync(dotGit)) return null;
    const common = realpathSync(resolve(own, pointerIn(join(own, 'commondir'))));
    return { dotGit, own, common };
  } catch {
    return null;
  }
}

/** The real folder that a `.git` file names; `null` if it names none. Throws if either is missing. */
export function gitFolderNamedIn(dotGit: string): string | null {
  const named = /^gitdir: (.+)$/mu.exec(pointerIn(dotGit))?.[1];
  return named === undefined ? null : realpathSync(resolve(dirname(dotGit), named.trim()));
}

function pointerIn(file: string): string {
  return readRegularFile(file, MAX_POINTER_BYTES).toString('utf8').trim();
}

export function requireGit(root: string): GitPaths {
  const places = findGit(root);
  if (places !== null) return places;
  if (kindOf(join(root, '.git')) !== 'absent')
    throw workTreeRefused(
      `${root} is not a git checkout of its own: its .git leads elsewhere, as that of a submodule does.`,
      'Name the checkout that contains it, or clone the repository by itself.',
    );
  throw workTreeRefused(
    `${root} is not a git checkout.`,
    'Run actions/checkout before Countersign, without its input `path`; on the command line, run "git init" here.',
  );
}

/** The mounts for git, over the workspace. `shownConfig`, a copy without credentials, replaces `config`. */
export function gitMounts(places: GitPaths, shownConfig: string): Mount[] {
  const config = join(places.common, 'config');
  const { dotGit, own, common } = places;
  const shared = [...readOnlyFolders(common), ...readOnlyFiles(common)].map((mount) =>
    mount.to === config ? { ...mount, from: shownConfig } : mount,
  );
  if (own === dotGit) return [pinned(dotGit), ...shared];
  return [readOnly(dotGit), pinned(common), ...shared, pinned(own), ...readOnlyFiles(own)];
}

function readOnlyFolders(folder: string): ReadMount[] {
  const folders = READ_ONLY_FOLDERS.map((name) => join(folder, name));
  for (const path of folders) {
    if (kindOf(path) === 'absent') mkdirSync(path);
  }
  return folders.filter((path) => kindOf(path) === 'folder').map((path) => readOnly(path));
}

function readOnlyFiles(folder: string): ReadMount[] {
  const files = READ_ONLY_FILES.map((name) => join(folder, name));
  return files.filter((path) => kindOf(path) === 'file').map((path) => readOnly(path));
}

/**
 * Removes what a command created to redirect git, and returns the paths. `absent` were missing at the start. A link in place of their
 * folder is removed itself: nothing is removed where a link leads.
 */
export function removeRedirects(absent: readonly string[]): string[] {
  const places = absent.map((path) => (kindOf(dirname(path)) === 'link' ? dirname(path) : path));
  const found = [...new Set(places)].filter(
    (path) => hasRealFolder(path) && kindOf(path) !== 'absent',
  );
  for (const path of found) rmSync(path, { recursive: true, force: true });
  return found;
}

/** The paths of `MUST_STAY_ABSENT` that do not exist now. */
export function absentRedirects({ own, common }: GitPaths): string[] {
  return [...new Set([own, common])]
    .flatMap((folder) => MUST_STAY_ABSENT.map((name) => join(folder, name)))
    .filter((path) => hasRealFolder(path) && kindOf(path) === 'absent');
}

/** Whether no folder above a path is a link. A missing one is none. */
function hasRealFolder(path: string): boolean {
  return realOr(dirname(path)) === dirname(path);
}

/** The kind of a path; links are not followed. */
export function kindOf(path: string): 'absent' | 'file' | 'folder' | 'link' | 'other' {
  const stats = lstatOrNull(path);
  if (stats === null) return 'absent';
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}
