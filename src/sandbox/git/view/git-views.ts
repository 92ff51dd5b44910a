import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GitPaths } from '../read/git-paths.ts';
import { gitStateKey } from './git-state.ts';
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
    if (made.length > KEPT) {
      const old = made.shift();
      if (old !== undefined)
        void old.view.then(() => rmSync(old.folder, { recursive: true, force: true }));
    }
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
