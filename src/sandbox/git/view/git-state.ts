import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../common/index.ts';
import type { GitPaths } from '../read/git-paths.ts';
import { namesOrEmpty } from '../../files/regular-file.ts';

/** The most names; `createGitView` refuses a folder with more. */
const MAX_NAMES = 50_000;
/** Folders that are scanned. Changes in others also change the folders and files of these. */
const DEEP =
  /^(?:refs(?:\/.+)?|objects|objects\/(?:pack|info)|logs|logs\/refs|info|modules|worktrees|worktrees\/[^/]+)$/u;

/**
 * A hash of a git folder's names, sizes and times. It differs once git has changed anything that a view depends on.
 * Cheap: it uses only `lstat`, so it can be computed before each command. This file does I/O.
 */
export function gitStateKey({ own, common }: GitPaths): string {
  const lines: string[] = [];
  for (const root of new Set([common, own])) describe(root, lines);
  return sha256(lines.join('\0'));
}

function describe(root: string, lines: string[]): void {
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const name of namesOrEmpty(join(root, below)).sort()) {
      if (lines.length > MAX_NAMES) return;
      const path = below === '' ? name : `${below}/${name}`;
      // A name that is not valid UTF-8 is not found again. The time of its folder shows when it comes or goes.
      const about = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      lines.push(`${root}:${path}:${about === undefined ? '' : statKey(about)}`);
      if (about?.isDirectory() === true && DEEP.test(path)) folders.push(path);
    }
  }
}

/** Includes `ctime`, which no program can set back. */
function statKey({ mode, size, ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [mode, size, ino, mtimeNs, ctimeNs].join(':');
}
