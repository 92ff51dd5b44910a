/** Lists the files of a commit or tree. Pure: arguments for git, and what its output says. */
import { byteRecords } from '../../files/byte-paths.ts';

export interface TreeEntry {
  readonly mode: string;
  readonly sha: string;
}

/** The files and submodules of a tree by their path, as bytes (Latin-1). */
export type TreeFiles = ReadonlyMap<string, TreeEntry>;

const LISTED = /^(\d{6}) (?:blob|commit) ([0-9a-f]{40,64})\t([^]+)$/;

/** The arguments with which git lists this tree for `treeFilesIn`. */
export function treeListing(tree: string): readonly string[] {
  return ['ls-tree', '-r', '-z', '--full-tree', tree];
}

export function treeFilesIn(output: Buffer): TreeFiles {
  const files = new Map<string, TreeEntry>();
  for (const record of byteRecords(output)) {
    const [, mode, sha, path] = LISTED.exec(record) ?? [];
    if (mode !== undefined && sha !== undefined && path !== undefined)
      files.set(path, { mode, sha });
  }
  return files;
}
