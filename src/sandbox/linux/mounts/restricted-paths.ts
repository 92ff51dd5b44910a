import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../../common/index.ts';
import { groupByFolder } from '../../limits/group-by-folder.ts';

const MAX_NAMES = 100_000;
/** The most paths that are found, because each takes a mount; with more, whole folders are. */
const MAX_RESTRICTED = 100;
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/**
 * The files and folders below a folder that this user may read and others may not: what they hold is for programs of root, or of a
 * group. Links are not followed. This file does I/O.
 */
export function restrictedBelow(top: string): readonly string[] {
  const restricted: string[] = [];
  const folders = [''];
  let names = 0;
  for (const folder of folders) {
    for (const entry of orNull(() => readdirSync(join(top, folder), { withFileTypes: true })) ??
      []) {
      names += 1;
      if (names > MAX_NAMES) throw new Error(`${top} has more than ${MAX_NAMES} names`);
      if (!entry.isFile() && !entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (isForOthers(join(top, path), isFolder)) {
        if (isFolder) folders.push(path);
      } else if (isReadable(join(top, path), isFolder)) restricted.push(path);
    }
  }
  return groupByFolder(restricted, MAX_RESTRICTED).map((path) => join(top, path));
}

function isForOthers(path: string, isFolder: boolean): boolean {
  const needed = isFolder ? OTHERS_READ | OTHERS_ENTER : OTHERS_READ;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined || (stats.mode & needed) === needed;
}

/** Whoever may enter a folder can open what is in it by name, also if it cannot be listed. */
function isReadable(path: string, isFolder: boolean): boolean {
  return orNull(() => accessSync(path, isFolder ? constants.X_OK : constants.R_OK)) !== null;
}
