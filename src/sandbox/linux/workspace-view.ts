import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdsCredentials, shownConfig } from '../git/read/config.ts';
import { kindOf } from '../git/read/git-paths.ts';
import {
  findHiddenPaths,
  type HiddenPaths,
  type IsHidden,
  isPlainSettings,
} from './hidden-paths.ts';
import { readConfig } from '../git/read/persisted-credentials.ts';
import { createWhiteoutLayer } from './whiteout-layer.ts';

/**
 * What commands see of the workspace, kept until something could have written to it: commands that only read cannot, so one look
 * serves many of them. This file does I/O.
 */
export interface WorkspaceView {
  readonly hidden: HiddenPaths;
  /** Configurations of repositories below the root's own that hold credentials, by path from the root: the file that is shown instead. */
  readonly configs: ReadonlyMap<string, string>;
  /** The layer that hides them, for a command that sees the workspace through one; `null` where none can be made. */
  lowerDir(show: readonly string[]): LowerDir | null;
  /** What is hidden from a program that writes to the workspace itself, so that each path is covered by a mount of its own. */
  covered(show: readonly string[]): readonly string[];
}

export interface LowerDir {
  readonly folder: string;
  readonly hidden: number;
  /** Removes it where it was made for one command alone. */
  remove(): void;
}

export interface ViewOptions {
  readonly root: string;
  readonly isHidden: IsHidden;
  /** Where layers are made: this process's own. */
  readonly folder: string;
  /** `null` where this machine makes none. */
  readonly whiteout: string | null;
  /** Files that are shown in place of the workspace's own, by their path from the root. */
  readonly replaced: () => ReadonlyMap<string, string>;
  /** Paths that stand for others: each time it differs, the workspace is looked at anew. */
  readonly revision: () => string;
}

/** What was installed holds no secrets of the repository, and covering each file there would take a mount each. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages)\//;
/** So many paths can be covered by a mount each; with more, whole folders are. */
const MAX_COVERS = 120;

/** Looks at the workspace when it is first asked for, and again when `revision` differs. Throws where it cannot be looked through. */
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
  const hidden = findHiddenPaths(root, options.isHidden);
  let shared: LowerDir | null = null;
  let special = 0;
  const layer = (place: string, paths: readonly string[]): LowerDir | null => {
    if (whiteout === null) return null;
    createWhiteoutLayer({
      root,
      folder: place,
      whiteout,
      hidden: paths,
      replaced: options.replaced(),
    });
    return {
      folder: place,
      hidden: paths.length,
      remove: () => rmSync(place, { recursive: true, force: true }),
    };
  };
  return {
    hidden,
    configs: shownConfigs(root, hidden.repositories, `${folder}-configs`),
    lowerDir: (show) => {
      if (show.length > 0) {
        special += 1;
        return layer(`${folder}-${special}`, without(root, hidden.paths, show));
      }
      shared ??= layer(folder, hidden.paths);
      return shared === null ? null : { ...shared, remove: () => undefined };
    },
    covered: (show) =>
      groupByFolder(
        without(root, hidden.paths, show).filter(
          (path) => !INSTALLED.test(path) && !isPlainSettings(root, path),
        ),
        MAX_COVERS,
      ),
  };
}

/** Writes a copy without credentials of each configuration that holds some. */
function shownConfigs(
  root: string,
  repositories: readonly string[],
  folder: string,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const repository of repositories) {
    const path = `${repository}/config`;
    // Where a link leads is looked at by its own name.
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
    (left, one) => left.flatMap((path) => (covers(path, one) ? siblings(root, path, one) : [path])),
    [...paths],
  );
}

function covers(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** What a hidden folder holds beside one path that is shown; nothing for that path itself. */
function siblings(root: string, folder: string, path: string): string[] {
  if (path === folder) return [];
  return namesIn(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .flatMap((child) => (covers(child, path) ? siblings(root, child, path) : [child]));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** At most `most` paths that cover all of these: the deepest folders in place of what they hold. */
export function groupByFolder(paths: readonly string[], most: number): string[] {
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
