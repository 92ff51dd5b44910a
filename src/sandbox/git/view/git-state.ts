import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../common/index.ts';
import type { GitPaths } from '../read/git-paths.ts';

/** More names than this and the rest is not looked at; `makeGitView` refuses such a folder for its time or its size. */
const MAX_NAMES = 50_000;
/** Folders that are looked into: the others are known by what git does to the folders and files of these. */
const DEEP =
  /^(?:refs(?:\/.+)?|objects|objects\/(?:pack|info)|logs|logs\/refs|info|modules|worktrees|worktrees\/[^/]+)$/u;

/**
 * What a git folder's names, sizes and times look like: differs once git has changed anything that a view of it
 * (`makeGitView`) depends on. Cheap, and only `lstat`: ask before each command. This file does I/O.
 */
export function gitStateKey({ own, common }: GitPaths): string {
  const lines: string[] = [];
  for (const root of new Set([common, own])) describe(root, lines);
  return sha256(lines.join('\0'));
}

function describe(root: string, lines: string[]): void {
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const name of namesIn(join(root, below))) {
      if (lines.length > MAX_NAMES) return;
      const path = below === '' ? name : `${below}/${name}`;
      // A name that is no text is not found again. The time of its folder tells when it comes or goes.
      const about = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      lines.push(`${root}:${path}:${about === undefined ? '' : statKey(about)}`);
      if (about?.isDirectory() === true && DEEP.test(path)) folders.push(path);
    }
  }
}

/** The time of the last change (`ctime`) is in it: no program can set that one back. */
function statKey({ mode, size, ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [mode, size, ino, mtimeNs, ctimeNs].join(':');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
