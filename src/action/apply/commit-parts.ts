import { basename } from 'node:path';

/** A changed path, and what the change is. */
interface ChangedPath {
  readonly path: string;
  readonly isDeleted: boolean;
}

/**
 * The paths of the commits that make these changes, at most `most` of them in one. Deletions come first, so that what takes
 * the place of a deleted file or folder is in no earlier commit; then attribute files, by which git converts the others.
 */
export function commitParts(
  changes: readonly ChangedPath[],
  most: number,
): readonly (readonly string[])[] {
  const paths = [0, 1, 2].flatMap((step) =>
    changes.filter((change) => stepOf(change) === step).map(({ path }) => path),
  );
  const count = Math.ceil(paths.length / most);
  return Array.from({ length: count }, (_, part) => paths.slice(part * most, (part + 1) * most));
}

function stepOf({ path, isDeleted }: ChangedPath): number {
  if (isDeleted) return 0;
  return basename(path) === '.gitattributes' ? 1 : 2;
}
