import { protectedPaths } from './protected-paths.ts';

/** What of the workspace commands may write, from the policy's words. Paths from the root. */

interface Wanted {
  readonly write?: readonly string[];
  readonly protect?: readonly string[];
}

/** The folders that commands may write; `.` is all. */
export function writablePaths(root: string, write: readonly string[]): string[] {
  const named = protectedPaths(root, write);
  return write.some((path) => path === '.' || path === './' || path === root)
    ? ['.', ...named]
    : named;
}

/** The paths that commands must not write: those that are listed, and `.github` where nothing in it is named as writable. */
export function protectedIn(root: string, { write = ['.'], protect = [] }: Wanted): string[] {
  const named = writablePaths(root, write);
  const opens = named.some((path) => path === '.github' || path.startsWith('.github/'));
  return protectedPaths(root, [...(opens ? [] : ['.github']), ...protect]);
}
