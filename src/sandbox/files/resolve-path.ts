import { readlinkSync, type Stats } from 'node:fs';
import {
  type OpenFolder,
  identityOf,
  makeFolder,
  mountOf,
  openChild,
  openFolder,
  pathIn,
  type RootIdentity,
  statIn,
} from './open-folder.ts';
import {
  type LexicalRoot,
  lexicalParts,
  partsInside,
  refusedPath,
  refuseHiddenPath,
  refuseName,
  quotedPath,
  splitPath,
  fileError,
  refusedFile,
} from './lexical-path.ts';

/** The most links in one path, as in Linux. */
const MAX_LINKS = 40;

/** The root of a workspace with the identity of its folder. */
export interface WorkspaceRoot extends LexicalRoot {
  readonly identity: RootIdentity;
  /** Where links may lead paths (see `Workspace.asEvaluated`). Absent: anywhere in the workspace. */
  readonly places?: ReadonlyMap<string, string>;
}

/** The result of `resolvePath`, with its folder opened. Disposing closes `folder`. */
export interface ResolvedPath extends Disposable {
  readonly folder: OpenFolder;
  /** The last part, inside `folder`; `null` if the path is `folder` itself. */
  readonly name: string | null;
  /** The entry itself (`lstat`); `null` if nothing exists there, or `name` is `null`. */
  readonly stats: Stats | null;
  /** Whether `name` comes from the target of a symbolic link and not from the requested path. */
  readonly fromLink: boolean;
}

interface ResolveOptions {
  /** False: if the last part is a link, it is not followed. */
  readonly followLast: boolean;
  /** Create missing folders before the last part. */
  readonly makeParents?: boolean;
}

/** The state of a resolution. One folder is open at a time. */
interface Resolution {
  readonly workspace: WorkspaceRoot;
  readonly requested: string;
  folder: OpenFolder;
  /** The real parts from the root to `folder`. */
  realParts: string[];
  /** The parts that are left. `fromLink`: they come from a link and not from the requested path. */
  pending: { readonly name: string; readonly fromLink: boolean }[];
  links: number;
}

/**
 * Resolves `path` part by part from the workspace root, as the kernel would, but never out of the workspace: each folder
 * is opened inside its parent without following links, and each link is read and checked here. Replacing a folder by a
 * link meanwhile does not change the folder that is open. Returns `null` if a folder of the path does not exist. Throws
 * `path-refused`, `file-refused`.
 */
export function resolvePath(
  workspace: WorkspaceRoot,
  path: string,
  options: ResolveOptions,
): ResolvedPath | null {
  const pending = lexicalParts(workspace, path).map((name) => ({ name, fromLink: false }));
  const folder = openRoot(workspace);
  const start = { folder, realParts: [], pending, links: 0 };
  const resolution: Resolution = { workspace, requested: path, ...start };
  try {
    const target = follow(resolution, options);
    const { folder: reached } = resolution;
    if (target === null) {
      reached[Symbol.dispose]();
      return null;
    }
    refuseOtherPlace(resolution, target.name === null ? [] : [target.name]);
    return { ...target, folder: reached, [Symbol.dispose]: () => reached[Symbol.dispose]() };
  } catch (error) {
    resolution.folder[Symbol.dispose]();
    throw fileError(path, error);
  }
}

/** Opens the root again; throws `path-refused` if another folder has replaced it. */
function openRoot(workspace: WorkspaceRoot): OpenFolder {
  let folder: OpenFolder;
  try {
    folder = openFolder(workspace.root);
  } catch (error) {
    throw fileError(workspace.root, error);
  }
  const now = identityOf(folder);
  if (now.dev === workspace.identity.dev && now.ino === workspace.identity.ino) return folder;
  folder[Symbol.dispose]();
  throw refusedPath(workspace.root, 'the workspace root was replaced by another folder');
}

/** Throws `path-refused` if an open file is on another mount than the root. */
export function refuseOtherMount(workspace: WorkspaceRoot, path: string, fd: number): void {
  if (mountOf(fd) === workspace.identity.mount) return;
  throw refusedPath(path, 'it lies on another file system that is mounted into the workspace');
}

/** Throws `path-refused` if links now lead the path elsewhere than when it was evaluated. `rest`: the parts below `folder`. */
function refuseOtherPlace(
  { workspace, requested, realParts }: Resolution,
  rest: readonly string[],
): void {
  const { places, caseInsensitive } = workspace;
  if (places === undefined) return;
  const named = lexicalParts(workspace, requested).join('/') || '.';
  const actual = [...realParts, ...rest].join('/') || '.';
  // A file system that ignores case may ignore the composition of characters, too.
  const same = (place: string | undefined): boolean =>
    place === actual ||
    (caseInsensitive && place?.normalize().toLowerCase() === actual.normalize().toLowerCase());
  if (same(named) || same(places.get(named))) return;
  throw refusedPath(
    requested,
    `a symbolic link leads it to ${quotedPath(actual)}, which the policy did not evaluate`,
  );
}

/** What is at the end of the path, in the resolution's folder; `null` if a folder of the path is missing. */
function follow(
  resolution: Resolution,
  options: ResolveOptions,
): Omit<ResolvedPath, 'folder' | keyof Disposable> | null {
  for (;;) {
    const next = resolution.pending.shift();
    if (next === undefined) return { name: null, stats: null, fromLink: false };
    const { name, fromLink } = next;
    if (name === '..') {
      stepUp(resolution);
      continue;
    }
    const last = resolution.pending.length === 0;
    refuseName(resolution.requested, name);
    refuseHiddenPath(
      resolution.workspace,
      resolution.requested,
      `${resolution.folder.realPath}/${name}`,
    );
    const stats = statIn(resolution.folder, name);
    if (stats?.isSymbolicLink() === true && (!last || options.followLast)) {
      followLink(resolution, name);
    } else if (last) {
      return { name, stats, fromLink };
    } else if (
      !stepInto(resolution, { name, stats, fromLink, make: options.makeParents ?? false })
    ) {
      return null;
    }
  }
}

/** Enters a folder. Returns false if it is missing and is not to be created. */
function stepInto(
  resolution: Resolution,
  step: { name: string; stats: Stats | null; fromLink: boolean; make: boolean },
): boolean {
  if (step.stats === null) {
    if (!step.make) return false;
    // Whoever made the link would choose the location.
    if (step.fromLink)
      throw refusedPath(
        resolution.requested,
        'it goes through a symbolic link to a folder that does not exist',
      );
    const rest = resolution.pending.map(({ name }) => name);
    refuseOtherPlace(resolution, [step.name, ...rest]);
    makeFolder(pathIn(resolution.folder, step.name));
  } else if (!step.stats.isDirectory()) {
    throw refusedFile(resolution.requested, `${quotedPath(step.name)} in it is not a folder`);
  }
  enter(resolution, step.name);
  return true;
}

function enter(resolution: Resolution, name: string): void {
  const child = openChild(resolution.folder, name);
  resolution.folder[Symbol.dispose]();
  resolution.folder = child;
  resolution.realParts.push(name);
}

function followLink(resolution: Resolution, name: string): void {
  resolution.links += 1;
  const link = [...resolution.realParts, name].join('/');
  if (resolution.links > MAX_LINKS)
    throw refusedPath(resolution.requested, `more than ${MAX_LINKS} links follow each other`);
  const target = readlinkSync(pathIn(resolution.folder, name));
  if (!target.startsWith('/')) {
    prepend(resolution, splitPath(target));
    return;
  }
  const inside = partsInside(resolution.workspace, target);
  if (inside === null) {
    throw refusedPath(
      resolution.requested,
      `the symbolic link ${quotedPath(link)} leads out of the workspace, to ${quotedPath(target)}`,
    );
  }
  prepend(resolution, inside);
  moveTo(resolution, []);
}

function prepend(resolution: Resolution, parts: readonly string[]): void {
  resolution.pending.unshift(...parts.map((name) => ({ name, fromLink: true })));
}

function stepUp(resolution: Resolution): void {
  if (resolution.realParts.length === 0) {
    throw refusedPath(
      resolution.requested,
      'a symbolic link in it leads out of the workspace by ".."',
    );
  }
  moveTo(resolution, resolution.realParts.slice(0, -1));
}

function moveTo(resolution: Resolution, parts: readonly string[]): void {
  const root = openRoot(resolution.workspace);
  resolution.folder[Symbol.dispose]();
  resolution.folder = root;
  resolution.realParts = [];
  for (const part of parts) enter(resolution, part);
}
