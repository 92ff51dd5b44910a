import { readlinkSync, type Stats } from 'node:fs';
import type { CountersignError } from '../../common/index.ts';
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
  try {
    using resolution = new Resolution(workspace, path, options);
    return resolution.follow();
  } catch (error) {
    throw fileError(path, error);
  }
}

/** Opens the root again; throws `path-refused` if another folder has replaced it. */
function openRoot({ root, identity }: WorkspaceRoot): OpenFolder {
  let folder: OpenFolder;
  try {
    folder = openFolder(root);
  } catch (error) {
    throw fileError(root, error);
  }
  const now = identityOf(folder);
  if (now.dev === identity.dev && now.ino === identity.ino) return folder;
  folder[Symbol.dispose]();
  throw refusedPath(root, 'the workspace root was replaced by another folder');
}

/** Throws `path-refused` if an open file is on another mount than the root. */
export function refuseOtherMount(workspace: WorkspaceRoot, path: string, fd: number): void {
  if (mountOf(fd) === workspace.identity.mount) return;
  throw refusedPath(path, 'it lies on another file system that is mounted into the workspace');
}

/** One resolution. One folder is open at a time; disposing closes it unless it is that of the result. */
class Resolution implements Disposable {
  readonly #workspace: WorkspaceRoot;
  readonly #requested: string;
  readonly #options: ResolveOptions;
  #folder: OpenFolder;
  #isResolved = false;
  /** The real parts from the root to `#folder`. */
  #realParts: string[] = [];
  /** The parts that are left. `fromLink`: they come from a link and not from the requested path. */
  readonly #pending: { readonly name: string; readonly fromLink: boolean }[];
  #links = 0;

  constructor(workspace: WorkspaceRoot, requested: string, options: ResolveOptions) {
    this.#workspace = workspace;
    this.#requested = requested;
    this.#options = options;
    this.#pending = lexicalParts(workspace, requested).map((name) => ({ name, fromLink: false }));
    this.#folder = openRoot(workspace);
  }

  [Symbol.dispose](): void {
    if (!this.#isResolved) this.#folder[Symbol.dispose]();
  }

  follow(): ResolvedPath | null {
    for (;;) {
      const next = this.#pending.shift();
      if (next === undefined) return this.#resolved({ name: null, stats: null, fromLink: false });
      const { name, fromLink } = next;
      if (name === '..') {
        this.#stepUp();
        continue;
      }
      const last = this.#pending.length === 0;
      refuseName(this.#requested, name);
      const { realPath } = this.#folder;
      refuseHiddenPath(this.#workspace, this.#requested, `${realPath}/${name}`);
      const stats = statIn(this.#folder, name);
      if (stats?.isSymbolicLink() === true && (!last || this.#options.followLast))
        this.#followLink(name);
      else if (last) return this.#resolved({ name, stats, fromLink });
      else if (stats === null && this.#options.makeParents !== true) return null;
      else this.#stepInto({ name, stats, fromLink });
    }
  }

  #resolved(target: Pick<ResolvedPath, 'name' | 'stats' | 'fromLink'>): ResolvedPath {
    this.#refuseOtherPlace(target.name === null ? [] : [target.name]);
    const folder = this.#folder;
    this.#isResolved = true;
    return { ...target, folder, [Symbol.dispose]: () => folder[Symbol.dispose]() };
  }

  /** Throws `path-refused` if links now lead the path elsewhere than when it was evaluated. `rest`: the parts below the folder. */
  #refuseOtherPlace(rest: readonly string[]): void {
    const { places, caseInsensitive } = this.#workspace;
    if (places === undefined) return;
    const named = lexicalParts(this.#workspace, this.#requested).join('/') || '.';
    const actual = [...this.#realParts, ...rest].join('/') || '.';
    // A file system that ignores case may ignore the composition of characters, too.
    const same = (place: string | undefined): boolean =>
      place === actual ||
      (caseInsensitive && place?.normalize().toLowerCase() === actual.normalize().toLowerCase());
    if (same(named) || same(places.get(named))) return;
    throw this.#refused(
      `a symbolic link leads it to ${quotedPath(actual)}, which the policy did not evaluate`,
    );
  }

  /** Enters a folder; creates a missing one. */
  #stepInto({ name, stats, fromLink }: { name: string; stats: Stats | null; fromLink: boolean }) {
    if (stats === null) {
      // Whoever made the link would choose the location.
      if (fromLink)
        throw this.#refused('it goes through a symbolic link to a folder that does not exist');
      this.#refuseOtherPlace([name, ...this.#pending.map((left) => left.name)]);
      makeFolder(pathIn(this.#folder, name));
    } else if (!stats.isDirectory()) {
      throw refusedFile(this.#requested, `${quotedPath(name)} in it is not a folder`);
    }
    this.#enter(name);
  }

  #enter(name: string): void {
    const child = openChild(this.#folder, name);
    this.#folder[Symbol.dispose]();
    this.#folder = child;
    this.#realParts.push(name);
  }

  #followLink(name: string): void {
    this.#links += 1;
    if (this.#links > MAX_LINKS)
      throw this.#refused(`more than ${MAX_LINKS} links follow each other`);
    const target = readlinkSync(pathIn(this.#folder, name));
    const isAbsolute = target.startsWith('/');
    const parts = isAbsolute ? partsInside(this.#workspace, target) : splitPath(target);
    if (parts === null) {
      const link = [...this.#realParts, name].join('/');
      throw this.#refused(
        `the symbolic link ${quotedPath(link)} leads out of the workspace, to ${quotedPath(target)}`,
      );
    }
    this.#pending.unshift(...parts.map((part) => ({ name: part, fromLink: true })));
    if (isAbsolute) this.#moveTo([]);
  }

  #stepUp(): void {
    if (this.#realParts.length === 0)
      throw this.#refused('a symbolic link in it leads out of the workspace by ".."');
    this.#moveTo(this.#realParts.slice(0, -1));
  }

  #moveTo(parts: readonly string[]): void {
    const root = openRoot(this.#workspace);
    this.#folder[Symbol.dispose]();
    this.#folder = root;
    this.#realParts = [];
    for (const part of parts) this.#enter(part);
  }

  #refused(reason: string): CountersignError {
    return refusedPath(this.#requested, reason);
  }
}
