import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../common/index.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';
import type { GitPaths } from '../read/git-paths.ts';
import { MAX_GIT_NAMES } from '../read/scan-git-folder.ts';
import { createGitView, type GitView, type GitViewOptions } from './git-view.ts';

/** Caches the git view of reading commands and creates it again when git's state changes. This file does I/O. */
export interface GitViews {
  /** The view of git's current state; waits if it is being created. */
  view(): Promise<GitView>;
  /** Cancels the creation of views. */
  close(): Promise<void>;
}

/** How long commands wait for the view of a large repository before they run without git. */
const MAKE_TIMEOUT_MS = 30_000;
/** Views that are kept: a running command may still use the previous one. */
const KEPT = 2;

/** `folder` is a private folder for all views. */
interface GitViewsOptions
  extends Pick<GitViewOptions, 'isMasked' | 'folder' | 'bubblewrap' | 'shownConfig'> {
  readonly git: GitPaths | null;
}

export function gitViews(options: GitViewsOptions): GitViews {
  const { git, folder } = options;
  const ending = new AbortController();
  const made: { readonly key: string; readonly folder: string; readonly view: Promise<GitView> }[] =
    [];
  let count = 0;
  const make = (places: GitPaths, key: string): Promise<GitView> => {
    count += 1;
    const viewFolder = join(folder, `git-${count}`);
    mkdirSync(viewFolder, { mode: 0o700 });
    const view = createGitView({
      ...options,
      git: places,
      folder: viewFolder,
      signal: ending.signal,
      timeoutMs: MAKE_TIMEOUT_MS,
    });
    made.push({ key, folder: viewFolder, view });
    for (const old of made.splice(0, Math.max(0, made.length - KEPT)))
      void old.view.then(() => rmSync(old.folder, { recursive: true, force: true }));
    return view;
  };
  return {
    view: async () => {
      if (git === null) return { kind: 'whole' };
      const key = gitStateKey(git);
      const latest = made.at(-1);
      return await (latest?.key === key ? latest.view : make(git, key));
    },
    close: async () => {
      ending.abort();
      await Promise.all(made.map(({ view }) => view));
    },
  };
}

/** Folders that are scanned. Changes in others also change the folders and files of these. */
const DEEP =
  /^(?:refs(?:\/.+)?|objects|objects\/(?:pack|info)|logs|logs\/refs|info|modules|worktrees|worktrees\/[^/]+)$/u;

/**
 * A hash of a git folder's names, sizes and times. It differs once git has changed anything that a view depends on.
 * Cheap: it uses only `lstat`, so it can be computed before each command. With more than `maxNames` names, each key is
 * a new one.
 */
export function gitStateKey({ own, common }: GitPaths, maxNames = MAX_GIT_NAMES): string {
  const lines: string[] = [];
  for (const root of new Set([common, own])) describe(root, { lines, maxNames });
  return lines.length > maxNames ? randomUUID() : sha256(lines.join('\0'));
}

/** Adds a line for each name, until there are more than `maxNames`. */
function describe(
  root: string,
  { lines, maxNames }: { readonly lines: string[]; readonly maxNames: number },
): void {
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const name of namesOrEmpty(join(root, below)).sort()) {
      if (lines.length > maxNames) return;
      const path = below === '' ? name : `${below}/${name}`;
      // A name that is not valid UTF-8 is not found again. The time of its folder shows when it comes or goes.
      const about = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      // No program can set the `ctime` back.
      const { mode, size, ino, mtimeNs, ctimeNs } = about ?? {};
      lines.push([root, path, mode, size, ino, mtimeNs, ctimeNs].join(':'));
      if (about?.isDirectory() === true && DEEP.test(path)) folders.push(path);
    }
  }
}
