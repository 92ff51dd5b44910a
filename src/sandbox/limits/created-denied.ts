import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../common/index.ts';
import type { WriteDenial } from '../../policy/index.ts';
import { type DeniedPaths, isClosedIn } from './denied-paths.ts';

/**
 * What a command changed although a rule denies to write it: a path that did not exist when the command started, and a link,
 * which cannot be mounted over. `before` and `after` are what a scan found. This file does I/O.
 */
export function writtenDenied(
  root: string,
  { before, after }: { readonly before: DeniedPaths; readonly after: DeniedPaths },
): ReadonlyMap<string, WriteDenial> {
  const created = [...after.named].filter(
    ([path]) => !before.named.has(path) && !isClosedIn(before, path),
  );
  const relinked = [...before.named].filter(([path]) => {
    const target = before.links.get(path);
    return target !== undefined && orNull(() => readlinkSync(join(root, path))) !== target;
  });
  return new Map([...created, ...relinked]);
}
