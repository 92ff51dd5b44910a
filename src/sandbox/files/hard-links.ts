import type { Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isGitName } from './lexical-path.ts';

/** The most entries that are searched; beyond, the file counts as having a name outside. */
const MAX_LINK_SEARCH = 20_000;

/**
 * Whether all names of a hard-linked file are in the workspace. The only way to know is to find them there. Not found
 * within the limit counts as outside (fail closed). This file does I/O.
 */
export async function allNamesInside(root: string, file: Stats): Promise<boolean> {
  let missing = file.nlink;
  let looked = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      // Each hard-linked file is searched for, so no more is read of a large folder than the limit.
      for await (const entry of await opendir(folder)) {
        looked += 1;
        if (looked > MAX_LINK_SEARCH) return false;
        if (entry.isDirectory() && !isGitName(entry.name)) folders.push(join(folder, entry.name));
        const other = entry.isFile()
          ? await lstat(join(folder, entry.name)).catch(() => null)
          : null;
        if (other?.ino === file.ino && other.dev === file.dev) missing -= 1;
        if (missing === 0) return true;
      }
    } catch {
      // Names in an unreadable folder do not count as inside.
    }
  }
  return false;
}
