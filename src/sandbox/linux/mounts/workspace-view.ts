import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdsCredentials, shownConfig } from '../../git/read/config.ts';
import { kindOf } from '../../git/read/git-paths.ts';
import {
  findHiddenPaths,
  type HiddenPaths,
  type IsHidden,
  isPlainSettings,
} from './hidden-paths.ts';
import { isWithin } from '../../files/lexical-path.ts';
import { readConfig } from '../../git/read/persisted-credentials.ts';
import { createWhiteoutLayer } from '../overlay/whiteout-layer.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/** What commands see of the workspace. A view is reused until a command that can write has run. This file does I/O. */
export interface WorkspaceView {
  readonly hidden: HiddenPaths;
  /**
   * Configurations of nested repositories that contain credentials, by path from the root, with the file that is shown
   * instead.
   */
  readonly configs: ReadonlyMap<string, string>;
  /** The lower directory with whiteouts for an overlay; `null` if this file system does not support whiteouts. */
  lowerDir(show: readonly string[]): LowerDir | null;
  /** The paths to cover by a mount each, for a command without an overlay. */
  covered(show: readonly string[]): readonly string[];
}

export interface LowerDir {
  readonly folder: string;
  /** Removes it if it was created for one command. */
  remove(): void;
}

export interface ViewOptions {
  readonly root: string;
  readonly isHidden: IsHidden;
  /** A private folder for lower directories. */
  readonly folder: string;
  /** `null` if this file system does not support whiteouts. */
  readonly whiteout: string | null;
  /** A value that differs when the view must be created again. */
  readonly revision: () => string;
}

/** Installed packages contain no secrets of the repository, and covering each file there would need a mount each. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages)\//;
/** The most paths that are covered by a mount each; with more, whole folders are covered. */
const MAX_COVERS = 120;

/** Creates a view on the first call, and again when `revision` differs. Throws if the workspace cannot be scanned. */
export function workspaceViews(options: ViewOptions): () => WorkspaceView {
  let made: { readonly revision: string; readonly view: WorkspaceView } | null = null;
  let layers = 0;
  return () => {
    const revision = options.revision();
    if (made?.revision !== revision) {
      layers += 1;
      made = { revision, view: createView(options, join(options.folder, `masks-${layers}`)) };
    }
    return made.view;
  };
}

function createView(options: ViewOptions, folder: string): WorkspaceView {
  const { root, whiteout } = options;
  const found = findHiddenPaths(root, options.isHidden);
  const hidden = {
    ...found,
    paths: found.paths.filter((path) => !isPlainSettings(root, path)),
  };
  let shared: LowerDir | null = null;
  let special = 0;
  const createLayer = (layer: string, paths: readonly string[]): LowerDir | null => {
    if (whiteout === null) return null;
    createWhiteoutLayer({ root, folder: layer, whiteout, hidden: paths });
    return { folder: layer, remove: () => rmSync(layer, { recursive: true, force: true }) };
  };
  return {
    hidden,
    configs: shownConfigs(root, hidden.repositories, `${folder}-configs`),
    lowerDir: (show) => {
      if (show.length > 0) {
        special += 1;
        return createLayer(`${folder}-${special}`, without(root, hidden.paths, show));
      }
      shared ??= createLayer(folder, hidden.paths);
      return shared === null ? null : { ...shared, remove: () => undefined };
    },
    covered: (show) =>
      groupByFolder(
        without(root, hidden.paths, show).filter((path) => !INSTALLED.test(path)),
        MAX_COVERS,
      ),
  };
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

/** At most `most` paths that cover all of these: the deepest files are replaced by their folders. */
function groupByFolder(paths: readonly string[], most: number): string[] {
  let grouping = [...new Set(paths)];
  for (let depth = deepest(grouping); grouping.length > most && depth > 1; depth -= 1) {
    grouping = [
      ...new Set(
        grouping.map((path) =>
          depthOf(path) === depth ? path.slice(0, path.lastIndexOf('/')) : path,
        ),
      ),
    ];
  }
  return grouping;
}

function deepest(paths: readonly string[]): number {
  return paths.reduce((depth, path) => Math.max(depth, depthOf(path)), 0);
}

function depthOf(path: string): number {
  return path.split('/').length;
}
