import type { PolicyWorld } from '../facts.ts';
import type { Reach } from './state.ts';

/**
 * Whether names of files that are handed on as text, by words or by whole lines, can become other names than those that
 * were found: `src/a .npmrc` is two words. Where there are no files to look at, or too many, it is not known and not said.
 */
export function becomesOther(reach: Reach, by: 'words' | 'lines', world: PolicyWorld): boolean {
  if (reach.clean) return false;
  if (by === 'words' && reach.splits === true) return true;
  return reach.roots.some((root) => world.namesBelow?.(root)?.[by] === true);
}
