import { readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../common/index.ts';
import {
  type DeniedWrites,
  denialInside,
  namedPath,
  type WriteDenial,
} from '../../policy/index.ts';
import { isGitName, isWithin, leadingPaths, partsBelow } from '../files/lexical-path.ts';
import { linkedFileId, lstatOrNull } from '../files/regular-file.ts';
import { groupByFolder } from './group-by-folder.ts';
import { mountablePath, type ScannedEntry, type ScannedFolder, scanNames } from './scan-names.ts';

/** What of a workspace programs may not write, all as paths from the root (`.` is the root itself). This file does I/O. */
export interface DeniedPaths {
  /** Files, and folders in which nothing can be created either. Other names and targets of links are among them. */
  readonly readOnly: ReadonlyMap<string, WriteDenial>;
  /** Files and folders in a read-only folder that no rule denies. */
  readonly writable: ReadonlySet<string>;
  /** Folders that cannot be renamed or removed; what is in them is not denied as a whole. */
  readonly pinned: ReadonlySet<string>;
  /** Links that a rule denies to write, or something under them. A link cannot be mounted over. */
  readonly links: ReadonlyMap<string, DeniedLink>;
  /**
   * What a rule denies by its own name and outside of a read-only folder, links included. A name through a link counts if its
   * target is not denied by itself.
   */
  readonly named: ReadonlyMap<string, WriteDenial>;
}

interface DeniedLink {
  /** Where it really led (`placeOfLink`). */
  readonly to: string | null;
  readonly rule: WriteDenial;
}

/** Where a link leads over all further links; its own text if nothing is there; `null` if it is gone. */
function placeOfLink(root: string, path: string): string | null {
  return (
    orNull(() => realpathSync(join(root, path))) ?? orNull(() => readlinkSync(join(root, path)))
  );
}

export const NOTHING_DENIED: DeniedPaths = {
  readOnly: new Map(),
  writable: new Set(),
  pinned: new Set(),
  links: new Map(),
  named: new Map(),
};

/** The most read-only paths with a mount each, beyond which whole folders are read-only; and the most writable ones in them. */
const MAX_MOUNTS = 120;
const READ_ONLY = 'read-only for commands';

/**
 * Folders of installed packages. A pattern that does not name such a folder (`**` + `/package.json`) is about the files of
 * the repository, and each package would need mounts.
 */
const INSTALLED = /(?:^|\/)(node_modules|\.venv|venv|site-packages)\//;

/** Collects the denied paths while a workspace is scanned. */
export class DeniedPathsScan {
  readonly #root: string;
  readonly #writes: DeniedWrites;
  /** Regular files that are read-only by a rule. */
  readonly #files = new Map<string, WriteDenial>();
  /** Links that a rule may be about, or what is below them. */
  readonly #followed: string[] = [];
  readonly found = {
    readOnly: new Map<string, WriteDenial>(),
    writable: new Set<string>(),
    pinned: new Set<string>(),
    links: new Map<string, DeniedLink>(),
    named: new Map<string, WriteDenial>(),
  } satisfies DeniedPaths;

  /** Where denied links lead, by the path of the target. */
  readonly #targets: Map<string, WriteDenial>;

  constructor(root: string, writes: DeniedWrites, targets = new Map<string, WriteDenial>()) {
    this.#root = root;
    this.#writes = writes;
    this.#targets = targets;
  }

  /** Whether the root itself is read-only. */
  startsClosed(): boolean {
    const rule = denialInside(this.#writes, '.');
    if (rule !== null) this.found.readOnly.set('.', rule);
    return rule !== null;
  }

  /** Visits an entry of a folder, which is read-only if `isClosed`. Returns whether the entry is a read-only folder. */
  visit(child: ScannedEntry, isClosed: boolean): boolean {
    const { path, bytes, entry } = child;
    const isFolder = entry.isDirectory();
    if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) return isClosed;
    const rule = this.#writes.denial(path);
    const inside = isFolder ? denialInside(this.#writes, path) : null;
    const closedBy = isFolder ? inside : rule;
    if (entry.isFile() && rule !== null && bytes === null) this.#files.set(path, rule);
    if (entry.isSymbolicLink()) {
      if (bytes === null && !isExempt(path, rule) && this.#mayLeadToDenied(path, rule))
        this.#followed.push(path);
      if (rule !== null && !isClosed && !isExempt(path, rule)) this.#addLink(path, rule);
      return isClosed;
    }
    if (isClosed) {
      if (closedBy !== null || bytes !== null) return true;
      this.found.writable.add(path);
      return false;
    }
    const by = closedBy ?? rule;
    if (by === null || isExempt(path, by)) return false;
    this.found.named.set(path, by);
    if (closedBy === null) this.found.pinned.add(mountablePath(this.#root, child, READ_ONLY));
    else this.found.readOnly.set(mountablePath(this.#root, child, READ_ONLY), closedBy);
    return inside !== null;
  }

  /** A folder whose content is not known is read-only: a rule may deny to write something in it. */
  closeUnscanned(folder: ScannedFolder): void {
    const rule = this.#writes.rules.find((each) => !isExempt(`${folder.path}/`, each));
    if (rule !== undefined && this.#mayHoldDenied(folder.path))
      this.#addReadOnly(mountablePath(this.#root, folder, READ_ONLY), rule);
  }

  #addLink(path: string, rule: WriteDenial): void {
    this.found.links.set(path, { to: placeOfLink(this.#root, path), rule });
    this.found.named.set(path, rule);
  }

  #mayLeadToDenied(path: string, rule: WriteDenial | null): boolean {
    return (
      rule !== null ||
      denialInside(this.#writes, path) !== null ||
      this.#writes.bases.some((base) => base !== '' && overlap(path, base))
    );
  }

  /** After the scan: what a rule denies under a path that leads through a link is read-only where it really is. */
  addTargets(): void {
    for (const link of this.#followed) {
      const target = this.#realPath(link);
      // A link to a folder above itself would make that folder read-only as a whole.
      if (target === null || isWithin(target, link)) continue;
      const isFolder = lstatOrNull(join(this.#root, target))?.isDirectory() === true;
      const rule = isFolder ? denialInside(this.#writes, link) : this.#writes.denial(link);
      if (rule !== null) this.#targets.set(target, rule);
      else if (isFolder) this.#addTargetsBelow(link);
    }
    for (const [target, rule] of this.#targets)
      if (lstatOrNull(join(this.#root, target)) !== null) this.#addReadOnly(target, rule);
  }

  #mayHoldDenied(path: string): boolean {
    return this.#writes.bases.some((base) => base === '' || overlap(path, base));
  }

  #addTargetsBelow(link: string): void {
    const below = new DeniedPathsScan(this.#root, this.#writes);
    scanNames<boolean>(
      this.#root,
      { path: link, state: false },
      {
        visit: (child, isClosed) => (isGitName(child.name) ? null : below.visit(child, isClosed)),
        unlisted: () => undefined,
      },
    );
    for (const [path, rule] of below.found.readOnly) {
      const target = this.#realPath(path);
      if (target === null) continue;
      this.#targets.set(target, rule);
      if (isClosedIn(this.found, target)) continue;
      this.found.named.set(path, rule);
      if (!this.found.links.has(link) && !isClosedIn(this.found, link))
        this.found.links.set(link, { to: placeOfLink(this.#root, link), rule });
    }
  }

  /** From the root; `null` if it is not there, outside of the workspace, the workspace itself, or git's. */
  #realPath(path: string): string | null {
    const real = orNull(() => realpathSync(join(this.#root, path)));
    const parts = real === null ? null : partsBelow(this.#root, real, false);
    return parts === null || parts.length === 0 || parts.some((part) => isGitName(part))
      ? null
      : parts.join('/');
  }

  /** The device and inode of each read-only file with more than one hard link. */
  hardLinkedFiles(): ReadonlyMap<string, WriteDenial> {
    const linked = new Map<string, WriteDenial>();
    for (const [path, rule] of this.#files) {
      const id = linkedFileId(join(this.#root, path));
      if (id !== null) linked.set(id, rule);
    }
    return linked;
  }

  /** Another name of a read-only file: it would be written under that name. */
  addOtherName(child: ScannedEntry, rule: WriteDenial): void {
    if (this.#files.has(child.path)) return;
    this.#addReadOnly(mountablePath(this.#root, child, READ_ONLY), rule);
  }

  #addReadOnly(path: string, rule: WriteDenial): void {
    this.found.writable.delete(path);
    if (!isClosedIn(this.found, path)) this.found.readOnly.set(path, rule);
  }
}

/** Whether one of two paths is or contains the other, in any case. */
function overlap(path: string, other: string): boolean {
  const [a, b] = [path.toLowerCase(), other.toLowerCase()];
  return isWithin(a, b) || isWithin(b, a);
}

function isExempt(path: string, rule: WriteDenial | null): boolean {
  const installed = INSTALLED.exec(path)?.[1];
  return installed !== undefined && rule?.rule.includes(installed) !== true;
}

/** Whether the nearest path at or above this one that is known is read-only. */
function isClosedIn(
  {
    readOnly,
    writable,
  }: {
    readonly readOnly: { has(path: string): boolean };
    readonly writable: ReadonlySet<string>;
  },
  path: string,
): boolean {
  const nearest = leadingPaths(path).findLast((one) => readOnly.has(one) || writable.has(one));
  return nearest === undefined ? readOnly.has('.') : readOnly.has(nearest);
}

/**
 * The denied paths that stay writable for one process, because the policy lists them for it by their names. `listed`: what it
 * lists. A baseline may still deny one.
 */
export function openedPaths(
  deniedWrites: DeniedWrites | null,
  listed: readonly string[],
): readonly string[] {
  if (deniedWrites === null) return [];
  const { denial } = deniedWrites;
  return listed
    .flatMap(namedPath)
    .filter((path) => denial(path) !== null && denial(path, listed) === null);
}

/** The mounts that keep programs from writing what is denied. */
export interface ReadOnlyMounts {
  readonly readOnly: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  /** Those of `readOnly` that no rule denies as a whole: folders with too many denied files for a mount each. */
  readonly folders: readonly string[];
  /** How many exceptions stay read-only, because a mount for each would be too many. */
  readonly exceptionsLeft: number;
  /** Whether a path, which need not exist, lies where nothing can be written. */
  readonly isClosed: (path: string) => boolean;
}

/** At most `MAX_MOUNTS` mounts of each kind. What has none of the writable ones stays read-only. */
export function readOnlyMounts(denied: DeniedPaths): ReadOnlyMounts {
  const { pinned } = denied;
  const readOnly = new Set(groupByFolder([...denied.readOnly.keys()], MAX_MOUNTS));
  const writable = new Set([...denied.writable].slice(0, MAX_MOUNTS));
  return {
    readOnly,
    writable,
    pinned,
    folders: [...readOnly].filter((path) => !denied.readOnly.has(path)),
    exceptionsLeft: denied.writable.size - writable.size,
    isClosed: (path) => isClosedIn({ readOnly, writable }, path),
  };
}

/**
 * What a command changed although a rule denies to write it: a path that did not exist when the command started, and a link,
 * which cannot be mounted over: that itself, or another on its way, leads elsewhere now. `before` and `after` are what a scan
 * found. This file does I/O.
 */
export function writtenDenied(
  root: string,
  { before, after }: { readonly before: DeniedPaths; readonly after: DeniedPaths },
): ReadonlyMap<string, WriteDenial> {
  const created = [...after.named].filter(
    ([path]) => !before.named.has(path) && !isClosedIn(before, path),
  );
  const relinked = [...before.links]
    .filter(([path, { to }]) => placeOfLink(root, path) !== to)
    .map(([path, { rule }]) => [path, rule] as const);
  return new Map([...created, ...relinked]);
}
