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
    const groups = new Map<string, number>();
    for (const path of paths) {
      const names = ownerNames(codeOwners, path).join(' ') || 'nobody';
      groups.set(names, (groups.get(names) ?? 0) + 1);
    }
    const shown = [...groups]
      .slice(0, MAX_GROUPS)
      .map(([names, count]) => `${names} (${count} of ${paths.length} files)`);
    return `code owners: ${shown.join('; ')}`;
  };
}
