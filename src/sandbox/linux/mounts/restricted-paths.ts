import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../../common/index.ts';

/** The most names that are looked at. */
const MAX_NAMES = 100_000;
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/**
 * The files and folders below a folder that this user may read and others may not: what they hold is for programs of root, or of a
 * group. Links are not followed. This file does I/O.
 */
export function restrictedBelow(top: string): readonly string[] {
  const restricted: string[] = [];
  const folders = [top];
  let names = 0;
  for (const folder of folders) {
    for (const entry of orNull(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
      names += 1;
      if (names > MAX_NAMES) throw new Error(`${top} has more than ${MAX_NAMES} names`);
      if (!entry.isFile() && !entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      if (!isForOthers(path, entry.isDirectory())) restricted.push(path);
      else if (entry.isDirectory()) folders.push(path);
    }
  }
  return restricted.filter((path) => isReadable(path));
}

function isForOthers(path: string, isFolder: boolean): boolean {
  const needed = isFolder ? OTHERS_READ | OTHERS_ENTER : OTHERS_READ;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined || (stats.mode & needed) === needed;
}

function isReadable(path: string): boolean {
  return orNull(() => accessSync(path, constants.R_OK)) !== null;
}
