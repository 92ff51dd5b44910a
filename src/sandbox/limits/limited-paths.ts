import { join } from 'node:path';
import type { DeniedWrites, WriteDenial } from '../../policy/index.ts';
import { foldersAbove } from '../files/lexical-path.ts';
import {
  linkedFileId,
  lstatOrNull,
  namesOrEmpty,
  regularFileOrNull,
} from '../files/regular-file.ts';
import { type DeniedPaths, DeniedPathsScan, NOTHING_DENIED } from './denied-paths.ts';
import { mountablePath, scanNames } from './scan-names.ts';

/** What of a workspace commands may not read or write, found by one walk. This file does I/O. */
interface LimitedPaths {
  readonly hidden: HiddenPaths;
  readonly denied: DeniedPaths;
}

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

/** The rules by which paths are limited. */
export interface PathLimits {
  readonly isHidden: IsHidden;
  /** `null`: no rule denies programs to write a path. */
  readonly deniedWrites: DeniedWrites | null;
  /**
   * Where denied links led in earlier scans of the run: these stay read-only, because a program could remove a link first.
   * A scan adds to it. Absent: no earlier scan counts.
   */
  readonly knownTargets?: Map<string, WriteDenial>;
}

/** The deepest folder level; deeper folders are hidden as a whole. */
const MAX_DEPTH = 400;
const HIDDEN = 'hidden from commands';

/** What is known of a folder when its entries are visited. */
interface FolderState {
  /** Its entries are hidden with it, so they are scanned for denied writes alone. */
  readonly isHidden: boolean;
  /** It is read-only. */
  readonly isClosed: boolean;
}

/** Finds the limited paths. Throws if the workspace has too many names, or a path cannot be hidden or made read-only. */
export function findLimitedPaths(
  root: string,
  { isHidden, deniedWrites, knownTargets }: PathLimits,
): LimitedPaths {
  const hidden = new Set<string>();
  const repositories: string[] = [];
  const sockets: string[] = [];
  const denied =
    deniedWrites === null ? null : new DeniedPathsScan(root, deniedWrites, knownTargets);
  const start = { isHidden: false, isClosed: denied?.startsClosed() ?? false };
  scanNames<FolderState>(
    root,
    { path: '', state: start },
    {
      visit: (child, state) => {
        const { path, bytes, entry, folder } = child;
        if (child.name.toLowerCase() === '.git') {
          if (!state.isHidden && folder.path !== '' && bytes === null) repositories.push(path);
          return null;
        }
        const isTooDeep = entry.isDirectory() && folder.depth >= MAX_DEPTH;
        const isHere = !state.isHidden && (isHidden(path) || isTooDeep);
        if (isHere) hidden.add(mountablePath(root, child, HIDDEN));
        else if (!state.isHidden && entry.isSocket() && bytes === null) sockets.push(path);
        const isClosed = denied?.visit(child, state.isClosed) ?? false;
        if (isTooDeep) denied?.closeUnscanned(child);
        if (isTooDeep || (isHere && denied === null)) return null;
        return { isHidden: state.isHidden || isHere, isClosed };
      },
      unlisted: (folder) => {
        // Its owner could make it readable again, and its content would be visible.
        hidden.add(mountablePath(root, folder, HIDDEN));
        denied?.closeUnscanned(folder);
      },
    },
  );
  denied?.addTargets();
  addHardLinks(root, { hidden, denied });
  return {
    hidden: { paths: outermost(hidden), repositories, sockets },
    denied: denied?.found ?? NOTHING_DENIED,
  };
}

/**
 * Without the paths in a folder that is hidden as a whole, which it is also because of one name that is not valid UTF-8. Hiding both
 * fails, or hides only the path in it, depending on their order.
 */
function outermost(paths: ReadonlySet<string>): readonly string[] {
  return [...paths].filter((path) => !foldersAbove(path).some((one) => paths.has(one)));
}

/** Hides the other names of hidden files, and makes those of read-only files read-only. A second walk, if there are any. */
function addHardLinks(
  root: string,
  { hidden, denied }: { readonly hidden: Set<string>; readonly denied: DeniedPathsScan | null },
): void {
  const linked = hardLinkedFiles(root, [...hidden]);
  const linkedDenied = denied?.hardLinkedFiles() ?? new Map<string, never>();
  if (linked.size === 0 && linkedDenied.size === 0) return;
  const known = new Set(hidden);
  scanNames<{ readonly isHidden: boolean }>(
    root,
    { path: '', state: { isHidden: false } },
    {
      visit: (child, { isHidden }) => {
        const { path, entry } = child;
        if (child.name.toLowerCase() === '.git') return null;
        const isCovered = isHidden || known.has(path);
        const id = entry.isFile() ? linkedFileId(join(root, path)) : null;
        if (id !== null && linked.has(id) && !isCovered)
          hidden.add(mountablePath(root, child, HIDDEN));
        const rule = id === null ? undefined : linkedDenied.get(id);
        if (rule !== undefined) denied?.addOtherName(child, rule);
        return isCovered && linkedDenied.size === 0 ? null : { isHidden: isCovered };
      },
      unlisted: () => undefined,
    },
  );
}

/**
 * The device and inode of hidden files with more than one hard link, including files in hidden folders: they could be
 * read under the other name.
 */
function hardLinkedFiles(root: string, paths: readonly string[]): Set<string> {
  const linked = new Set<string>();
  const left = [...paths];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const id = linkedFileId(join(root, path));
    if (id !== null) linked.add(id);
    else if (lstatOrNull(join(root, path))?.isDirectory() === true)
      for (const name of namesOrEmpty(join(root, path))) left.push(`${path}/${name}`);
  }
  return linked;
}

const PACKAGE_MANAGER_FILE = /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml)$/;
/** A key that may name a credential, or an address with a user (`https://user:password@host`). */
const CREDENTIAL_LINE = /auth|passw|token|secret|certfile|keyfile|\b_?key\b|:[^\s@:]*@/i;
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
