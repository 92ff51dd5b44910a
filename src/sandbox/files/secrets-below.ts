import { join } from 'node:path';
import { isSecretsLike } from '../../policy/index.ts';
import { entriesOf } from './non-utf8-names.ts';

/** Larger trees are not scanned, because an evaluation waits for the result. */
const MAX_NAMES = 5_000;

/**
 * The files below a folder that usually contain secrets (`PathResolver.secretsBelow`), as absolute paths, nearest first.
 * `.git` is checked elsewhere; `node_modules` is skipped unless it is `folder` itself.
 */
export function secretsBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  let names = 0;
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    for (const entry of entriesOf(join(folder, next))) {
      names += 1;
      if (names > MAX_NAMES) return found;
      const path = join(next, entry.name);
      if (!entry.isDirectory()) {
        if (isSecretsLike(path)) found.push(join(folder, path));
      } else if (entry.name !== '.git' && entry.name !== 'node_modules') folders.push(path);
    }
  }
  return found;
}
