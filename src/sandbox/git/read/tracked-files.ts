import { join } from 'node:path';
import { isSecretsLike } from '../../../policy/index.ts';
import { decodedPath } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { GIT_MODES, MAX_INDEX_BYTES, parseIndex } from './index-file.ts';
import { findGit, requireGit } from './git-paths.ts';
import { gitRoots, readHead } from './refs.ts';
import { readRegularFile, regularFileOrNull } from '../../files/regular-file.ts';

/**
 * The paths of git's index in a checkout, from its root. Skips submodules, and names that are not valid UTF-8. Throws
 * `worktree-refused`.
 */
export function trackedFiles(folder: string): readonly string[] {
  const places = requireGit(folder);
  const head = readHead(gitRoots(places)).commit;
  const entries = parseIndex(
    readRegularFile(join(places.own, 'index'), MAX_INDEX_BYTES),
    head?.length === 64 ? 32 : 20,
  );
  if (entries === null)
    throw workTreeRefused(
      `The git index of ${folder} cannot be read.`,
      'Check the repository out with actions/checkout, or run "git update-index --no-split-index" here.',
    );
  const paths = entries.flatMap(({ path, mode }) =>
    mode === GIT_MODES.submodule ? [] : [decodedPath(path)],
  );
  return [...new Set(paths)].filter((path) => !path.includes('\u{fffd}'));
}

/** A larger index is not read, because an evaluation waits for the result. */
const MAX_EVALUATED_BYTES = 32 * 1024 * 1024;

/**
 * The files in git's index that usually contain secrets (`PathResolver.trackedSecrets`), as absolute paths. Empty
 * without an index in version 2, 3 or 4.
 */
export function trackedSecrets(root: string): readonly string[] {
  const git = findGit(root);
  const index =
    git === null ? null : regularFileOrNull(join(git.own, 'index'), MAX_EVALUATED_BYTES);
  if (index === null) return [];
  const entries = parseIndex(index, 20) ?? parseIndex(index, 32) ?? [];
  return entries
    .map(({ path }) => decodedPath(path))
    .filter((name) => isSecretsLike(name))
    .map((name) => join(root, name));
}
