import { ownerNames, readCodeOwners } from '../../approvals/index.ts';
import { memoize } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';

const MAX_GROUPS = 20;

/**
 * One line with the owners of paths by CODEOWNERS of the trusted branch, which is read once; `null` without such a file
 * or without a path.
 */
export function codeOwnersLine(
  github: Pick<GitHub, 'fileAt'>,
  trustedSha: string,
): (paths: readonly string[]) => Promise<string | null> {
  const read = memoize(async () => await readCodeOwners(github, trustedSha));
  return async (paths) => {
    const codeOwners = await read();
    if (codeOwners === null || paths.length === 0) return null;
    const groups = Map.groupBy(paths, (path) => ownerNames(codeOwners, path).join(' ') || 'nobody');
    const shown = [...groups]
      .slice(0, MAX_GROUPS)
      .map(([names, { length }]) => `${names} (${length} of ${paths.length} files)`);
    return `code owners: ${shown.join('; ')}`;
  };
}
