import { join } from 'node:path';
import { isSecretsLike } from '../../../policy/index.ts';
import { decodedPath } from '../../files/byte-paths.ts';
import { regularFileOrNull } from '../../files/regular-file.ts';
import { findGit } from './git-paths.ts';
import { parseIndex } from './index-file.ts';

/** A larger index is not read, because an evaluation waits for the result. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;

/**
 * The files in git's index that usually contain secrets (`PathResolver.trackedSecrets`), as absolute paths. Empty
 * without an index in version 2, 3 or 4.
 */
export function trackedSecrets(root: string): readonly string[] {
  const git = findGit(root);
  const index = git === null ? null : regularFileOrNull(join(git.own, 'index'), MAX_INDEX_BYTES);
  if (index === null) return [];
  const entries = parseIndex(index, 20) ?? parseIndex(index, 32) ?? [];
  return entries
    .map(({ path }) => decodedPath(path))
    .filter((name) => isSecretsLike(name))
    .map((name) => join(root, name));
}
