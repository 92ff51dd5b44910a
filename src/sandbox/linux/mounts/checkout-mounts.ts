import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Mount, pinned, readOnly } from '../bubblewrap/args.ts';
import { type GitPaths, gitMounts, kindOf } from '../../git/read/git-paths.ts';
import type { GitView } from '../../git/view/git-view.ts';
import { foldersAbove, isWithin, leadingPaths, splitPath } from '../../files/lexical-path.ts';
import { openedPaths } from '../../limits/denied-paths.ts';
import type { PathLimits } from '../../limits/limited-paths.ts';
import { protectedMountPoints } from '../../exec/protected-paths.ts';
import type { WorkspaceView } from './workspace-view.ts';

/**
 * How a command accesses the workspace:
 * - `overlay`: through an overlay, which takes its writes;
 * - `read-only`: directly, without writes;
 * - `paths`: directly, with writes to the listed paths only;
 * - `workspace`: directly, with writes everywhere except `.git`;
 * - `git`: directly, with writes everywhere except what would make git run programs.
 */
export type WorkspaceAccess = 'overlay' | 'read-only' | 'paths' | 'workspace' | 'git';

export interface CheckoutView extends Pick<PathLimits, 'deniedWrites'> {
  readonly root: string;
  readonly git: GitPaths | null;
  /** A copy of the repository's git configuration without credentials. */
  readonly shownConfig: string;
  /** An empty file that is mounted over hidden files. */
  readonly emptyFile: string;
  /** Paths from the root that are read-only, whether they exist yet or not. */
  readonly protect: readonly string[];
  /** Paths from the root that the policy lets commands write; `.` is the whole workspace. */
  readonly write: readonly string[];
  /** The runner's own folders inside the workspace, if any: absolute. */
  readonly runnerFolders: readonly string[];
  readonly access: WorkspaceAccess;
  /** With `overlay`: the path where it is mounted (`mergedPath`). */
  readonly layer: string;
  /** With `paths`: paths from the root. */
  readonly paths: readonly string[];
  /**
   * With `paths`: mount exactly these paths, so that a listed file can be written but not replaced; `created` also
   * creates missing folders. `null`: mount the folder of each path, so that files can be created and replaced.
   */
  readonly listedFolders: 'created' | 'existing' | null;
  /** Hidden paths that this command may see. */
  readonly show: readonly string[];
  readonly view: WorkspaceView;
  readonly gitView: GitView;
}

/** The mounts of the workspace. Creates a placeholder for each missing protected path. This function does I/O. */
export function checkoutMounts(checkout: CheckoutView): Mount[] {
  const { root } = checkout;
  const empty = checkout.runnerFolders.filter((path) => kindOf(path) === 'folder').map(closedMount);
  if (checkout.access === 'overlay') {
    return [
      { kind: 'write', from: checkout.layer, to: root },
      ...readableGit(checkout),
      ...configMounts(checkout),
      ...empty,
    ];
  }
  const closed = closedPaths(checkout);
  const base = baseMounts(checkout, closed);
  const isGit = checkout.access === 'git';
  const mounts = [
    ...protectedMounts(checkout),
    // Git would commit a covered file as empty, so a command of git alone sees the files themselves.
    ...(isGit ? [] : coverMounts(checkout)),
    ...socketMounts(checkout),
    ...deniedMounts(checkout, closed),
    ...configMounts(checkout),
    ...repositoryMounts(checkout),
  ].filter((mount) => isNeeded(mount, base) && !opensClosed(mount, checkout, closed));
  const inside = sortMounts([
    ...base.slice(1),
    ...empty,
    ...mounts,
    ...(isGit && checkout.git !== null ? gitMounts(checkout.git, checkout.shownConfig) : []),
    ...(isGit ? [] : readableGit(checkout)),
  ]);
  return [...base.slice(0, 1), ...inside];
}

/**
 * The root first, then the writable folders and files in it. If the root is one of them, all of it is writable, unless a rule
 * denies to write all of it.
 */
function baseMounts(checkout: CheckoutView, closed: ClosedPaths): Mount[] {
  const { root, view } = checkout;
  const places = [...new Set(writablePlaces(checkout))];
  const isWhole = places.includes(root);
  if (isWhole && !closed.isClosed('.')) return [pinned(root)];
  const exceptions = [...view.readOnly.writable].map((path) => join(root, path));
  const inside = [...places, ...(isWhole ? exceptions : [])]
    .filter((path) => path !== root && canMountOver(path))
    .map((path) => pinned(path));
  return [readOnly(root), ...inside.filter((mount) => !opensClosed(mount, checkout, closed))];
}

/** What this command cannot write, by the rules that deny writing. */
interface ClosedPaths {
  readonly readOnly: readonly string[];
  /** Whether a path from the root, which need not exist, lies where it can write nothing. */
  readonly isClosed: (path: string) => boolean;
}

/** A process can write what the policy lists for it by its name, unless a baseline denies that. */
function closedPaths({
  root,
  view,
  deniedWrites,
  paths,
  listedFolders,
}: CheckoutView): ClosedPaths {
  const { readOnly: denied, isClosed } = view.readOnly;
  const opened = listedFolders === 'created' ? openedPaths(deniedWrites, paths) : [];
  const isOpened = (path: string): boolean => opened.some((one) => isWithin(one, path));
  return {
    readOnly: [...denied].filter((path) => !isOpened(path) && canMountOver(join(root, path))),
    isClosed: (path) => isClosed(path) && !isOpened(path),
  };
}

/** Whether a mount would make something writable in a folder that is read-only. */
function opensClosed(mount: Mount, { root }: CheckoutView, { isClosed }: ClosedPaths): boolean {
  return mount.kind === 'write' && isClosed(relative(root, mount.to) || '.');
}

/**
 * The read-only paths over themselves, and what stays writable in them. A mount point cannot be renamed or removed, and the
 * folders above are pinned, because renaming one would take the mount point away.
 */
function deniedMounts(checkout: CheckoutView, closed: ClosedPaths): Mount[] {
  const { root, access, view } = checkout;
  if (access === 'read-only') return [];
  const { writable, pinned: kept } = view.readOnly;
  const readOnlyPaths = closed.readOnly.filter((path) => path !== '.');
  const open = [...writable, ...kept].filter((path) => canMountOver(join(root, path)));
  return [
    ...readOnlyPaths.map((path) => readOnly(join(root, path))),
    ...open.map((path) => pinned(join(root, path))),
    ...pinnedParents(checkout, [...readOnlyPaths, ...open]),
  ];
}

function writablePlaces({ root, write, access, paths, listedFolders }: CheckoutView): string[] {
  if (access === 'read-only') return [];
  if (access === 'paths')
    return paths.flatMap((path) =>
      listedFolders === null
        ? nearestFolder(root, path)
        : listedPlace(root, path, listedFolders === 'created'),
    );
  if (write.includes('.')) return [root];
  // A link on the way could lead out of the workspace.
  const open = write.filter((path) =>
    leadingPaths(path).every((leading) => kindOf(join(root, leading)) === 'folder'),
  );
  return open.map((path) => join(root, path));
}

/** A file is replaced by a rename, so its folder must be writable. Checked from the root, so that no link leads elsewhere. */
function nearestFolder(root: string, path: string): string {
  const folders = leadingPaths(path).map((leading) => join(root, leading));
  const closed = folders.findIndex((folder) => kindOf(folder) !== 'folder');
  return (closed === -1 ? folders : folders.slice(0, closed)).at(-1) ?? root;
}

/**
 * What a background command, whose writes are never discarded, writes of a listed path: an existing folder or file. With
 * `createsFolders`, missing folders are created if the name looks like a folder. Links are not followed.
 */
function listedPlace(root: string, path: string, createsFolders: boolean): string[] {
  const parts = splitPath(path);
  const glob = parts.findIndex((part) => part.includes('*'));
  const named = glob === -1 ? parts : parts.slice(0, glob);
  return isWritableTarget(root, named, createsFolders) ? [join(root, ...named)] : [];
}

function isWritableTarget(
  root: string,
  parts: readonly string[],
  createsFolders: boolean,
): boolean {
  for (const [index, part] of parts.entries()) {
    const folder = join(root, ...parts.slice(0, index + 1));
    const isLast = index === parts.length - 1;
    const kind = kindOf(folder);
    if (kind === 'file') return isLast;
    if (createsFolders && kind === 'absent' && !(isLast && part.includes('.'))) mkdirSync(folder);
    else if (kind !== 'folder') return false;
  }
  return true;
}

function protectedMounts({ root, protect, access }: CheckoutView): Mount[] {
  if (access === 'read-only') return [];
  const { parents, targets } = protectedMountPoints(root, protect);
  return [...parents.map((path) => pinned(path)), ...targets.map((path) => readOnly(path))];
}

/** Covers each hidden path. Its parent folders are pinned, because renaming one would uncover it. */
function coverMounts(checkout: CheckoutView): Mount[] {
  const { root, emptyFile, view, show } = checkout;
  const covered = view.covered(show).paths.filter((path) => canMountOver(join(root, path)));
  const covers = covered.map((path): Mount => {
    const to = join(root, path);
    return kindOf(to) === 'folder' ? closedMount(to) : { kind: 'read', from: emptyFile, to };
  });
  return [...covers, ...pinnedParents(checkout, covered)];
}

/** Covers sockets. A command that writes may use those that commands of the run made. */
function socketMounts(checkout: CheckoutView): Mount[] {
  const { root, emptyFile, view, access } = checkout;
  const sockets = access === 'read-only' ? view.hidden.sockets : view.sockets;
  const there = sockets.filter((path) => kindOf(join(root, path)) === 'other');
  return [
    ...there.map((path): Mount => ({ kind: 'read', from: emptyFile, to: join(root, path) })),
    ...pinnedParents(checkout, there),
  ];
}

/** A link cannot be mounted over; its target is hidden by itself. */
function canMountOver(path: string): boolean {
  const kind = kindOf(path);
  return kind === 'file' || kind === 'folder';
}

/** The parent folders of paths, each bind-mounted over itself. Folders in a protected folder cannot be moved anyway. */
function pinnedParents({ root, protect }: CheckoutView, paths: readonly string[]): Mount[] {
  const folders = paths.flatMap(foldersAbove);
  const isOpen = (folder: string): boolean => !protect.some((path) => isWithin(path, folder));
  return [...new Set(folders)]
    .filter((folder) => isOpen(folder))
    .map((folder) => pinned(join(root, folder)));
}

/** The configuration of a nested checkout, or of a submodule in the root's git folder, may contain a token. */
function configMounts({ root, access, view }: CheckoutView): Mount[] {
  // Only a command of git sees the submodules in the root's git folder.
  return [...view.configs]
    .filter(([path]) => access === 'git' || !isWithin('.git', path))
    .map(([path, from]): Mount => ({ kind: 'read', from, to: join(root, path) }))
    .filter((mount) => mount.kind === 'read' && kindOf(mount.to) === 'file');
}

/** A folder needs to be pinned only if it could otherwise be written, and so be renamed. */
function isNeeded(mount: Mount, base: readonly Mount[]): boolean {
  if (mount.kind !== 'write') return true;
  return base.some((open) => open.kind === 'write' && isWithin(open.to, mount.to));
}

function repositoryMounts(checkout: CheckoutView): Mount[] {
  const { root, access, view } = checkout;
  if (access === 'read-only') return [];
  const there = view.repositories.paths.filter((path) => canMountOver(join(root, path)));
  return [...there.map((path) => readOnly(join(root, path))), ...pinnedParents(checkout, there)];
}

/** Git for a reading command: read-only, with a configuration without credentials. */
function readableGit({ git, shownConfig, emptyFile, access, gitView }: CheckoutView): Mount[] {
  if (git === null) return [];
  const isFolder = git.own === git.dotGit;
  if (gitView.kind === 'filtered')
    return [
      ...(isFolder ? [] : [readOnly(git.dotGit)]),
      { kind: 'read', from: gitView.folder, to: git.own },
    ];
  if (gitView.kind !== 'whole')
    return isFolder
      ? [closedMount(git.dotGit)]
      : [{ kind: 'read', from: emptyFile, to: git.dotGit }];
  const config: Mount = { kind: 'read', from: shownConfig, to: join(git.common, 'config') };
  if (!isFolder) return [readOnly(git.dotGit), readOnly(git.common), config, readOnly(git.own)];
  return access === 'overlay' ? [config] : [readOnly(git.dotGit), config];
}

function closedMount(to: string): Mount {
  return { kind: 'closed', to };
}

/**
 * Parents come first, since a mount hides mounts below it. For the same path the stricter mount wins. Nothing is mounted
 * in a folder that is hidden as a whole, because that would show its content.
 */
function sortMounts(mounts: readonly Mount[]): Mount[] {
  const byPath = new Map<string, Mount>();
  const closed = mounts.flatMap((mount) => (mount.kind === 'closed' ? [mount.to] : []));
  for (const mount of mounts) {
    if (mount.kind === 'proc' || mount.kind === 'dev') continue;
    if (closed.some((folder) => folder !== mount.to && isWithin(folder, mount.to))) continue;
    const before = byPath.get(mount.to);
    if (before === undefined || before.kind === 'write') byPath.set(mount.to, mount);
  }
  return [...byPath]
    .sort(([a], [b]) => splitPath(a).length - splitPath(b).length)
    .map(([, mount]) => mount);
}
