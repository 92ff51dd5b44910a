import type { WriteDenial } from '../../policy/index.ts';
import { type DeniedPaths, isClosedIn, placeOfLink } from './denied-paths.ts';

/**
 * What a command changed although a rule denies to write it: a path that did not exist when the command started, and a link,
 * which cannot be mounted over: that itself, or another on its way, leads elsewhere now. `before` and `after` are what a scan
 * found. This file does I/O.
 */
export function writtenDenied(
  root: string,
  { before, after }: { readonly before: DeniedPaths; readonly after: DeniedPaths },
): ReadonlyMap<string, WriteDenial> {
  const created = [...after.named].filter(
    ([path]) => !before.named.has(path) && !isClosedIn(before, path),
  );
  const relinked = [...before.links]
    .filter(([path, { to }]) => placeOfLink(root, path) !== to)
    .map(([path, { rule }]) => [path, rule] as const);
  return new Map([...created, ...relinked]);
}
