import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../common/index.ts';
import { denialInside, type WriteDenial } from '../../../policy/index.ts';
import { holdsCredentials, shownConfig } from '../../git/read/config.ts';
import { kindOf } from '../../git/read/git-paths.ts';
import { moduleFolders } from '../../git/read/submodules.ts';
import { isWithin, leadingPaths } from '../../files/lexical-path.ts';
import {
  type DeniedPaths,
  type ReadOnlyMounts,
  readOnlyMounts,
} from '../../limits/denied-paths.ts';
import { groupByFolder } from '../../limits/group-by-folder.ts';
import {
  findLimitedPaths,
  type HiddenPaths,
  isPlainSettings,
  type PathLimits,
} from '../../limits/limited-paths.ts';
import { readConfig } from '../../git/read/persisted-credentials.ts';
import { createWhiteoutLayer } from '../overlay/whiteout-layer.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/** What commands see of the workspace. A view is reused until a command that can write has run. This file does I/O. */
export interface WorkspaceView {
  readonly hidden: HiddenPaths;
  readonly denied: DeniedPaths;
  /** For a command that writes the workspace itself. */
  readonly readOnly: ReadOnlyMounts;
  /** The git folders of nested repositories, or whole folders if there are too many for a mount each. */
  readonly repositories: CoveredPaths;
  /** Sockets from before the first command of the run: they lead to processes outside of the sandbox. */
  readonly sockets: readonly string[];
  /**
   * Configurations of nested repositories and submodules that contain credentials, by path from the root, with the file
   * that is shown instead.
   */
  readonly configs: ReadonlyMap<string, string>;
  /** The lower directory with whiteouts for an overlay; `null` if this file system does not support whiteouts. */
  lowerDir(show: readonly string[]): LowerDir | null;
  /** The paths to cover by a mount each, for a command without an overlay. */
  covered(show: readonly string[]): CoveredPaths;
}

interface CoveredPaths {
  readonly paths: readonly string[];
  /** Those of them that stand for what is in them: folders with too many of these paths for a mount each. */
  readonly folders: readonly string[];
}

interface LowerDir {
  readonly folder: string;
  /** Removes it if it was created for one command. */
  remove(): void;
}

export interface ViewOptions extends PathLimits {
  readonly root: string;
  /** A private folder for lower directories. */
  readonly folder: string;
  /** The whiteout that hides files in overlays; `null` if this file system does not support one. */
  readonly whiteout: string | null;
  /** A value that differs when the view must be created again; `null` while a command can change the workspace. */
  readonly revision: () => string | null;
}

/** Installed packages contain no secrets of the repository, and covering each file there would need a mount each. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages)\//;
/** The most paths that are covered by a mount each; with more, whole folders are covered. */
const MAX_COVERS = 120;
/** The most nested repositories whose git folder is mounted read-only; with more, whole folders are. */
const MAX_REPOSITORIES = 200;

/** Creates a view on the first call, and again when `revision` differs or is `null`. Throws if the workspace cannot be scanned. */
export function workspaceViews(options: ViewOptions): () => WorkspaceView {
  let made: { readonly revision: string | null; readonly view: WorkspaceView } | null = null;
  let layers = 0;
  const knownTargets = new Map<string, WriteDenial>();
  let sockets: readonly string[] | null = null;
  return () => {
    const revision = options.revision();
    if (made === null || revision === null || made.revision !== revision) {
      layers += 1;
      const view = createView(
        { ...options, knownTargets },
        join(options.folder, `masks-${layers}`),
      );
      sockets ??= view.hidden.sockets;
      made = { revision, view: { ...view, sockets } };
    }
    return made.view;
  };
}

function createView(options: ViewOptions, folder: string): Omit<WorkspaceView, 'sockets'> {
  const { root, whiteout } = options;
  createDeniedFolders(root, options);
  const { hidden: found, denied } = findLimitedPaths(root, options);
  const hidden = {
    ...found,
    paths: found.paths.filter((path) => !isPlainSettings(root, path)),
  };
  const ownModules = moduleFolders(join(root, '.git')).map((path) => `.git/${path}`);
  let shared: LowerDir | null = null;
  let special = 0;
  const createLayer = (layer: string, paths: readonly string[]): LowerDir | null => {
    if (whiteout === null) return null;
    createWhiteoutLayer({ root, folder: layer, whiteout, hidden: paths });
    return { folder: layer, remove: () => rmSync(layer, { recursive: true, force: true }) };
  };
  return {
    hidden,
    denied,
    readOnly: readOnlyMounts(denied),
    repositories: grouped(hidden.repositories, MAX_REPOSITORIES),
    configs: shownConfigs(root, [...hidden.repositories, ...ownModules], `${folder}-configs`),
    lowerDir: (show) => {
      if (show.length > 0) {
        special += 1;
        return createLayer(`${folder}-${special}`, without(root, hidden.paths, show));
      }
      shared ??= createLayer(folder, hidden.paths);
      return shared === null ? null : { ...shared, remove: () => undefined };
    },
    covered: (show) => {
      const single = without(root, hidden.paths, show).filter((path) => !INSTALLED.test(path));
      return grouped(single, MAX_COVERS);
    },
  };
}

function grouped(single: readonly string[], most: number): CoveredPaths {
  const paths = groupByFolder(single, most);
  const known = new Set(single);
  return { paths, folders: paths.filter((path) => !known.has(path)) };
}

/**
 * Creates each missing folder that is denied by its name, so that it can be mounted read-only before a program creates it.
 * Git ignores empty folders, and the end of the run removes them (`placeholderRemover`). If the folder above cannot be
 * written, it stays read-only: a program could change its mode.
 */
function createDeniedFolders(root: string, { deniedWrites, knownTargets }: PathLimits): void {
  if (deniedWrites === null) return;
  for (const folder of deniedWrites.folders) {
    const leading = leadingPaths(folder);
    for (const [index, path] of leading.entries()) {
      const kind = kindOf(join(root, path));
      if (kind === 'absent' && !createFolder(join(root, path))) {
        const above = leading[index - 1];
        const rule = denialInside(deniedWrites, folder);
        if (above !== undefined && rule !== null) knownTargets?.set(above, rule);
        break;
      }
      if (kind !== 'absent' && kind !== 'folder') break;
    }
  }
}

/** `false`: the folder above cannot be written. */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
}

/** Writes a copy without credentials of each configuration that contains some. */
function shownConfigs(
  root: string,
  repositories: readonly string[],
  folder: string,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const repository of repositories) {
    const path = `${repository}/config`;
    // The target of a link is scanned under its own name.
    const text = kindOf(join(root, repository)) === 'folder' ? readConfig(join(root, path)) : null;
    if (text === null || !holdsCredentials(text)) continue;
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const file = join(folder, String(shown.size));
    writeFileSync(file, shownConfig(text));
    shown.set(path, file);
  }
  return shown;
}

function without(root: string, paths: readonly string[], show: readonly string[]): string[] {
  return show.reduce<string[]>(
    (left, one) =>
      left.flatMap((path) => (isWithin(path, one) ? siblings(root, path, one) : [path])),
    [...paths],
  );
}

/** The entries of a hidden folder other than one path that is shown; empty for that path itself. */
function siblings(root: string, folder: string, path: string): string[] {
  if (path === folder) return [];
  return namesOrEmpty(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .flatMap((child) => (isWithin(child, path) ? siblings(root, child, path) : [child]));
}
