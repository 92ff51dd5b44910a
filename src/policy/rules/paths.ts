import { posix } from 'node:path';
import type { PathResolver } from '../model/facts.ts';

/**
 * One way to name what a path fact touches: from the workspace root (`src/a.ts`, `.` for the root), or absolute where
 * it is outside.
 */
export interface PathView {
  readonly path: string;
  readonly outside: boolean;
}

interface ResolvedPath {
  /** As named and as it really is; one element where both are the same. */
  readonly views: readonly PathView[];
  /** Why the real place of the path is unknown; then it is never `auto`. */
  readonly unknown: string | null;
}

/** Resolves a path fact: lexically first, then through the symlinks that exist now. */
export function resolvePath(path: string, pathResolver: PathResolver): ResolvedPath {
  if (path.includes('\u0000'))
    return { views: [{ path, outside: true }], unknown: 'the path contains a NUL character' };
  if (path.startsWith('~')) return { views: [{ path, outside: true }], unknown: null };
  const absolute = posix.resolve(pathResolver.root, path);
  const named = view(absolute, pathResolver);
  const real = pathResolver.realpath(absolute);
  if (real === null) return { views: [named], unknown: `where "${path}" really leads is unknown` };
  if (real === absolute) return { views: [named], unknown: null };
  const actual = view(posix.normalize(real), pathResolver);
  const same = actual.path === named.path && actual.outside === named.outside;
  return { views: same ? [named] : [named, actual], unknown: null };
}

function view(absolute: string, pathResolver: PathResolver): PathView {
  const root = posix.resolve(pathResolver.root);
  const [path, from] = pathResolver.caseInsensitive
    ? [absolute.toLowerCase(), root.toLowerCase()]
    : [absolute, root];
  if (path === from) return { path: '.', outside: false };
  const prefix = from === '/' ? '/' : `${from}/`;
  if (path.startsWith(prefix)) return { path: absolute.slice(prefix.length), outside: false };
  return { path: absolute, outside: true };
}
