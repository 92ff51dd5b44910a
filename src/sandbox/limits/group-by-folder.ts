import { folderAndName } from '../files/byte-paths.ts';
import { leadingPaths } from '../files/lexical-path.ts';

/**
 * At most `most` paths that cover all of these. The folders with the most of them are covered first, because each covers
 * its other files, too; of folders with one path each, the deepest.
 */
export function groupByFolder(paths: readonly string[], most: number): string[] {
  let grouping = [...new Set(paths)];
  while (grouping.length > most) {
    const groups = [...Map.groupBy(grouping, (path) => folderAndName(path)[0])].filter(
      ([folder]) => folder !== '',
    );
    const fullest = largest(groups.map(([, inside]) => inside.length));
    const full = groups.flatMap(([folder, { length }]) => (length === fullest ? [folder] : []));
    const deepest = largest(full.map(depthOf));
    const covered = fullest > 1 ? full : full.filter((folder) => depthOf(folder) === deepest);
    // Only files of the root are left.
    if (covered.length === 0) break;
    const folders = new Set(covered);
    const others = grouping.filter((path) => !leadingPaths(path).some((one) => folders.has(one)));
    grouping = [...covered, ...others];
  }
  return grouping;
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function depthOf(path: string): number {
  return path.split('/').length;
}
