import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './bubblewrap-args.ts';
import { type GitPaths, gitMounts, kindOf, pinned, readOnly } from '../git/read/git-paths.ts';
import type { GitView } from '../git/view/git-view.ts';
import { splitPath } from '../files/lexical-path.ts';
import { protectedMountPoints } from '../exec/protected-paths.ts';
import type { WorkspaceView } from './workspace-view.ts';

/**
 * How a command gets at the workspace:
 * - `layer`: through a layer over it, which takes what is written;
 * - `read-only`: itself, and nothing can be written;
 * - `paths`: the same, but for the listed paths;
 * - `workspace`: itself, but for `.git`;
 * - `git`: itself, but for what would make git run programs.
 */
export type WorkspaceAccess = 'overlay' | 'read-only' | 'paths' | 'workspace' | 'git';

export interface CheckoutPaths {
  readonly root: string;
  readonly git: GitPaths | null;
  /** A copy of the repository's git configuration without credentials. */
  readonly shownConfig: string;
  /** An empty file that is shown in place of a hidden one. */
  readonly emptyFile: string;
  /** Paths from the root that are read-only, whether they exist yet or not. */
  readonly protect: readonly string[];
  /** Paths from the root that the policy lets commands write; `.` is all. */
  readonly write: readonly string[];
  /** The runner's own folders, should they lie in the workspace: absolute. */
  readonly runnerFolders: readonly string[];
}

export interface CheckoutAccess {
  readonly access: WorkspaceAccess;
  /** With `layer`: where the first bubblewrap has laid it. */
  readonly layer: string | null;
  /** With `paths`: paths from the root. */
  readonly paths: readonly string[];
  /**
   * With `paths`: these alone, be it that a file can then be written but not replaced; `made` makes the folders that are missing.
   * `null`: the folder of each, so that a file can be made and replaced.
   */
  readonly listedFolders: 'created' | 'existing' | null;
  /** Hidden paths that are shown all the same. */
  readonly show: readonly string[];
  readonly view: WorkspaceView;
  readonly gitView: GitView;
}

const COVER_BYTES = 1024 ** 2;
/** Repositories below the root's own whose git folder is read-only; with more, nothing but the root's is. */
const MAX_REPOSITORIES = 200;

/** The mounts that make up the workspace. A protected path that is missing is made. This function does I/O. */
export function checkoutMounts(paths: CheckoutPaths, use: CheckoutAccess): Mount[] {
  const { root } = paths;
  const empty = paths.runnerFolders.filter((path) => kindOf(path) === 'folder').map(emptyMount);
  if (use.access === 'overlay') {
    return [
      { kind: 'write', from: use.layer ?? root, to: root },
      ...readableGit(paths, use),
      ...configMounts(paths, use),
      ...empty,
    ];
  }
  const base = baseMounts(paths, use);
  const isGit = use.access === 'git';
  const held = [
    ...protectedMounts(paths, use),
    // Git would record a covered file as an emptied one, so a call of git alone sees the tree as it is.
    ...(isGit ? [] : [...coverMounts(paths, use), ...configMounts(paths, use)]),
    ...repositoryMounts(paths, use),
  ].filter((mount) => isNeeded(mount, base));
  const inside = sortMounts([
    ...base.slice(1),
    ...empty,
    ...held,
    ...(isGit ? writableGit(paths) : readableGit(paths, use)),
  ]);
  return [...base.slice(0, 1), ...inside];
}

/** The root first; then the folders in it that can be written although it cannot. */
function baseMounts(
  { root, write }: CheckoutPaths,
  { access, paths, listedFolders }: CheckoutAccess,
): Mount[] {
  if (access === 'read-only') return [readOnly(root)];
  if (access === 'paths')
    return listedFolders === null
      ? writableFolderMounts(root, paths)
      : listedPathMounts(root, paths, listedFolders === 'created');
  if (write.includes('.')) return [pinned(root)];
  const open = write.map((path) => join(root, path)).filter((path) => kindOf(path) === 'folder');
  return [readOnly(root), ...open.map((path) => pinned(path))];
}

/** A file is replaced by giving another one its name, so its folder has to be writable; where that is the root, all of it is. */
function writableFolderMounts(root: string, paths: readonly string[]): Mount[] {
  const folders = paths.map((path) => {
    const parts = splitPath(path);
    // From the root on, so that no link on the way leads elsewhere.
    const isOpen = (count: number): boolean =>
      kindOf(join(root, ...parts.slice(0, count))) === 'folder';
    const closed = parts.findIndex((_, index) => !isOpen(index + 1));
    return join(root, ...(closed === -1 ? parts : parts.slice(0, closed)));
  });
  if (folders.includes(root)) return [pinned(root)];
  return [readOnly(root), ...[...new Set(folders)].map((path) => pinned(path))];
}

/**
 * What lives on writes for as long as the run goes on, and nothing of it is discarded: it gets folders, and files that exist. With
 * `makes`, a folder that is missing is made, as far as its name tells that it is one. Nothing is opened through a link.
 */
function listedPathMounts(root: string, paths: readonly string[], makes: boolean): Mount[] {
  const opened = paths.flatMap((path) => {
    const parts = splitPath(path);
    const glob = parts.findIndex((part) => part.includes('*'));
    const named = glob === -1 ? parts : parts.slice(0, glob);
    const place = join(root, ...named);
    return isWritableTarget(root, named, makes) ? [place] : [];
  });
  if (opened.includes(root)) return [pinned(root)];
  return [readOnly(root), ...[...new Set(opened)].map((path) => pinned(path))];
}

function isWritableTarget(root: string, parts: readonly string[], makes: boolean): boolean {
  for (const [index, part] of parts.entries()) {
    const place = join(root, ...parts.slice(0, index + 1));
    const isLast = index === parts.length - 1;
    const kind = kindOf(place);
    if (kind === 'file') return isLast;
    if (makes && kind === 'absent' && !(isLast && part.includes('.'))) mkdirSync(place);
    else if (kind !== 'folder') return false;
  }
  return true;
}

function protectedMounts({ root, protect }: CheckoutPaths, { access }: CheckoutAccess): Mount[] {
  if (access === 'read-only') return [];
  const { above, targets } = protectedMountPoints(root, protect);
  return [...above.map((path) => pinned(path)), ...targets.map((path) => readOnly(path))];
}

/** Each hidden path is covered, and the folders above it are held in place: renamed away they would take it out of its cover. */
function coverMounts(paths: CheckoutPaths, { view, show, access }: CheckoutAccess): Mount[] {
  const { root, emptyFile } = paths;
  const covered = view.covered(show).filter((path) => canMountOver(join(root, path)));
  const sockets = access === 'read-only' ? view.hidden.sockets : [];
  const covers = covered.map((path): Mount => {
    const to = join(root, path);
    return kindOf(to) === 'folder' ? emptyMount(to) : { kind: 'read', from: emptyFile, to };
  });
  return [
    ...covers,
    ...sockets.map((path): Mount => ({ kind: 'read', from: emptyFile, to: join(root, path) })),
    ...(access === 'read-only' ? [] : pinnedParents(paths, covered)),
  ];
}

/** A link is no place to mount on; what it leads to is hidden by itself. */
function canMountOver(path: string): boolean {
  const kind = kindOf(path);
  return kind === 'file' || kind === 'folder';
}

/** The folders above paths of the workspace, each mounted over itself. What lies in a protected folder cannot be moved anyway. */
function pinnedParents({ root, protect }: CheckoutPaths, paths: readonly string[]): Mount[] {
  const folders = paths.flatMap((path) => {
    const parts = splitPath(path).slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  const isOpen = (folder: string): boolean => !protect.some((path) => isWithin(path, folder));
  return [...new Set(folders)]
    .filter((folder) => isOpen(folder))
    .map((folder) => pinned(join(root, folder)));
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The token of a checkout may stand in the repository of another checkout below it. */
function configMounts({ root }: CheckoutPaths, { view }: CheckoutAccess): Mount[] {
  return [...view.configs]
    .map(([path, from]): Mount => ({ kind: 'read', from, to: join(root, path) }))
    .filter((mount) => mount.kind === 'read' && kindOf(mount.to) === 'file');
}

/** A folder is held in place by a mount that can be written: only where it could be written, and so be renamed, anyway. */
function isNeeded(mount: Mount, base: readonly Mount[]): boolean {
  if (mount.kind !== 'write') return true;
  return base.some((open) => open.kind === 'write' && isWithin(open.to, mount.to));
}

function repositoryMounts(paths: CheckoutPaths, { access, view }: CheckoutAccess): Mount[] {
  const { repositories } = view.hidden;
  if (access === 'read-only' || repositories.length > MAX_REPOSITORIES) return [];
  const there = repositories.filter((path) => canMountOver(join(paths.root, path)));
  return [...there.map((path) => readOnly(join(paths.root, path))), ...pinnedParents(paths, there)];
}

function writableGit({ git, shownConfig }: CheckoutPaths): Mount[] {
  return git === null ? [] : gitMounts(git, shownConfig);
}

/** Git as it is read: nothing of it can be written, and no credential is in its configuration. */
function readableGit(paths: CheckoutPaths, { access, gitView }: CheckoutAccess): Mount[] {
  const { git, shownConfig, emptyFile } = paths;
  if (git === null) return [];
  const isFolder = git.own === git.dotGit;
  if (gitView.kind === 'filtered')
    return [
      ...(isFolder ? [] : [readOnly(git.dotGit)]),
      { kind: 'read', from: gitView.folder, to: git.own },
    ];
  if (gitView.kind !== 'whole')
    return isFolder
      ? [emptyMount(git.dotGit)]
      : [{ kind: 'read', from: emptyFile, to: git.dotGit }];
  const config: Mount = { kind: 'read', from: shownConfig, to: join(git.common, 'config') };
  if (!isFolder) return [readOnly(git.dotGit), readOnly(git.common), config, readOnly(git.own)];
  return access === 'overlay' ? [config] : [readOnly(git.dotGit), config];
}

function emptyMount(to: string): Mount {
  return { kind: 'empty', to, maxBytes: COVER_BYTES };
}

/**
 * What lies above comes first, since a mount hides what was mounted below it. Of two for one path the stricter stays, and nothing
 * is mounted in a folder that is hidden as a whole: that would show what lies there.
 */
function sortMounts(mounts: readonly Mount[]): Mount[] {
  const byPlace = new Map<string, Mount>();
  const closed = mounts.flatMap((mount) => (mount.kind === 'empty' ? [mount.to] : []));
  for (const mount of mounts) {
    if (mount.kind === 'proc' || mount.kind === 'dev') continue;
    if (closed.some((folder) => folder !== mount.to && isWithin(folder, mount.to))) continue;
    const before = byPlace.get(mount.to);
    if (before === undefined || before.kind === 'write') byPlace.set(mount.to, mount);
  }
  return [...byPlace]
    .sort(([a], [b]) => splitPath(a).length - splitPath(b).length)
    .map(([, mount]) => mount);
}
