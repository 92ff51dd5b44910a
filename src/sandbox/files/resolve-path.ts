import { mkdirSync, readlinkSync, type Stats } from 'node:fs';
import { errnoOf, fileError, refusedFile } from './errno.ts';
import {
  closeFolder,
  type Folder,
  identityOf,
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
  partsBelow,
  refusedPath,
  refuseHidden,
  refuseName,
  shown,
  splitPath,
} from './lexical-path.ts';

/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;

/** A workspace as the walk sees it. */
export interface Ground extends LexicalRoot {
  readonly identity: RootIdentity;
}

/** Where a path really leads, its folder held open. The caller closes `folder`. */
export interface Found {
  readonly folder: Folder;
  /** The last part in `folder`; `null` where the path names `folder` itself. */
  readonly name: string | null;
  /** What `name` is, never a followed link; `null` where nothing is, or where `name` is `null`. */
  readonly stats: Stats | null;
  /** True where `name` is a part of what a symbolic link holds, not of the path as it was given. */
  readonly linked: boolean;
}

export interface WalkOptions {
  /** False: a link as the last part is itself what was asked for. */
  readonly followLast: boolean;
  /** Make folders that are missing before the last part. */
  readonly makeParents?: boolean;
}

/** A walk under way: the folders are held one at a time. */
interface Walk {
  readonly ground: Ground;
  readonly named: string;
  folder: Folder;
  /** Real parts from the root to `folder`. */
  trail: string[];
  pending: string[];
  links: number;
  /** How many of the first pending parts come from a link and not from the path as it was given. */
  linkParts: number;
}

/**
 * Follows `path` part by part from the workspace root, as the kernel would, but never across a wall: each folder is
 * opened inside the one before it without following links, and each link is read and judged here. Whoever swaps a
 * folder for a link meanwhile changes nothing about the folder that is held.
 * Returns `null` where a folder on the way does not exist. Throws `path-refused`, `file-refused`.
 */
export function walk(ground: Ground, path: string, options: WalkOptions): Found | null {
  const pending = lexicalParts(ground, path);
  const folder = openRoot(ground);
  const state: Walk = { ground, named: path, folder, trail: [], pending, links: 0, linkParts: 0 };
  try {
    const found = follow(state, options);
    if (found === null) closeFolder(state.folder);
    return found;
  } catch (error) {
    closeFolder(state.folder);
    throw fileError(path, error);
  }
}

/** Opens the root again, and refuses where another folder has taken its place. */
export function openRoot(ground: Ground): Folder {
  let folder: Folder;
  try {
    folder = openFolder(ground.root);
  } catch (error) {
    throw fileError(ground.root, error);
  }
  const now = identityOf(folder);
  if (now.dev === ground.identity.dev && now.ino === ground.identity.ino) return folder;
  closeFolder(folder);
  throw refusedPath(ground.root, 'the workspace root was replaced by another folder');
}

/** Throws `path-refused` where an open file lies on another mount than the root. */
export function refuseOtherMount(ground: Ground, path: string, fd: number): void {
  if (mountOf(fd) === ground.identity.mount) return;
  throw refusedPath(path, 'it lies on another file system that is mounted into the workspace');
}

function follow(state: Walk, options: WalkOptions): Found | null {
  for (;;) {
    const name = state.pending.shift();
    if (name === undefined) return reached(state, { name: null, stats: null, linked: false });
    const linked = state.linkParts > 0;
    if (linked) state.linkParts -= 1;
    if (name === '..') {
      stepUp(state);
      continue;
    }
    const last = state.pending.length === 0;
    refuseName(state.named, name);
    refuseHidden(state.ground, state.named, `${state.folder.real}/${name}`);
    const stats = statIn(state.folder, name);
    if (stats?.isSymbolicLink() === true && (!last || options.followLast)) {
      followLink(state, name);
    } else if (last) {
      return reached(state, { name, stats, linked });
    } else if (!stepInto(state, { name, stats, linked, make: options.makeParents ?? false })) {
      return null;
    }
  }
}

function reached(state: Walk, last: Omit<Found, 'folder'>): Found {
  return { folder: state.folder, ...last };
}

function stepInto(
  state: Walk,
  step: { name: string; stats: Stats | null; linked: boolean; make: boolean },
): boolean {
  if (step.stats === null) {
    if (!step.make || step.linked) return missing(state, step.make);
    makeFolder(state.folder, step.name);
  } else if (!step.stats.isDirectory()) {
    throw refusedFile(state.named, `${shown(step.name)} in it is not a folder`);
  }
  const child = openChild(state.folder, step.name);
  closeFolder(state.folder);
  state.folder = child;
  state.trail.push(step.name);
  return true;
}

/** A folder that a link names but that does not exist is never made: whoever made the link would choose the place. */
function missing(state: Walk, make: boolean): false {
  if (make)
    throw refusedPath(
      state.named,
      'it goes through a symbolic link to a folder that does not exist',
    );
  return false;
}

function makeFolder(parent: Folder, name: string): void {
  try {
    mkdirSync(pathIn(parent, name));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

function followLink(state: Walk, name: string): void {
  state.links += 1;
  const link = [...state.trail, name].join('/');
  if (state.links > MAX_LINKS)
    throw refusedPath(state.named, `more than ${MAX_LINKS} links follow each other`);
  const target = readlinkSync(pathIn(state.folder, name));
  if (!target.startsWith('/')) {
    prepend(state, splitPath(target));
    return;
  }
  const inside = insideRoot(state.ground, target);
  if (inside === null) {
    throw refusedPath(
      state.named,
      `the symbolic link ${shown(link)} leads out of the workspace, to ${shown(target)}`,
    );
  }
  prepend(state, inside);
  moveTo(state, []);
}

function prepend(state: Walk, parts: readonly string[]): void {
  state.pending.unshift(...parts);
  state.linkParts += parts.length;
}

function insideRoot(ground: Ground, target: string): string[] | null {
  for (const root of [ground.root, ...ground.aliases]) {
    const parts = partsBelow(root, target, ground.caseInsensitive);
    if (parts !== null) return parts;
  }
  return null;
}

function stepUp(state: Walk): void {
  if (state.trail.length === 0) {
    throw refusedPath(state.named, 'a symbolic link in it leads out of the workspace by ".."');
  }
  moveTo(state, state.trail.slice(0, -1));
}

function moveTo(state: Walk, parts: readonly string[]): void {
  const root = openRoot(state.ground);
  closeFolder(state.folder);
  state.folder = root;
  state.trail = [];
  for (const part of parts) {
    const child = openChild(state.folder, part);
    closeFolder(state.folder);
    state.folder = child;
    state.trail.push(part);
  }
}
