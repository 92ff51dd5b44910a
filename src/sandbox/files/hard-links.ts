import type { Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitName } from './lexical-path.ts';

/** Entries looked at before a multiply linked file counts as one with a name outside. */
export const MAX_LINK_SEARCH = 20_000;

/**
 * Whether every name of a multiply linked file lies in the workspace. A hard link is no link to follow: the only way to
 * know that its other names are inside is to find them there. Not found within the limit means outside (fail closed).
 * This file does I/O.
 */
export async function allNamesInside(root: string, file: Stats): Promise<boolean> {
  let missing = file.nlink;
  let looked = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(folder)) {
      looked += 1;
      if (looked > MAX_LINK_SEARCH) return false;
      if (entry.isDirectory && !isGitName(entry.name)) folders.push(join(folder, entry.name));
      if (entry.isFile && (await isSame(join(folder, entry.name), file))) missing -= 1;
      if (missing === 0) return true;
    }
  }
  return false;
}

interface Entry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      entries.push({ name: entry.name, isFile: entry.isFile(), isDirectory: entry.isDirectory() });
      if (entries.length > MAX_LINK_SEARCH) break;
    }
  } catch {
    // A folder that cannot be read shows no names, so what lies in it does not count as inside.
  }
  return entries;
}

async function isSame(path: string, file: Stats): Promise<boolean> {
  try {
    const stats = await lstat(path);
    return stats.ino === file.ino && stats.dev === file.dev;
  } catch {
    return false;
  }
}
